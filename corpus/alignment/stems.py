"""Stems of English words, so that `trains` and `training` are one word of the lexicon."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from corpus.languages import pack


@lru_cache(1 << 16)  # words; by hand
def stem(word: str) -> str:
    """Return the stem of a lower-case English word; empty for words without meaning of their own (the, of, is). Stems
    are those of Snowball's English stemmer (Porter 2001): keys, not words themselves.
    """
    return "" if word in pack("en").function_words else str(_stemmer().stemWord(word))


@cache
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")
