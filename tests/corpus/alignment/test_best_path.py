"""Paths and probabilities, against every path there is in fields small enough to list them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from corpus.alignment.bead_field import NEVER, PRIOR, Scores, bead_field, joining_neighbours, possible
from corpus.alignment.best_path import NullRates, PathStep, global_path, local_path, most_gained, posteriors, rates_of
from corpus.alignment.reordering import order, reordered

NULLS = NullRates(0.3, 0.6)


def field(sources: int, targets: int, seed: int, scale: float = 4.0) -> Scores:
    generator = np.random.default_rng(seed)
    return {
        (k, m): generator.normal(0, scale, (sources - k + 1, targets - m + 1)) for k, m in possible(sources, targets)
    }


def diagonal(size: int, gain: float = 8.0) -> Scores:
    """A field in which each segment's counterpart is the one with its number."""
    scores = {(k, m): np.full((size - k + 1, size - m + 1), -8.0) for k, m in possible(size, size)}
    scores[1, 1][range(size), range(size)] = gain
    return scores


def order_of(scores: Scores) -> list[int]:
    """The order of nine target segments of which none begins a section."""
    return order(bead_field(scores, 9, 9), NULLS, [False] * 9)[0]


def every_path(scores: Scores, i: int, j: int, sources: int, targets: int) -> Iterator[list[PathStep]]:
    if (i, j) == (sources, targets):
        yield []
        return
    for k, m in [*scores, (1, 0), (0, 1)]:
        if i + k <= sources and j + m <= targets:
            for rest in every_path(scores, i + k, j + m, sources, targets):
                yield [(i, k, j, m), *rest]


def weight(path: list[PathStep], scores: Scores, share: float = 1.0) -> float:
    bead, enter, leave, stay = NULLS.logs
    total, in_bead = 0.0, True
    for i, k, j, m in path:
        if k and m:
            total += share * float(scores[k, m][i, j]) + PRIOR[k, m] + (bead if in_bead else leave)
        else:
            total += enter if in_bead else stay
        in_bead = bool(k and m)
    return total


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("sources", "targets"), [(1, 1), (2, 3), (4, 4), (5, 3)])
def test_best_path_is_the_best_of_all(sources, targets, seed):
    scores = field(sources, targets, seed)
    best_path = global_path(bead_field(scores, sources, targets), NULLS)
    most = max(weight(path, scores) for path in every_path(scores, 0, 0, sources, targets))
    assert weight(best_path, scores) == pytest.approx(most)
    assert [step[0] for step in best_path if step[1]] == sorted(step[0] for step in best_path if step[1])
    assert sum(step[1] for step in best_path) == sources and sum(step[3] for step in best_path) == targets


def in_one_order(path: list[PathStep]) -> bool:
    """Whether between beads the source's nulls come before the target's: one path of several that are the same."""
    return not any(not a[1] and not b[3] for a, b in pairwise(path))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("sources", "targets"), [(1, 1), (2, 3), (4, 4)])
def test_probability_of_a_bead_is_that_of_all_paths_through_it(sources, targets, seed):
    scores = field(sources, targets, seed)
    likely = posteriors(bead_field(scores, sources, targets), NULLS)
    paths = [path for path in every_path(scores, 0, 0, sources, targets) if in_one_order(path)]
    weights = [math.exp(weight(path, scores, share=0.5)) for path in paths]
    for (k, m), figures in likely.items():
        for i, j in np.ndindex(figures.shape):
            through = sum(w for w, path in zip(weights, paths, strict=True) if (i, k, j, m) in path)
            assert figures[i, j] == pytest.approx(through / sum(weights), abs=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_no_local_path_gains_more_than_its_bound(seed: int):
    chance = np.random.default_rng(seed)
    sources, targets = (int(size) for size in chance.integers(1, 9, 2))
    filled = bead_field(field(sources, targets, seed), sources, targets)
    prices = chance.uniform(0, 3, sources), chance.uniform(0, 3, targets)
    gain, _ = local_path(filled, prices, NULLS, -0.15)
    assert gain <= most_gained(filled, prices, NULLS) + 1e-9


def test_order_of_what_did_not_move_is_its_own():
    assert order_of(diagonal(9)) == list(range(9))


@pytest.mark.parametrize(
    "turned", [[4, 5, 6, 7, 8, 0, 1, 2, 3], [6, 7, 8, 3, 4, 5, 0, 1, 2], [0, 1, 2, 6, 7, 8, 3, 4, 5]]
)
def test_sections_that_moved_come_back(turned):
    moved = reordered(diagonal(9), turned)
    back = order_of(moved)
    assert [turned[j] for j in back] == list(range(9))


def test_one_sentence_elsewhere_needs_more_than_chance():
    scores = diagonal(9)
    scores[1, 1][4, 4] = -8.0
    scores[1, 1][4, 8] = 3.0  # any of 81 places may be as good
    assert order_of(scores) == list(range(9))


def test_beads_do_not_join_what_does_not_stand_together():
    scores = {(k, m): np.zeros((3 - k + 1, 3 - m + 1)) for k, m in possible(3, 3)}
    turned = reordered(scores, [0, 2, 1])
    assert turned[1, 2].tolist() == [[NEVER, NEVER]] * 3
    assert (turned[1, 1] == 0).all()
    gap = joining_neighbours(scores, np.arange(3), np.array([3, 4, 9]))
    assert gap[1, 2].tolist() == [[0.0, NEVER]] * 3
    assert joining_neighbours(scores, np.array([0, 1, 3]), np.arange(3))[2, 1].tolist() == [[0.0] * 3, [NEVER] * 3]


def test_rates_of_nulls_follow_a_long_path_and_hardly_a_short_one():
    usual = NullRates(0.3, 0.6)
    assert rates_of([False] * 1000, usual).enter < 0.05
    assert rates_of([True] * 1000, usual).stay > 0.9
    assert rates_of([False], usual).enter == pytest.approx(0.3, abs=0.05)
    assert rates_of([], usual) == usual
