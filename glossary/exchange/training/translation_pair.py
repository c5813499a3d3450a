"""Translation pairs: two languages of a unit, which ones an export takes or why not, and their JSON lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

from corpus.alignment.flags import quality
from corpus.duplicates.repeated_units import FLAG as DUPLICATE
from corpus.records import LANGUAGE_COLUMNS

SPLITS = ("train", "dev", "test")
# What says that there is no translation, none into that language, none that is new, or none to be handed on.
EXCLUDED_FLAGS = ("unaligned", "other-language", "untranslated", "repeated", DUPLICATE, "personal-data")
MIN_QUALITY = 0.5  # by hand
_OF_UNIT = ("repeated", DUPLICATE)  # flags of all texts together


@dataclass(frozen=True, slots=True)
class TermPlace:
    """The place of a concept's form in a text of a pair."""

    start: int
    end: int
    text: str
    status: str  # how the glossary judges the form, as in `mentions`


@dataclass(frozen=True, slots=True)
class PairTerm:
    """A concept in a pair: the glossary's preferred forms, and the places of its forms."""

    concept_id: str
    source: str
    target: str
    source_places: tuple[TermPlace, ...]
    target_places: tuple[TermPlace, ...]


@dataclass(frozen=True, slots=True)
class TranslationPair:
    """A text and its translation, from one unit of a build."""

    unit_id: str
    work: str
    split: str
    langs: tuple[str, str]  # source and target
    texts: tuple[str, str]
    documents: tuple[str, str]  # doc_id of each
    licences: tuple[str | None, str | None]  # None: not stated
    score: float
    quality: float
    flags: tuple[str, ...]
    terms: tuple[PairTerm, ...] = ()


@dataclass(frozen=True, slots=True)
class PairFilter:
    """The conditions on pairs to export."""

    splits: Collection[str] = SPLITS
    min_quality: float = MIN_QUALITY
    excluded_flags: Sequence[str] = EXCLUDED_FLAGS
    has_licence: Callable[[str | None], bool] = field(default=lambda stated: True)

    def reason_against(self, pair: TranslationPair) -> str | None:
        """Return the reason to leave a pair out, as it is counted; None if it is taken."""
        if pair.split not in self.splits:
            return f"split {pair.split}"
        flag = next((flag for flag in self.excluded_flags if flag in pair.flags), None)
        if flag is not None:
            return f"flagged {flag}"
        if pair.quality < self.min_quality:
            return f"quality below {self.min_quality:g}"
        if not all(map(self.has_licence, pair.licences)):
            return "other licence"
        return None


def pair_of(
    unit: Mapping[str, Any],
    langs: tuple[str, str],
    document_of: Mapping[str, str],
    licence_of: Mapping[str, str | None],
) -> TranslationPair | None:
    """Return the two languages of a row of `parallel`; None if a text is missing or empty, or it has no quality.

    The pair is judged by itself, whatever the third language is worth. `document_of` gives the document of a
    segment, `licence_of` the licence of a document. Texts are one line each.
    """
    texts = [" ".join((unit[lang] or "").split()) for lang in langs]
    if not all(texts) or unit["quality"] is None:
        return None
    source_doc, target_doc = (document_of[unit[f"{lang}_segments"][0]] for lang in langs)
    between = "-".join(sorted(langs, key=LANGUAGE_COLUMNS.index))
    judged = next((pair for pair in unit.get("pairs") or () if pair["langs"] == between), unit)
    of_unit = () if judged is unit else [flag for flag in unit["flags"] if flag in _OF_UNIT]
    return TranslationPair(
        unit_id=unit["unit_id"],
        work=unit["work"],
        split=unit["split"],
        langs=langs,
        texts=(texts[0], texts[1]),
        documents=(source_doc, target_doc),
        licences=(licence_of[source_doc], licence_of[target_doc]),
        score=judged["score"],
        quality=quality(judged["score"], [*judged["flags"], *of_unit]),
        flags=(*judged["flags"], *of_unit),
    )


# Forms that a translation is free to use; the glossary is against the others, or they are left in English.
_ALLOWED = frozenset({"preferred", "admitted", "abbreviation", "variant"})

# What a line holds, for those who read it: key and meaning.
FIELDS: Mapping[str, str] = {
    "id": "`unit_id` in the table `parallel`",
    "work": "the work; no work is in two splits",
    "split": "train, dev or test",
    "source_lang": "language of the source",
    "target_lang": "language of the target",
    "source": "the source, one line",
    "target": "its translation, one line",
    "score": "probability that the alignment is right",
    "quality": "the score, lowered for each flag as in `parallel`",
    "flags": "as in `parallel`, of these two texts",
    "source_document": "`doc_id` of the source",
    "target_document": "`doc_id` of the target",
    "source_license": "licence of the source; null where none is stated",
    "target_license": "licence of the target",
    "terms": "concepts of the glossary that stand on either side: `concept`, the preferred forms `source` and "
    "`target`, and `source_places` and `target_places` with `start`, `end` (code points of `source` or `target`, "
    "half-open), `text` and `status` (as in `mentions`)",
    "constraints": "pairs of words, the source's and the target's, of terms that stand on both sides in forms that the "
    "glossary allows, as they stand: for prompts and constrained decoding",
}


def json_line(pair: TranslationPair) -> str:
    """Return a pair as one line of JSON."""
    pairs = []
    for term in pair.terms:
        sides = [
            next((place.text for place in places if place.status in _ALLOWED), "")
            for places in (term.source_places, term.target_places)
        ]
        if all(sides) and sides not in pairs:
            pairs.append(sides)
    row = {
        "id": pair.unit_id,
        "work": pair.work,
        "split": pair.split,
        "source_lang": pair.langs[0],
        "target_lang": pair.langs[1],
        "source": pair.texts[0],
        "target": pair.texts[1],
        "score": round(pair.score, 4),
        "quality": round(pair.quality, 4),
        "flags": list(pair.flags),
        "source_document": pair.documents[0],
        "target_document": pair.documents[1],
        "source_license": pair.licences[0],
        "target_license": pair.licences[1],
        "terms": [
            {
                "concept": term.concept_id,
                "source": term.source,
                "target": term.target,
                "source_places": [asdict(place) for place in term.source_places],
                "target_places": [asdict(place) for place in term.target_places],
            }
            for term in pair.terms
        ],
        "constraints": pairs,
    }
    return json.dumps(row, ensure_ascii=False) + "\n"


# The tables that places are made from, and the columns of them that are read.
TERM_READS: Mapping[str, list[str]] = {
    "segments": ["segment_id", "doc_id", "start", "text", "protected"],
    "mentions": ["segment_id", "concept_id", "status", "surface", "start", "zone", "nested"],
}
_UNSEEN = ("link", "tag")  # spans of which a reader sees nothing


class SegmentMentions(NamedTuple):
    """A row of `segments` with the rows of `mentions` in it."""

    segment: Mapping[str, Any]
    mentions: Sequence[Mapping[str, Any]]


def with_terms(
    pair: TranslationPair, unit_terms: Iterable[Mapping[str, Any]], segments: Mapping[str, Sequence[SegmentMentions]]
) -> tuple[TranslationPair, int]:
    """Return a pair with its terms, and the number of uses without a place; `segments` are by language.

    A use has no place if markup interrupts it, or if it is unclear which of several occurrences it is.
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
    """Return the places of mentions in the readable text, by concept in order, and how many have none."""
    raw = "\n".join(entry.segment["text"] for entry in segments)
    places: dict[str, list[TermPlace]] = {}
    unplaced, offset = 0, 0
    hidden = _hidden(segments)
    for segment, mentions in segments:
        for mention in mentions:
            if mention["nested"] or mention["zone"] == "url":
                continue
            surface = mention["surface"]
            start = _term_place(text, raw, surface, offset + mention["start"] - segment["start"], hidden)
            if start is None:
                unplaced += 1
                continue
            readable = " ".join(surface.split())
            place = TermPlace(start, start + len(readable), readable, mention["status"])
            places.setdefault(mention["concept_id"], []).append(place)
        offset += len(segment["text"]) + 1
    return places, unplaced


def _term_place(text: str, raw: str, surface: str, start: int, hidden: Sequence[tuple[int, int]]) -> int | None:
    """Return where a raw surface is in the readable text, by order of occurrence; None if unclear."""
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
    """Return the spans that no reader sees, in the raw text of segments, joined by line ends."""
    spans, offset = [], 0
    for segment, _ in segments:
        shift = offset - segment["start"]
        spans += [(s["start"] + shift, s["end"] + shift) for s in segment["protected"] if s["kind"] in _UNSEEN]
        offset += len(segment["text"]) + 1
    return spans
