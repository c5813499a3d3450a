"""Texts: each document once, whole while there is room for it, else the passages that something speaks of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa

from corpus.records import Finding
from glossary.desk.report.web.concepts import RenderingsByConcept
from glossary.desk.report.web.pairs import pairs
from glossary.desk.report.web.snippets import passage_bounds, snippet_bounds
from glossary.desk.report.web.tables import ReportTables, ShownDocument, TextPassage, id_array, of_documents

ROOM = 5_000_000  # bytes of text that a page holds whole


def texts(
    build: ReportTables,
    sources: Mapping[str, ShownDocument],
    findings: Sequence[Finding],
    renderings: RenderingsByConcept,
    numbers: Mapping[str, int],
    room: int | None = ROOM,
) -> list[dict[str, Any]]:
    """Return the text of every document with its terms; `numbers` says how the page counts concepts.

    With no `room` given all texts are whole.
    """
    flagged_ids = {finding.doc_id for finding in findings}
    whole = set(sources) if room is None else _documents_in_full(sources, flagged_ids, room)
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
    """Return the documents that there is room for; those with findings come first, then the others of their works."""
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
    """Return the stretches of each document that findings and concordances show."""
    stretches: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for location in (location for finding in findings for location in finding.locations if location.doc_id in sources):
        bounds = passage_bounds(sources[location.doc_id], location.start, location.end)
        stretches[location.doc_id].append(bounds)
    for use in (
        use
        for languages in renderings.values()
        for many in languages.values()
        for rendering in many
        for use in rendering.uses
    ):
        stretches[use.doc_id].append(snippet_bounds(sources[use.doc_id], use.start, use.end))
    return stretches


def _pieces(source: ShownDocument, stretches: Iterable[tuple[int, int]]) -> list[TextPassage]:
    """Return each stretch; those that touch are one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(stretches):
        if joined and start <= joined[-1][1]:
            first, last = joined.pop()
            start, end = first, max(end, last)
        joined.append((start, end))
    return [source.passage(start, end) for start, end in joined]


def _terms(
    build: ReportTables, sources: Mapping[str, ShownDocument], numbers: Mapping[str, int]
) -> dict[str, list[list[Any]]]:
    """Return the places of the terms of these documents: start, end, number of the concept, status."""
    terms: defaultdict[str, list[list[Any]]] = defaultdict(list)
    ids = id_array(sources)
    rows = pa.concat_tables(of_documents(part, ids) for part in build.terms())
    columns = (rows[name].to_pylist() for name in _COLUMNS)
    for doc_id, start, end, concept_id, status in zip(*columns, strict=True):
        units = sources[doc_id].units
        if concept_id in numbers:
            terms[doc_id].append([units(start), units(end), numbers[concept_id], status])
    return terms


_COLUMNS = ("doc_id", "start", "end", "concept_id", "status")
