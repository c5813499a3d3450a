"""Tokens as published: base words, with each mention and each protected span as one token."""

from __future__ import annotations

from collections.abc import Iterable

from corpus.words import Words


def publish(words: Words, whole: Iterable[tuple[int, int]]) -> Words:
    """Base words overlaid by `whole` spans (ordered, disjoint): a word that crosses a border is cut there."""
    result: Words = []
    spans = list(whole)
    at = 0
    for start, end in words:
        while at < len(spans) and spans[at][1] <= start:
            result.append(spans[at])
            at += 1
        index, position = at, start
        while index < len(spans) and spans[index][0] < end:
            if spans[index][0] > position:
                result.append((position, spans[index][0]))
            position = max(position, spans[index][1])
            if spans[index][1] > end:
                break
            result.append(spans[index])
            index += 1
        at = index
        if position < end:
            result.append((position, end))
    return result + spans[at:]
