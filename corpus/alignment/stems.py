"""Stems of English words, so that `trains` and `training` are one word of the lexicon."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any


@lru_cache(1 << 16)
def stem(word: str) -> str:
    """The stem of an English word in small letters; empty for words without meaning of their own (the, of, is)."""
    from spacy.lang.en.stop_words import STOP_WORDS

    return "" if word in STOP_WORDS else str(_stemmer().stemWord(word))


@cache
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")
