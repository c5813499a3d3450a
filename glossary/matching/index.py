"""The forms of one language, ready to be searched for: one automaton over all their spellings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ahocorasick_rs import AhoCorasick, Implementation

from glossary.matching.characters import is_cjk, is_katakana
from glossary.matching.joints import katakana_words, parted
from glossary.matching.longer import Longer, longer_strings
from glossary.matching.spellings import Spelling, spellings
from glossary.terms import ALLOWED, Concept, Form, Termbase


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A form that a spelling may stand for."""

    concept_id: str
    form: Form
    status: str  # where the surface is the form as written
    spelling: Spelling
    loose: bool  # an English common noun: a hyphen may stand for a space
    longer: Longer  # strings inside which it is silent


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
    for concept in termbase.concepts:
        for form, status in _forms(concept, lang):
            for candidate in _candidates(concept, form, status, words):
                keys.setdefault(candidate.spelling.key, []).append(candidate)
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


def _candidates(concept: Concept, form: Form, status: str, words: frozenset[str]) -> Iterator[Candidate]:
    loose = form.form.isascii() and form.lang not in concept.keep and form.status in ALLOWED
    longer = longer_strings(form.form, form.not_in) if form.not_in else ()
    for spelling in spellings(form.form, parted(form.form, words) if form.lang == "ja" else ""):
        yield Candidate(concept.id, form, status, spelling, loose, longer)


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
