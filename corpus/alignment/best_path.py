"""The path: the best sequence of beads and nulls that keeps the order, through two documents or a part of them.

All gains are log-odds relative to leaving every segment without counterpart. The whole path is dynamic programming
over beads as in Gale and Church (1993). Nulls have two states, so that continuing a run of them is cheap, like the
affine gaps of Gotoh (1982). The path of a part is the local alignment of Smith and Waterman (1981).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corpus.alignment.bead_field import MOST, NEVER, PRIOR, BeadField, Figures, PaddedRows, Scores, Shape, log_sum

# The rates are learned from each pair. In a prototype, which learned them from a corpus, and a rate of unexplained
# words as well, that added 3 points of 100 on noisy documents.
_DOUBT = 10.0  # steps that the usual rates count for; by hand, no measurement is recorded


@dataclass(frozen=True, slots=True)
class NullRates:
    """The null rates of one document pair: probabilities above 0 and below 1. The initial ones are set by hand."""

    enter: float = 0.3  # after a bead, the next segment has no counterpart
    stay: float = 0.6  # after such a segment, so has the next

    @property
    def logs(self) -> tuple[float, float, float, float]:
        """The logs of: bead after bead, null after bead, bead after null, null after null."""
        return math.log(1 - self.enter), math.log(self.enter), math.log(1 - self.stay), math.log(self.stay)


def rates_of(steps: Sequence[bool], usual: NullRates) -> NullRates:
    """Return the null rates of a path, shrunk towards the usual ones, within 0.02 to 0.95. `steps`: which are nulls."""
    after = {False: [usual.enter * _DOUBT, _DOUBT], True: [usual.stay * _DOUBT, _DOUBT]}
    for before, null in zip((False, *steps), steps, strict=False):
        after[before][0] += null
        after[before][1] += 1
    # Limits by hand, no measurement is recorded: a rate of 0 or 1 has no logs.
    enter, stay = (min(0.95, max(0.02, null / all_)) for null, all_ in (after[False], after[True]))
    return NullRates(enter, stay)


PathStep = tuple[int, int, int, int]  # first source, sources, first target, targets; one count is 0 in a null


@dataclass(frozen=True, slots=True)
class _GainField:
    """The best gain of a path to each place, with a bead and with a null: float64[sources + 1, targets + 1]."""

    shapes: list[Shape]
    nulls: NullRates
    gap: float  # log-odds, for each null
    anywhere: bool  # whether a path may begin at any place, at a gain of 0
    bead: Figures
    null: Figures
    shape_of: NDArray[np.int8]  # number in `shapes` of the bead that ends there, -1 for none


def global_path(field: BeadField, nulls: NullRates) -> list[PathStep]:
    """Return the best path from beginning to end (Viterbi), every segment in one step."""
    return _traced(_fill(field, None, nulls, 0.0), *field.size)


def local_path(
    field: BeadField, prices: tuple[Figures, Figures], nulls: NullRates, gap: float
) -> tuple[float, list[PathStep]]:
    """Return the best path between any two places (Smith and Waterman 1981) with its gain; empty if none gains. Each
    segment has the price of the bead it is taken from: float64[sources] and float64[targets]. `gap` is added for each
    segment that is left out. All are log-odds.
    """
    filled = _fill(field, prices, nulls, gap)
    i, j = (int(place) for place in np.unravel_index(np.argmax(filled.bead), filled.bead.shape))
    gain = float(filled.bead[i, j])
    return gain, _traced(filled, i, j) if gain > 0 else []


def most_gained(field: BeadField, prices: tuple[Figures, Figures], nulls: NullRates) -> float:
    """Return an upper bound on the gain of local paths: the sum of the best beads that end at each source segment. The
    bound holds if a null after a bead is no likelier than one after a null.
    """
    source_paid, target_paid = _paid(field, prices, nulls)
    gained = (field.ends - source_paid - target_paid).max(axis=(1, 2), initial=0.0)
    return float(gained.sum())


def _paid(
    field: BeadField, prices: tuple[Figures, Figures] | None, nulls: NullRates
) -> tuple[Figures, Figures | float]:
    """Return the price of each bead by its end: float64[sources + 1, shapes, 1] and float64[shapes, targets + 1]."""
    sources, targets = field.size
    rows, columns = field.counts
    paid = np.broadcast_to((rows + columns) * nulls.logs[3], (sources + 1, len(field.shapes)))[:, :, None]
    if not prices:
        return paid, 0.0
    sums = [np.append(0.0, np.cumsum(side)) for side in prices]
    places = np.arange(sources + 1)[:, None], np.arange(targets + 1)[None, :]
    source_paid = (sums[0][places[0]] - sums[0][np.maximum(places[0] - rows, 0)])[:, :, None]
    return paid + source_paid, sums[1][places[1]] - sums[1][np.maximum(places[1] - columns[:, None], 0)]


def _fill(field: BeadField, prices: tuple[Figures, Figures] | None, nulls: NullRates, gap: float) -> _GainField:
    """Return the gains at every place, row by row; a path with prices may begin anywhere."""
    bead, enter, leave, stay = nulls.logs
    sources, targets = field.size
    ready, after_bead = PaddedRows(field), np.full((sources + 1, targets + 1), NEVER)
    after_null, shape_of = after_bead.copy(), np.full(after_bead.shape, -1, dtype=np.int8)
    source_paid, target_paid = _paid(field, prices, nulls)
    drift, numbers = np.arange(targets + 1) * gap, np.arange(targets + 1)
    for i in range(sources + 1):
        if i and field.shapes:
            gained = ready.before(i)
            gained += field.ends[i]
            gained -= source_paid[i]
            if prices:
                gained -= target_paid
            best = gained.argmax(axis=0)
            gains = gained[best, numbers]
            is_possible = gains > NEVER
            np.copyto(after_bead[i], gains, where=is_possible)
            np.copyto(shape_of[i], best, where=is_possible, casting="unsafe")
        elif not i and not prices:
            after_bead[0, 0] = 0.0
        row = np.full(targets + 1, NEVER)
        if i:
            np.maximum(after_null[i - 1], after_bead[i - 1] + (enter - stay), out=row)
            row += gap
        np.maximum(row[1:], after_bead[i, :-1] + (enter - stay + gap), out=row[1:])
        row -= drift
        np.maximum.accumulate(row, out=row)
        np.add(row, drift, out=after_null[i])
        np.maximum(after_bead[i] + bead, after_null[i] + leave, out=ready.rows[i])
        if prices:
            np.maximum(ready.rows[i], 0.0, out=ready.rows[i])
    return _GainField(field.shapes, nulls, gap, prices is not None, after_bead, after_null, shape_of)


def _traced(field: _GainField, i: int, j: int) -> list[PathStep]:
    """Return the steps of the best path that ends at a place. A local path ends with a bead."""
    bead, enter, leave, stay = field.nulls.logs
    in_bead = field.anywhere or field.bead[i, j] >= field.null[i, j]
    steps: list[PathStep] = []
    while i or j:
        if in_bead:
            k, m = field.shapes[field.shape_of[i, j]]
            steps.append((i - k, k, j - m, m))
            i, j = i - k, j - m
            gains = (field.bead[i, j] + bead, field.null[i, j] + leave)
            if field.anywhere and max(gains) <= 0:
                break
            in_bead = bool(gains[0] >= gains[1])
            continue
        back = []
        for k, m in ((1, 0), (0, 1)):
            if i >= k and j >= m:
                back.append((field.null[i - k, j - m], False, k, m))
                back.append((field.bead[i - k, j - m] + enter - stay, True, k, m))
        _, in_bead, k, m = max(back, key=lambda candidate: candidate[0])
        steps.append((i - k, k, j - m, m))
        i, j = i - k, j - m
    return steps[::-1]


# They are the scores of the beads on the best path; the path itself is not chosen by them (no posterior decoding).
# The words of a bead are not independent, so that their log-odds say too much; with this share of them the
# probabilities are about right on documentation in both languages. `make bench` measures it: of the beads with scores
# from 0.9 to 1.0, 0.964 are right in the tasks and 0.982 in the articles, from 0.7 to 0.9 0.693 and 0.857.
_SHARE = 0.5
_WORST = -60.0  # log-odds; e to the -60 is next to nothing beside any other path. By hand, no measurement is recorded


def posteriors(field: BeadField, nulls: NullRates) -> Scores:
    """Return, by shape, the probability of the bead at i and j: float64[sources - k + 1, targets - m + 1]."""
    sources, targets = field.size
    prior = np.array([PRIOR[shape] for shape in field.shapes])[None, :, None]
    odds = field.ends - prior
    np.maximum(odds * _SHARE, _WORST, out=odds)
    odds += prior
    for number, (k, m) in enumerate(field.shapes):
        odds[:k, number], odds[:, number, :m] = NEVER, NEVER
    tempered = BeadField(field.shapes, odds)
    forward, total = _forward(tempered, nulls)
    rest = _backward(tempered, nulls)
    return {
        (k, m): np.exp(
            np.minimum(forward[: sources + 1 - k, : targets + 1 - m] + odds[k:, number, m:] + rest[k:, m:] - total, 0.0)
        )
        for number, (k, m) in enumerate(field.shapes)
    }


def single_posterior(log_odds: float, nulls: NullRates) -> float:
    """Return the probability of a one-to-one bead between two other beads, if no other bead can take its segments."""
    bead, enter, leave, stay = nulls.logs
    odds = max(log_odds * _SHARE, _WORST) + PRIOR[1, 1]
    return 1 / (1 + math.exp(enter + stay + leave - odds - 2 * bead))


def _forward(odds: BeadField, nulls: NullRates) -> tuple[Figures, float]:
    """Return the log-sums over all paths to where a bead begins, and over all paths to the end. Between two beads the
    source's nulls come first, then the target's, so that no path is counted twice. The array is float64[sources + 1,
    targets + 1].
    """
    bead, enter, leave, stay = nulls.logs
    sources, targets = odds.size
    begins = PaddedRows(odds)
    after_bead, source_null, target_null = (np.full(targets + 1, NEVER) for _ in range(3))
    after_bead[0] = 0.0
    for i in range(sources + 1):
        if i:
            source_null = np.logaddexp(after_bead + enter, source_null + stay)
            after_bead = np.maximum(log_sum(begins.before(i) + odds.ends[i]), NEVER)
        row = np.full(targets + 1, NEVER)
        row[1:] = np.logaddexp(after_bead[:-1] + enter, source_null[:-1] + stay)
        target_null = _discounted_sums(row, stay)
        begins.rows[i] = np.logaddexp(after_bead + bead, np.logaddexp(source_null, target_null) + leave)
    last = (figures[-1] for figures in (after_bead, source_null, target_null))
    return begins.rows, float(np.logaddexp.reduce(list(last)))


def _backward(odds: BeadField, nulls: NullRates) -> Figures:
    """Return the log-sum over all paths from after a bead to the end: float64[sources + 1, targets + 1]."""
    bead, enter, leave, stay = nulls.logs
    sources, targets = odds.size
    rest = np.full((sources + 1, targets + 1), NEVER)  # after a bead
    onwards = np.full((sources + 1 + MOST, len(odds.shapes), targets + 1 + MOST), NEVER)  # by where a bead ends
    source_null = np.full(targets + 1, NEVER)  # after a source null, one row further
    rows, columns = (counts[:, None] for counts in odds.counts)
    numbers, places = np.arange(len(odds.shapes))[:, None], columns + np.arange(targets + 1)
    for i in range(sources, -1, -1):
        begins = np.maximum(log_sum(onwards[rows + i, numbers, places]), NEVER)
        end = np.full(targets + 1, NEVER)
        end[-1] = 0.0 if i == sources else NEVER
        target_null = _discounted_sums(np.logaddexp(begins + leave, end)[::-1], stay)[::-1]
        next_target = np.append(target_null[1:], NEVER)
        rest[i] = log_sum(np.stack([begins + bead, end, next_target + enter, source_null + enter]))
        source_null = log_sum(np.stack([begins + leave, end, next_target + stay, source_null + stay]))
        np.add(odds.ends[i], rest[i], out=onwards[i, :, : targets + 1])
    return rest


def _discounted_sums(row: Figures, cost: float) -> Figures:
    """Return the log-sum over each place and all before it, with `cost` for each step in between."""
    drift = np.arange(len(row)) * cost
    summed: Figures = np.logaddexp.accumulate(row - drift) + drift
    return summed
