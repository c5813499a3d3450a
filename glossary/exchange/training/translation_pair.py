"""Translation pairs: two languages of a unit, which of them an export takes, and why it leaves the others out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from corpus.duplicates.repeated_units import FLAG as DUPLICATE

SPLITS = ("train", "dev", "test")
# What says that there is no translation, none into that language, none that is new, or none to be handed on.
EXCLUDED_FLAGS = ("unaligned", "other-language", "untranslated", "repeated", DUPLICATE, "personal-data")
MIN_QUALITY = 0.5  # by hand


@dataclass(frozen=True, slots=True)
class TermPlace:
    """Where a form of a concept stands in a text of a pair."""

    start: int
    end: int
    text: str
    status: str  # how the glossary judges the form, as in `mentions`


@dataclass(frozen=True, slots=True)
class PairTerm:
    """A concept in a pair: the glossary's preferred forms, and where forms of it stand."""

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
    """Which pairs an export takes."""

    splits: Collection[str] = SPLITS
    min_quality: float = MIN_QUALITY
    excluded_flags: Sequence[str] = EXCLUDED_FLAGS
    has_licence: Callable[[str | None], bool] = field(default=lambda stated: True)

    def reason_against(self, pair: TranslationPair) -> str | None:
        """Return why a pair is left out, as it is counted; None where it is taken."""
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
    """Return the two languages of a row of `parallel`; None where it lacks one, or a text of it is empty.

    `document_of` tells the document of a segment, `licence_of` the licence of a document. Texts are one line each.
    """
    texts = [" ".join((unit[lang] or "").split()) for lang in langs]
    if not all(texts) or unit["quality"] is None:
        return None
    source_doc, target_doc = (document_of[unit[f"{lang}_segments"][0]] for lang in langs)
    return TranslationPair(
        unit_id=unit["unit_id"],
        work=unit["work"],
        split=unit["split"],
        langs=langs,
        texts=(texts[0], texts[1]),
        documents=(source_doc, target_doc),
        licences=(licence_of[source_doc], licence_of[target_doc]),
        score=unit["score"],
        quality=unit["quality"],
        flags=tuple(unit["flags"]),
    )
