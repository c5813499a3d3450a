"""Longer strings inside which a form is silent: 运行时 in 运行时间."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from glossary.matching.view import fold

Longer = tuple[tuple[int, int, frozenset[str]], ...]


def longer_strings(form: str, texts: Iterable[str], lang: str = "") -> Longer:
    """Each place that the form has in longer strings of one length, that length, and those strings, folded."""
    key = fold(form, lang)
    found: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for text in (fold(text, lang) for text in texts):
        for place in range(len(text) - len(key) + 1):
            if text.startswith(key, place):
                found[place, len(text)].add(text)
    return tuple((place, size, frozenset(strings)) for (place, size), strings in found.items())


def is_part(longer: Longer, folded: str, start: int) -> bool:
    """Whether the form that starts here in a folded text is part of one of its longer strings."""
    for place, size, strings in longer:
        if start >= place and folded[start - place : start - place + size] in strings:
            return True
    return False
