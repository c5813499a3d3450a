"""Term places: where the mentions of a unit's segments stand in its readable text, which has lost the markup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from glossary.exchange.training.translation_pair import PairTerm, TermPlace, TranslationPair

# The tables that places are made from, and the columns of them that are read.
READS: Mapping[str, list[str]] = {
    "segments": ["segment_id", "doc_id", "start", "text", "protected"],
    "mentions": ["segment_id", "concept_id", "status", "surface", "start", "zone", "nested"],
}
_UNSEEN = ("link", "tag")  # spans of which a reader sees nothing


class SegmentMentions(NamedTuple):
    """A row of `segments` with the rows of `mentions` in it."""

    segment: Mapping[str, Any]
    mentions: Sequence[Mapping[str, Any]]


def with_terms(
    pair: TranslationPair,
    unit_terms: Iterable[Mapping[str, Any]],
    segments: Mapping[str, Sequence[SegmentMentions]],
) -> tuple[TranslationPair, int]:
    """Return a pair with its terms, and how many uses of them have no place; `segments` are those of each language.

    A use has no place where markup stands in the middle of it, or where it is unclear which of several it is.
    """
    places: list[dict[str, list[TermPlace]]] = []
    unplaced = 0
    for lang, text in zip(pair.langs, pair.texts, strict=True):
        by_concept, lost = _places(text, segments[lang])
        places.append(by_concept)
        unplaced += lost
    terms = []
    for term in unit_terms:
        sides = [tuple(side.get(term["concept_id"], ())) for side in places]
        if any(sides):
            terms.append(PairTerm(term["concept_id"], term[pair.langs[0]], term[pair.langs[1]], sides[0], sides[1]))
    return replace(pair, terms=tuple(terms)), unplaced


def _places(text: str, segments: Sequence[SegmentMentions]) -> tuple[dict[str, list[TermPlace]], int]:
    """Return the places of mentions in the readable text of segments, by concept in order, and how many have none."""
    raw = "\n".join(entry.segment["text"] for entry in segments)
    places: dict[str, list[TermPlace]] = {}
    unplaced, offset = 0, 0
    hidden = _hidden(segments)
    for segment, mentions in segments:
        for mention in mentions:
            if mention["nested"] or mention["zone"] == "url":
                continue
            surface = mention["surface"]
            start = _place(text, raw, surface, offset + mention["start"] - segment["start"], hidden)
            if start is None:
                unplaced += 1
                continue
            readable = " ".join(surface.split())
            place = TermPlace(start, start + len(readable), readable, mention["status"])
            places.setdefault(mention["concept_id"], []).append(place)
        offset += len(segment["text"]) + 1
    return places, unplaced


def _place(text: str, raw: str, surface: str, start: int, hidden: Sequence[tuple[int, int]]) -> int | None:
    """Return the place in the readable text of a surface of the raw one: as often as in both before it."""
    readable = _occurrences(text, " ".join(surface.split()))
    written = _occurrences(raw, surface)
    if len(written) != len(readable):
        written = [place for place in written if not any(a <= place < b for a, b in hidden)]
    if len(written) != len(readable) or start not in written:
        return None
    return readable[written.index(start)]


def _occurrences(text: str, words: str) -> list[int]:
    starts, start = [], text.find(words)
    while start >= 0:
        starts.append(start)
        start = text.find(words, start + 1)
    return starts


def _hidden(segments: Iterable[SegmentMentions]) -> list[tuple[int, int]]:
    """Return the places in the raw text of segments, a line each, that no reader sees."""
    spans, offset = [], 0
    for segment, _ in segments:
        shift = offset - segment["start"]
        spans += [(s["start"] + shift, s["end"] + shift) for s in segment["protected"] if s["kind"] in _UNSEEN]
        offset += len(segment["text"]) + 1
    return spans
