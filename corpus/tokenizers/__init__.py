"""Words: the base tokenizer of each language, one module per language.

Base words never depend on the glossary, so that a glossary edit needs no new tokenizing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from types import ModuleType

from corpus.languages import pack

Words = list[tuple[int, int]]  # (start, end) in the text, in order, disjoint, never white space


def tokenizer(lang: str) -> Callable[[str], Words]:
    """Return the function that cuts text of this language into words; its library is loaded on this call."""
    return _module(lang).cut  # type: ignore[no-any-return]


def dictionary(lang: str) -> Callable[[str], bool] | None:
    """Return a function that tests whether a word is in a language's dictionary; None if there is none."""
    return _module(lang).is_word if pack(lang).has_dictionary else None


def version(lang: str) -> str:
    """Return the versions that the words of this language depend on, for the signature."""
    return str(_module(lang).VERSION)


def _module(lang: str) -> ModuleType:
    return import_module(pack(lang).tokenizer)


_LONGEST = 1_000  # characters


def chunks(text: str, limit: int = _LONGEST) -> Iterator[tuple[int, int]]:
    """Yield the bounds of pieces of at most `limit` characters, cut after the last stop, comma or space if any. A
    tokenizer's time grows faster than the text within one call; no real sentence is as long as the limit.
    """
    start = 0
    while len(text) - start > limit:
        boundary = max(text.rfind(mark, start, start + limit) for mark in "。，、.\n ") + 1
        end = boundary if boundary > start else start + limit
        yield start, end
        start = end
    if start < len(text):
        yield start, len(text)


def locate(surfaces: list[str], text: str) -> Words:
    """Return the places of words that a tokenizer returned in order but without offsets."""
    words: Words = []
    position = 0
    for surface in surfaces:
        start = text.index(surface, position)
        position = start + len(surface)
        words.append((start, position))
    return words
