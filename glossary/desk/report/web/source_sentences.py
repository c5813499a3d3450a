"""Originals: the English sentence that a place is aligned with, once however many places share it.

Each comes with the wording of the work's other translations.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from corpus import lazy_re as re
from corpus.records import Document, Location, Span
from corpus.text.plain_text import readable
from corpus.text.segments import is_markdown
from corpus.vocabularies import TRANSLATIONS
from glossary.desk.report.web.pairs import LIKELY, worth_showing
from glossary.desk.report.web.tables import ReportTables, tag, units

_COLUMNS = ("doc_id", "source_doc_id", "concept_id", "source_start", "source_end", "start", "end")
_WIDER = 2  # how many times as long as the words that stand for a term a place may be that is about them


class SourceTermLink(NamedTuple):
    """A use of a term in an English document, and the words of a translation that stand for it."""

    source_doc_id: str
    concept_id: str | None
    source_start: int
    source_end: int
    start: int | None  # None: nothing stands for it
    end: int | None

    @property
    def is_omitted(self) -> bool:
        """Return whether no words of the translation stand for it."""
        return self.start is None

    def is_at(self, place: Location) -> bool:
        """Return whether a place covers the words that stand for it, and little else."""
        if self.start is None or self.end is None or not (self.start < place.end and place.start < self.end):
            return False
        return place.end - place.start <= _WIDER * (self.end - self.start)


LinksByDocument = Mapping[str, Sequence[SourceTermLink]]  # in the order of the original


def term_links(build: ReportTables, doc_ids: Collection[str]) -> LinksByDocument:
    """Return the links of these documents that are more likely right than wrong."""
    rows = worth_showing(build.rows("term_alignments", doc_ids)).select(_COLUMNS)
    links: defaultdict[str, list[SourceTermLink]] = defaultdict(list)
    for doc_id, *fields in zip(*(column.to_pylist() for column in rows.columns), strict=True):
        links[doc_id].append(SourceTermLink(*fields))
    return {doc_id: sorted(group, key=lambda link: link.source_start) for doc_id, group in links.items()}


def within(links: Sequence[SourceTermLink], start: int, end: int) -> Sequence[SourceTermLink]:
    """Return the links whose term begins in a stretch of the original."""
    first, last = (bisect_left(links, offset, key=lambda link: link.source_start) for offset in (start, end))
    return links[first:last]


def meant_by(place: Location, concept_id: str | None, links: Iterable[SourceTermLink]) -> SourceTermLink | None:
    """Return the term that a finding at a place is about: its concept's, there or omitted, else another; or None.

    `links` are those of the English that the place is aligned with.
    """
    near = list(links)
    at_place = [link for link in near if link.is_at(place)]
    of_concept = [link for link in at_place if concept_id and link.concept_id == concept_id]
    omitted = [link for link in near if link.is_omitted and concept_id and link.concept_id == concept_id]
    return next(iter([*of_concept, *omitted, *at_place]), None)


_MOST = 20_000  # originals that a page holds; the most severe findings come first
_LONGEST = 320  # characters of one
_FEW = 2  # sentences without counterpart among which the original of one may be

AlignmentRow = Mapping[str, Any]  # of the table of alignments
# A segment, the English document and stretches it is aligned with, and whether that is doubtful.
Stretches = Sequence[tuple[int, int]]
AlignedSegment = tuple[int, int, str, Stretches, bool]
# What a stretch of an English document is aligned with: by document and where it begins, documents and stretches.
Translations = Mapping[tuple[str, int], Sequence[tuple[str, Stretches]]]


@dataclass(frozen=True)
class ReadableDocument:
    """A document with its protected spans."""

    document: Document
    spans: Sequence[Span]  # code, addresses and the like, in order

    def readable_stretch(self, start: int, end: int) -> str:
        """Return a stretch of it as a reader sees it."""
        first = bisect_right(self.spans, start - 1, key=lambda span: span.start)
        last = bisect_right(self.spans, end - 1, key=lambda span: span.start)
        return readable(self.document.text, start, end, self.spans[first:last], markup=is_markdown(self.document))


class SourceSentence(NamedTuple):
    """The English that a place is aligned with; empty text means none."""

    text: str = ""
    is_doubtful: bool = False  # it may be another sentence
    elsewhere: tuple[tuple[str, str], ...] = ()  # how other languages say it, each with its tag


class SourceWords(NamedTuple):
    """The words of an original that a finding is about, in UTF-16 units."""

    start: int
    end: int
    is_omitted: bool  # nothing stands for them


@dataclass(frozen=True)
class Originals:
    """The English of some documents, looked up by place."""

    beads: Mapping[str, Sequence[AlignedSegment]]  # document → its aligned segments, in order
    documents: Mapping[str, ReadableDocument]  # the English, and their other translations
    translations: Translations
    links: LinksByDocument
    langs: Mapping[str, str]  # of each document
    gaps: Mapping[tuple[str, int], Stretches]  # what of the English follows a segment and has no counterpart
    read: dict[tuple[str, int, int], str] = field(default_factory=dict)  # stretches that were read before

    def at(self, location: Location, is_gap: bool = False) -> SourceSentence:
        """Return the English that a place is aligned with; with `is_gap`, also the sentences missing after it."""
        if not (bead := self._bead(location)):
            return SourceSentence()
        is_doubtful = bead[4]
        others = () if is_doubtful else tuple(self._elsewhere(self.langs[location.doc_id], bead))
        texts = (self._sentence(bead), self._lacking(location.doc_id, bead) if is_gap else "")
        return SourceSentence(" ".join(filter(None, texts)), is_doubtful, others)

    def lacking_at(self, location: Location) -> SourceWords | None:
        """Return the span of the sentences missing after a place in the text that `at` returns; None if unknown."""
        bead = self._bead(location)
        if not bead or not (lacking := self._lacking(location.doc_id, bead)):
            return None
        whole = self.at(location, is_gap=True).text
        unit = units(whole)
        return SourceWords(unit(len(whole) - len(lacking)), unit(len(whole)), is_omitted=True)

    def _lacking(self, doc_id: str, bead: AlignedSegment) -> str:
        return _clip_sentence(" ".join(self._texts(bead[2], self.gaps.get((doc_id, bead[0]), ()))))

    def words_at(self, location: Location, concept_id: str | None) -> SourceWords | None:
        """Return the words of the original that a finding on a concept is about; None if unknown."""
        bead = self._bead(location)
        if not bead or bead[4]:
            return None
        _, _, doc_id, stretches, _ = bead
        links = self.links.get(location.doc_id, ())
        near = (link for stretch in stretches for link in within(links, *stretch) if link.source_doc_id == doc_id)
        link = meant_by(location, concept_id, near)
        return link and self._in_sentence(link, bead)

    def _bead(self, location: Location) -> AlignedSegment | None:
        beads = self.beads.get(location.doc_id, ())
        number = bisect_right(beads, location.start, key=lambda bead: bead[0]) - 1
        return beads[number] if number >= 0 and location.start < beads[number][1] else None

    def _sentence(self, bead: AlignedSegment) -> str:
        return _clip_sentence(" ".join(self._texts(*bead[2:4])))

    def _texts(self, doc_id: str, stretches: Stretches) -> Iterator[str]:
        for stretch in stretches:
            key = (doc_id, *stretch)
            if key not in self.read:
                self.read[key] = self.documents[doc_id].readable_stretch(*stretch)
            yield self.read[key]

    def _elsewhere(self, lang: str, bead: AlignedSegment) -> Iterator[tuple[str, str]]:
        """Yield the wording of a segment's original in the translations into other languages, with their tags."""
        _, _, english, stretches, _ = bead
        translated: defaultdict[str, dict[tuple[int, int], None]] = defaultdict(dict)  # in order
        for begin, _ in stretches:
            for doc_id, parts in self.translations.get((english, begin), ()):
                translated[doc_id].update(dict.fromkeys(parts))
        for doc_id, own_stretches in translated.items():
            if self.langs[doc_id] != lang:
                text = "".join(self._texts(doc_id, list(own_stretches)))
                yield tag(self.documents[doc_id].document.locale), _clip_sentence(text)

    def _in_sentence(self, link: SourceTermLink, bead: AlignedSegment) -> SourceWords | None:
        """Return the span of a link's words in the readable sentence, without markup; None if unclear."""
        _, _, doc_id, stretches, _ = bead
        raw, sentence = self.documents[doc_id].document.text, self._sentence(bead)
        words = self.documents[doc_id].readable_stretch(link.source_start, link.source_end)
        starts = [match.start() for match in re.finditer(re.escape(words), sentence)] if words else []
        before = sum(raw[a : min(b, link.source_start)].count(words) for a, b in stretches if starts)
        if before >= len(starts):
            return None
        unit, start = units(sentence), starts[before]
        return SourceWords(unit(start), unit(start + len(words)), link.is_omitted)


@dataclass(frozen=True, slots=True)
class OriginalNumbers:
    """Originals numbered in order of appearance, each once however many places share it."""

    numbers: dict[SourceSentence, int] = field(default_factory=dict)

    def number(self, original: SourceSentence) -> int:
        """Return the number of an original; -1 if it is empty or there are too many."""
        if not original.text or (original not in self.numbers and len(self.numbers) >= _MOST):
            return -1
        return self.numbers.setdefault(original, len(self.numbers))

    @property
    def sentences(self) -> list[str]:
        """The originals in the order of their numbers."""
        return [original.text for original in self.numbers]

    @property
    def elsewhere(self) -> dict[int, list[tuple[str, str]]]:
        """The wordings of other languages by number, each with its tag."""
        return {number: list(original.elsewhere) for original, number in self.numbers.items() if original.elsewhere}

    @property
    def doubtful(self) -> list[int]:
        """The numbers of the originals that may be the wrong ones."""
        return [number for original, number in self.numbers.items() if original.is_doubtful]


def originals(build: ReportTables, doc_ids: Collection[str]) -> Originals:
    """Return the English that the segments of these documents are aligned with, and its other translations."""
    langs = {document["doc_id"]: document["lang"] for document in build.documents}
    english = {doc_id for doc_id, lang in langs.items() if lang == "en"}
    beads: dict[str, list[AlignedSegment]] = {}
    rows = build.beads(langs.keys() - english, english).to_pylist()
    for (doc_id, _, is_paired), run in groupby(
        (row for row in rows if row["src_doc"] in doc_ids),
        key=lambda row: (row["src_doc"], row["tgt_doc"], bool(row["src_spans"] and row["tgt_spans"])),
    ):
        beads_of = _translated if is_paired else _with_neighbours
        beads.setdefault(doc_id, []).extend(beads_of(run))
    english_ids = {bead[2] for doc_beads in beads.values() for bead in doc_beads}
    translations: defaultdict[tuple[str, int], list[tuple[str, Stretches]]] = defaultdict(list)
    for row in (row for row in rows if row["tgt_doc"] in english_ids):
        if row["relation"] in TRANSLATIONS and row["score"] >= LIKELY:
            parts = [(span["start"], span["end"]) for span in row["src_spans"]]
            for start, _ in _stretches(row):
                translations[row["tgt_doc"], start].append((row["src_doc"], parts))
    shown_ids = english_ids.union(doc_id for parts in translations.values() for doc_id, _ in parts)
    spans: dict[str, list[Span]] = {doc_id: [] for doc_id in shown_ids}
    for row in build.rows("segments", shown_ids).select(["doc_id", "protected"]).to_pylist():
        spans[row["doc_id"]].extend(Span(**span) for span in row["protected"])
    documents = [Document(**row) for row in build.rows("documents", shown_ids).to_pylist()]
    gaps: defaultdict[tuple[str, int], list[tuple[int, int]]] = defaultdict(list)
    last: tuple[str, int] | None = None
    for row in (row for row in rows if row["src_doc"] in doc_ids):
        if row["src_spans"]:
            last = (row["src_doc"], row["src_spans"][-1]["start"]) if row["tgt_spans"] else None
        elif last and last[0] == row["src_doc"]:
            gaps[last] += _stretches(row)
    return Originals(
        beads={doc_id: sorted(doc_beads) for doc_id, doc_beads in beads.items()},
        documents={document.doc_id: ReadableDocument(document, spans[document.doc_id]) for document in documents},
        translations=translations,
        links=term_links(build, doc_ids),
        langs=langs,
        gaps=dict(gaps),
    )


def _translated(rows: Iterable[AlignmentRow]) -> Iterator[AlignedSegment]:
    for row in rows:
        if row["relation"] in TRANSLATIONS:
            yield from _beads(row, _stretches(row), row["score"] < LIKELY)


def _with_neighbours(rows: Iterable[AlignmentRow]) -> Iterator[AlignedSegment]:
    """Yield segments that are unlikely to be without counterpart, with the few such originals nearby."""
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
