"""The search index of one language's forms: one automaton over all their spellings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick, Implementation

from corpus import lazy_re as re
from corpus.gc_pause import uncollected
from corpus.languages.scripts import WORD_KATAKANA
from glossary.matching.characters import is_cjk, is_katakana
from glossary.matching.normalized_view import fold, views
from glossary.matching.spellings import Spelling, spaced, spellings
from glossary.termbase.termbase import ALLOWED, Concept, Form, Termbase
from glossary.termbase.termbase_facts import termbase_fact


class BlockingStrings(NamedTuple):
    """The longer strings in which a form is silent, folded."""

    size: int  # length of the form; its plural is longer
    before: frozenset[str]  # characters just before the form in one of them
    after: frozenset[str]  # characters just after it, where nothing stands before it
    places: tuple[tuple[int, int, frozenset[str]], ...]  # place of the form, length, the strings of these

    def hold(self, folded: str, start: int) -> bool:
        """Return whether the form at this offset of a folded text is part of one of its longer strings."""
        end = start + self.size
        if not (folded[end : end + 1] in self.after or (start and folded[start - 1] in self.before)):
            return False  # nearly always
        return any(
            start >= place and folded[start - place : start - place + size] in strings
            for place, size, strings in self.places
        )


def longer_strings(form: str, texts: Iterable[str], lang: str = "") -> BlockingStrings | None:
    """Return the longer strings of a form; None if it has none."""
    key = fold(form, lang)
    texts_by_place: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for text in (fold(text, lang) for text in texts):
        for place in range(len(text) - len(key) + 1):
            if text.startswith(key, place) and len(text) > len(key):
                texts_by_place[place, len(text)].add(text)
    strings = [(place, text) for (place, _), texts in texts_by_place.items() for text in texts]
    before = frozenset(text[place - 1] for place, text in strings if place)
    after = frozenset(text[len(key)] for place, text in strings if not place)
    places = tuple((*position, frozenset(texts)) for position, texts in texts_by_place.items())
    return BlockingStrings(len(key), before, after, places) if texts_by_place else None


_RUN = re.compile(f"[{WORD_KATAKANA}]{{6,}}")
_WORD = re.compile(f"[{WORD_KATAKANA}]{{3,}}")


def katakana_words(forms: Iterable[str]) -> frozenset[str]:
    """Return the forms that are one katakana word, without the length mark at their end."""
    return frozenset(form.removesuffix("ー") for form in forms if _WORD.fullmatch(form))


def with_nakaguro(form: str, words: frozenset[str]) -> str:
    """Return the form with ・ at its joints: メモリ・プロファイラ, where メモリ or プロファイラ is in the glossary."""
    return _RUN.sub(lambda run: _split_run(run[0], words), form)


def _split_run(run: str, words: frozenset[str]) -> str:
    for place in range(3, len(run) - 2):
        first, second = run[:place], run[place:]
        has_word = first.removesuffix("ー") in words or second.removesuffix("ー") in words
        if has_word and not second.startswith("ー"):
            return f"{first}・{second}"
    return run


_SHORTEST = 2  # a single character stands in too many words to be context


@termbase_fact
def company_in(termbase: Termbase, lang: str) -> dict[str, list[str]]:
    """Return, for each English term in lower case, its renderings in the language."""
    renderings_by_term: dict[str, list[str]] = {}
    for concept in termbase.concepts:
        renderings = [
            form.form for form in concept.in_language(lang) if form.status in ALLOWED and len(form.form) >= _SHORTEST
        ]
        for form in concept.in_language("en"):
            renderings_by_term.setdefault(form.form.casefold(), []).extend(renderings)
    return renderings_by_term


def translated(form: Form, company: Mapping[str, list[str]]) -> Form:
    """Return the form with translations of its context words added, so that "loss" near "gradient" covers 梯度 too."""
    more = {word: None for near in form.only_near for word in company.get(near.casefold(), ())}
    return form._replace(only_near=tuple(dict.fromkeys([*form.only_near, *more])))


@dataclass(frozen=True, slots=True)
class Rank:
    """The facts that decide whether one concept's term also counts within another's."""

    compound: bool  # its English name is several words
    coined: bool  # it has an abbreviation in English


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A form that a spelling may be read as."""

    concept_id: str
    form: Form
    status: str  # where the surface is the form as written
    spelling: Spelling
    loose: bool  # an English common noun: a hyphen may stand for a space
    longer: BlockingStrings | None  # strings inside which it is silent
    rank: Rank
    is_project: bool = False  # the project's own glossary says this of the form


@dataclass(frozen=True, slots=True)
class Pattern:
    """A folded spelling: its candidates, and what its edges require of their neighbours."""

    candidates: tuple[Candidate, ...]
    free: bool  # anything may stand beside it: neither edge is Latin or katakana
    left: str  # latin, katakana or empty
    right: str
    single: bool  # one character of a script without spaces
    short: bool  # two katakana
    name: bool  # has a capital: a version may follow at once
    alone: bool  # no candidate asks for context: the surface alone decides
    has_parts: bool  # some candidate is a noun or a verb alone
    domains: frozenset[str]  # those of which a text speaks where it stands


Slot = tuple[Concept, Form, str]  # a form to look for, and its status where it is met as written
Match = tuple[int, int, int]  # number of the pattern, start and end in the folded text
_BEGINNING = 3  # characters of a spelling by which those that cannot stand in a text are excluded
_PAGE = 200_000  # characters; a longer text begins with nearly everything


class Index:
    """All spellings of a language's forms in one automaton, which returns the numbers of their patterns. A pattern is
    made when it is first met, as a text uses only a small part of a large glossary.
    """

    def __init__(self, termbase: Termbase, lang: str, slots: Sequence[Slot], spellings_of: SpellingLister) -> None:
        self._termbase, self._lang, self._slots, self._ways = termbase, lang, slots, spellings_of
        self._keys, self._slots_by_key = _folded_spellings(termbase, lang)
        self.patterns: list[Pattern | None] = [None] * len(self._keys)  # made so far
        self._was_searched = False

    def matches(self, folded: str) -> list[Match]:
        """Return all matches in a folded text, overlapping or not, in order of their ends.

        In the first text only spellings are searched whose beginning occurs in it. The automaton of all takes ten times
        as long to build as a page to search, and pays from the second text on.
        """
        if self._was_searched or len(folded) > _PAGE:
            return self._automaton.find_matches_as_indexes(folded, overlapping=True)
        self._was_searched = True
        beginnings = {
            folded[start : start + length] for length in range(1, _BEGINNING + 1) for start in range(len(folded))
        }
        numbers = [number for number, key in enumerate(self._keys) if key[:_BEGINNING] in beginnings]
        matches = _automaton([self._keys[number] for number in numbers]).find_matches_as_indexes(
            folded, overlapping=True
        )
        return [(numbers[place], start, end) for place, start, end in matches]

    @cached_property
    def _automaton(self) -> AhoCorasick:
        return _automaton(self._keys)

    def pattern(self, number: int) -> Pattern:
        """Return the pattern with this number, made when it is first met."""
        pattern = self.patterns[number]
        if pattern is None:
            key = self._keys[number]
            slots = [self._slots[slot] for slot in self._slots_by_key[number]]
            candidates = tuple(self._candidate(slot, key) for slot in slots)
            pattern = self.patterns[number] = _pattern(key, candidates, _shown_domains(slots))
        return pattern

    def _candidate(self, slot: Slot, key: str) -> Candidate:
        concept, listed, status = slot
        form = translated(listed, self._company) if status == "source" and listed.only_near else listed
        spelling = next(spelling for spelling in self._ways(listed) if fold(spelling.text, self._lang) == key)
        return Candidate(
            concept.id,
            form,
            status,
            spelling,
            loose=form.form.isascii() and form.lang not in concept.keep and form.status in ALLOWED,
            longer=_blocking_strings(form, spelling) if form.not_in else None,
            rank=_rank(concept),
            is_project=concept.is_project_form(listed),
        )

    @cached_property
    def _company(self) -> dict[str, list[str]]:
        return company_in(self._termbase, self._lang)


def _automaton(keys: Sequence[str]) -> AhoCorasick:
    return AhoCorasick(keys, implementation=Implementation.ContiguousNFA, store_patterns=False)


def _blocking_strings(form: Form, spelling: Spelling) -> BlockingStrings | None:
    """Return the strings inside which this spelling is silent; a plural is silent where its form is."""
    surface = spelling.text if spelling.base_form == form.form else form.form
    return longer_strings(surface, (variant for text in form.not_in for variant in spaced(text)), form.lang)


SpellingLister = Callable[[Form], Sequence[Spelling]]


@lru_cache(maxsize=12)
@uncollected()
def index(termbase: Termbase, lang: str) -> Index:
    """Return the index for text in one language: its own forms, and in zh and ja the English ones too."""
    return Index(termbase, lang, _all_slots(termbase, lang), _spelling_lister(termbase))


def _all_slots(termbase: Termbase, lang: str) -> list[Slot]:
    return [slot for concept in termbase.concepts for slot in _slots(concept, lang)]


def _spelling_lister(termbase: Termbase) -> SpellingLister:
    def ways(form: Form) -> Sequence[Spelling]:
        if form.lang != "ja":
            return spellings(form.form)
        return spellings(form.form, with_nakaguro(form.form, _katakana_words(termbase)), True)

    return ways


@termbase_fact
def _katakana_words(termbase: Termbase) -> frozenset[str]:
    """Return the Japanese forms of the glossary that are a single katakana word."""
    return frozenset(
        katakana_words(form.form for concept in termbase.concepts for form in concept.forms if form.lang == "ja")
    )


@termbase_fact
def _folded_spellings(termbase: Termbase, lang: str) -> tuple[list[str], list[tuple[int, ...]]]:
    """Return the folded spellings, and for each the numbers of the slots that it may be a spelling of."""
    spellings_of = _spelling_lister(termbase)
    spelling_lists = [spellings_of(form) for _, form, _ in _all_slots(termbase, lang)]
    texts = [spelling.text for group in spelling_lists for spelling in group]
    owners = (number for number, group in enumerate(spelling_lists) for _ in group)
    numbers_by_spelling: dict[str, list[int]] = {}
    for view, number in zip(views(texts, lang), owners, strict=True):
        numbers = numbers_by_spelling.setdefault(view.text, [])
        if not numbers or numbers[-1] != number:
            numbers.append(number)
    numbers_by_spelling.pop("", None)
    return list(numbers_by_spelling), [tuple(numbers) for numbers in numbers_by_spelling.values()]


def _slots(concept: Concept, lang: str) -> Iterator[Slot]:
    """Yield the forms to search for, with the status of each when written exactly so."""
    listed = set()
    for form in concept.forms:
        if form.lang == lang:
            listed.add(form.form)
            yield concept, form, form.status
    for form in concept.forms if lang != "en" else ():
        if form.lang == "en" and form.status != "wrong" and form.form not in listed:
            yield concept, form, "source"


def _rank(concept: Concept) -> Rank:
    english = concept.in_language("en")
    compound = any(form.status == "preferred" and len(re.split("[ -]", form.form)) > 1 for form in english)
    return Rank(compound, any(form.status == "abbreviation" for form in english))


def _shown_domains(slots: Iterable[Slot]) -> frozenset[str]:
    """Return the domains of the concepts that have it as an allowed form without required context."""
    return frozenset(
        concept.domain
        for concept, form, _ in slots
        if form.status in ALLOWED and not form.only_near and len(form.form) >= _SHORTEST
    )


def _pattern(key: str, candidates: tuple[Candidate, ...], domains: frozenset[str]) -> Pattern:
    left, right = _edge(key[0]), _edge(key[-1])
    return Pattern(
        candidates,
        not (left or right),
        left,
        right,
        single=len(key) == 1 and is_cjk(key),
        short=len(key) == 2 and left == right == "katakana",
        name=right == "latin" and any(map(_is_name, candidates)),
        alone=not any(candidate.form.only_near or candidate.longer for candidate in candidates),
        has_parts=any(candidate.form.part_of_speech for candidate in candidates),
        domains=domains,
    )


def _is_name(candidate: Candidate) -> bool:
    """Return whether it has a capital and is not a plural."""
    base_form = candidate.spelling.base_form
    return base_form == candidate.form.form and base_form != base_form.lower()


def _edge(char: str) -> str:
    if is_katakana(char):
        return "katakana"
    return "latin" if char.isalnum() and not is_cjk(char) else ""
