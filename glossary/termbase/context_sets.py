"""Context sets: lists of context words that have a name, so that entries need not repeat them.

`only_near = ["@training"]` stands for all words of the set, in every language. They are in `context_sets.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import tomli

from glossary.termbase.fault import Place
from glossary.termbase.termbase import GlossaryError

SIGN = "@"  # a set's name begins with it


@cache
def context_sets() -> Mapping[str, tuple[str, ...]]:
    """Return the words of each set, by its name with its sign."""
    table = tomli.loads((files("glossary.termbase") / "context_sets.toml").read_text(encoding="utf-8"))["sets"]
    return MappingProxyType({f"{SIGN}{name}": tuple(words) for name, words in table.items()})


def with_set_words(words: Iterable[str], place: Place) -> tuple[str, ...]:
    """Return context words, those of sets in place of their names; raises GlossaryError on a slip of such a name.

    A word with the sign that is like no set's name is itself: @property.
    """
    return tuple(dict.fromkeys(_each(words, place)))


def _each(words: Iterable[str], place: Place) -> Iterator[str]:
    sets = context_sets()
    for word in words:
        near = get_close_matches(word, sets, n=1, cutoff=_SLIP) if word.startswith(SIGN) else []
        if near and near[0] != word:
            raise GlossaryError(place.fault("unknown-set", name=word, near=near[0]))
        yield from sets[word] if near else (word,)


def with_set_names(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return context words as an entry has them: with the names of sets of which they have all words."""
    held = frozenset(words)
    if len(held) < _FEWEST:
        return words
    whole = {name: members for name, members in context_sets().items() if held.issuperset(members)}
    return (*whole, *(word for word in words if not any(word in members for members in whole.values())))


_FEWEST = 10  # words: a shorter list has no whole set
_SLIP = 0.9  # so alike are a set's name and what was meant for it, unlike @torch and @pytorch
