"""Figures: what a number written with figures amounts to, with its scale, its unit and what kind it is."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from math import prod
from typing import NamedTuple

from corpus.numbers import around
from corpus.numbers.quantity import Quantity
from corpus.numbers.words import EN_SCALES, HAN_SCALES, NO_UNIT_BEFORE, any_of, unit_forms

FIGURES = r"(?:\d{1,3}(?:,\d{3})++(?!\d)|\d++)(?:\.\d++)*+"
GAP = r"[\s*]{0,8}"  # emphasis may stand between a number and its unit
LONGEST = 30  # figures; what has more is a key or a checksum

_HAN_SCALE = f"[{''.join(HAN_SCALES)}]"
_OF_A_UNIT = "[十百千兆](?=[分字瓦米赫克进進])|[万萬亿億]分"  # 千字节, 兆赫, 百分之; but 420 万字节
_LETTERS = {"k": 10**3, "K": 10**3, "M": 10**6, "G": 10**9, "B": 10**9, "T": 10**12}
_SCALE = re.compile(
    rf"{GAP}[多余餘几幾数來来]?{GAP}(?P<han>(?!{_OF_A_UNIT}){_HAN_SCALE}{_HAN_SCALE}{{0,3}}"
    rf"(?:{GAP}\d{{1,9}}{GAP}{_HAN_SCALE}{{1,3}}){{0,4}}(?:\d{{1,9}}(?![\d.]))?)"
    rf"|(?P<letter>[kKMBTG])(?![A-Za-z0-9ΩΩ])"
    rf"|[\s-]{{1,3}}(?P<word>{any_of(EN_SCALES)})s?(?![A-Za-z])"
)
_PIECE = re.compile(rf"(\d[\d,.]*)[\s*多余餘几幾数來来]*({_HAN_SCALE}*)")
_FRACTION = re.compile(r"\s?/\s?(\d{1,4})(?![\d/-]|\.\d)")
_EXPONENT = re.compile(r"e[-+]?\d{1,2}(?![\w.])")
_ORDINAL = re.compile(r"(?:st|nd|rd|th)(?![A-Za-z])")
_NAME = re.compile(r"(?!s(?!\w))[A-Za-z_]\w*|-[A-Za-z](?![A-Za-z-])", re.ASCII)
_MONTH, _YEAR, _DAY = re.compile(rf"{GAP}月"), re.compile(r"\s?年"), re.compile(r"\s?[日号號](?!間)")
_DECADE = re.compile(r"(?:19|20)\d0\Z")


class Read(NamedTuple):
    """A number in figures as it was read, and what its scale word multiplies it by."""

    quantity: Quantity
    scale: int


class _Tail(NamedTuple):
    """What stands behind the figures: where it ends, and what it makes of them."""

    end: int
    factor: Fraction | int = 1
    plus: Fraction | int = 0
    kind: str = "number"
    unit: str = ""


def read(text: str, start: int, end: int, lang: str) -> Read:
    """The number whose figures are text[start:end]."""
    figures = text[start:end].replace(",", "")
    if end - start > LONGEST:
        return Read(Quantity(start, end, "number", Fraction(int(figures[:LONGEST].replace(".", ""))), "name"), 1)
    parts = tuple(map(int, figures.split("."))) if figures[0] != "." else ()
    if len(parts) > 2:
        return Read(Quantity(start, end, "version", Fraction(parts[0]), "figures", parts=parts), 1)
    tail = _tail(text, start, end, lang)
    kind = tail.kind
    if kind == "number" and len(parts) == 2 and tail.end == end and around.is_version(text, start, end):
        kind = "version"
    value = Fraction(figures) * tail.factor + tail.plus
    said = _said(text, start, end, tail)
    told = around.exactness(text, start, tail.end)
    readings = around.decades(text, start, tail.end, value) or around.hours(text, start, tail.end, value, lang)
    found = Quantity(start, tail.end, kind, value, said, tail.unit, told, parts, readings=readings)
    return Read(found, int(tail.factor) if tail.factor > 1 else 1)


def _tail(text: str, start: int, end: int, lang: str) -> _Tail:
    if match := _EXPONENT.match(text, end):
        return _Tail(match.end(), Fraction("1" + match[0]))
    if match := _ORDINAL.match(text, end):
        return _Tail(match.end(), kind="ordinal")
    if (match := _FRACTION.match(text, end)) and int(match[1]):
        return _Tail(match.end(), Fraction(1, int(match[1])))
    if match := _SCALE.match(text, end):
        return _with_unit(text, _scaled(text, start, end, match), lang)
    if lang != "en" and (dated := _dated(text, start, end)):
        return dated
    return _with_unit(
        text, _Tail(end, kind="ordinal" if text[max(0, start - 3) : start].rstrip()[-1:] == "第" else "number"), lang
    )


def _dated(text: str, start: int, end: int) -> _Tail | None:
    """2023 年, 3 月, 15 日."""
    if end - start == 4 and (match := _YEAR.match(text, end)):
        return _Tail(match.end(), kind="year")
    if end - start < 3 and (match := _MONTH.match(text, end)):
        return _Tail(match.end(), kind="month")
    if end - start < 3 and (match := _DAY.match(text, end)):
        return _Tail(match.end(), kind="day")
    return None


def _scaled(text: str, start: int, end: int, match: re.Match[str]) -> _Tail:
    if match["letter"]:
        return _Tail(match.end(), _LETTERS[match["letter"]])
    if match["word"]:
        return _Tail(match.end(), EN_SCALES[match["word"]])
    first, *others = [
        (Fraction(number.rstrip(".,").replace(",", "") or 0), prod(HAN_SCALES[one] for one in scale))
        for number, scale in _PIECE.findall(text[start : match.end()])
    ]
    return _Tail(match.end(), first[1], sum((number * scale for number, scale in others), Fraction(0)))


def _with_unit(text: str, tail: _Tail, lang: str) -> _Tail:
    end, unit = unit_behind(text, tail.end, lang)
    return tail._replace(end=end, unit=unit)


def unit_behind(text: str, position: int, lang: str) -> tuple[int, str]:
    """Where the unit behind a number ends, and which it is; the position itself where there is none."""
    match = _unit(lang).match(text, position)
    if not match or (match[0] == "s" and _DECADE.search(text[max(0, position - 4) : position])):
        return position, ""
    return match.end(), unit_forms(lang)[match[1]]


@cache
def _unit(lang: str) -> re.Pattern[str]:
    """A unit behind a number; an x is none in 3 x 3."""
    return re.compile(f"{GAP}-?({'|'.join(map(_form, sorted(unit_forms(lang), key=lambda one: (-len(one), one))))})")


def _form(form: str) -> str:
    after = r"(?![A-Za-z_]|\s*\d)" if form in ("x", "X", "×") else ""
    if form.isascii() and form[-1].isalpha():
        after = after or "(?![A-Za-z])"
    return re.escape(form) + after + (f"(?![{NO_UNIT_BEFORE[form]}])" if form in NO_UNIT_BEFORE else "")


def _said(text: str, start: int, end: int, tail: _Tail) -> str:
    if tail.end == end and _NAME.match(text, end):
        return "name"
    if around.is_money(text, start, tail.end):
        return "money"
    return "label" if tail.end == end and around.is_label(text, start, end) else "figures"
