"""The company that a form keeps: words that must stand nearby, in the same text or the heading above it."""

from __future__ import annotations

import re
from functools import lru_cache

from glossary.matching.index import Candidate
from glossary.matching.normalized_view import NormalizedView, fold
from glossary.matching.spellings import spaced

_BETWEEN = "\0"  # no word of company reaches across it


class FormContext:
    """What stands around the forms of one text: the text itself and the heading above it."""

    __slots__ = ("_around", "_folded", "_heading", "_known", "_lang")

    def __init__(self, view: NormalizedView, heading: str, lang: str) -> None:
        self._folded = view.text
        self._heading = heading
        self._lang = lang
        self._around = ""  # made when it is first asked for
        self._known: dict[tuple[str, ...], bool] = {}

    def active_candidates(self, candidates: tuple[Candidate, ...], start: int) -> tuple[Candidate, ...]:
        """The candidates for the form that stands here in the view which are not silent here."""
        if len(candidates) == 1:  # nearly always
            return candidates if self._lets(candidates[0], start) else ()
        kept = tuple(candidate for candidate in candidates if self._lets(candidate, start))
        return candidates if len(kept) == len(candidates) else kept

    def _lets(self, candidate: Candidate, start: int) -> bool:
        """Whether a candidate is not part of a longer string and has its company."""
        if candidate.longer is not None and candidate.longer.hold(self._folded, start):
            return False
        return not candidate.form.only_near or self.has(candidate.form.only_near)

    def has(self, words: tuple[str, ...]) -> bool:
        """Whether one of the words is there; Latin ones as whole words, in singular or plural."""
        is_present = self._known.get(words)
        if is_present is None:
            is_present = self._known[words] = _occur_in(words, self._lang, self._text())
        return is_present

    def _text(self) -> str:
        if not self._around:
            self._around = f"{self._folded}{_BETWEEN}{fold(self._heading, self._lang) if self._heading else ''}"
        return self._around


def _occur_in(words: tuple[str, ...], lang: str, text: str) -> bool:
    folded, pattern = _any_of(words, lang)
    for word in folded:  # most are not there at all, and that is known sooner without the pattern
        if word in text:
            return pattern.search(text) is not None
    return False


@lru_cache(maxsize=4096)
def _any_of(words: tuple[str, ...], lang: str) -> tuple[tuple[str, ...], re.Pattern[str]]:
    folded = tuple(dict.fromkeys(fold(variant, lang) for word in words for variant in spaced(word)))
    return folded, re.compile("|".join(map(_word, folded)))


def _word(word: str) -> str:
    left = "(?<![a-z0-9_])" if word[0].isascii() and word[0].isalnum() else ""
    right = "(?:e?s)?(?![a-z_])" if word[-1].isascii() and word[-1].isalpha() else ""
    return f"{left}{re.escape(word)}{right}"
