"""Stems of English words, so that `trains` and `training` are one word of the lexicon."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path
from typing import Any


@lru_cache(1 << 16)  # words; by hand
def stem(word: str) -> str:
    """The stem of an English word in small letters; empty for words without meaning of their own (the, of, is).

    Stems are those of Snowball's English stemmer (Porter 2001): keys of words, not words themselves.
    """
    return "" if word in _stop_words() else str(_stemmer().stemWord(word))


@cache
def _stop_words() -> frozenset[str]:
    """spaCy's list, read from its own module: to load all of spaCy takes half a second."""
    package = find_spec("spacy")
    place = Path((package and package.origin) or "").with_name("lang") / "en" / "stop_words.py"
    return frozenset(run_path(str(place))["STOP_WORDS"])


@cache
def _stemmer() -> Any:
    import snowballstemmer

    return snowballstemmer.stemmer("english")
