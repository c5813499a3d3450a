"""Joining: the beads of a work's document pairs, joined into groups of up to three languages."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from corpus.grouping import leader_of
from corpus.languages import is_traditional
from corpus.records import Alignment, Document


@dataclass(frozen=True, slots=True)
class SegmentGroup:
    """Segments that say the same; no bead between two of the languages crosses the group's border."""

    segments: Mapping[str, tuple[str, ...]]  # language → segment ids in the order of their document
    beads: tuple[Alignment, ...] = ()

    @property
    def score(self) -> float:
        """The probability, 0 to 1, that all its beads are right, treating them as independent."""
        return math.prod(bead.score for bead in self.beads)

    @property
    def copied(self) -> bool:
        """Return whether one of its beads is a copy."""
        return any(bead.relation == "copy" for bead in self.beads)

    def between(self, a: str, b: str) -> SegmentGroup:
        """Return two languages of it with the beads between them, or all beads if only other languages connect them."""
        direct = tuple(bead for bead in self.beads if {bead.src_lang, bead.tgt_lang} == {a, b})
        return SegmentGroup({a: self.segments[a], b: self.segments[b]}, direct or self.beads)


def first_of_each(documents: Iterable[Document]) -> dict[str, Document]:
    """Return the document that represents each language of a work: the first, Simplified Chinese before Traditional."""
    documents_by_lang: dict[str, Document] = {}
    for document in sorted(documents, key=lambda document: (is_traditional(document.locale), document.locale)):
        if document.status == "ok":
            documents_by_lang.setdefault(document.lang, document)
    return documents_by_lang


def pairs(documents: Sequence[Document]) -> list[tuple[Document, Document]]:
    """Return which documents of a work to align: each with the English one; without one, Chinese with Japanese."""
    first = first_of_each(documents)
    pivot = first.get("en") or first.get("ja")
    if pivot is None:
        return []
    return [
        (document, pivot)
        for document in documents
        if document.status == "ok" and document.lang not in ("en", pivot.lang)
    ]


def groups(beads: Iterable[Alignment], numbers: Mapping[str, int]) -> list[SegmentGroup]:
    """Return the beads with text on both sides, except code, joined where they share a segment (union–find). `numbers`
    maps the id of each segment that counts to its place in its document.
    """
    leaders: dict[str, str] = {}
    lead = partial(leader_of, leaders=leaders)
    inside: defaultdict[str, list[Alignment]] = defaultdict(list)
    joined = [bead for bead in beads if bead.src_segments and bead.tgt_segments and bead.relation != "code"]
    for bead in joined:
        for other in (*bead.src_segments, *bead.tgt_segments):
            leaders[lead(other)] = lead(bead.src_segments[0])
    for bead in joined:
        inside[lead(bead.src_segments[0])].append(bead)
    all_groups = [_group(members, numbers) for members in inside.values()]
    return [group for group in all_groups if len(group.segments) > 1]


def _group(beads: Sequence[Alignment], numbers: Mapping[str, int]) -> SegmentGroup:
    ids: defaultdict[str, set[str]] = defaultdict(set)
    for bead in beads:
        ids[bead.src_lang].update(bead.src_segments)
        ids[bead.tgt_lang].update(bead.tgt_segments)
    segments = {
        lang: tuple(sorted((segment_id for segment_id in members if segment_id in numbers), key=numbers.__getitem__))
        for lang, members in ids.items()
    }
    return SegmentGroup({lang: members for lang, members in segments.items() if members}, tuple(beads))
