"""Rendering: a quantity of the English source as a Chinese or Japanese text would have it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from corpus import lazy_re as re
from corpus.numbers.comparison import compare_quantities, measures
from corpus.numbers.digit_numbers import FIGURES
from corpus.numbers.extraction import quantities
from corpus.numbers.quantity import Quantity
from corpus.numbers.word_lists import UNITS

_SCALES = {
    "zh": ((10**12, "万亿"), (10**8, "亿"), (10**4, "万")),
    "ja": ((10**12, "兆"), (10**8, "億"), (10**4, "万")),
}
_SEVERAL = "数"
_HALF = {"zh": "一半", "ja": "半分"}
_FIGURES = re.compile(FIGURES)
_DATED = re.compile(r"\s?[年月日号號]\Z")
_DECIMALS = 4  # 1.23456 亿 is never written
_CENTURY = 100
_PLAIN = 10_000  # below, figures are written out


def render_quantity(source: Quantity, surface: str, target: Quantity, stands: str, lang: str) -> str:
    """Return the source's quantity, which says `surface` there, as it can stand in place of the target's, which says
    `stands`.

    Empty where that would be nothing that anybody writes: what is read back must be what the source says.
    """
    words = _render_number(_matching_reading(_in_units_of(target, source, lang), target), surface, target, stands, lang)
    read = quantities(words, lang)
    return words if source.kind == "version" or (len(read) == 1 and compare_quantities(source, read[0])) else ""


def _render_number(source: Quantity, surface: str, target: Quantity, stands: str, lang: str) -> str:
    if source.kind == "magnitude":
        return _SEVERAL + _size(source.value, lang)
    if source.kind == "version":
        return surface
    if target.unit == "%" and not source.unit and source.value < 1:
        return f"{float(100 * source.value):.4g}%"
    number = _number(source, surface, lang, " " if re.search(r"\d\s", stands) else "")
    behind = _suffix(target, stands, lang)
    if not source.unit or (source.unit == target.unit and behind):
        return number + behind
    return number + (_unit(source, stands, lang) if target.unit or source.unit == "%" else "")


def _in_units_of(target: Quantity, source: Quantity, lang: str) -> Quantity:
    """Convert a quantity whose unit the language lacks to one of the target's units: two decades are 20 年."""
    unit, other = UNITS.get(source.unit), UNITS.get(target.unit)
    if unit is None or other is None or unit.forms[lang] or unit.measures != other.measures:
        return source
    return replace(source, value=source.value * unit.factor / other.factor, unit=other.name)


def _suffix(target: Quantity, stands: str, lang: str) -> str:
    """Return the ending of the number: its unit, 年, 月."""
    if not target.unit:
        match = _DATED.search(stands) if target.kind in ("year", "month", "day") else None
        return match[0] if match else ""
    forms = (form for language in (lang, "en") for form in UNITS[target.unit].forms[language] if stands.endswith(form))
    form = max(forms, key=len, default="")
    return stands[len(stands[: len(stands) - len(form)].rstrip()) :] if form else ""


def _matching_reading(source: Quantity, target: Quantity) -> Quantity:
    """Return the reading that the target has of what can be said in two ways: 3 p.m. beside 16 点 is 15, 1980 beside 90
    年代 80.
    """
    if source.readings and source.notation == "figures":
        return replace(source, value=min(source.readings, key=lambda reading: abs(reading - target.value)))
    if target.readings and target.kind == "number" and target.value < _CENTURY < source.value:
        return replace(source, value=source.value % _CENTURY)
    return source


def _number(quantity: Quantity, surface: str, lang: str, space: str) -> str:
    if quantity.value == Fraction(1, 2) and quantity.notation == "words":
        return _HALF[lang]
    figures = _FIGURES.match(surface)
    if figures and Fraction(figures[0].replace(",", "")) == quantity.value:
        return figures[0]
    if quantity.value.denominator == 1 and quantity.value < _PLAIN:
        return str(quantity.value)
    return _scale_text(quantity.value, lang, space) if quantity.value >= _PLAIN else f"{float(quantity.value):g}"


def _scale_text(value: Fraction, lang: str, space: str) -> str:
    """Write 2500000000 as 25 亿."""
    scale, name = next(((scale, name) for scale, name in _SCALES[lang] if value >= scale), (1, ""))
    if value.denominator == 1 and (value * 10**_DECIMALS / scale).denominator > 1:
        return f"{int(value):,}"
    return f"{float(value / scale):.10g}{space}{name}"


def _size(value: Fraction, lang: str) -> str:
    """Write 10**9 as 十亿."""
    scale, name = next(((scale, name) for scale, name in _SCALES[lang] if value >= scale), (1, ""))
    return {1: "", 10: "十", 100: "百", 1000: "千"}[int(value / scale)] + name


def _unit(quantity: Quantity, stands: str, lang: str) -> str:
    """Return the unit's sign where the target uses Latin signs, else its name."""
    forms = UNITS[quantity.unit].forms
    if quantity.unit == "%":
        return "%"
    latin = measures(quantity) != "share" and stands.isascii()
    space = " " if re.search(r"\d\s", stands) else ""
    return space + (forms["en"] if latin or not forms[lang] else forms[lang])[0]
