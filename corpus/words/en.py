"""English words: spaCy's rule-based tokenizer, which needs no trained model."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Any

from corpus.words import Words

VERSION = f"spacy-{version('spacy')}"

_CHUNK = 50_000


@cache
def _tokenizer() -> Any:
    import spacy

    return spacy.blank("en").tokenizer


def cut(text: str) -> Words:
    """The words of an English text."""
    words: Words = []
    start = 0
    while start < len(text):
        end = start + _CHUNK
        if end < len(text):
            end = text.rfind(" ", start + 1, end) + 1 or end
        for token in _tokenizer()(text[start:end]):
            if not token.is_space:
                words.append((start + token.idx, start + token.idx + len(token)))
        start = end
    return words
