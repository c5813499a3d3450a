"""The words for numbers and units, from `word_lists.toml`, as the other modules ask for them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from fractions import Fraction
from importlib.resources import files
from typing import NamedTuple

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
