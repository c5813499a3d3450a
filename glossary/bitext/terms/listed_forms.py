"""Where the glossary's forms of a concept stand in a translation, whatever their context: the English is context."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from corpus.records import Mention
from glossary.bitext.terms.english_terms import SourceTerm
from glossary.bitext.terms.telltale_words import telltale_word
from glossary.matching.characters import is_letter
from glossary.termbase.termbase import ALLOWED, UNWANTED, Termbase

Extent = tuple[int, int]  # start and end


class Listed(NamedTuple):
    """What the glossary says of words that stand somewhere."""

    concept_id: str
    status: str  # as mentions.status


class TargetText(NamedTuple):
    """The translation of a bead in its document."""

    text: str  # the whole document
    start: int
    end: int
    lang: str
    mentions: Sequence[Mention]  # in the bead, nested ones included


def listed_places(term: SourceTerm, target: TargetText, folded: str, termbase: Termbase) -> Mapping[Extent, Listed]:
    """Return the places where any form of the term's concepts stands; `folded` is the translation in small letters."""
    places: dict[Extent, Listed] = {}
    longest = [(use.start, use.end) for use in target.mentions if not use.nested] if term.concept_ids else []
    for concept_id in term.concept_ids:
        for form, status in _folded_forms(termbase, concept_id, target.lang):
            for found in _occurrences(form, folded):
                start, end = target.start + found, target.start + found + len(form)
                if not any(_breaks(start, end, *other, status in UNWANTED) for other in longest):
                    places.setdefault((start, end), Listed(concept_id, status))
    for use in target.mentions if term.concept_ids else ():
        if use.concept_id in term.concept_ids and use.zone != "url":
            places[use.start, use.end] = Listed(use.concept_id, use.status)
    return places


def _breaks(start: int, end: int, first: int, last: int, is_unwanted: bool) -> bool:
    """Return whether a stretch reaches over the border of a longer term (重量 in 权重量化), or is unwanted in it."""
    if not (first < end and start < last) or (start <= first and last <= end):
        return False
    return is_unwanted or not (first <= start and end <= last)


@lru_cache(1 << 14)
def _folded_forms(termbase: Termbase, concept_id: str, lang: str) -> tuple[tuple[str, str], ...]:
    """Return the forms in a language, the English ones that may stay, and the word that tells wrong ones, in small
    letters with their status.
    """
    forms = termbase.by_id[concept_id].forms
    own = [(form.form.casefold(), form.status) for form in forms if form.lang == lang]
    english = [(form.form.casefold(), "source") for form in forms if form.lang == "en" and form.status in ALLOWED]
    telltale = telltale_word(termbase, concept_id, lang)
    return tuple(dict((*([(telltale, "wrong")] if telltale else ()), *english, *own)).items())


def _occurrences(form: str, text: str) -> Iterator[int]:
    """Yield the places of a form; one that begins or ends with a letter is no part of a longer word."""
    start = text.find(form)
    while start >= 0:
        end = start + len(form)
        if not _continues(form[0], text[start - 1 : start]) and not _continues(form[-1], text[end : end + 1]):
            yield start
        start = text.find(form, start + 1)


def _continues(edge: str, beside: str) -> bool:
    return bool(beside) and is_letter(edge) and (is_letter(beside) or beside.isdigit())
