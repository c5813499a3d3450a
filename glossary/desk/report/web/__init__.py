"""The consistency report as one web page: findings to decide, concepts, documents; it needs no network or server."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import Template

from corpus.languages import TARGETS
from corpus.text.printable import printable
from corpus.vocabularies import FINDING_SEVERITY, FindingState
from glossary.desk.report.web.concepts import ROOM
from glossary.desk.report.web.heat_map import SIGNS, heat_maps, original_coverage
from glossary.desk.report.web.interface import LANGUAGES, TAGS, labeller, native_names, speaker, words
from glossary.desk.report.web.page_content import Room, confidence_steps, page_content
from glossary.desk.report.web.pairs import addresses
from glossary.desk.report.web.statistics import CERTAIN, BuildStatistics, about
from glossary.desk.report.web.summary import GRADES, SummaryTable, costly_pages, packet_tables, summary, verdicts
from glossary.desk.report.web.tables import READS, ReportTables
from glossary.desk.report.web.volumes import FOLDER, Write, embedded, policy, writer
from glossary.exchange.html import page_environment
from glossary.rules.calibration import DOUBTFUL

FINDINGS, DOCUMENTS = 20_000, 2_000  # how many a page holds; the tables have them all
_WITHOUT_SCRIPTS = 100  # findings that are listed for readers without scripts
_NEW = 10  # rules and documents with new findings that the overview lists
_FOLDER = files("glossary.desk.report.web")


def page(
    build: ReportTables,
    most: int = FINDINGS,
    most_documents: int = DOCUMENTS,
    room: int = ROOM,
    source_link: str = "",
    write: Write | None = None,
) -> str:
    """Return the page as HTML; the same build gives the same text.

    `source_link` is the template of a source line's address, with {path} and {line}. With `write`, what does not
    fit on the page goes into volumes next to it; without, it is left out. Only a page with volumes looks for the
    history of builds.
    """
    figures = BuildStatistics(build)
    content = page_content(build, figures, Room(most, most_documents, room), addresses(source_link), write)
    style, say = _read_asset("page.css") + _read_asset("deciding.css"), words("en")
    script = _read_asset("page.js")  # what esbuild makes of the modules in `scripts`
    first = [finding for finding in content.findings[:_WITHOUT_SCRIPTS] if finding.state.stands]
    return _template().render(
        build=build,
        figures=figures,
        content=content,
        say=speaker(say),
        label=labeller(say),
        names=native_names(),
        policy=policy(style, script, volumes=write is not None),
        style=style,
        script=script,
        title=say["title"],
        titles=say["rules"],
        spoken=LANGUAGES,
        tags=TAGS,
        severities=FINDING_SEVERITY,
        states=FindingState,
        new_shown=_NEW,
        names_of_rules={finding.rule: finding.name for finding in build.findings},
        checked=TARGETS,
        certain=CERTAIN.confidence,
        likely=DOUBTFUL,
        threshold=CERTAIN,
        verdicts=verdicts(figures),
        scale={grade: f"{most:g}" for grade, most in GRADES.items()},
        costly=costly_pages(figures),
        counts=say["counts"],
        heat_maps=heat_maps(build, figures.standing),
        signs=SIGNS,
        confidences=confidence_steps(figures.standing),
        coverage=original_coverage(build),
        is_in_build=write is not None,
        first=[(finding, content.sources[finding.doc_id].where(finding.start)) for finding in first],
        most=most_documents,
    )


def _read_asset(name: str) -> str:
    return _FOLDER.joinpath(name).read_text(encoding="utf-8")


@cache
def _template() -> Template:
    environment = page_environment()
    environment.filters |= {"about": about, "embedded": embedded, "printable": printable}
    return environment.from_string(_read_asset("page.html.j2"))


__all__ = ["FOLDER", "READS", "ReportTables", "SummaryTable", "packet_tables", "page", "summary", "writer"]
