"""Misspelled English words in Chinese and Japanese text: one letter wrong in a term, or in a word of the sentence."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import tomli
from rapidfuzz.distance import OSA

from corpus import lazy_re as re
from corpus.languages import pack
from glossary.inventory.nearest import NameNeighbours, is_slip_within
from glossary.matching.spellings import plurals
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.shared.code_comments import without_comments
from glossary.rules.shared.code_identifiers import plain_comments
from glossary.rules.shared.english_words import words_of
from glossary.rules.shared.source_pairs import likely_pairs
from glossary.termbase.termbase import ALLOWED, Concept, Termbase
from glossary.termbase.termbase_facts import termbase_fact

# Names of methods are made of others and are near to others (LoRAMoE, Reformer and Informer); those of products hardly.
PRODUCTS = ("compiler", "ecosystem", "hardware", "mobile", "profiling")


_WORD = re.compile(r"[A-Za-z]+")
_RUN = re.compile(r"(?<![\w/.@#\\-])[A-Za-z]+(?: [A-Za-z]+)*(?![\w/@\\]|[.-][A-Za-z0-9])", re.ASCII)
_TERM = re.compile(r"[A-Za-z]+(?: [A-Za-z]+)*")
_Y = re.compile(r"(?<=[^aeiou])y$")
_HUMP = re.compile(r"[a-z][A-Z]")
_SHORTEST = 5  # letters of a word that may be misspelled: shorter ones are near to other words
_ALONE = 8  # letters of a word that is judged by itself; a shorter one needs the rest of its term beside it
_TWO_SLIPS = 9  # letters of a word of the original that bears two
_NAME = 7  # letters of a product's name that is, such as PyTorch, and of a library's, such as torchvision


class MisspelledWord(NamedTuple):
    """A misspelled word, or the multi-word term that contains it; offsets into the document's text."""

    start: int
    end: int
    rights: tuple[str, ...]  # what it may have meant
    concept_id: str = ""  # the concept of the term
    of_source: bool = False  # the original has the right word here


class _Words:
    """The English words of a glossary in lower case, and what their misspellings are corrected to."""

    def __init__(self, termbase: Termbase) -> None:
        self.known = {*words_of("common_words"), *pack("en").function_words, *_data()["no_slips"].split()}
        self.alone: dict[str, str] = {}  # words that are judged by themselves, as they are written
        self.terms: defaultdict[str, dict[tuple[str, ...], str]] = defaultdict(dict)  # word: terms, their concepts
        self._stumps: dict[str, str] = {}  # nightlie, of the plural nightlies: nightly
        self.libraries = {name for concept in termbase.concepts for name in concept.identifiers if _is_library(name)}
        self.alone.update((name, name) for name in self.libraries if len(name) >= _NAME)
        for concept in termbase.concepts:
            self.known.update(word.casefold() for text in _texts(concept) for word in _WORD.findall(text))
            for form in concept.in_language("en"):
                if form.status in ALLOWED and _TERM.fullmatch(form.form):
                    self._add(concept, form.form)
        self._near = NameNeighbours({*self.alone, *self.terms, *self.libraries})

    def _add(self, concept: Concept, form: str) -> None:
        words = tuple(form.casefold().split(" "))
        for word, spelled in zip(words, form.split(" "), strict=True):
            self.known.update(plurals(word))
            if len(word) > _SHORTEST and (ending := _Y.search(word)):
                self._stumps[word[: ending.start()] + "ie"] = spelled
            name = _HUMP.search(spelled) is not None
            product = name or (concept.domain in PRODUCTS and len(words) == 1 and spelled.istitle())
            if len(word) >= (_NAME if name else _ALONE) and (product or spelled.islower()):
                self.alone.update((spelling.casefold(), spelling) for spelling in (spelled, *plurals(spelled)))
            if len(words) > 1 and len(word) > _SHORTEST:
                self.terms[word][words] = concept.id

    def spelling(self, right: str, surface: str) -> str:
        """Return the spelling of a word judged by itself: a library's as in code if the surface is in lower case."""
        return right if right in self.libraries and surface.islower() else self.alone[right]

    def singular(self, word: str) -> str | None:
        """Return the singular for a plural in -ies that lacks its s; None if there is none."""
        return None if self.is_known(word) else self._stumps.get(word)

    def intended_words(self, word: str) -> list[str]:
        """Return the words, in lower case, that a misspelled one may have meant; none if it is right."""
        if self.is_known(word):
            return []
        near = self._near.one_edit_away(word)
        return [right for right in near if is_slip_within(word, right, _SHORTEST) and not _are_both_right(word, right)]

    def is_known(self, word: str) -> bool:
        """Return whether a lower-case word is known: English, or the glossary's."""
        return word in self.known or word.removesuffix("s") in self.known


def slips(page: RuleContext) -> Iterator[MisspelledWord]:
    """Yield the misspelled words in the page's own prose and comments: by terms, then by the original's sentences."""
    words, of_page = _words(page.termbase), _other_words(page)
    covered: set[int] = set()
    for begin, text in (*((segment.start, page.plain(segment)) for segment in page.own_prose), *plain_comments(page)):
        for offset, run in _runs(text, begin):
            for slip in _misspelled_in_run(words, of_page, run):
                covered.update(range(offset + slip.start, offset + slip.end))
                yield slip._replace(start=offset + slip.start, end=offset + slip.end)
    if page.original is not None:
        yield from (slip for slip in _beside_source(page, words, of_page) if slip.start not in covered)


def _runs(text: str, begin: int) -> Iterator[tuple[int, str]]:
    """Yield runs of Latin words, with their offsets."""
    for run in _RUN.finditer(text):
        yield begin + run.start(), run[0]


@page_fact
def _other_words(page: RuleContext) -> frozenset[str]:
    """Return the words that the page takes from elsewhere: its original and code."""
    texts = [page.source, *(without_comments(segment) for segment in page.segments if segment.kind == "code")]
    return frozenset(word.casefold() for text in texts for word in _WORD.findall(text))


def _beside_source(page: RuleContext, words: _Words, of_page: AbstractSet[str]) -> Iterator[MisspelledWord]:
    """Yield unknown words that are one slip away from a word of the source sentence that this one lacks."""
    for pair in likely_pairs(page):
        placed_words = [
            (offset + word.start(), word[0])
            for segment in pair.target
            for offset, run in _runs(page.plain(segment), segment.start)
            for word in _WORD.finditer(run)
        ]
        unknown = [
            (offset, word) for offset, word in placed_words if not _is_right_word(word.casefold(), words, of_page)
        ]
        if not unknown:
            continue
        source_words = [word for segment in pair.source for word in _WORD.findall(segment.text)]
        target_words = (word.casefold() for segment in pair.target for word in _WORD.findall(segment.text))
        short = Counter(word.casefold() for word in source_words) - Counter(target_words)
        missing = [word for word in dict.fromkeys(source_words) if word.casefold() in short]
        for offset, word in unknown:
            rights = tuple(right for right in missing if _is_slip_for(word, right))
            if rights:
                yield MisspelledWord(
                    offset, offset + len(word), tuple(_match_capitals(word, right) for right in rights), of_source=True
                )


def _is_right_word(word: str, words: _Words, of_page: AbstractSet[str]) -> bool:
    return len(word) < _SHORTEST or word in of_page or words.is_known(word)


def _is_slip_for(word: str, right: str) -> bool:
    """Return whether a word is the original's with one letter wrong, or two if it is long."""
    typo, other = word.casefold(), right.casefold()
    if min(len(typo), len(other)) < _SHORTEST or typo.rstrip("s") == other.rstrip("s") or _are_both_right(typo, other):
        return False
    if is_slip_within(typo, other, _SHORTEST):
        return True
    return (
        typo[0] == other[0]
        and typo[-1] == other[-1]
        and min(len(typo), len(other)) >= _TWO_SLIPS
        and (OSA.distance(typo, other, score_cutoff=2) <= 2)
    )


def _misspelled_in_run(words: _Words, of_page: AbstractSet[str], run: str) -> Iterator[MisspelledWord]:
    """Yield the misspellings in a run of Latin words."""
    places = [match.span() for match in _WORD.finditer(run)]
    run_words = [run[start:end].casefold() for start, end in places]
    for number, (start, end) in enumerate(places):
        word, surface = run_words[number], run[start:end]
        if len(word) < _SHORTEST or word in of_page:
            continue
        if singular := words.singular(word):
            yield MisspelledWord(start, end, (_match_capitals(surface, singular),))
            continue
        candidates = _intended_words(words, word)
        if term_match := _term(words, run_words, number, candidates):
            right, first, last, concept_id = term_match
            begin, stop = places[first][0], places[last][1]
            whole = run[begin:start] + _match_capitals(surface, right) + run[end:stop]
            yield MisspelledWord(begin, stop, (whole,), concept_id)
        elif rights := tuple(
            _match_capitals(surface, words.spelling(candidate, surface))
            for candidate in candidates
            if _is_judged_alone(words, surface, candidate)
        ) or _libraries_meant(words, surface, candidates, of_page):
            yield MisspelledWord(start, end, rights)


def _libraries_meant(
    words: _Words, surface: str, candidates: Sequence[str], of_page: AbstractSet[str]
) -> tuple[str, ...]:
    """Return the libraries named on the page that a word misspells by a letter missing, extra or out of place. With
    one letter for another it may be English: spicy, spacy.
    """
    return tuple(
        name
        for name in candidates
        if surface.islower()
        and name in words.libraries
        and name in of_page
        and (len(name) != len(surface) or sorted(name) == sorted(surface))
    )


@lru_cache(4096)
def _intended_words(words: _Words, word: str) -> tuple[str, ...]:
    return tuple(words.intended_words(word))


def _term(
    words: _Words, run_words: list[str], number: int, candidates: Sequence[str]
) -> tuple[str, int, int, str] | None:
    """Return the multi-word term here of which only the word with this number is wrong; else None.

    That is its right word, its first and last number, and its concept.
    """
    for right in candidates:
        for term, concept_id in words.terms.get(right, {}).items():
            for place, word in enumerate(term):
                first = number - place
                mended = [*run_words[max(first, 0) : number], right, *run_words[number + 1 : first + len(term)]]
                if word == right and first >= 0 and tuple(mended) == term:
                    return right, first, first + len(term) - 1, concept_id
    return None


def _is_judged_alone(words: _Words, surface: str, right: str) -> bool:
    """Return whether a word is judged alone as a slip for this one; other capitals mark another name (MobileNeXt)."""
    spelling = words.alone.get(right)
    return spelling is not None and set(filter(str.isupper, surface[1:])) <= set(filter(str.isupper, spelling))


def _match_capitals(surface: str, right: str) -> str:
    """Return the right word in the capitals of the misspelled one; a name keeps its own."""
    if right != right.lower():
        return right
    return right.upper() if surface.isupper() else right.capitalize() if surface[0].isupper() else right


def _are_both_right(word: str, other: str) -> bool:
    """Return whether both spellings are right: optimise and optimize, modelling and modeling."""
    return any(word.replace(a, b) == other.replace(a, b) for a, b in _data()["either"])


def _is_library(name: str) -> bool:
    """Return whether a name in code is one lower-case word, long enough not to be a slip itself."""
    return name.isalpha() and name.islower() and len(name) >= _SHORTEST


def _texts(concept: Concept) -> Iterator[str]:
    yield concept.definition
    yield from concept.identifiers
    for form in concept.forms:
        yield from (form.form, form.why, form.use, *form.only_near, *form.not_in)


@termbase_fact
def _words(termbase: Termbase) -> _Words:
    return _Words(termbase)


@cache
def _data() -> dict[str, Any]:
    return tomli.loads((files("glossary.rules.fidelity") / "_misspelled_words.toml").read_text(encoding="utf-8"))
