"""The company that a form keeps: words that must stand nearby, in the same text or the heading above it."""

from __future__ import annotations

import re
from functools import lru_cache

from glossary.matching.index import Candidate
from glossary.matching.longer import is_part
from glossary.matching.view import View, fold


class Company:
    """What stands around the forms of one text: the text itself and the heading above it."""

    __slots__ = ("_folded", "_heading", "_known", "_lang")

    def __init__(self, seen: View, heading: str, lang: str) -> None:
        self._folded = seen.text
        self._heading = heading
        self._lang = lang
        self._known: dict[tuple[str, ...], bool] = {}

    def kept(self, candidates: tuple[Candidate, ...], start: int) -> tuple[Candidate, ...]:
        """The candidates for a form that starts here which have their company and are not part of a longer string."""
        kept = [
            one
            for one in candidates
            if not (one.longer and is_part(one.longer, self._folded, start))
            and (not one.form.only_near or self.has(one.form.only_near))
        ]
        return candidates if len(kept) == len(candidates) else tuple(kept)

    def has(self, words: tuple[str, ...]) -> bool:
        """Whether one of the words is there; Latin ones as whole words, in singular or plural."""
        if words not in self._known:
            pattern = _any_of(words, self._lang)
            texts = (self._folded, fold(self._heading, self._lang))
            self._known[words] = any(pattern.search(text) for text in texts)
        return self._known[words]


@lru_cache(maxsize=4096)
def _any_of(words: tuple[str, ...], lang: str) -> re.Pattern[str]:
    return re.compile("|".join(_word(fold(word, lang)) for word in words))


def _word(word: str) -> str:
    left = "(?<![a-z0-9_])" if word[0].isascii() and word[0].isalnum() else ""
    right = "(?:e?s)?(?![a-z_])" if word[-1].isascii() and word[-1].isalpha() else ""
    return f"{left}{re.escape(word)}{right}"
