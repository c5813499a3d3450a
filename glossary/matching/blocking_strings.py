"""Longer strings inside which a form is silent: 运行时 in 运行时间."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from glossary.matching.normalized_view import fold


class BlockingStrings(NamedTuple):
    """The longer strings of a form, folded."""

    size: int  # length of the form; its plural is longer
    before: frozenset[str]  # characters just before the form in one of them
    after: frozenset[str]  # characters just after it, where nothing stands before it
    places: tuple[tuple[int, int, frozenset[str]], ...]  # place of the form, length, the strings of these

    def hold(self, folded: str, start: int) -> bool:
        """Return whether the form that stands here in a folded text is part of one of its longer strings."""
        end = start + self.size
        if not (folded[end : end + 1] in self.after or (start and folded[start - 1] in self.before)):
            return False  # nearly always
        return any(
            start >= place and folded[start - place : start - place + size] in strings
            for place, size, strings in self.places
        )


def longer_strings(form: str, texts: Iterable[str], lang: str = "") -> BlockingStrings | None:
    """Return the longer strings of a form; None where it has none."""
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
