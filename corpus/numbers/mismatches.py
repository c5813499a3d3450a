"""Differing: what of two texts that say the same is not said by the other, and what it most likely stands for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from corpus.numbers.comparison import measures, same
from corpus.numbers.composing import composed
from corpus.numbers.quantity import Quantity

_MOST = 20_000  # comparisons; a text with more numbers is a table, whose cells pair by themselves


class Pairing(NamedTuple):
    """A quantity of the source and the one of the target that stands in its place."""

    source: Quantity
    target: Quantity
    doubtful: bool  # one of them may also be what a word or a repeated number of the other side says


class Differences(NamedTuple):
    """What is left when equal quantities are set against each other."""

    pairs: tuple[Pairing, ...] = ()  # different, one in place of the other
    source: tuple[Quantity, ...] = ()  # firm ones that the target lacks, beside those of the pairs
    target: tuple[Quantity, ...] = ()  # firm ones that the source lacks
    loose: tuple[Quantity, ...] = ()  # what else either has and the other does not: words, labels


class _Side(NamedTuple):
    """The quantities of one side by how the other says them."""

    firm: list[Quantity]  # not at all, and should
    again: list[Quantity]  # less often; English may refer to them with a pronoun
    loosely: list[Quantity]  # figures for which the other has but a word or a name
    loose: list[Quantity]  # not at all, and need not

    @property
    def candidates(self) -> list[Quantity]:
        return sorted((one for own in self for one in own), key=lambda one: (one.start, one.end))


def differences(source: Sequence[Quantity], target: Sequence[Quantity]) -> Differences:
    """What is left on each side; none where there are too many to compare, or nothing is firm."""
    if _counts(source) == _counts(target) or len(source) * len(target) > _MOST:
        return Differences()
    met = _matches(source, target)
    source, target, met = _without_composed(source, target, met)
    own = _side(source, {i: target[j] for i, j in met.items()}, lambda one: any(same(one, b) for b in target))
    other = _side(target, {j: source[i] for i, j in met.items()}, lambda one: any(same(a, one) for a in source))
    pairs = tuple(_pairings(own, other))
    paired = {id(one) for pair in pairs for one in pair[:2]}
    return Differences(
        pairs,
        tuple(one for one in own.firm if id(one) not in paired),
        tuple(one for one in other.firm if id(one) not in paired),
        tuple(one for one in (*own.loose, *other.loose) if id(one) not in paired),
    )


def _without_composed(
    source: Sequence[Quantity], target: Sequence[Quantity], met: dict[int, int]
) -> tuple[list[Quantity], list[Quantity], dict[int, int]]:
    """The quantities without those of which several on one side say together what one says on the other; what of the
    rest was matched."""
    others = set(met.values())
    own = [one for i, one in enumerate(source) if i not in met]
    other = [one for j, one in enumerate(target) if j not in others]
    gone = {id(each) for whole in other if whole.firm and (found := composed(own, whole)) for each in (whole, *found)}
    gone |= {id(each) for whole in own if whole.firm and (found := composed(other, whole)) for each in (whole, *found)}
    sources = [i for i, one in enumerate(source) if id(one) not in gone]
    targets = [j for j, one in enumerate(target) if id(one) not in gone]
    at = {j: number for number, j in enumerate(targets)}
    matched = {number: at[met[i]] for number, i in enumerate(sources) if i in met}
    return [source[i] for i in sources], [target[j] for j in targets], matched


def _counts(quantities: Iterable[Quantity]) -> Counter[tuple[Fraction, str, tuple[int, ...]]]:
    return Counter((one.value, one.unit, one.parts) for one in quantities if one.firm)


def _matches(source: Sequence[Quantity], target: Sequence[Quantity]) -> dict[int, int]:
    """Equals by their numbers, each used once: the surest first, then in order."""
    edges = sorted(
        (-grade, a.said != b.said, -(a.firm + b.firm), a.kind != b.kind, i, j)
        for i, a in enumerate(source)
        for j, b in enumerate(target)
        if (grade := same(a, b))
    )
    met: dict[int, int] = {}
    taken: set[int] = set()
    for *_, i, j in edges:
        if i not in met and j not in taken:
            met[i] = j
            taken.add(j)
    return met


def _side(own: Sequence[Quantity], met: dict[int, Quantity], is_said: Callable[[Quantity], bool]) -> _Side:
    side = _Side([], [], [], [])
    for number, one in enumerate(own):
        equal = met.get(number)
        if equal is None:
            (side.loose if not one.firm else side.again if is_said(one) else side.firm).append(one)
        elif one.said == "figures" != equal.said:
            side.loosely.append(one)
    return side


def _pairings(own: _Side, other: _Side) -> Iterator[Pairing]:
    """The firm ones that are left with what most likely stands for them: firm ones first, then the nearest of kin."""
    sources, targets = own.candidates, other.candidates
    rank = {id(one): 2 for side in (own, other) for one in side.firm}
    rank |= {id(one): 1 for side in (own, other) for one in (*side.again, *side.loose) if one.said == "figures"}
    edges = sorted(
        (-rank.get(id(a), 0) - rank.get(id(b), 0), -likeness, abs(i / len(sources) - j / len(targets)), i, j)
        for i, a in enumerate(sources)
        for j, b in enumerate(targets)
        if _may_pair(rank.get(id(a), 0), rank.get(id(b), 0)) and not same(a, b) and (likeness := kinship(a, b))
    )
    used: set[tuple[str, int]] = set()
    uncertain = {id(one) for side in (own, other) for one in (*side.again, *side.loosely)}
    for *_, i, j in edges:
        if not used & {("source", i), ("target", j)}:
            used |= {("source", i), ("target", j)}
            a, b = sources[i], targets[j]
            doubtful = bool(uncertain & {id(a), id(b)}) and not (a.unit and a.unit == b.unit)
            yield Pairing(a, b, doubtful)


def _may_pair(one: int, other: int) -> bool:
    """At least one has no equal though it should, or one without an equal stands beside a repeated one."""
    return max(one, other) == 2


def kinship(one: Quantity, other: Quantity) -> int:
    """How well one may stand in place of the other: 0 where a number of another sort is meant."""
    if {one.said, other.said} & {"name", "label", "money"}:
        return 0
    if "words" in (one.said, other.said) and {one.value, other.value} & {0, 1}:
        return 0
    kinds = {one.kind, other.kind}
    if "count" in kinds:
        return 0  # a pair of images beside 4 倍
    in_words = any(each.readings and each.said == "words" for each in (one, other))
    if in_words and not {one.unit, other.unit} & {"%", "x"}:
        return 0  # a pair, a quarter: not always numbers
    if "version" in kinds:
        return 3 if kinds == {"version"} else int(len(one.parts) == len(other.parts) > 1)
    if "month" in kinds or "magnitude" in kinds:
        return 3 if len(kinds) == 1 else int("magnitude" in kinds and min(one.value, other.value) >= 1000)
    if one.unit and other.unit:
        return 3 if one.unit == other.unit else 2 if measures(one) == measures(other) else 0
    if one.unit or other.unit:
        return 1
    return 2 if one.kind == other.kind or "number" in kinds else 0
