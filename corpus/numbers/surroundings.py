"""The surroundings of a number: what the words before and after it say of it."""

from __future__ import annotations

from fractions import Fraction

from corpus import lazy_re as re
from corpus.numbers import numerals
from corpus.numbers.numerals import AFTER, BEFORE, alternation

NEAR = 16  # characters before a number that may say what it is

_LAST_LETTERS = frozenset(word[-1] for word in BEFORE)
_RANGES = tuple(f"{digit}~" for digit in range(10))
_WHOLE_WORDS = alternation(word for word in AFTER if len(word) > 1)
_AFTER = re.compile(rf"\s?(?:[个個回次种種件人枚块本つ]?({alternation(AFTER)})|[^\W\d_A-Za-z]{{1,4}}({_WHOLE_WORDS}))")
_VERSION_BEFORE = re.compile(r"(?:[A-Z][A-Za-z+]*|[vV]ersions?|release|バージョン|版本)[\s*]{0,3}\Z")
_VERSION_BEHIND = re.compile(r"[\s*]{0,3}(?:版|releases?(?![a-z])|バージョン|リリース)")
_NOTE = re.compile(r"\d{1,2}\Z")  # of an item or a note in round brackets; (0.5) and (512) are values
_LABEL_BEFORE = re.compile(r"[\s#*>_|(（\[【「-]*\Z")
_LABEL_BEHIND = re.compile(r"[.)、）】\]:](?!\d)")
_HEADING_BEHIND = re.compile(r"\s+(?=[^\W\d_])")  # ## 3.2 Sizes
_KEYCAP = ("\ufe0f\u20e3", "\u20e3")  # 2️⃣
_MONEY_BEFORE = frozenset("$€£¥￥")
_MONEY_BEHIND = re.compile(r"\s?(?:美元|美金|欧元|人民币|日元|元|円|ドル|ユーロ|dollars?|euros?|USD|EUR|cents?)")

_DECADES = ("年代", " 年代")
_CENTURY = re.compile(r"(\d\d|[一二]十[一二三四五六七八九]?|十[一二三四五六七八九])\s?世[纪紀][\sの]?\Z")
_OF_DECADE = re.compile(r"\s?世[纪紀][\sの]?(?:\d0|[一二三四五六七八九]十)\s?年代")
_CENTURY_YEARS = 100
_EN_DECADE = re.compile(r"(?:(?:19|20)\d0|[1-9]0)['’]?s(?![A-Za-z])")
_NOON = 12
_ORDERS = re.compile(r"[\s-]orders?\s+of\s+magnitude")
_AFTERNOON = re.compile(r"\s?[pP]\.?\s?[mM](?![A-Za-z])|:\d\d(?::\d\d)?\s?[pP]\.?\s?[mM](?![A-Za-z])")
_HOUR = re.compile(r"\s?(?:[点點时時](?![间間数])|:\d\d(?!\d))")
_MIDNIGHT = re.compile(r"(?::\d\d(?::\d\d)?)?\s?[aA]\.?\s?[mM](?![A-Za-z])")
_EN_DECADE_BEFORE = re.compile(r"(?:['’]|\bthe\s|\b(?:[Ee]arly|[Mm]id|[Ll]ate)[\s-])\Z")
_AFTERNOON_BEFORE = re.compile(r"(?:下午|午后|午後|傍晚|晚上|夜里|夜|晚|夕方)の?\s?\Z")


def exactness(text: str, start: int, end: int) -> str:
    """Return how exact the text says a number is: about, more or less; otherwise exact."""
    before = text[max(0, start - NEAR) : start].rstrip(" *\n").lower()
    if before and before[-1] in _LAST_LETTERS and not before.endswith(_RANGES):
        for word, degree in BEFORE.items():
            if before.endswith(word) and not (
                word[0].isalpha() and before[: -len(word)][-1:].isalpha() and word.isascii()
            ):
                return degree
    match = _AFTER.match(text, end)
    return AFTER[match[1] or match[2]] if match else "exact"


def readings(text: str, start: int, end: int, value: Fraction, lang: str) -> tuple[Fraction, ...]:
    """Return other values of a number by the words around it; empty if it means what it seems to."""
    return decades(text, start, end, value, lang) or hours(text, start, end, value, lang) or orders(text, end, value)


def orders(text: str, end: int, value: Fraction) -> tuple[Fraction, ...]:
    """Return the readings of orders of magnitude: two are a hundred times; empty without these words."""
    return (value, Fraction(10 ** int(value))) if _ORDERS.match(text, end) and 0 < value < _NOON else ()


def decades(text: str, start: int, end: int, value: Fraction, lang: str) -> tuple[Fraction, ...]:
    """Return the years that 90 年代 or the 90s may mean, by the century before it; empty if it is no decade."""
    if lang == "en":
        figures = _EN_DECADE.match(text, start)
        if figures is None:
            return ()
        if value < _CENTURY_YEARS:
            return (value, value + 1900) if _EN_DECADE_BEFORE.search(text[max(0, start - NEAR) : start]) else ()
        return () if value % _CENTURY_YEARS else (value, value / _CENTURY_YEARS + 1)
    if value >= _CENTURY_YEARS or not text.startswith(_DECADES, end):
        return ()
    century = _CENTURY.search(text[max(0, start - NEAR) : start])
    if century is None:
        return (value, value + 1900)
    number = int(century[1]) if century[1].isdecimal() else numerals.han(century[1])[-1]
    return (value, value + (number - 1) * _CENTURY_YEARS)


def hours(text: str, start: int, end: int, value: Fraction, lang: str) -> tuple[Fraction, ...]:
    """Return other readings of 3 p.m., 午後3時 or 12 a.m., such as 15:00 or 24 点; empty for other hours."""
    if value > _NOON or value.denominator != 1:
        return ()
    if lang == "en" and value == _NOON and _MIDNIGHT.match(text, end):
        return (value, Fraction(0), 2 * value)
    if lang == "en":
        match = _AFTERNOON.match(text, end)
    else:
        match = _HOUR.match(text, end) if _AFTERNOON_BEFORE.search(text[max(0, start - NEAR) : start]) else None
    return (value, value + _NOON) if match else ()


def is_version(text: str, start: int, end: int) -> bool:
    """Return whether a number follows a product name, or is next to the word version."""
    before = text[max(0, start - NEAR) : start]
    return _VERSION_BEFORE.search(before) is not None or _VERSION_BEHIND.match(text, end) is not None


def is_money(text: str, start: int, end: int) -> bool:
    """Return whether a number is next to a currency."""
    return text[max(0, start - 2) : start].strip()[-1:] in _MONEY_BEFORE or _MONEY_BEHIND.match(text, end) is not None


def is_label(text: str, start: int, end: int) -> bool:
    """Return whether it numbers an item, heading or note, alone or in brackets, or is a century before a decade."""
    if text.startswith(_KEYCAP, end) or _OF_DECADE.match(text, end):
        return True
    before, after = text[start - 1 : start], text[end : end + 1]
    is_enclosed = before and after and before in "[(（【" and after in "])）】"
    if is_enclosed and (before in "[【" or _NOTE.match(text, start, end)):
        return True
    if start > NEAR or not _LABEL_BEFORE.match(text[:start]):
        return False
    heads = "#" in text[:start]
    return _LABEL_BEHIND.match(text, end) is not None or (heads and _HEADING_BEHIND.match(text, end) is not None)
