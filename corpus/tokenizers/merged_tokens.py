"""Tokens as published: base words, with each mention and each protected span as one token."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from corpus.tokenizers import Words


def publish(words: Words, whole: Iterable[tuple[int, int]]) -> Words:
    """Overlay base words by `whole` spans (ordered, disjoint): a word that crosses a border is cut there."""
    result: Words = []
    index, position = 0, 0  # the next word, and how far words are already covered
    for start, end in whole:
        first = bisect_left(words, (start,), index)  # the first word that begins in the span or after it
        before = _replace_head(words[index:first], position)
        if before and before[-1][1] > start:
            cut = (before[-1][0], start)
            before = [*before[:-1], cut] if start > cut[0] else before[:-1]
        result += [*before, (start, end)]
        after = bisect_left(words, (end,), first)
        crosses = after > index and words[after - 1][1] > end
        index, position = (after - 1 if crosses else after), end
    return result + _replace_head(words[index:], position)


def _replace_head(words: Words, position: int) -> Words:
    """Return words with what lies before `position` taken from the first."""
    if words and words[0][0] < position:
        return [(position, words[0][1]), *words[1:]] if words[0][1] > position else words[1:]
    return words
