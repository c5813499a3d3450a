"""What a character is, as far as borders of terms depend on it."""

from __future__ import annotations

import re

_CJK = re.compile(
    "[\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U000323af]"
)


def is_cjk(char: str) -> bool:
    """Whether it is a Han character or kana: scripts that write no space between words."""
    return char >= "\u3005" and ("\u4e00" <= char <= "\u9fff" or _CJK.match(char) is not None)


def is_han(char: str) -> bool:
    """Whether it is a Han character."""
    return "\u3400" <= char <= "\u9fff" or char in "々〆〇" or "\uf900" <= char <= "\ufaff" or char >= "\U00020000"


def is_letter(char: str) -> bool:
    """Whether it is a letter of a script that writes spaces between words, such as Latin."""
    return char.isalpha() and not is_cjk(char)


def is_katakana(char: str) -> bool:
    """Whether it is katakana or the length mark ー; the dot ・ parts words and is none."""
    return "\u30a1" <= char <= "\u30fe" and char != "・"
