"""Joining: beads of the document pairs of a work, made into groups of up to three languages."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from corpus.languages import is_traditional
from corpus.records import Alignment, Document


@dataclass(frozen=True, slots=True)
class SegmentGroup:
    """Segments that say the same; no bead between two of the languages has a part outside of it."""

    segments: Mapping[str, tuple[str, ...]]  # language → segment ids in the order of their document
    score: float  # probability that all its beads are right
    copied: bool  # a bead of it is a copy


def first_of_each(documents: Iterable[Document]) -> dict[str, Document]:
    """The document of a work that stands for each language: the first, Simplified Chinese before Traditional."""
    found: dict[str, Document] = {}
    for one in sorted(documents, key=lambda one: (is_traditional(one.locale), one.locale)):
        if one.status == "ok":
            found.setdefault(one.lang, one)
    return found


def pairs(documents: Sequence[Document]) -> list[tuple[Document, Document]]:
    """Which documents of a work are aligned: each with the English one, Chinese and Japanese where there is none."""
    first = first_of_each(documents)
    pivot = first.get("en") or first.get("ja")
    if pivot is None:
        return []
    return [(one, pivot) for one in documents if one.status == "ok" and one.lang not in ("en", pivot.lang)]


def groups(beads: Iterable[Alignment], kept: Mapping[str, int]) -> list[SegmentGroup]:
    """The beads with text on both sides, joined where they share a segment; `kept` numbers the segments that count."""
    leader: dict[str, str] = {}

    def lead(one: str) -> str:
        while leader.setdefault(one, one) != one:
            leader[one] = one = leader[leader[one]]
        return one

    inside: defaultdict[str, list[Alignment]] = defaultdict(list)
    joined = [bead for bead in beads if bead.src_segments and bead.tgt_segments and bead.relation != "code"]
    for bead in joined:
        for other in (*bead.src_segments, *bead.tgt_segments):
            leader[lead(other)] = lead(bead.src_segments[0])
    for bead in joined:
        inside[lead(bead.src_segments[0])].append(bead)
    found = [_group(members, kept) for members in inside.values()]
    return [one for one in found if len(one.segments) > 1]


def _group(beads: Sequence[Alignment], kept: Mapping[str, int]) -> SegmentGroup:
    ids: defaultdict[str, set[str]] = defaultdict(set)
    for bead in beads:
        ids[bead.src_lang].update(bead.src_segments)
        ids[bead.tgt_lang].update(bead.tgt_segments)
    segments = {
        lang: tuple(sorted((one for one in own if one in kept), key=kept.__getitem__)) for lang, own in ids.items()
    }
    score = math.prod(bead.score for bead in beads)
    return SegmentGroup(
        {lang: own for lang, own in segments.items() if own}, score, any(b.relation == "copy" for b in beads)
    )
