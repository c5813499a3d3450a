"""Originals: the English that the sentence of a place is aligned with, each once however many places it has."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from corpus.records import Document, Location, Span
from corpus.text.plain_text import readable
from corpus.text.segments import is_markdown
from glossary.report.web.pairs import LIKELY
from glossary.report.web.tables import ReportTables

_MOST = 20_000  # originals that a page holds; the gravest findings come first
_LONGEST = 320  # characters of one
_FEW = 2  # sentences without counterpart among which the original of one may be

AlignmentRow = Mapping[str, Any]  # of the table of alignments
# A segment, the English document and stretches it is aligned with, and whether that is doubtful.
AlignedSegment = tuple[int, int, str, Sequence[tuple[int, int]], bool]


@dataclass(frozen=True)
class EnglishDocument:
    """An English document."""

    document: Document
    spans: Sequence[Span]  # code, addresses and the like, in order

    def readable_stretch(self, start: int, end: int) -> str:
        """A stretch of it as a reader sees it."""
        first = bisect_right(self.spans, start - 1, key=lambda span: span.start)
        last = bisect_right(self.spans, end - 1, key=lambda span: span.start)
        return readable(self.document.text, start, end, self.spans[first:last], markup=is_markdown(self.document))


class SourceSentence(NamedTuple):
    """What a place is aligned with in English; without text that is nothing."""

    text: str = ""
    is_doubtful: bool = False  # it may be another sentence


@dataclass(frozen=True)
class Originals:
    """The English of some documents, by place."""

    beads: Mapping[str, Sequence[AlignedSegment]]  # document → its aligned segments, in order
    english: Mapping[str, EnglishDocument]

    def at(self, location: Location) -> SourceSentence:
        """What a place is aligned with."""
        beads = self.beads.get(location.doc_id, ())
        number = bisect_right(beads, location.start, key=lambda bead: bead[0]) - 1
        if number < 0 or location.start >= beads[number][1]:
            return SourceSentence()
        _, _, doc_id, stretches, is_doubtful = beads[number]
        text = " ".join(self.english[doc_id].readable_stretch(a, b) for a, b in stretches)
        return SourceSentence(_clip_sentence(text), is_doubtful)


@dataclass(frozen=True, slots=True)
class OriginalNumbers:
    """Originals numbered as they come, each once however many places it has."""

    numbers: dict[SourceSentence, int] = field(default_factory=dict)

    def number(self, original: SourceSentence) -> int:
        """The number of an original; -1 where it is nothing, or there are too many."""
        if not original.text or (original not in self.numbers and len(self.numbers) >= _MOST):
            return -1
        return self.numbers.setdefault(original, len(self.numbers))

    @property
    def sentences(self) -> list[str]:
        """The originals in the order of their numbers."""
        return [original.text for original in self.numbers]

    @property
    def doubtful(self) -> list[int]:
        """The numbers of those that may be others than the originals."""
        return [number for original, number in self.numbers.items() if original.is_doubtful]


def originals(build: ReportTables, doc_ids: Collection[str]) -> Originals:
    """What the segments of these documents are aligned with in English."""
    english = {document["doc_id"] for document in build.documents if document["lang"] == "en"}
    beads: dict[str, list[AlignedSegment]] = {}
    rows = build.beads(doc_ids, english).to_pylist()
    for (doc_id, _, is_paired), run in groupby(rows, key=_kind):
        beads_of = _translated if is_paired else _with_neighbours
        beads.setdefault(doc_id, []).extend(beads_of(run))
    english_ids = {bead[2] for doc_beads in beads.values() for bead in doc_beads}
    return Originals({doc_id: sorted(doc_beads) for doc_id, doc_beads in beads.items()}, _english(build, english_ids))


def _english(build: ReportTables, doc_ids: Collection[str]) -> dict[str, EnglishDocument]:
    spans: dict[str, list[Span]] = {doc_id: [] for doc_id in doc_ids}
    for row in build.rows("segments", doc_ids).select(["doc_id", "protected"]).to_pylist():
        spans[row["doc_id"]].extend(Span(**span) for span in row["protected"])
    documents = [Document(**row) for row in build.rows("documents", doc_ids).to_pylist()]
    return {document.doc_id: EnglishDocument(document, spans[document.doc_id]) for document in documents}


def _kind(row: AlignmentRow) -> tuple[str, str, bool]:
    """The documents of a bead, and whether it has something of both."""
    return row["src_doc"], row["tgt_doc"], bool(row["src_spans"] and row["tgt_spans"])


def _translated(rows: Iterable[AlignmentRow]) -> Iterator[AlignedSegment]:
    for row in rows:
        if row["relation"] == "translation":
            yield from _beads(row, _stretches(row), row["score"] < LIKELY)


def _with_neighbours(rows: Iterable[AlignmentRow]) -> Iterator[AlignedSegment]:
    """Segments that hardly stand alone, with the few of the original beside them that hardly do either."""
    alone = [row for row in rows if row["score"] < LIKELY]
    theirs = [stretch for row in alone for stretch in _stretches(row)]
    if 0 < len(theirs) <= _FEW:
        for row in alone:
            yield from _beads(row, theirs, True)


def _stretches(row: AlignmentRow) -> list[tuple[int, int]]:
    return [(span["start"], span["end"]) for span in row["tgt_spans"]]


def _beads(row: AlignmentRow, theirs: Sequence[tuple[int, int]], is_doubtful: bool) -> Iterator[AlignedSegment]:
    for span in row["src_spans"]:
        yield span["start"], span["end"], row["tgt_doc"], theirs, is_doubtful


def _clip_sentence(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST].rstrip()}…"
