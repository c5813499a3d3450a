"""Rendering: view models, texts of the interface, style and scripts made into one page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import SimpleNamespace
from typing import Any

import tomli
from jinja2 import Environment, StrictUndefined, Template

from corpus.printable import printable
from corpus.records import Finding
from corpus.values import FINDING_SEVERITY, FINDING_STATE
from glossary.exchange.page import NAMES
from glossary.findings.pages import CHECKED
from glossary.findings.queue import ranked
from glossary.report.page.build import Build, Source
from glossary.report.page.concepts import concepts, lines, met
from glossary.report.page.embedding import embedded, policy
from glossary.report.page.figures import CERTAIN, Figures
from glossary.report.page.originals import originals
from glossary.report.page.places import sentences
from glossary.report.page.queue import COLUMNS, row, rules, spoken_of
from glossary.report.page.texts import ROOM, texts
from glossary.scores import STANDING

FINDINGS, DOCUMENTS = 20_000, 2_000  # how many a page holds; the tables have them all
_WITHOUT_SCRIPTS = 100  # findings that are listed for readers without scripts
_FOLDER = files("glossary.report") / "page"
_SCRIPTS = ("data", "elements", "texts", "places", "finding", "queue", "concepts", "documents", "reading", "views")


def page(build: Build, most: int = FINDINGS, most_documents: int = DOCUMENTS, room: int = ROOM) -> str:
    """The page as HTML; the same build gives the same text."""
    found, figures = ranked(build.findings)[:most], Figures(build)
    sources = build.sources(spoken_of(found), most_documents)
    renderings = met(build, sources)
    listed = concepts(build, figures)
    numbers = {one["id"]: number for number, one in enumerate(listed)}
    style, script, say = _read("page.css"), _script(), words("en")
    return _template().render(
        build=build,
        figures=figures,
        tabled=_tabled(sources, spoken_of(found), most_documents),
        say=SimpleNamespace(**say),  # keys of a mapping would hide behind its methods
        names=NAMES,
        policy=policy(style, script),
        style=style,
        script=script,
        severities=FINDING_SEVERITY,
        checked=CHECKED,
        certain=CERTAIN.confidence,
        sentences=rules(build),
        first=_without_scripts(found, sources),
        listed=len(found),
        most=most_documents,
        concepts=len(listed),
        data=_data(build, say, sources, found, listed),
        lines=lines(renderings, sources),
        texts=texts(build, sources, found, renderings, numbers, room),
    )


def words(lang: str) -> dict[str, Any]:
    """The texts of the interface in a language."""
    read: dict[str, Any] = tomli.loads(_read(f"words/{lang}.toml"))
    return read


def _tabled(sources: Mapping[str, Source], first: Iterable[str], most: int) -> list[Source]:
    """The documents that the page lists, in table order; where there are too many, those with the gravest findings."""
    wanted = set(list(dict.fromkeys([*first, *sources]))[:most])
    return [one for one in sources.values() if one.doc_id in wanted]


def _data(
    build: Build,
    say: Mapping[str, Any],
    sources: Mapping[str, Source],
    found: Sequence[Finding],
    listed: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """What the scripts read at once; texts and concordances stand in blocks of their own, read when asked for."""
    own, english = sentences(build, spoken_of(found)), originals(build, spoken_of(found))
    rows = [row(one, sources, own, english) for one in found]
    return {
        "say": say,
        "tags": build.tags,
        "names": NAMES,
        "rules": rules(build),
        "severities": FINDING_SEVERITY,
        "states": FINDING_STATE,
        "certain": CERTAIN.confidence,
        "documents": [
            [one.doc_id, one.path, one.title, one.lang, one.tag, one.extracted, one.origin] for one in sources.values()
        ],
        "columns": COLUMNS,
        "findings": rows,
        "originals": english.told,
        "concepts": listed,
    }


def _without_scripts(found: Sequence[Finding], sources: Mapping[str, Source]) -> list[tuple[Finding, str]]:
    """The gravest findings, each with its place."""
    first = [one for one in found[:_WITHOUT_SCRIPTS] if one.state in STANDING]
    return [(one, sources[one.doc_id].where(one.start)) for one in first]


def _script() -> str:
    body = "\n".join(_read(f"scripts/{name}.js") for name in _SCRIPTS)
    return f'"use strict";\n{body}'


def _read(name: str) -> str:
    return _FOLDER.joinpath(*name.split("/")).read_text(encoding="utf-8")


@cache
def _template() -> Template:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters |= {"embedded": embedded, "printable": printable}
    return environment.from_string(_read("page.html.j2"))
