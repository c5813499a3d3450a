"""Texts: each document once, whole while there is room for it, else the passages that something speaks of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from corpus.records import Finding
from glossary.report.web.concepts import RenderingsByConcept
from glossary.report.web.pairs import pairs
from glossary.report.web.snippets import snippet_bounds
from glossary.report.web.tables import ReportTables, ShownDocument, of_documents

ROOM = 5_000_000  # bytes of text that a page holds whole
_AROUND = 200  # characters on either side of a place where a text is not whole
_LONGEST = 2_000  # characters of one passage there


def texts(
    build: ReportTables,
    sources: Mapping[str, ShownDocument],
    findings: Sequence[Finding],
    renderings: RenderingsByConcept,
    numbers: Mapping[str, int],
    room: int = ROOM,
) -> list[dict[str, Any]]:
    """The text of every document with its terms; `numbers` says how the page counts concepts."""
    whole = _documents_in_full(sources, {finding.doc_id for finding in findings}, room)
    needed = _needed_stretches(sources, findings, renderings)
    terms = _terms(build, {doc_id: sources[doc_id] for doc_id in whole}, numbers)
    beside = pairs(build, sources, whole)
    return [
        {
            "whole": doc_id in whole,
            "pieces": _pieces(source, [(0, len(source.text))] if doc_id in whole else needed.get(doc_id, [])),
            "terms": terms.get(doc_id, []),
            "beside": beside.get(doc_id),
        }
        for doc_id, source in sources.items()
    ]


def _documents_in_full(sources: Mapping[str, ShownDocument], flagged_ids: set[str], room: int) -> set[str]:
    """The documents that there is room for; those with findings come first, then the others of their works."""
    first = {source.work for source in sources.values() if source.doc_id in flagged_ids}
    chosen = set()
    for source in sorted(
        sources.values(), key=lambda source: (source.doc_id not in flagged_ids, source.work not in first, source.number)
    ):
        size = len(source.text.encode("utf-8", "surrogatepass"))
        if size <= room:
            chosen.add(source.doc_id)
            room -= size
    return chosen


def _needed_stretches(
    sources: Mapping[str, ShownDocument], findings: Sequence[Finding], renderings: RenderingsByConcept
) -> dict[str, list[tuple[int, int]]]:
    """The stretches of each document that findings and concordances show."""
    stretches: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for location in (location for finding in findings for location in finding.locations if location.doc_id in sources):
        stretches[location.doc_id].append(
            snippet_bounds(
                sources[location.doc_id], location.start, min(location.end, location.start + _LONGEST), _AROUND
            )
        )
    for use in (
        use
        for languages in renderings.values()
        for many in languages.values()
        for rendering in many
        for use in rendering.uses
    ):
        stretches[use.doc_id].append(snippet_bounds(sources[use.doc_id], use.start, use.end))
    return stretches


def _pieces(source: ShownDocument, stretches: Iterable[tuple[int, int]]) -> list[list[Any]]:
    """Offset, line and text of each stretch; those that touch are one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(stretches):
        if joined and start <= joined[-1][1]:
            first, last = joined.pop()
            start, end = first, max(end, last)
        joined.append((start, end))
    return [[source.units(a), source.lines.position(a).line, source.text[a:b]] for a, b in joined]


def _terms(
    build: ReportTables, sources: Mapping[str, ShownDocument], numbers: Mapping[str, int]
) -> dict[str, list[list[Any]]]:
    """Where the terms of these documents stand: start, end, number of the concept, status."""
    terms: defaultdict[str, list[list[Any]]] = defaultdict(list)
    columns = (of_documents(build.terms, sources)[name].to_pylist() for name in _COLUMNS)
    for doc_id, start, end, concept_id, status in zip(*columns, strict=True):
        units = sources[doc_id].units
        if concept_id in numbers:
            terms[doc_id].append([units(start), units(end), numbers[concept_id], status])
    return terms


_COLUMNS = ("doc_id", "start", "end", "concept_id", "status")
