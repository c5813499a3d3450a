"""Page context: words that stand in the section of a form, or often enough on its page.

What a page is about, its other sentences say: 步幅 is the stride where the convolution is named three lines above.
Forms that a page may use count by that context too, unwanted ones do not: those of an ordinary word are hints
(`glossary.rules.shared.contextless_wrong_forms`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, pairwise

from glossary.matching.context_words import folded_words, places_of
from glossary.matching.index import Candidate
from glossary.termbase.termbase import UNWANTED

_OFTEN = 3  # texts of a page that have the context words


class PageContext:
    """The texts of a page, folded, and in which of them context words stand, found out when it is first asked for."""

    def __init__(self, texts: Sequence[str], joined: str, headings: Sequence[str], lang: str) -> None:
        self._texts, self._joined, self._headings, self._lang = texts, joined, headings, lang
        self._texts_by_word: dict[str, frozenset[int]] = {}
        self._sections_by_words: dict[tuple[str, ...], frozenset[int] | None] = {}

    @cached_property
    def _starts(self) -> list[int]:
        """The beginning of each text in the joined one."""
        return list(accumulate((len(text) + 1 for text in self._texts), initial=0))

    @cached_property
    def _sections(self) -> list[int]:
        """The number of the section of each text."""
        return list(accumulate((above != below for above, below in pairwise(self._headings)), initial=0))

    def active_candidates(self, candidates: Sequence[Candidate], text: int, start: int) -> tuple[Candidate, ...]:
        """Return the candidates for the form that stands at a place in a text, with their context words afar."""
        return tuple(
            candidate
            for candidate in candidates
            if candidate.form.only_near
            and candidate.status not in UNWANTED
            and not (candidate.longer and candidate.longer.hold(self._texts[text], start))
            and self._has(candidate.form.only_near, text)
        )

    def _has(self, words: tuple[str, ...], text: int) -> bool:
        if words not in self._sections_by_words:
            self._sections_by_words[words] = self._sections_with(words)
        sections = self._sections_by_words[words]
        return sections is None or self._sections[text] in sections

    def _sections_with(self, words: tuple[str, ...]) -> frozenset[int] | None:
        """Return the sections that have one of the words; None: all, as it stands often on the page."""
        texts: set[int] = set()
        for word in folded_words(words, self._lang):
            if word not in self._texts_by_word:
                self._texts_by_word[word] = self._texts_with(word)
            texts |= self._texts_by_word[word]
            if len(texts) >= _OFTEN:
                return None
        return frozenset(self._sections[text] for text in texts)

    def _texts_with(self, word: str) -> frozenset[int]:
        """Return the first texts that have a word, so many that it is there often."""
        if word not in self._joined:
            return frozenset()
        texts: set[int] = set()
        for place in places_of(word, self._joined):
            texts.add(bisect_right(self._starts, place) - 1)
            if len(texts) >= _OFTEN:
                break
        return frozenset(texts)
