"""The context of a form: words required nearby, in the same text or the heading above it, and neighbouring words that
show whether it is a noun or a verb.

A word may name a domain, as `@training`: it counts as present if the text mentions one of the domain's concepts, in a
form that itself requires no context.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Collection, Iterator
from functools import lru_cache

from corpus import lazy_re as re
from glossary.matching.index import Candidate
from glossary.matching.normalized_view import NormalizedView, fold
from glossary.matching.spellings import spaced
from glossary.termbase.termbase import DOMAIN, NOUN, VERB

_BETWEEN = "\0"  # no context word reaches across it
_LATIN = frozenset(f"{string.ascii_lowercase}_")
_ENDINGS = ("", "s", "es")


class FormContext:
    """The surroundings of the forms in one text: the text itself and the heading above it. `domains` returns the
    domains of both; it is called only when needed.
    """

    __slots__ = ("_around", "_domains", "_folded", "_heading", "_known", "_lang")

    def __init__(
        self, view: NormalizedView, heading: str, lang: str, domains: Callable[[], Collection[str]] = frozenset
    ) -> None:
        self._domains = domains
        self._folded = view.text
        self._heading = heading
        self._lang = lang
        self._around = ""  # made when it is first asked for
        self._known: dict[tuple[str, ...], bool] = {}

    def active_candidates(self, candidates: tuple[Candidate, ...], start: int) -> tuple[Candidate, ...]:
        """Return the candidates for the form at this offset of the view, without those that are silent here."""
        if len(candidates) == 1:  # nearly always
            return candidates if self._lets(candidates[0], start) else ()
        kept = tuple(candidate for candidate in candidates if self._lets(candidate, start))
        return candidates if len(kept) == len(candidates) else kept

    def _lets(self, candidate: Candidate, start: int) -> bool:
        """Return whether a candidate is not part of a longer string and has its context."""
        if candidate.longer is not None and candidate.longer.hold(self._folded, start):
            return False
        return not candidate.form.only_near or self.has(candidate.form.only_near)

    def has(self, words: tuple[str, ...]) -> bool:
        """Return whether one of the words is present; Latin ones as whole words, in singular or plural."""
        is_present = self._known.get(words)
        if is_present is None:
            names = domain_names(words)
            is_present = bool(names) and not names.isdisjoint(self._domains())
            is_present = is_present or _occur_in(folded_words(words, self._lang), self._text())
            self._known[words] = is_present
        return is_present

    def _text(self) -> str:
        if not self._around:
            self._around = f"{self._folded}{_BETWEEN}{fold(self._heading, self._lang) if self._heading else ''}"
        return self._around


def places_of(word: str, text: str) -> Iterator[int]:
    """Yield the offsets of a folded word in a folded text; a Latin one as a whole word, in singular or plural."""
    start = text.find(word)
    while start >= 0:
        if _is_whole(word, text, start):
            yield start
        start = text.find(word, start + 1)


def _occur_in(folded: tuple[str, ...], text: str) -> bool:
    return any(word in text and any(True for _ in places_of(word, text)) for word in folded)


def _is_whole(word: str, text: str, start: int) -> bool:
    before = text[start - 1] if start else " "
    if word[0].isascii() and word[0].isalnum() and (before in _LATIN or before in string.digits):
        return False
    if not (word[-1].isascii() and word[-1].isalpha()):
        return True
    end = start + len(word)
    return any(text.startswith(ending, end) and not _is_latin_at(text, end + len(ending)) for ending in _ENDINGS)


def _is_latin_at(text: str, place: int) -> bool:
    return place < len(text) and text[place] in _LATIN


@lru_cache(maxsize=8192)
def domain_names(words: tuple[str, ...]) -> frozenset[str]:
    """Return the domains that context words may name; some of the words with the sign are code (@property)."""
    return frozenset(word.removeprefix(DOMAIN) for word in words if word.startswith(DOMAIN))


@lru_cache(maxsize=8192)
def folded_words(words: tuple[str, ...], lang: str) -> tuple[str, ...]:
    """Return all spellings of context words, folded as texts are."""
    return tuple(dict.fromkeys(fold(variant, lang) for word in words for variant in spaced(word)))


DETERMINERS = frozenset({
    "a", "an", "the", "this", "that", "these", "those", "its", "their", "your", "our", "each", "every", "any",
    "some", "another", "of",
})  # fmt: skip
VERB_BEFORE = frozenset({
    "to", "can", "cannot", "could", "will", "would", "shall", "should", "must", "may", "might", "not", "you", "we",
    "they", "i", "it", "which", "who", "please", "also", "then", "don't", "let's", "simply", "just",
})  # fmt: skip
# What stands before a verb, and sometimes before a noun.
BEFORE_VERB = re.compile(
    r"(?:^|[.:!?;]|\b(?:to|can|cannot|could|will|would|shall|should|must|may|might|not|let|please"
    r"|I|we|you|they|it|and|or|then|that|which|who|also|simply|first|now))\s*[*_`\"'“(]*$",
    re.IGNORECASE,
)
LOOK_BACK = 24  # characters: more than a word with its markup
_BEFORE_NOUN = DETERMINERS - {"that"}  # layers that mask tokens
_SURELY_BEFORE_VERB = VERB_BEFORE - {"not", "it", "which", "who", "also", "then", "simply", "just"}
_BEFORE_OBJECT = DETERMINERS - {"that", "of"} | {"it", "them", "us", "you"}
_WORD_BEFORE = re.compile(r"([A-Za-z']+)[\s*_`\"“(]*$")
_WORD_AFTER = re.compile(r"[*_`\"”]*\s[\s*_`\"“]*([A-Za-z]+)")
_RANGE = re.compile(r"\b(?:from|between)\b", re.IGNORECASE)  # from host to device
# What follows a noun that is used as a verb: 推論する, 推断出.
VERBAL = {
    "ja": re.compile("を?(?:す[るれべ]|し[たてなま、]|さ[れせ]|せず|でき)"),
    "zh": re.compile("[了过着出这该其它]"),
}


def part_of_speech_at(text: str, start: int, end: int, lang: str) -> str:
    """Return whether a form is clearly a noun or a verb here, by the words next to it; empty if it is not clear."""
    if lang != "en":
        return VERB if lang == "ja" and text[end : end + 1] != "を" and VERBAL["ja"].match(text, end) else ""
    look_back = text[max(0, start - LOOK_BACK) : start]
    words = _WORD_BEFORE.search(look_back), _WORD_AFTER.match(text, end)
    before, after = (match[1].casefold() if match else "" for match in words)
    has_ending = text[start:end].endswith("s") and not text[start:end].endswith("ss")  # masks: of a noun or a verb
    has_object = after in _BEFORE_OBJECT
    if before in _BEFORE_NOUN and not (has_ending and before == "this"):
        return NOUN
    if before in _SURELY_BEFORE_VERB and not has_ending:
        return "" if before == "to" and _RANGE.search(look_back) else VERB
    return VERB if has_object and (has_ending or before.endswith("s") or BEFORE_VERB.search(look_back)) else ""
