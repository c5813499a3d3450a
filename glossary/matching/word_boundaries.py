"""Word boundaries: whether a word may begin or end at a place. Never `\\b`: a Han or kana neighbour is no letter."""

from __future__ import annotations

from collections.abc import Container

from corpus import lazy_re as re
from corpus.languages.scripts import HIRAGANA, UNIFIED_IDEOGRAPHS, characters
from glossary.matching.characters import is_katakana, is_letter

_VERSION = re.compile(r"v?\d+(?:\.\d+)*(?:(?:a|b|rc|\.dev|\.post)\d+)?")  # as PEP 440 writes them
_NEVER_FIRST = frozenset("ーンァィゥェォャュョヮッ")  # no word begins with one, so none ends before one
_NEVER_LAST = frozenset("ッ")
# Beside these any Latin or katakana word may begin and end; other neighbours are looked at.
OPEN = frozenset(" 、。，；：！？（）「」『』“”" + "".join(characters(f"{HIRAGANA}{UNIFIED_IDEOGRAPHS}")))


def latin_left(text: str, start: int) -> bool:
    """Return whether a word that begins with a Latin letter or a digit may begin here."""
    before = text[start - 1] if start else " "
    if before == " ":
        return True
    if before.isdigit():
        return not text[start].isdigit() and not _in_name(text, _digits_begin(text, start))
    if before in "._:[":
        return not _is_joining_mark(text, start - 1, text[start].isdigit())
    return not is_letter(before)


def latin_right(text: str, end: int, version: bool) -> bool:
    """Return whether a word that ends with a Latin letter or a digit may end here; a version may follow a name."""
    after = text[end] if end < len(text) else " "
    if after == " ":
        return True
    last = text[end - 1]
    if after.isdigit() or (after == "v" and text[end + 1 : end + 2].isdigit()):
        number = _VERSION.match(text, end)
        return version and number is not None and not last.isdigit() and latin_right(text, number.end(), False)
    if after in "._:" and end + 1 < len(text):
        beyond = text[end + 1]
        if after == ":":
            return not text.startswith("::", end)
        return not (is_letter(beyond) or beyond == "_" or (beyond.isdigit() and (after == "_" or last.isdigit())))
    return not is_letter(after) and not text.startswith("++", end)


def katakana_left(text: str, start: int, borders: Container[int] | None, short: bool) -> bool:
    """Return whether a katakana word may begin here; in a compound, only after a word of two or more."""
    if start == 0 or not is_katakana(text[start - 1]):
        return True
    if borders is not None and start in borders:
        return True
    return not short and start > 1 and is_katakana(text[start - 2]) and text[start - 1] not in _NEVER_LAST


def katakana_right(text: str, end: int, borders: Container[int] | None, short: bool) -> bool:
    """Return whether a katakana word may end here: エンジン in エンジンルーム, never グラフ in グラフィック."""
    if end == len(text) or not is_katakana(text[end]):
        return True
    if text[end] in _NEVER_FIRST:
        return False
    if borders is not None and end in borders:
        return True
    return not short and end + 1 < len(text) and is_katakana(text[end + 1])


def _digits_begin(text: str, end: int) -> int:
    while end and text[end - 1].isdigit():
        end -= 1
    return end


def _in_name(text: str, start: int) -> bool:
    return start > 0 and (is_letter(text[start - 1]) or text[start - 1] == "_")


def _is_joining_mark(text: str, mark: int, digit: bool) -> bool:
    """Return whether the mark before a word joins it to a name: torch.nn, a_b, at::Tensor, torch[dynamo]; not "1."."""
    if mark == 0:
        return False
    before = text[mark - 1]
    if text[mark] == ":":
        return before == ":"
    if text[mark] == "[":
        return before.isascii() and before.isalnum()
    if before.isdigit():
        return digit or text[mark] == "_" or _in_name(text, _digits_begin(text, mark))
    return is_letter(before) or before == "_"
