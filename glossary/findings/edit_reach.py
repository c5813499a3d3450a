"""The reach of an edit: the texts whose findings may change when the glossary they were searched with is edited.

An entry affects a text if a form of the entry, old or new, may occur there: in any spelling, with markup in between,
joined to its neighbours. So do the words in forms, as they show how words are spelled and split: an entry that
brings "tensorpipe" makes "tesnorpipe" a slip. Both tests err on the wide side; the test suite compares builds over
random edits.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages.scripts import HAN, HIRAGANA, WORD_KATAKANA
from glossary.matching.han_conversion import simplified
from glossary.rules.shared.source_concepts import TELLING, concept_words
from glossary.termbase.termbase import Concept, Termbase

_MANY = 300  # changed entries; more are taken to reach every text
_BEGINNING = 4  # letters of a word that stand in all its inflections
_NEAR = 400  # letters: rules ask for the words of a name in one sentence
_SLIPS = 5  # letters: shorter words are not looked for misspelled
_STEM = "stem"  # a word by its stem, of which rules ask how many entries have it
_LATIN = re.compile(r"[a-z0-9]+")
_HAN_RUN = re.compile(f"[{HAN}]+")
_KATAKANA_RUN = re.compile(f"[{WORD_KATAKANA}]+")
_HIRAGANA_RUN = re.compile(f"[{HIRAGANA}]+")
_INFLECTED = re.compile(f"[{HAN}]+[{HIRAGANA}]+")

Fragments = tuple[tuple[str, ...], tuple[str, ...]]  # strings that a text has all of: as it is, and with Han simplified


class SearchedText(NamedTuple):
    """The texts of a work, prepared for the test: letters and digits only, the same in Simplified, and with spaces."""

    letters: str
    simplified: str
    spaced: str


class _Word(NamedTuple):
    """A word from a name or explanation, with what rules distinguish it by, such as the status of its form."""

    lang: str
    letters: str
    kind: str


def searched(texts: Iterable[str]) -> SearchedText:
    """Return texts prepared for the test."""
    text = unicodedata.normalize("NFKC", "\n".join(texts)).casefold()
    letters = re.sub(r"[\W_ー]+", "", text)
    return SearchedText(letters, simplified(letters), text)


class EditReach:
    """What changed between two glossaries, and which texts the change can reach."""

    def __init__(self, before: Termbase, after: Termbase) -> None:
        self._before, self._after = self._versions = before, after

    @cached_property
    def changed(self) -> tuple[Concept, ...]:
        """The entries, old and new, that differ between the glossaries, except in what affects no single concept."""
        versions = [{concept.id: _essence(concept) for concept in edited} for edited in self._edited]
        ids = sorted({name for name in {*versions[0], *versions[1]} if versions[0].get(name) != versions[1].get(name)})
        return tuple(version[name] for name in ids for version in versions if name in version)

    @cached_property
    def _same(self) -> frozenset[str]:
        """The ids of the entries that are identical in both glossaries."""
        before = self._before.by_id
        return frozenset(concept.id for concept in self._after.concepts if before.get(concept.id) == concept)

    @cached_property
    def _edited(self) -> list[list[Concept]]:
        """The entries of each glossary that are not identical in the other."""
        return [[concept for concept in t.concepts if concept.id not in self._same] for t in self._versions]

    def can_meet(self, text: SearchedText) -> bool:
        """Return whether the findings in the text may change."""
        if len(self.changed) > _MANY:
            return True
        return any(_has_all(text, fragments) for fragments in self._forms) or self._has_word(text)

    @cached_property
    def _forms(self) -> tuple[Fragments, ...]:
        forms = dict.fromkeys(
            fragments for concept in self.changed for name in _names(concept) if any(fragments := _fragments(*name))
        )
        return tuple(forms)

    def _has_word(self, text: SearchedText) -> bool:
        words, near, other = self._words
        if any(word in text.letters for word in other):
            return True
        if near is not None and near.search(text.spaced):
            return True
        return not words.isdisjoint(_LATIN.findall(text.spaced))

    @cached_property
    def _words(self) -> tuple[frozenset[str], re.Pattern[str] | None, tuple[str, ...]]:
        """Return the words that joined or left the glossary: English and plurals, slips of long ones, other scripts."""
        edited = [_vocabulary(concepts) for concepts in self._edited]
        differing = {key for key in {*edited[0], *edited[1]} if edited[0][key] != edited[1][key]}
        if differing:  # but for what the other entries say anyway
            other_counts = _vocabulary(self._after.by_id[concept_id] for concept_id in self._same)
            differing = {
                key for key in differing if len({_capped(key, other_counts[key] + n[key]) for n in edited}) > 1
            }
        words = {key.letters for key in differing if key.lang == "en"}
        other = {key.letters for key in differing if key.lang != "en"}
        slips = [
            f"{re.escape(word[:place])}.{{0,3}}{re.escape(word[place + 2 :])}"
            for word in sorted(words)
            if len(word) >= _SLIPS
            for place in range(len(word) - 1)
        ]
        plurals = {f"{word}{ending}" for word in words for ending in ("", "s", "es")}
        return frozenset(plurals), re.compile("|".join(slips)) if slips else None, tuple(sorted(other))


def _essence(concept: Concept) -> Concept:
    return replace(concept, definition="", reference="", note="", source="", replaced=None, examples=())


def _names(concept: Concept) -> Iterator[tuple[str, str]]:
    for form in concept.forms:
        yield form.lang, form.form
    for identifier in concept.identifiers:
        yield "en", identifier.rpartition(".")[2]


def _explanations(concept: Concept) -> Iterator[str]:
    """Yield an entry's texts other than its names; their words count as spelled correctly."""
    yield concept.definition
    for form in concept.forms:
        yield from (form.why, form.use, *form.only_near, *form.not_in)


def _fragments(lang: str, name: str) -> Fragments:
    """Return the fragments of a name that occur in every spelling of it."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    parts = [word[:_BEGINNING] for word in _LATIN.findall(folded)]
    parts += [run.replace("ー", "")[:2] for run in _KATAKANA_RUN.findall(folded)]
    han = "".join(_HAN_RUN.findall(folded))
    simple: Sequence[str] = ()
    if lang == "zh":
        plain = simplified(han)
        simple = [plain[place : place + 2] for place in range(max(1, len(plain) - 1))] if plain else ()
    else:
        parts += han[:1] if _HIRAGANA_RUN.search(folded) else han  # 組み込み is 組みこみ too
    if not parts and not simple:
        parts += [run[:2] for run in _HIRAGANA_RUN.findall(folded)]
    return tuple(dict.fromkeys(parts)), tuple(dict.fromkeys(simple))


def _has_all(text: SearchedText, fragments: Fragments) -> bool:
    """Return whether all fragments of a name occur near each other: in one sentence, whatever is between them."""
    plain, simple = fragments
    if any(part not in text.letters for part in plain) or any(part not in text.simplified for part in simple):
        return False
    if len(plain) + len(simple) == 1:
        return True
    searched_in, first = (text.letters, plain[0]) if plain else (text.simplified, simple[0])
    return any(
        all(part in text.letters[start:end] for part in plain)
        and all(part in text.simplified[start:end] for part in simple)
        for start, end in _neighbourhoods(searched_in, first)
    )


def _neighbourhoods(text: str, part: str) -> Iterator[tuple[int, int]]:
    """Yield the surroundings of each occurrence of a fragment; those close to each other are joined."""
    start = text.find(part)
    while start >= 0:
        last = start
        while (following := text.find(part, last + 1, last + _NEAR)) >= 0:
            last = following
        yield max(0, start - _NEAR), last + _NEAR
        start = text.find(part, last + _NEAR)


def _capped(word: _Word, entries: int) -> int:
    """Return the number of entries with a word, capped at the most that rules distinguish."""
    return min(entries, TELLING + 1 if word.kind == _STEM else 1)


def _vocabulary(concepts: Iterable[Concept]) -> Counter[_Word]:
    """Count the entries that have each word, as rules distinguish words."""
    counts: Counter[_Word] = Counter()
    for concept in concepts:
        words: set[_Word] = set()
        kind = f"{bool(concept.keep)} {concept.domain}"
        for _, name in _names(concept):
            folded = unicodedata.normalize("NFKC", name).casefold()
            words.update(_Word("en", word, kind) for word in _LATIN.findall(folded))
        explained = " ".join(_explanations(concept)).casefold()
        words.update(_Word("en", word, "explanation") for word in _LATIN.findall(explained))
        for form in concept.in_language("ja"):
            words.update(_Word("ja", run.replace("ー", ""), form.status) for run in _KATAKANA_RUN.findall(form.form))
            words.update(_Word("ja", run[0], f"{form.status} {run}") for run in _INFLECTED.findall(form.form))
        words.update(_Word("en", stem, _STEM) for stem in concept_words(concept))
        counts.update(words)
    return counts
