"""JSON lines: a translation pair each, with its terms and where they stand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from glossary.exchange.training.translation_pair import PairTerm, TermPlace, TranslationPair

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
    "quality": "the score, lowered for each flag",
    "flags": "as in `parallel`",
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
        "terms": [_term(term) for term in pair.terms],
        "constraints": _constraints(pair.terms),
    }
    return json.dumps(row, ensure_ascii=False) + "\n"


def _term(term: PairTerm) -> dict[str, Any]:
    return {
        "concept": term.concept_id,
        "source": term.source,
        "target": term.target,
        "source_places": [_place(place) for place in term.source_places],
        "target_places": [_place(place) for place in term.target_places],
    }


def _place(place: TermPlace) -> dict[str, Any]:
    return {"start": place.start, "end": place.end, "text": place.text, "status": place.status}


def _constraints(terms: Iterable[PairTerm]) -> list[list[str]]:
    """Return of each term the first allowed form on either side; nothing where a side has none."""
    pairs = []
    for term in terms:
        sides = [_allowed(places) for places in (term.source_places, term.target_places)]
        if all(sides) and sides not in pairs:
            pairs.append(sides)
    return pairs


def _allowed(places: Iterable[TermPlace]) -> str:
    return next((place.text for place in places if place.status in _ALLOWED), "")
