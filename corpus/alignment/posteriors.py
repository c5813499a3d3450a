"""Posteriors: the probability of every bead over all paths (forward-backward, as in Rabiner 1989).

They are the scores of the beads on the best path; the path itself is not chosen by them (no posterior decoding).
"""

from __future__ import annotations

import numpy as np

from corpus.alignment.bead_types import NEVER, PRIOR, Figures, Scores
from corpus.alignment.null_model import NullRates

# The words of a bead are not independent, so that their log-odds say too much; with this share of them the
# probabilities are about right on documentation in both languages. `make bench` measures it: of the beads with scores
# from 0.9 to 1.0, 0.964 are right in the tasks and 0.982 in the articles, from 0.7 to 0.9 0.693 and 0.857.
_SHARE = 0.5
_WORST = -60.0  # log-odds; e to the -60 is next to nothing beside any other path. By hand, no measurement is recorded


def posteriors(scores: Scores, sources: int, targets: int, nulls: NullRates) -> Scores:
    """For each shape, the probability of the bead that begins at source i and target j, 0 to 1.

    Of log-odds and probabilities alike, shape (k, m) has float64[sources - k + 1, targets - m + 1].
    """
    odds = {shape: np.maximum(figures * _SHARE, _WORST) + PRIOR[shape] for shape, figures in scores.items()}
    forward, total = _forward(odds, sources, targets, nulls)
    rest = _backward(odds, sources, targets, nulls)
    return {
        (k, m): np.exp(np.minimum(forward[: sources + 1 - k, : targets + 1 - m] + figures + rest[k:, m:] - total, 0.0))
        for (k, m), figures in odds.items()
    }


def _forward(odds: Scores, sources: int, targets: int, nulls: NullRates) -> tuple[Figures, float]:
    """The log of all ways to where a bead begins, and of all ways to the end.

    Between two beads the source's nulls come first, then the target's, so that no path is counted twice. The array is
    float64[sources + 1, targets + 1].
    """
    bead, enter, leave, stay = nulls.logs
    after_bead = np.full((sources + 1, targets + 1), NEVER)
    source_null, target_null, forward = after_bead.copy(), after_bead.copy(), after_bead.copy()
    after_bead[0, 0] = 0
    for i in range(sources + 1):
        for (k, m), figures in odds.items():
            if i >= k:
                gained = forward[i - k, : targets + 1 - m] + figures[i - k]
                after_bead[i, m:] = np.logaddexp(after_bead[i, m:], gained)
        if i:
            source_null[i] = np.logaddexp(after_bead[i - 1] + enter, source_null[i - 1] + stay)
        row = np.full(targets + 1, NEVER)
        row[1:] = np.logaddexp(after_bead[i, :-1] + enter, source_null[i, :-1] + stay)
        target_null[i] = _discounted_sums(row, stay)
        forward[i] = np.logaddexp(after_bead[i] + bead, np.logaddexp(source_null[i], target_null[i]) + leave)
    last = (figures[-1, -1] for figures in (after_bead, source_null, target_null))
    return forward, float(np.logaddexp.reduce(list(last)))


def _backward(odds: Scores, sources: int, targets: int, nulls: NullRates) -> Figures:
    """The log of all ways from behind a bead to the end: float64[sources + 1, targets + 1]."""
    bead, enter, leave, stay = nulls.logs
    rest = np.full((sources + 1, targets + 1), NEVER)  # behind a bead
    source_null = np.full(targets + 1, NEVER)  # behind a source null, one row further
    for i in range(sources, -1, -1):
        begins = np.full(targets + 1, NEVER)
        for (k, m), figures in odds.items():
            if i + k <= sources:
                gained = figures[i] + rest[i + k, m:]
                begins[: targets + 1 - m] = np.logaddexp(begins[: targets + 1 - m], gained)
        end = np.full(targets + 1, NEVER)
        end[-1] = 0.0 if i == sources else NEVER
        target_null = _discounted_sums(np.logaddexp(begins + leave, end)[::-1], stay)[::-1]
        next_target = np.append(target_null[1:], NEVER)
        down = source_null if i < sources else np.full(targets + 1, NEVER)
        rest[i] = np.logaddexp.reduce([begins + bead, end, next_target + enter, down + enter])
        source_null = np.logaddexp.reduce([begins + leave, end, next_target + stay, down + stay])
    return rest


def _discounted_sums(row: Figures, cost: float) -> Figures:
    """The sum over each place and all before it, with `cost` for every place in between."""
    drift = np.arange(len(row)) * cost
    summed: Figures = np.logaddexp.accumulate(row - drift) + drift
    return summed
