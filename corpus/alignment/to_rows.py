"""Rows: the beads between two documents, as rows of the table `alignments`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from corpus.alignment.aligner import Bead, PairModel, align_documents
from corpus.alignment.bead_field import MOST
from corpus.alignment.features import SegmentFeatures, evidence, takes_part
from corpus.formats import keyed_texts_of, template_of
from corpus.records import Alignment, Document, Segment, SegmentPlace


@dataclass(frozen=True, slots=True)
class AlignedDocument:
    """One document of a pair."""

    doc_id: str
    work: str
    lang: str
    segments: Sequence[Segment]  # all of them
    numbers: Sequence[int]  # which of them take part, from 0
    evidence: Sequence[SegmentFeatures]  # of those, in the same order
    keys: Sequence[str] = ()  # of those, the key of front matter whose value each is, or nothing
    template: str = ""  # where keys are of units: what both sides have that are made of the same units

    def shares_units(self, other: AlignedDocument) -> bool:
        """Return whether both are sides of catalogues of the same units, which pair by their keys."""
        return bool(self.template) and self.template == other.template


def aligned_document(
    document: Document, segments: Sequence[Segment], concepts: Mapping[str, Iterable[str]]
) -> AlignedDocument:
    """Return a document prepared for alignment. `concepts` has the concepts that each segment mentions, by its id."""
    numbers = [number for number, segment in enumerate(segments) if takes_part(segment)]
    features = [
        evidence(
            segments[number], _opens(document.text, segments, number), concepts.get(segments[number].segment_id, ())
        )
        for number in numbers
    ]
    keys = _keys(document, [segments[number] for number in numbers])
    return AlignedDocument(
        document.doc_id, document.work, document.lang, segments, numbers, features, keys, template_of(document)
    )


def _keys(document: Document, segments: Sequence[Segment]) -> list[str]:
    """Return the front matter key of each segment, or an empty string; an empty list without front matter."""
    texts = keyed_texts_of(document)
    if not texts:
        return []
    ends = [text.end for text in texts]
    keys = []
    for segment in segments:
        number = bisect_left(ends, segment.end)
        inside = number < len(texts) and texts[number].start <= segment.start
        keys.append(texts[number].key if inside else "")
    return keys


def _opens(text: str, segments: Sequence[Segment], number: int) -> bool:
    """Return whether a segment begins a line. Where a page does not wrap lines, that is where a paragraph begins."""
    before = segments[number - 1].end if number else 0
    return not number or "\n" in text[before : segments[number].start]


def alignments(source: AlignedDocument, target: AlignedDocument, model: PairModel) -> list[Alignment]:
    """Return one row per bead in source order, with every segment of both documents in one row. A target
    segment without counterpart follows the bead of the segment before it. Segments that take no part have a score of 1.
    """
    all_beads = [
        Bead(tuple(source.numbers[i] for i in bead.source), tuple(target.numbers[j] for j in bead.target), bead.score)
        for bead in _beads(source, target, model)
    ]
    all_beads += [Bead((number,), (), 1.0) for number in _unalignable_segments(source)]
    all_beads += [Bead((), (number,), 1.0) for number in _unalignable_segments(target)]
    return [_row(number, bead, source, target) for number, bead in enumerate(_in_order(all_beads))]


def _beads(source: AlignedDocument, target: AlignedDocument, model: PairModel) -> Iterator[Bead]:
    """Yield the beads of two documents: those within the value of a shared key, then those of the other segments."""
    langs = (source.lang, target.lang)
    sides = [_by_key(source), _by_key(target)]
    if source.shares_units(target):
        for key in sides[0].keys() & sides[1].keys():
            yield Bead(tuple(sides[0].pop(key)), tuple(sides[1].pop(key)), 1.0)
        yield from (Bead((i,), (), 1.0) for numbers in sides[0].values() for i in numbers)
        yield from (Bead((), (j,), 1.0) for numbers in sides[1].values() for j in numbers)
        return
    for key in [key for key in sides[0] if key and key in sides[1]]:
        rows, columns = sides[0].pop(key), sides[1].pop(key)
        if min(len(rows), len(columns)) == 1 and max(len(rows), len(columns)) <= MOST:
            yield Bead(tuple(rows), tuple(columns), 1.0)
        elif len(rows) == len(columns):
            yield from (Bead((i,), (j,), 1.0) for i, j in zip(rows, columns, strict=True))
        else:
            yield from _aligned(source, target, rows, columns, langs, model)
    rows, columns = (sorted(number for numbers in side.values() for number in numbers) for side in sides)
    yield from _aligned(source, target, rows, columns, langs, model)


def _by_key(side: AlignedDocument) -> dict[str, list[int]]:
    """Return, by front matter key, the places of segments that take part; an empty key has those without one."""
    places: dict[str, list[int]] = {}
    for number, key in enumerate(side.keys or [""] * len(side.numbers)):
        places.setdefault(key, []).append(number)
    return places


def _aligned(
    source: AlignedDocument,
    target: AlignedDocument,
    rows: Sequence[int],
    columns: Sequence[int],
    langs: tuple[str, str],
    model: PairModel,
) -> Iterator[Bead]:
    """Yield the beads between these segments, all of which take part."""
    evidence = [source.evidence[i] for i in rows], [target.evidence[j] for j in columns]
    for bead in align_documents(*evidence, langs, model):
        yield Bead(tuple(rows[i] for i in bead.source), tuple(columns[j] for j in bead.target), bead.score)


def _unalignable_segments(side: AlignedDocument) -> list[int]:
    """Return the segments that take no part: the site's own text, rules, comments."""
    part = set(side.numbers)
    return [number for number in range(len(side.segments)) if number not in part]


def _in_order(beads: Sequence[Bead]) -> list[Bead]:
    following = {bead.target[0]: bead for bead in beads if not bead.source}
    ordered: list[Bead] = _null_run(0, following)
    for bead in sorted((bead for bead in beads if bead.source), key=lambda bead: bead.source):
        ordered.append(bead)
        for number in bead.target:
            ordered += _null_run(number + 1, following)
    return ordered


def _null_run(number: int, alone: Mapping[int, Bead]) -> list[Bead]:
    """Return consecutive target segments without counterpart."""
    run: list[Bead] = []
    while number in alone:
        run.append(alone[number])
        number += 1
    return run


def _row(number: int, bead: Bead, source: AlignedDocument, target: AlignedDocument) -> Alignment:
    segments, other = [source.segments[i] for i in bead.source], [target.segments[j] for j in bead.target]
    return Alignment(
        alignment_id=f"{source.doc_id}-{target.doc_id}-{number:05d}",
        work=source.work,
        src_doc=source.doc_id,
        tgt_doc=target.doc_id,
        src_lang=source.lang,
        tgt_lang=target.lang,
        src_segments=[segment.segment_id for segment in segments],
        tgt_segments=[segment.segment_id for segment in other],
        src_spans=[SegmentPlace(segment.start, segment.end) for segment in segments],
        tgt_spans=[SegmentPlace(segment.start, segment.end) for segment in other],
        kind=f"{len(segments)}-{len(other)}",
        score=round(bead.score, 4),  # beyond this, machines differ
        relation=_relation(segments, other, is_given=source.shares_units(target)),
    )


def _relation(segments: Sequence[Segment], other: Sequence[Segment], *, is_given: bool) -> str:
    if not segments or not other:
        return "none"
    if all(segment.kind == "code" for segment in (*segments, *other)):
        return "code"
    return "copy" if _letters(segments) == _letters(other) else "given" if is_given else "translation"


def _letters(segments: Sequence[Segment]) -> str:
    """Return the letters and digits of segments, by which texts are compared, without markup and spacing."""
    return "".join(filter(str.isalnum, "".join(segment.text for segment in segments))).casefold()
