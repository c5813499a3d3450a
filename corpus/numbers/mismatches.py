"""Mismatches: quantities in one of two matching texts that the other lacks, and their most likely counterparts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.numbers.comparison import EQUAL, compare_quantities, measures
from corpus.numbers.digit_numbers import FIGURES
from corpus.numbers.extraction import quantities
from corpus.numbers.numerals import UNITS, Quantity

_APART = 12  # characters between two that are said together
_GREAT = 100  # such a factor is a scale: 5 thousand million


def composed(quantities: Sequence[Quantity], whole: Quantity) -> tuple[Quantity, ...]:
    """Return two neighbouring quantities, in order, that together amount to `whole`; empty if none do."""
    for quantity, other in pairwise(quantities):
        if 0 <= other.start - quantity.end <= _APART and any(
            compare_quantities(amount, whole) == EQUAL for amount in _combinations(quantity, other)
        ):
            return quantity, other
    return ()


def _combinations(quantity: Quantity, other: Quantity) -> Iterator[Quantity]:
    """Yield the values that two neighbours may amount to: product, sum, or the share that one is of the other."""
    a, b = quantity.value, other.value
    if a <= 0 or b <= 0 or not {quantity.kind, other.kind} <= {"number", "ordinal", "magnitude"}:
        return
    if a < 1 or max(a, b) >= _GREAT:
        yield _with_value(quantity, other, a * b)
    if b < 1 or a >= _GREAT * b:
        yield _with_value(quantity, other, a + b)
    if a < b:
        yield _with_value(quantity, other, a / b)


def _with_value(quantity: Quantity, other: Quantity, value: Fraction) -> Quantity:
    unit = other.unit or quantity.unit
    return replace(quantity, end=other.end, kind="number", value=value, below=None, unit=unit, parts=(), readings=())


_MOST = 20_000  # comparisons; a text with more numbers is a table, whose cells pair by themselves


class Pairing(NamedTuple):
    """A source quantity and the target quantity in its place."""

    source: Quantity
    target: Quantity
    doubtful: bool  # one of them may also be what a word or a repeated number of the other side says


class Differences(NamedTuple):
    """The quantities that remain after equal ones are matched."""

    pairs: tuple[Pairing, ...] = ()  # different, one in place of the other
    source: tuple[Quantity, ...] = ()  # firm ones that the target lacks, beside those of the pairs
    target: tuple[Quantity, ...] = ()  # firm ones that the source lacks
    loose: tuple[Quantity, ...] = ()  # what else either has and the other does not: words, labels


class _Side(NamedTuple):
    """The quantities of one side, grouped by whether and how the other side has them."""

    firm: list[Quantity]  # not at all, and should
    repeated: list[Quantity]  # less often; English may refer to them with a pronoun
    loosely: list[Quantity]  # figures for which the other has but a word or a name
    loose: list[Quantity]  # not at all, and need not

    @property
    def candidates(self) -> list[Quantity]:
        return sorted(
            (quantity for group in self for quantity in group), key=lambda quantity: (quantity.start, quantity.end)
        )


def differences(source: Sequence[Quantity], target: Sequence[Quantity]) -> Differences:
    """Return what is left on each side; nothing if there are too many to compare or firm ones agree."""
    if _counts(source) == _counts(target) or len(source) * len(target) > _MOST:
        return Differences()
    matches = _matches(source, target)
    source, target, matches = _without_composed(source, target, matches)
    source_side = _side(
        source,
        {i: target[j] for i, j in matches.items()},
        lambda quantity: any(compare_quantities(quantity, b) for b in target),
    )
    other = _side(
        target,
        {j: source[i] for i, j in matches.items()},
        lambda quantity: any(compare_quantities(a, quantity) for a in source),
    )
    pairs = tuple(_pairings(source_side, other))
    paired = {id(quantity) for pair in pairs for quantity in pair[:2]}
    return Differences(
        pairs,
        tuple(quantity for quantity in source_side.firm if id(quantity) not in paired),
        tuple(quantity for quantity in other.firm if id(quantity) not in paired),
        tuple(quantity for quantity in (*source_side.loose, *other.loose) if id(quantity) not in paired),
    )


def _without_composed(
    source: Sequence[Quantity], target: Sequence[Quantity], matches: dict[int, int]
) -> tuple[list[Quantity], list[Quantity], dict[int, int]]:
    """Return quantities and matches without those where two on one side together say what one on the other says."""
    others = set(matches.values())
    unmatched = [quantity for i, quantity in enumerate(source) if i not in matches]
    other = [quantity for j, quantity in enumerate(target) if j not in others]
    gone = {
        id(quantity)
        for whole in other
        if whole.firm and (parts := composed(unmatched, whole))
        for quantity in (whole, *parts)
    }
    gone |= {
        id(quantity)
        for whole in unmatched
        if whole.firm and (parts := composed(other, whole))
        for quantity in (whole, *parts)
    }
    sources = [i for i, quantity in enumerate(source) if id(quantity) not in gone]
    targets = [j for j, quantity in enumerate(target) if id(quantity) not in gone]
    positions = {j: number for number, j in enumerate(targets)}
    matched = {number: positions[matches[i]] for number, i in enumerate(sources) if i in matches}
    return [source[i] for i in sources], [target[j] for j in targets], matched


def _counts(quantities: Iterable[Quantity]) -> Counter[tuple[Fraction, str, tuple[int, ...]]]:
    return Counter((quantity.value, quantity.unit, quantity.parts) for quantity in quantities if quantity.firm)


def _matches(source: Sequence[Quantity], target: Sequence[Quantity]) -> dict[int, int]:
    """Return the matches of equal quantities by number, each used once: the surest first, then in order."""
    edges = sorted(
        (-grade, a.notation != b.notation, -(a.firm + b.firm), a.kind != b.kind, i, j)
        for i, a in enumerate(source)
        for j, b in enumerate(target)
        if (grade := compare_quantities(a, b))
    )
    matches: dict[int, int] = {}
    used: set[int] = set()
    for *_, i, j in edges:
        if i not in matches and j not in used:
            matches[i] = j
            used.add(j)
    return matches


def _side(quantities: Sequence[Quantity], equals: dict[int, Quantity], is_said: Callable[[Quantity], bool]) -> _Side:
    side = _Side([], [], [], [])
    for number, quantity in enumerate(quantities):
        equal = equals.get(number)
        if equal is None:
            (side.loose if not quantity.firm else side.repeated if is_said(quantity) else side.firm).append(quantity)
        elif quantity.notation == "figures" != equal.notation:
            side.loosely.append(quantity)
    return side


def _pairings(source_side: _Side, other: _Side) -> Iterator[Pairing]:
    """Yield remaining firm quantities with their likely counterparts: firm ones first, then by kinship."""
    sources, targets = source_side.candidates, other.candidates
    rank = {id(quantity): 2 for side in (source_side, other) for quantity in side.firm}
    rank |= {
        id(quantity): 1
        for side in (source_side, other)
        for quantity in (*side.repeated, *side.loose)
        if quantity.notation == "figures"
    }
    edges = sorted(
        (-rank.get(id(a), 0) - rank.get(id(b), 0), -likeness, abs(i / len(sources) - j / len(targets)), i, j)
        for i, a in enumerate(sources)
        for j, b in enumerate(targets)
        if max(rank.get(id(a), 0), rank.get(id(b), 0)) == 2
        and not compare_quantities(a, b)
        and (likeness := kinship(a, b))
    )
    used: set[tuple[str, int]] = set()
    uncertain = {id(quantity) for side in (source_side, other) for quantity in (*side.repeated, *side.loosely)}
    for *_, i, j in edges:
        if not used & {("source", i), ("target", j)}:
            used |= {("source", i), ("target", j)}
            a, b = sources[i], targets[j]
            doubtful = bool(uncertain & {id(a), id(b)}) and not (a.unit and a.unit == b.unit)
            yield Pairing(a, b, doubtful)


def kinship(quantity: Quantity, other: Quantity) -> int:
    """Return how well one quantity can replace the other, from 3 (the same kind) to 0 (a different kind)."""
    if {quantity.notation, other.notation} & {"name", "label", "money"}:
        return 0
    if "words" in (quantity.notation, other.notation) and {quantity.value, other.value} & {0, 1}:
        return 0
    kinds = {quantity.kind, other.kind}
    if "count" in kinds:
        return 0  # a pair of images beside 4 倍
    in_words = any(candidate.readings and candidate.notation == "words" for candidate in (quantity, other))
    if in_words and not {quantity.unit, other.unit} & {"%", "x"}:
        return 0  # a pair, a quarter: not always numbers
    if "version" in kinds:
        return 3 if kinds == {"version"} else int(len(quantity.parts) == len(other.parts) > 1)
    if "month" in kinds or "magnitude" in kinds:
        return 3 if len(kinds) == 1 else int("magnitude" in kinds and min(quantity.value, other.value) >= 1000)
    if quantity.unit and other.unit:
        return 3 if quantity.unit == other.unit else 2 if measures(quantity) == measures(other) else 0
    if quantity.unit or other.unit:
        return 1
    return 2 if quantity.kind == other.kind or "number" in kinds else 0


_SCALES = {
    "zh": ((10**12, "万亿"), (10**8, "亿"), (10**4, "万")),
    "ja": ((10**12, "兆"), (10**8, "億"), (10**4, "万")),
}
_SEVERAL = "数"
_HALF = {"zh": "一半", "ja": "半分"}
_FIGURES = re.compile(FIGURES)
_DATED = re.compile(r"\s?[年月日号號]\Z")
_LETTERED = re.compile(r"\d[kKMBT]\Z")  # as the sizes of models are written: 7B
_DECIMALS = 4  # 1.23456 亿 is never written
_CENTURY = 100
_PLAIN = 10_000  # below, figures are written out


def render_quantity(source: Quantity, surface: str, target: Quantity, stands: str, lang: str) -> str:
    """Return the source's quantity in the form of the target's; empty if it would not read back as the same."""
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
    bare = surface[-1:] == "B" and stands[-1:].isdigit()
    if _LETTERED.search(surface) and (bare or _LETTERED.search(stands)):
        number = surface
    else:
        number = _number(source, surface, lang, " " if re.search(r"\d\s", stands) else "")
    following = _suffix(target, stands, lang)
    if not source.unit or (source.unit == target.unit and following):
        return number + following
    return number + (_unit(source, stands, lang) if target.unit or source.unit == "%" else "")


def _in_units_of(target: Quantity, source: Quantity, lang: str) -> Quantity:
    """Convert a quantity whose unit the language lacks to the target's unit: two decades are 20 年."""
    unit, other = UNITS.get(source.unit), UNITS.get(target.unit)
    if unit is None or other is None or unit.forms[lang] or unit.measures != other.measures:
        return source
    return replace(source, value=source.value * unit.factor / other.factor, unit=other.name)


def _suffix(target: Quantity, stands: str, lang: str) -> str:
    """Return what the target has after the number: its unit, 年, 月."""
    if not target.unit:
        match = _DATED.search(stands) if target.kind in ("year", "month", "day") else None
        return match[0] if match else ""
    forms = (form for language in (lang, "en") for form in UNITS[target.unit].forms[language] if stands.endswith(form))
    form = max(forms, key=len, default="")
    return stands[len(stands[: len(stands) - len(form)].rstrip()) :] if form else ""


def _matching_reading(source: Quantity, target: Quantity) -> Quantity:
    """Return the reading that matches the target: 15 for 3 p.m. and 16 点, 80 for 1980 and 90 年代."""
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
