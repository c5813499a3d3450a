"""The search pipeline of a build: the matcher with the tokenizers' words and dictionaries."""

from __future__ import annotations

from functools import lru_cache

from corpus.languages import KNOWN, packs
from corpus.text.protected_spans import protected_spans
from corpus.tokenizers import dictionary, tokenizer
from glossary.loading import load
from glossary.matching import MatchedTerm, Matcher
from glossary.termbase.termbase import Termbase


@lru_cache(maxsize=4)
def matcher(termbase: Termbase | None = None) -> Matcher:
    """Return the matcher of a termbase, or of the built-in glossary."""
    words = {pack.code: is_word for pack in packs() if (is_word := dictionary(pack.code))}
    return Matcher(load() if termbase is None else termbase, words)


def find_terms(text: str, lang: str, termbase: Termbase | None = None) -> list[MatchedTerm]:
    """Return the uses of concepts in a text, after finding its words and protected spans."""
    if lang not in KNOWN:
        raise ValueError(f"{lang!r} is no language of taiyaku; give one of {', '.join(KNOWN)}")
    borders = {0, len(text), *(place for word in tokenizer(lang)(text) for place in word)}
    return matcher(termbase).find(text, lang, protected_spans(text, 0, len(text), False), borders=borders)
