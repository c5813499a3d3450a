"""Words of zh: as jieba cuts them in its default mode, with its own dictionary, which no other code can change.

rjieba is jieba's algorithm in Rust: a tenth of the time, and without the second that jieba takes to load. It leaves
Latin words with marks in them whole, as in torch.nn; jieba cuts those that its dictionary lacks, and so do we.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.metadata import version
from typing import Any

from corpus import lazy_re as re
from corpus.languages.scripts import IDEOGRAPHS_OF_2015
from corpus.tokenizers import Words, chunks

VERSION = f"rjieba-{version('rjieba')}"

_HAN = IDEOGRAPHS_OF_2015  # later ones are words by themselves to jieba
_FIRST_HAN = _HAN[0]
_BLOCK = re.compile(rf"[{_HAN}a-zA-Z0-9+#&._%-]+")
_NAME = re.compile(r"[a-zA-Z0-9]+(?:\.\d+)?%?|[^a-zA-Z0-9]+")
_KEPT = 20_000  # blocks that mix scripts whose words are remembered


def is_word(word: str) -> bool:
    """Return whether jieba's dictionary has the word."""
    return bool(_rust().has_word(word))


def cut(text: str) -> Words:
    """Cut a Chinese text into words."""
    words: Words = []
    for start, end in chunks(text):
        place = start
        for block in _BLOCK.finditer(text, start, end):
            words += ((mark, mark + 1) for mark in range(place, block.start()) if not text[mark].isspace())
            place = block.start()
            han = block.group()
            for word in _rust().cut(han) if min(han) >= _FIRST_HAN else _mixed_block_words(han):
                words.append((place, place + len(word)))
                place += len(word)
        words += ((mark, mark + 1) for mark in range(place, end) if not text[mark].isspace())
    return words


@lru_cache(_KEPT)
def _mixed_block_words(block: str) -> tuple[str, ...]:
    """Return the words of a block that contains Latin letters, digits or marks, with or without Han."""
    words: list[str] = []
    for word in _rust().cut(block):
        words += [word] if max(word) >= _FIRST_HAN or is_word(word) else _NAME.findall(word)
    return tuple(words)


@cache
def _rust() -> Any:
    import rjieba  # a sixth of a second, which pages without Chinese need not spend

    return rjieba
