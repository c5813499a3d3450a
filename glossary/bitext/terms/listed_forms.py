"""Listed forms: where a translation has forms of a concept; the English is all the context that they need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages.scripts import WORD_CJK
from corpus.records import Mention
from glossary.bitext.terms.english_terms import SourceTerm
from glossary.bitext.terms.term_lexicon import everyday_words
from glossary.matching.characters import is_letter
from glossary.termbase.termbase import ALLOWED, UNWANTED, Termbase
from glossary.termbase.termbase_facts import termbase_fact

# Entries list such a word in compounds, because alone it is an ordinary one. Where it stands for the concept's
# English it is as wrong as they are.
_SHARE = 0.6  # of an entry's wrong forms have to have in common what tells; by hand
_ENDS = "的のをにで与和と"
_OTHER_SCRIPT = re.compile(f"[^{WORD_CJK}]+")


@lru_cache(1 << 14)
def telltale_word(termbase: Termbase, concept_id: str, lang: str) -> str:
    """Return the longest string with which most wrong forms of a concept begin or end; empty if none tells. None tells
    if the concept's English name has several words: the string would only be part of it.
    """
    if " " in termbase.preferred(concept_id, "en"):
        return ""
    forms = termbase.by_id[concept_id].in_language(lang)
    wrong = [form.form for form in forms if form.status == "wrong" and len(form.form) > 1]
    word = _common(wrong) if len(wrong) > 1 else ""
    is_right = word and (
        word in _allowed(termbase, lang) or any(word in form.form for form in forms if form.status in ALLOWED)
    )
    return "" if is_right else word


@termbase_fact
def _allowed(termbase: Termbase, lang: str) -> frozenset[str]:
    """Return the allowed forms of all concepts that need no context, and the renderings of everyday words."""
    forms = (form for concept in termbase.concepts for form in concept.in_language(lang))
    allowed = (form.form for form in forms if form.status in ALLOWED and not form.only_near)
    return frozenset(allowed).union(*everyday_words(lang).values())


def _common(forms: Sequence[str]) -> str:
    cores = [_OTHER_SCRIPT.sub("", form).strip(_ENDS) for form in forms]
    parts = {part for part in _edges(cores) if len(part) > 1}
    counted = {part: sum(core.startswith(part) or core.endswith(part) for core in cores) for part in parts}
    most = max(counted.values(), default=0)
    if most < 2 or most < _SHARE * len(forms):
        return ""
    longest = max((part for part in counted if counted[part] == most), key=lambda part: (len(part), part))
    return "" if longest in forms else longest


def _edges(cores: Sequence[str]) -> Iterator[str]:
    for core in cores:
        for size in range(2, len(core) + 1):
            yield core[:size].strip(_ENDS)
            yield core[-size:].strip(_ENDS)


Extent = tuple[int, int]  # start and end


class Listed(NamedTuple):
    """The glossary's verdict on words at a place."""

    concept_id: str  # empty where the words are on the list of everyday ones
    status: str  # as mentions.status


class TargetText(NamedTuple):
    """The translation of a bead within its document."""

    text: str  # the whole document
    start: int
    end: int
    lang: str
    mentions: Sequence[Mention]  # in the bead, nested ones included


def listed_places(term: SourceTerm, target: TargetText, folded: str, termbase: Termbase) -> Mapping[Extent, Listed]:
    """Return the places of any form of the term's concepts, or of its renderings if it is an everyday word. `folded`
    is the translation in lower case.
    """
    places: dict[Extent, Listed] = {}
    longest = [(use.start, use.end) for use in target.mentions if not use.nested]
    for form, listed in _listed_forms(term, target.lang, termbase):
        for found in _occurrences(form, folded):
            start, end = target.start + found, target.start + found + len(form)
            if not any(_breaks(start, end, *other, listed.status in UNWANTED) for other in longest):
                places.setdefault((start, end), listed)
    for use in target.mentions if term.concept_ids else ():
        if use.concept_id in term.concept_ids and use.zone != "url":
            places[use.start, use.end] = Listed(use.concept_id, use.status)
    return places


def _listed_forms(term: SourceTerm, lang: str, termbase: Termbase) -> Iterator[tuple[str, Listed]]:
    """Yield the forms of a term's concepts, or the renderings of an everyday word, in lower case."""
    for concept_id in term.concept_ids:
        for form, status in _folded_forms(termbase, concept_id, lang):
            yield form, Listed(concept_id, status)
    if not term.concept_ids:
        for rendering in everyday_words(lang).get(term.stems, ()):
            yield rendering.casefold(), Listed("", "admitted")


def _breaks(start: int, end: int, first: int, last: int, is_unwanted: bool) -> bool:
    """Return whether a stretch crosses the border of a longer term (重量 in 权重量化), or is unwanted inside it."""
    if not (first < end and start < last) or (start <= first and last <= end):
        return False
    return is_unwanted or not (first <= start and end <= last)


@lru_cache(1 << 14)
def _folded_forms(termbase: Termbase, concept_id: str, lang: str) -> tuple[tuple[str, str], ...]:
    """Return the forms in a language, the English that may stay and the telltale word, with status, in lower case."""
    forms = termbase.by_id[concept_id].forms
    own = [(form.form.casefold(), form.status) for form in forms if form.lang == lang]
    english = [(form.form.casefold(), "source") for form in forms if form.lang == "en" and form.status in ALLOWED]
    telltale = telltale_word(termbase, concept_id, lang)
    return tuple(dict((*([(telltale, "wrong")] if telltale else ()), *english, *own)).items())


def _occurrences(form: str, text: str) -> Iterator[int]:
    """Yield the offsets of a form; one that begins or ends with a letter must not be part of a longer word."""
    start = text.find(form)
    while start >= 0:
        end = start + len(form)
        if not _continues(form[0], text[start - 1 : start]) and not _continues(form[-1], text[end : end + 1]):
            yield start
        start = text.find(form, start + 1)


def _continues(edge: str, beside: str) -> bool:
    return bool(beside) and is_letter(edge) and (is_letter(beside) or beside.isdigit())
