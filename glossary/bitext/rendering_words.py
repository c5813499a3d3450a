"""Rendering words: how the words of renderings are compared and counted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from glossary.matching.characters import is_cjk


def commonest(counts: Mapping[str, int]) -> str:
    """Return the word with the highest count; of several, the first in alphabetical order."""
    return min(counts.items(), key=lambda count: (-count[1], count[0]))[0]


@lru_cache(1 << 16)
def folded(surface: str) -> str:
    """Return words in comparable form: in lower case, without spaces next to CJK characters."""
    words = surface.casefold().split()
    text = words[0] if words else ""
    for word in words[1:]:
        text += word if is_cjk(text[-1]) or is_cjk(word[0]) else f" {word}"
    return text
