"""Character classes, as far as the borders of terms depend on them."""

from __future__ import annotations

from corpus import lazy_re as re
from corpus.languages.scripts import (
    CJK_CHARACTER,
    HAN,
    HIRAGANA,
    UNIFIED_IDEOGRAPHS,
    WORD_KATAKANA,
    characters,
)

_FIRST, _LAST = UNIFIED_IDEOGRAPHS[0], UNIFIED_IDEOGRAPHS[-1]  # most characters are one of these: no pattern is asked
_HAN = re.compile(f"[{HAN}]")
_HIRAGANA, _KATAKANA = frozenset(characters(HIRAGANA)), frozenset(characters(WORD_KATAKANA))


def is_cjk(char: str) -> bool:
    """Return whether it is a Han character or kana: scripts without spaces between words."""
    return not char.isascii() and (_FIRST <= char <= _LAST or CJK_CHARACTER.match(char) is not None)


def is_han(char: str) -> bool:
    """Return whether it is a Han character."""
    return _FIRST <= char <= _LAST or _HAN.match(char) is not None


def is_letter(char: str) -> bool:
    """Return whether it is a letter of a script that writes spaces between words, such as Latin."""
    return char.isalpha() and not is_cjk(char)


def is_hiragana(char: str) -> bool:
    """Return whether it is hiragana."""
    return char in _HIRAGANA


def is_katakana(char: str) -> bool:
    """Return whether it is katakana or the length mark ー; the dot ・ separates words and does not count."""
    return char in _KATAKANA
