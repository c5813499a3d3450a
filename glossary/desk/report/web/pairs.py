"""Pairs: the rows in which a document stands beside its English original, as the two are aligned."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa

from corpus.vocabularies import TRANSLATIONS
from glossary.desk.report.web.links import packed_links
from glossary.desk.report.web.tables import ReportTables, ShownDocument

RELATIONS = ("translation", "copy", "code", "none", "doubtful", "unsure", "head")  # head: what stands before the first
LIKELY = 0.5  # what is less likely to be the original would mislead

Starts = list[int]  # where the segments of a bead begin in one of its documents
PairedStarts = tuple[Starts, Starts, str, float]  # here, in the original; relation and score


def pairs(
    build: ReportTables, sources: Mapping[str, ShownDocument], whole: Collection[str]
) -> dict[str, dict[str, Any]]:
    """Return by document its English original, their rows and links, where the page has both of them whole."""
    whole_sources = {doc_id: source for doc_id, source in sources.items() if doc_id in whole}
    beads: dict[str, dict[str, list[PairedStarts]]] = {}
    sides: dict[bool, list[str]] = {True: [], False: []}
    for source in whole_sources.values():
        sides[source.lang == "en"].append(source.doc_id)
    for doc_id, english, bead in _beads(build.beads(sides[False], sides[True])):
        beads.setdefault(doc_id, {}).setdefault(english, []).append(bead)
    first = {doc_id: next(iter(beads_by_english.items())) for doc_id, beads_by_english in beads.items()}
    originals = {doc_id: whole_sources[english] for doc_id, (english, _) in first.items()}
    links = packed_links(build.rows("term_alignments", originals), whole_sources, originals)
    return {
        doc_id: {
            **_paired_rows(whole_sources[doc_id], originals[doc_id], doc_beads),
            "links": links.get(doc_id, ""),
        }
        for doc_id, (_, doc_beads) in first.items()
    }


def _beads(rows: pa.Table) -> Iterator[tuple[str, str, PairedStarts]]:
    """Yield each bead with its two documents. Lists of numbers are read: a dict per span costs too much."""
    plain = (rows[name].to_pylist() for name in ("src_doc", "tgt_doc", "relation", "score"))
    starts = (_starts(rows[name]) for name in ("src_spans", "tgt_spans"))
    for doc_id, english, relation, score, ours, theirs in zip(*plain, *starts, strict=True):
        yield doc_id, english, (ours, theirs, relation, score)


def _starts(spans: pa.ChunkedArray) -> list[Starts]:
    lists: list[Starts] = []
    for chunk in spans.chunks:
        lists += pa.ListArray.from_arrays(chunk.offsets, chunk.values.field("start")).to_pylist()
    return lists


def _paired_rows(source: ShownDocument, english: ShownDocument, beads: Sequence[PairedStarts]) -> dict[str, Any]:
    """Return the rows in three columns: where each begins in the document, and in the original; what the two are."""
    heads = (_head(source, [bead[0] for bead in beads]), _head(english, [bead[1] for bead in beads]))
    rows = [(*heads, "head", 1.0), *beads] if any(heads) else beads
    return {
        "english": english.number,
        "rows": [
            _row_starts(source, [row[0] for row in rows]),
            _row_starts(english, [row[1] for row in rows]),
            [RELATIONS.index(_relation(*row[2:])) for row in rows],
        ],
    }


def _head(source: ShownDocument, rows: Sequence[Starts]) -> Starts:
    """Return where the row begins that holds what stands before all segments, as comments; nowhere without."""
    first = min((start for starts in rows for start in starts), default=0)
    lines = source.text[: source.text.rfind("\n", 0, first) + 1]
    return [0] if any(map(str.isalnum, lines)) else []


def _relation(relation: str, score: float) -> str:
    """Return the name of a row; one side alone is unsure where it has a counterpart that was not found."""
    relation = "translation" if relation in TRANSLATIONS else relation
    return relation if score >= LIKELY else {"translation": "doubtful", "none": "unsure"}.get(relation, relation)


def _row_starts(source: ShownDocument, rows: Sequence[Starts]) -> list[int | Starts]:
    """Return where the stretches of each row begin: nearly always one, a list of more, or -1 for none.

    Each goes as far as the next one of any row, the first from the beginning, so that all of the text is shown.
    """
    starts = sorted((start, number) for number, row in enumerate(rows) for start in row)
    begins: list[list[int]] = [[] for _ in rows]
    before = -1
    for start, number in starts:
        if number != before:
            begins[number].append(source.units(start) if before >= 0 else 0)
        before = number
    return [-1 if not offsets else offsets[0] if len(offsets) == 1 else offsets for offsets in begins]
