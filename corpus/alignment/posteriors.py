"""Posteriors: the probability of every bead over all paths (forward-backward, as in Rabiner 1989).

They are the scores of the beads on the best path; the path itself is not chosen by them (no posterior decoding).
"""

from __future__ import annotations

import math

import numpy as np

from corpus.alignment.bead_field import BeadField, PaddedRows, log_sum
from corpus.alignment.bead_types import MOST, NEVER, PRIOR, Figures, Scores
from corpus.alignment.best_path import NullRates

# The words of a bead are not independent, so that their log-odds say too much; with this share of them the
# probabilities are about right on documentation in both languages. `make bench` measures it: of the beads with scores
# from 0.9 to 1.0, 0.964 are right in the tasks and 0.982 in the articles, from 0.7 to 0.9 0.693 and 0.857.
_SHARE = 0.5
_WORST = -60.0  # log-odds; e to the -60 is next to nothing beside any other path. By hand, no measurement is recorded


def posteriors(field: BeadField, nulls: NullRates) -> Scores:
    """Return for each shape the probability of the bead that begins at source i and target j, 0 to 1.

    Of shape (k, m): float64[sources - k + 1, targets - m + 1].
    """
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
    """Return the probability of a one-to-one bead between two other beads, if nothing else can take them."""
    bead, enter, leave, stay = nulls.logs
    odds = max(log_odds * _SHARE, _WORST) + PRIOR[1, 1]
    return 1 / (1 + math.exp(enter + stay + leave - odds - 2 * bead))


def _forward(odds: BeadField, nulls: NullRates) -> tuple[Figures, float]:
    """Return the log of all ways to where a bead begins, and of all ways to the end.

    Between two beads the source's nulls come first, then the target's, so that no path is counted twice. The array is
    float64[sources + 1, targets + 1].
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
    """Return the log of all ways from after a bead to the end: float64[sources + 1, targets + 1]."""
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
    """Return the sum over each place and all before it, with `cost` for every place in between."""
    drift = np.arange(len(row)) * cost
    summed: Figures = np.logaddexp.accumulate(row - drift) + drift
    return summed
