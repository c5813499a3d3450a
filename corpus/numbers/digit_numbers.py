"""Numbers in digits: their value, scale, unit and kind."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import prod
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.numbers import numerals
from corpus.numbers.numerals import (
    AFTER,
    BEFORE,
    EN_SCALES,
    HAN_DIGITS,
    HAN_SCALES,
    NO_UNIT_BEFORE,
    PREFIXES,
    Quantity,
    alternation,
    unit_forms,
)

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


FIGURES = r"(?:\d{1,3}(?:,\d{3})+(?!\d|,\d{3})|\d{1,3}(?:_\d{3})+(?!\d|_\d{3})|\d++)(?:\.\d++)*(?!\.\d)"
GAP = r"[\s*]{0,8}"  # emphasis may stand between a number and its unit
_BASE = 3  # figures of what is raised to a power
_MEGA = 10**6
LONGEST = 30  # figures; what has more is a key or a checksum

_HAN_SCALE = f"[{''.join(HAN_SCALES)}]"
_OF_A_UNIT = "[十百千兆](?=[分字瓦米赫克进進])|兆[比位像]|[万萬亿億]分"  # 千字节, 兆赫, 百分之; but 420 万字节
_LETTERS = {"k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "B": 10**9, "T": 10**12}
_FEW = r"(?:\d{1,3}(?:,\d{3}){1,2}|\d{1,9})"
_SCALE = re.compile(
    rf"{GAP}[多余餘几幾数來来]?{GAP}(?P<han>(?!{_OF_A_UNIT}){_HAN_SCALE}{_HAN_SCALE}{{0,3}}"
    rf"(?:{GAP}{_FEW}{GAP}{_HAN_SCALE}{{1,3}}){{0,4}}(?:{_FEW}(?![\d.,]))?)"
    rf"|(?P<letter>[kKMBTG])(?![A-Za-z0-9ΩΩ])"
    rf"|\+?[\s-]{{0,3}}(?P<word>(?i:{alternation(EN_SCALES)}))s?(?![A-Za-z])"
)
_PIECE = re.compile(rf"(\d[\d,.]*)[\s*多余餘几幾数來来]*({_HAN_SCALE}*)")
_FRACTION = re.compile(r"\s?/\s?(\d{1,4})(?![\d/A-Za-z-]|\.\d)")
_EXPONENT = re.compile(r"e([-+]?\d{1,2})(?![\w.])")
_POWER = re.compile(
    rf"\s?(?:\^|\*\*)\s?\{{?(\d{{1,2}})\}}?(?![\d*])|\s?[的の]\s?(\d{{1,2}}|[{''.join(HAN_DIGITS)}十])\s?(?:次方|次幂|次冪|乗|乘方)"
)
_ORDINAL = re.compile(r"(?:st|nd|rd|th)(?![A-Za-z])")
_NTH = re.compile(rf"[\s-]?(?P<word>(?i:{alternation(EN_SCALES)}))ths?(?![A-Za-z])")
_SPACED = re.compile(r"\s(?P<letter>[KMBT])(?![A-Za-z0-9&/-]|\.\w)|(?P<low>[mbt]|[bm]n)(?![A-Za-z0-9])")
_PREFIX = re.compile(rf"[\s-]?(?P<prefix>{alternation(PREFIXES)})(?=\w)")
_NAME = re.compile(r"(?!s(?!\w))[A-Za-z_]\w*|-[A-Za-z](?![A-Za-z-])", re.ASCII)
_MONTH, _YEAR, _DAY = re.compile(rf"{GAP}月"), re.compile(r"\s?年"), re.compile(r"\s?[日号號](?!間)")
_DECADE = re.compile(r"(?:(?:19|20)\d|(?:['’]|\b(?:[Ee]arly|[Mm]id|[Ll]ate)[\s-])[1-9])0\Z")  # a 90s timeout is none


class ReadNumber(NamedTuple):
    """A number in digits as read, and the factor of its scale word."""

    quantity: Quantity
    scale: int


class _NumberTail(NamedTuple):
    """The text after the figures: where it ends, and how it changes their value."""

    end: int
    factor: Fraction | int = 1
    plus: Fraction | int = 0
    kind: str = "number"
    unit: str = ""
    others: tuple[Fraction | int, ...] = ()  # what else it may multiply them by


_BETWEEN = str.maketrans("", "", ",_ ")


def read_digits(text: str, start: int, end: int, lang: str) -> ReadNumber:
    """Return the number whose figures are text[start:end]."""
    figures = text[start:end].translate(_BETWEEN)
    if end - start > LONGEST:
        return ReadNumber(Quantity(start, end, "number", Fraction(int(figures[:LONGEST].replace(".", ""))), "name"), 1)
    parts = tuple(map(int, figures.split("."))) if figures[0] != "." else ()
    if len(parts) > 2:
        return ReadNumber(Quantity(start, end, "version", Fraction(parts[0]), "figures", parts=parts), 1)
    tail = _number_tail(text, start, end, lang)
    kind = tail.kind
    if kind == "number" and len(parts) == 2 and tail.end == end and is_version(text, start, end):
        kind = "version"
    value = Fraction(figures) * tail.factor + tail.plus
    notation = _notation(text, start, end, tail)
    about = exactness(text, start, tail.end)
    others = readings(text, start, tail.end, value, lang)
    if tail.others:
        others = (value, *(Fraction(figures) * factor for factor in tail.others))
    quantity = Quantity(start, tail.end, kind, value, notation, tail.unit, about, parts, readings=others)
    return ReadNumber(quantity, int(tail.factor) if tail.factor > 1 else 1)


def _number_tail(text: str, start: int, end: int, lang: str) -> _NumberTail:
    if match := _EXPONENT.match(text, end):
        factor = Fraction("1" + match[0])
        return _NumberTail(
            match.end(), factor, others=(factor / 10,) if text[start:end] == "10" else ()
        )  # 10e3 for 10^3
    if match := _ORDINAL.match(text, end):
        return _NumberTail(match.end(), kind="ordinal")
    if tail := _part(text, start, end) or _power(text, start, end):
        return tail
    if match := _SCALE.match(text, end):
        return _with_unit(text, _scaled_tail(text, start, end, match, lang), lang)
    if match := _NTH.match(text, end):
        scale = EN_SCALES[match["word"].lower()]
        return _NumberTail(match.end(), scale, kind="ordinal", others=(Fraction(1, scale), 1))
    if lang != "en" and (dated := _date_tail(text, start, end)):
        return dated
    return _with_unit(
        text,
        _NumberTail(end, kind="ordinal" if text[max(0, start - 3) : start].rstrip()[-1:] == "第" else "number"),
        lang,
    )


def _part(text: str, start: int, end: int) -> _NumberTail | None:
    """Read 1/4; not 24/7, nor part of a row such as 7/13/70."""
    match = _FRACTION.match(text, end)
    if not match or text[start - 1 : start] == "/" or not 0 < float(text[start:end].replace(",", "")) <= int(match[1]):
        return None
    return _NumberTail(match.end(), Fraction(1, int(match[1])))


def _power(text: str, start: int, end: int) -> _NumberTail | None:
    """Read 10^6, 10 的 6 次方."""
    match = _POWER.match(text, end)
    if not match or not text[start:end].isdecimal() or end - start > _BASE:
        return None
    times = int(match[1]) if match[1] else numerals.han(match[2])[-1] if not match[2].isdecimal() else int(match[2])
    return _NumberTail(match.end(), Fraction(int(text[start:end]) or 1) ** (times - 1))


def _date_tail(text: str, start: int, end: int) -> _NumberTail | None:
    """Read 2023 年, 3 月, 15 日."""
    if end - start == 4 and (match := _YEAR.match(text, end)):
        return _NumberTail(match.end(), kind="year")
    if end - start < 3 and (match := _MONTH.match(text, end)):
        return _NumberTail(match.end(), kind="month")
    if end - start < 3 and (match := _DAY.match(text, end)):
        return _NumberTail(match.end(), kind="day")
    return None


def _scaled_tail(text: str, start: int, end: int, match: re.Match[str], lang: str) -> _NumberTail:
    if match["letter"]:
        return _NumberTail(match.end(), _LETTERS[match["letter"]])
    if match["word"]:
        return _NumberTail(match.end(), EN_SCALES[match["word"].lower()])
    first, *others = [
        (Fraction(number.rstrip(".,").replace(",", "") or 0), prod(HAN_SCALES[char] for char in scale))
        for number, scale in _PIECE.findall(text[start : match.end()])
    ]
    mega = (first[1] // _MEGA,) if lang == "zh" and match["han"].endswith("兆") else ()  # 256 兆 are MB, too
    return _NumberTail(
        match.end(), first[1], sum((number * scale for number, scale in others), Fraction(0)), others=mega
    )


def _with_unit(text: str, tail: _NumberTail, lang: str) -> _NumberTail:
    end, unit = unit_behind(text, tail.end, lang)
    return tail._replace(end=end, unit=unit, others=(*tail.others, *(() if unit else _other_factors(text, end))))


def _other_factors(text: str, end: int) -> Iterator[int]:
    """Yield possible factors from a separate letter or the head of the next word: 175 B, 66m, 12-megapixel."""
    if match := _SPACED.match(text, end):
        yield _LETTERS[(match["letter"] or match["low"][0]).upper()]
    elif match := _PREFIX.match(text, end):
        yield PREFIXES[match["prefix"]]


def unit_behind(text: str, position: int, lang: str) -> tuple[int, str]:
    """Return the end of the unit after a number, and the unit; the position itself and an empty string without one."""
    match = _unit(lang).match(text, position)
    if not match or (match[0] == "s" and _DECADE.search(text[max(0, position - NEAR) : position])):
        return position, ""
    return match.end(), unit_forms(lang)[match[1]]


@cache
def _unit(lang: str) -> re.Pattern[str]:
    """Return the pattern of a unit after a number; the x in 3 x 3 is not a unit."""
    return re.compile(f"{GAP}-?({'|'.join(map(_form, sorted(unit_forms(lang), key=lambda form: (-len(form), form))))})")


def _form(form: str) -> str:
    after = r"(?![A-Za-z_]|\s*\d)" if form in ("x", "X", "×") else ""
    if form.isascii() and form[-1].isalpha():
        after = after or "(?![A-Za-z])"
    return re.escape(form) + after + (f"(?![{NO_UNIT_BEFORE[form]}])" if form in NO_UNIT_BEFORE else "")


def _notation(text: str, start: int, end: int, tail: _NumberTail) -> str:
    if tail.end == end and _NAME.match(text, end):
        return "name"
    if is_money(text, start, tail.end):
        return "money"
    return "label" if tail.end == end and is_label(text, start, end) else "figures"
