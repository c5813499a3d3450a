"""Numerals spelled out: the value of a run of Chinese numerals or English number words."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from typing import NamedTuple

from corpus import lazy_re as re

_DATA = tomllib.loads((files("corpus.numbers") / "word_lists.toml").read_text(encoding="utf-8"))


class UnitOfMeasure(NamedTuple):
    """A unit: what it measures, its size in that measure, and its names in each language."""

    name: str
    measures: str
    factor: Fraction
    forms: dict[str, list[str]]


UNITS = {
    name: UnitOfMeasure(name, measures, Fraction(entry["factor"]), {lang: entry[lang] for lang in ("en", "zh", "ja")})
    for measures, units in _DATA["units"].items()
    for name, entry in units.items()
}
EN_SCALES: dict[str, int] = _DATA["en"]["scales"]
EN_CARDINALS = {word: number for number, word in enumerate(_DATA["en"]["cardinals"])} | {
    word: 10 * number for number, word in enumerate(_DATA["en"]["tens"], 2)
}
EN_SEVERAL: frozenset[str] = frozenset(_DATA["en"]["several"])
EN_MONTHS = {word.lower(): number for number, word in enumerate(_DATA["en"]["months"], 1)}
EN_MONTHS |= {word[:3]: number for word, number in EN_MONTHS.items()} | {"sept": 9}
EN_PARTS: dict[str, int] = _DATA["en"]["parts"]
EN_NTH: dict[str, str] = _DATA["en"]["nth"]
EN_OTHERS = {word: tuple(map(Fraction, values)) for word, values in _DATA["en"]["others"].items()}
NO_UNIT_BEFORE: dict[str, str] = _DATA["no_unit_before"]
PREFIXES: dict[str, int] = _DATA["prefixes"]
HAN_DIGITS = {word: number for number, word in enumerate(_DATA["han"]["digits"])} | _DATA["han"]["also"]
HAN_SCALES: dict[str, int] = _DATA["han"]["scales"]
HAN_SEVERAL: str = _DATA["han"]["several"]
HAN_IDIOMS: list[str] = _DATA["han"]["idioms"]
HAN_OTHERS: dict[str, list[str]] = _DATA["han"]["others"]
COUNTING: frozenset[str] = frozenset([*_DATA["en"]["counting"], *_DATA["han"]["counting"]])
BEFORE: dict[str, str] = {word: degree for degree, words in _DATA["before"].items() for word in words}
AFTER: dict[str, str] = {word: degree for degree, words in _DATA["after"].items() for word in words}


def alternation(words: Iterable[str]) -> str:
    """Return a pattern for any of the words that prefers the longest match."""
    return "(?:" + "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word)))) + ")"


def unit_forms(lang: str) -> dict[str, str]:
    """Return the unit names in a language's text, mapped to units. English symbols are read everywhere."""
    langs = dict.fromkeys((lang, "en"))
    units = UNITS.values()
    forms = {form: unit.name for code in reversed(langs) for unit in units for form in unit.forms.get(code, ())}
    words = {form.capitalize(): name for form, name in forms.items() if len(form) > 3 and form.isascii()}
    return words | forms


_WEIGHTY = 10_000  # spelled out, such numbers are still meant as numbers: 三十万, two million


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of a text. A range is two of them, a date up to three."""

    start: int
    end: int
    kind: str  # number, ordinal, version, year, month, day; count: pair, both; magnitude: "billions", 数百万
    value: Fraction
    notation: str  # in figures, in words, in a name, as a label of a list item, or as money
    unit: str = ""  # as word_lists.toml calls it; % and x are units
    exactness: str = "exact"  # about, more or less where the text says so
    parts: tuple[int, ...] = ()  # the figures between the dots: 1.10 is no 1.1 where it is a version
    below: Fraction | None = None  # of a magnitude: what it does not reach
    readings: tuple[Fraction, ...] = ()  # what else the word may say: a quarter of the year has three months

    @property
    def firm(self) -> bool:
        """Return whether a translation must have it."""
        if self.kind == "magnitude" or self.notation == "words":
            return self.value > _WEIGHTY
        if self.kind in ("version", "year", "month"):
            return self.notation == "figures"
        return self.notation == "figures" and (self.value not in (0, 1) or self.unit == "%")  # an hour is 1 小时


_MYRIAD = 10_000


def han(text: str) -> list[int]:
    """Read a numeral: 三千四百 → 3400; 二三十 → 20 and 30; 二〇二三 → 2023; empty if it is not a number."""
    digits = [HAN_DIGITS.get(char) for char in text]
    if None not in digits and len(text) > 1:
        return _row([digit for digit in digits if digit is not None])
    for index in range(len(text) - 1):
        if HAN_DIGITS.get(text[index]) and HAN_DIGITS.get(text[index + 1]):
            return [
                *_scaled_values(text[: index + 1] + text[index + 2 :]),
                *_scaled_values(text[:index] + text[index + 1 :]),
            ]
    return _scaled_values(text)


def _row(digits: list[int]) -> list[int]:
    """Read digits without a scale: a year or the like, or two digits as a range (两三)."""
    if len(digits) == 2 and digits[1] == digits[0] + 1:
        return digits
    return [int("".join(map(str, digits)))] if len(digits) > 2 or 0 in digits else []


def _scaled_values(text: str) -> list[int]:
    """Return the value of a number with 十, 百, 千 and the myriads 万, 亿, 兆."""
    total = part = digit = 0
    for char in text:
        scale = HAN_SCALES.get(char)
        if scale is None:
            digit = HAN_DIGITS[char]
        elif scale < _MYRIAD:
            part, digit = part + (digit or 1) * scale, 0
        else:
            total, part, digit = _multiply_by_scale(total, part + digit, scale), 0, 0
    return [total + part + digit * _trailing_unit(text)]


def _multiply_by_scale(total: int, part: int, scale: int) -> int:
    """Multiply by a scale: what stands before a greater one is multiplied as a whole (万亿)."""
    return (total + part) * scale if 0 < total < scale else total + (part or 1) * scale


def _trailing_unit(text: str) -> int:
    """Return the unit of the last digit: 两万五 is 25,000, 一百五 150, 一百零五 105."""
    before = HAN_SCALES.get(text[-2], 1) if len(text) > 1 else 1
    return max(1, before // 10)


def english(words: Sequence[str]) -> int | None:
    """Read ["two", "hundred", "fifty", "thousand"] as 250,000; None if the words do not form one number."""
    total = part = 0
    for word in words:
        scale = EN_SCALES.get(word)
        if scale is None:
            number = EN_CARDINALS[word]
            if part % (10 if number < 10 else 100) or part % 100 == 10:
                return None
            part += number
        elif not part:
            return None
        else:
            total, part = (total, part * scale) if scale <= 100 else (total + part * scale, 0)
    return total + part
