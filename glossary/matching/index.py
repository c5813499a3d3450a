"""The forms of one language, ready to be searched for: one automaton over all their spellings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ahocorasick_rs import AhoCorasick, Implementation

from glossary.matching.abroad import company_in, translated
from glossary.matching.characters import is_cjk, is_katakana
from glossary.matching.joints import katakana_words, parted
from glossary.matching.longer import Longer, longer_strings
from glossary.matching.scripts import simplified
from glossary.matching.spellings import Spelling, spellings
from glossary.terms import ALLOWED, Concept, Form, Termbase


@dataclass(frozen=True, slots=True)
class Rank:
    """What decides whether one concept's term is also counted within another's."""

    compound: bool  # its English name is several words
    coined: bool  # it has an abbreviation in English


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A form that a spelling may stand for."""

    concept_id: str
    form: Form
    status: str  # where the surface is the form as written
    spelling: Spelling
    loose: bool  # an English common noun: a hyphen may stand for a space
    longer: Longer  # strings inside which it is silent
    rank: Rank


@dataclass(frozen=True, slots=True)
class Pattern:
    """A folded spelling: what it may stand for, and what its edges ask of their neighbours."""

    candidates: tuple[Candidate, ...]
    free: bool  # anything may stand beside it: neither edge is Latin or katakana
    left: str  # latin, katakana or empty
    right: str
    single: bool  # one character of a script without spaces
    short: bool  # two katakana
    name: bool  # has a capital: a version may follow at once
    alone: bool  # no candidate asks for company: the surface alone decides


@dataclass(frozen=True, slots=True)
class Index:
    """All patterns of a language; the automaton gives their positions in the tuple."""

    patterns: tuple[Pattern, ...]
    automaton: AhoCorasick


@lru_cache(maxsize=12)
def index(termbase: Termbase, lang: str) -> Index:
    """The index for text of one language: its own forms, and in zh and ja the English ones as well."""
    keys: dict[str, list[Candidate]] = {}
    words = katakana_words(form.form for concept in termbase.concepts for form in concept.forms if form.lang == "ja")
    company = company_in(termbase.concepts, lang) if lang != "en" else {}
    for concept in termbase.concepts:
        rank = _rank(concept)
        for form, status in _forms(concept, lang):
            form = translated(form, company) if status == "source" and form.only_near else form
            for candidate in _candidates(concept, form, status, rank, words):
                key = candidate.spelling.key
                keys.setdefault(simplified(key) if lang == "zh" else key, []).append(candidate)
    patterns = tuple(_pattern(key, tuple(candidates)) for key, candidates in keys.items())
    return Index(patterns, AhoCorasick(keys, implementation=Implementation.ContiguousNFA, store_patterns=False))


def _forms(concept: Concept, lang: str) -> Iterator[tuple[Form, str]]:
    """The forms to look for and the status of each where it is met as written."""
    listed = set()
    for form in concept.forms:
        if form.lang == lang:
            listed.add(form.form)
            yield form, form.status
    for form in concept.forms if lang != "en" else ():
        if form.lang == "en" and form.status != "wrong" and form.form not in listed:
            yield form, "source"


def _rank(concept: Concept) -> Rank:
    english = concept.in_language("en")
    compound = any(form.status == "preferred" and len(re.split("[ -]", form.form)) > 1 for form in english)
    return Rank(compound, any(form.status == "abbreviation" for form in english))


def _candidates(concept: Concept, form: Form, status: str, rank: Rank, words: frozenset[str]) -> Iterator[Candidate]:
    loose = form.form.isascii() and form.lang not in concept.keep and form.status in ALLOWED
    longer = longer_strings(form.form, form.not_in, form.lang) if form.not_in else ()
    japanese = form.lang == "ja"
    for spelling in spellings(form.form, parted(form.form, words) if japanese else "", japanese):
        yield Candidate(concept.id, form, status, spelling, loose, longer, rank)


def _pattern(key: str, candidates: tuple[Candidate, ...]) -> Pattern:
    left, right = _edge(key[0]), _edge(key[-1])
    return Pattern(
        candidates,
        not (left or right),
        left,
        right,
        single=len(key) == 1 and is_cjk(key),
        short=len(key) == 2 and left == right == "katakana",
        name=right == "latin" and any(_has_capital(candidate.spelling.written) for candidate in candidates),
        alone=not any(candidate.form.only_near or candidate.longer for candidate in candidates),
    )


def _has_capital(text: str) -> bool:
    return text != text.lower()


def _edge(char: str) -> str:
    if is_katakana(char):
        return "katakana"
    return "latin" if char.isalnum() and not is_cjk(char) else ""
