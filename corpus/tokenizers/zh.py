"""Words of zh: those of jieba in its default mode, with its own dictionary, which no other code can change.

jieba's algorithm, written in Rust (rjieba), gives the same words for runs of Han in a tenth of the time, without the
second that jieba takes to load. What stands between such runs is cut here as jieba does; a block in which that might
matter (a dictionary word with Latin in it, single characters before or after Latin) is jieba's own.
"""

from __future__ import annotations

import logging
from functools import cache, lru_cache
from importlib.metadata import version
from importlib.resources import files
from itertools import takewhile
from typing import Any

from corpus import lazy_re as re
from corpus.languages.scripts import IDEOGRAPHS_OF_2015
from corpus.storage.kept_tables import kept_table
from corpus.tokenizers import Words, chunks

VERSION = f"jieba-{version('jieba')}"

_HAN = IDEOGRAPHS_OF_2015  # later ones are words by themselves to jieba
_FIRST_HAN = _HAN[0]
_BLOCK = re.compile(rf"[{_HAN}a-zA-Z0-9+#&._%-]+")
_PART = re.compile(rf"[{_HAN}]+|[^{_HAN}]+")
_NAME = re.compile(r"[a-zA-Z0-9]+(?:\.\d+)?%?|[^a-zA-Z0-9]+")
_MARK = re.compile("[+#&]")  # words without Han have one: C++, AT&T
_BEYOND_ASCII, _BLANK = bytes(range(128, 256)), 32
_KEPT = 20_000  # blocks that mix scripts whose words are remembered


def is_word(word: str) -> bool:
    """Return whether jieba's dictionary has the word."""
    return bool(_rust().has_word(word))


def frequency(word: str) -> int:
    """Return how often jieba's dictionary met the word, of 60 million words; 0 for what it does not have."""
    return int(_jieba().FREQ.get(word, 0))


def dictionary_words() -> list[str]:
    """Return the words of jieba's dictionary."""
    lines = (files("jieba") / "dict.txt").read_bytes().decode().split("\n")  # each a word, a blank, its count, its kind
    return [line.partition(" ")[0] for line in lines if line]


def cut(text: str) -> Words:
    """Cut a Chinese text into words."""
    words: Words = []
    for start, end in chunks(text):
        place = start
        for block in _BLOCK.finditer(text, start, end):
            words += ((mark, mark + 1) for mark in range(place, block.start()) if not text[mark].isspace())
            place = block.start()
            for word in _block_words(block.group()):
                words.append((place, place + len(word)))
                place += len(word)
        words += ((mark, mark + 1) for mark in range(place, end) if not text[mark].isspace())
    return words


def _block_words(block: str) -> list[str] | tuple[str, ...]:
    return _rust().cut(block) if min(block) >= _FIRST_HAN else _mixed_block_words(block)


@lru_cache(_KEPT)
def _mixed_block_words(block: str) -> tuple[str, ...]:
    """Return the words of a block that has Latin letters, digits or marks in it, or nothing else."""
    if (_MARK.search(block) or max(block) >= _FIRST_HAN) and any(word in block for word in _mixed_words()):
        return tuple(_jieba().cut(block))
    words: list[str] = []
    parts = _PART.findall(block)
    for number, part in enumerate(parts):
        if part[0] < _FIRST_HAN:
            words += _NAME.findall(part)
            continue
        part_words = _rust().cut(part)
        edges = [part_words[::-1]] if number + 1 < len(parts) else []
        if any(map(_may_join, [*edges, part_words] if number else edges)):
            return tuple(_jieba().cut(block))
        words += part_words
    return tuple(words)


def _may_join(words: list[str]) -> bool:
    """Return whether words next to Latin begin with single characters that jieba may join there, as it does not
    elsewhere.

    What its dictionary has as a word and cuts into characters all the same stays cut, but not beside Latin.
    """
    single = list(takewhile(lambda word: len(word) == 1, words))
    return len(single) > 1 and (is_word("".join(single)) or is_word("".join(single[::-1])))


@cache
def _rust() -> Any:
    import rjieba  # a sixth of a second, which pages without Chinese need not spend

    return rjieba


@cache
def _jieba() -> Any:
    import jieba

    jieba.setLogLevel(logging.WARNING)
    tokenizer = jieba.Tokenizer()
    tokenizer.initialize()
    return tokenizer


@kept_table("jieba")
def _mixed_words() -> frozenset[str]:
    """Return the words of jieba's dictionary that have Latin letters or digits in them."""
    lines = (files("jieba") / "dict.txt").read_bytes()  # each a word, a blank, how often it was met, its kind
    latin = lines.translate(None, _BEYOND_ASCII).split(b"\n")
    return frozenset(
        line.split(b" ")[0].decode()
        for line, rest in zip(lines.split(b"\n"), latin, strict=True)
        if rest and rest[0] != _BLANK
    )
