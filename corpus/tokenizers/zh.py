"""Chinese words: jieba in its default mode, with a dictionary of its own that no other code can change."""

from __future__ import annotations

import logging
from functools import cache
from importlib.metadata import version
from typing import Any

from corpus.tokenizers import Words, chunks

VERSION = f"jieba-{version('jieba')}"


@cache
def _jieba() -> Any:
    import jieba

    jieba.setLogLevel(logging.WARNING)
    tokenizer = jieba.Tokenizer()
    tokenizer.initialize()
    return tokenizer


def is_word(word: str) -> bool:
    """Whether jieba's dictionary has the word."""
    return frequency(word) > 0


def frequency(word: str) -> int:
    """How often jieba's dictionary met the word, of 60 million words; 0 for what it does not have."""
    return int(_jieba().FREQ.get(word, 0))


def cut(text: str) -> Words:
    """The words of a Chinese text."""
    words: Words = []
    for start, end in chunks(text):
        for word in _jieba().cut(text[start:end]):
            stop = start + len(word)
            if not word.isspace():
                words.append((start, stop))
            start = stop
    return words
