"""Rendering: view models, texts of the interface, style and scripts made into one page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files

from jinja2 import Template

from corpus.languages import TARGETS
from corpus.records import Finding
from corpus.text.printable import printable
from corpus.vocabularies import FINDING_SEVERITY, FindingState
from glossary.exchange.page_templates import page_environment
from glossary.findings.ranking import ranked
from glossary.report.web.addresses import addresses
from glossary.report.web.concepts import collect_renderings, concepts, lines
from glossary.report.web.embedding import embedded, policy
from glossary.report.web.interface import LANGUAGES, TAGS, labeller, native_names, speaker, words
from glossary.report.web.payload import payload
from glossary.report.web.queue import document_ids
from glossary.report.web.statistics import CERTAIN, BuildStatistics
from glossary.report.web.tables import ReportTables, ShownDocument
from glossary.report.web.texts import ROOM, texts

FINDINGS, DOCUMENTS = 20_000, 2_000  # how many a page holds; the tables have them all
_WITHOUT_SCRIPTS = 100  # findings that are listed for readers without scripts
_NEW = 10  # rules and documents with new findings that the overview lists
_FOLDER = files("glossary.report.web")
SCRIPTS = (
    "data", "memory", "saying", "elements", "decisions", "texts", "sourcing", "places", "finding", "deciding",
    "acting", "queue", "listing", "progress", "bulk", "earlier_decisions", "handing_over", "offer_earlier_decisions",
    "keyboard", "concordance", "concepts", "asking", "documents", "links", "marking", "rows", "heading", "reading",
    "linking", "moving", "views",
)  # fmt: skip
# Comments that say types; nobody needs them in a page.
_TYPES = re.compile(r"^ */\*\* @.*\*/\n|/\*\* @.*?\*/ ", re.MULTILINE)


def page(
    build: ReportTables, most: int = FINDINGS, most_documents: int = DOCUMENTS, room: int = ROOM, source_link: str = ""
) -> str:
    """The page as HTML; the same build gives the same text.

    `source_link` says where a line of a source file can be looked at, with {path} and {line}.
    """
    findings, figures = ranked(build.findings)[:most], BuildStatistics(build)
    sources = build.sources(document_ids(findings), most_documents)
    renderings = collect_renderings(build, sources)
    listed = concepts(build, figures, renderings)
    numbers = {concept["id"]: number for number, concept in enumerate(listed)}
    style, script, say = _read_asset("page.css") + _read_asset("deciding.css"), _script(), words("en")
    return _template().render(
        build=build,
        figures=figures,
        tabled=_tabled(sources, document_ids(findings), most_documents),
        say=speaker(say),
        label=labeller(say),
        names=native_names(),
        policy=policy(style, script),
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
        sources=sources,
        checked=TARGETS,
        certain=CERTAIN.confidence,
        first=_without_scripts(findings, sources),
        listed=len(findings),
        most=most_documents,
        concepts=len(listed),
        data=payload(build, sources, findings, listed, addresses(source_link)),
        lines=lines(renderings, sources),
        texts=texts(build, sources, findings, renderings, numbers, room),
    )


def _tabled(sources: Mapping[str, ShownDocument], first: Iterable[str], most: int) -> list[ShownDocument]:
    """The documents that the page lists, in table order; where there are too many, those with the gravest findings."""
    doc_ids = set(list(dict.fromkeys([*first, *sources]))[:most])
    return [source for source in sources.values() if source.doc_id in doc_ids]


def _without_scripts(findings: Sequence[Finding], sources: Mapping[str, ShownDocument]) -> list[tuple[Finding, str]]:
    """The gravest findings, each with its place."""
    first = [finding for finding in findings[:_WITHOUT_SCRIPTS] if finding.state.stands]
    return [(finding, sources[finding.doc_id].where(finding.start)) for finding in first]


def joined(scripts: Iterable[str]) -> str:
    """Scripts as the one that they are in a page."""
    return '"use strict";\n' + "\n".join(scripts)


def _script() -> str:
    return _TYPES.sub("", joined(_read_asset(f"scripts/{name}.js") for name in SCRIPTS))


def _read_asset(name: str) -> str:
    return _FOLDER.joinpath(*name.split("/")).read_text(encoding="utf-8")


@cache
def _template() -> Template:
    environment = page_environment()
    environment.filters |= {"embedded": embedded, "printable": printable}
    return environment.from_string(_read_asset("page.html.j2"))
