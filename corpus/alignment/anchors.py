"""Anchors: the certain places at which a long pair of documents is cut into windows that are compared in full.

A certain place is a pair of segments that are by far the best match for each other, with other such pairs close by.
Where a long stretch has none even if the nearest of equal segments is taken, nothing in it is a translation, or
nothing can show it. A pair of 6,000 and 5,000 segments takes 8 s of processor time (tests/benchmarks/RESULTS.md); a
prototype took 32 s for 6,300 and 5,000 in a narrow band around such places, and 261 s in full.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from corpus.alignment.bead_field import Figures
from corpus.alignment.reordering import order_targets

# All by hand; no measurement of any one of them is recorded. What they cost is tested (tests/corpus/alignment/
# test_anchors.py): cutting changes two of a hundred beads at most.
_WHOLE = 250_000  # places that are compared in full: 500 × 500 segments
_WIDE = 160  # segments, after which the next certain place between two neighbours ends a window; three times it, any
_LARGEST = 1_000_000  # places of a window, 8 MB for each shape of beads; a larger one is cut or left out
_SURE, _MARGIN = 8.0, 4.0  # log-odds of a certain pair, and its lead over the next best
_NEAR = 20  # segments on both sides within which another certain pair follows
_LEAN = 200.0  # log-odds from one end to the other, by which the nearest of equals leads
_ROWS = 256  # compared at a time: with 5,000 targets, 10 MB

Singles = Callable[[slice], Figures]  # n rows → their log-odds with every target: float64[n, target segments]


class CertainPair(NamedTuple):
    """A source segment and a target segment that are by far the best for each other, and their log-odds."""

    source: int
    target: int
    log_odds: float


@dataclass(frozen=True, slots=True)
class Window:
    """Segments of both sides to be aligned with each other: source segments, and places in the target's order."""

    rows: slice
    columns: slice
    settled: tuple[CertainPair, ...] = ()  # pairs that stand between two others: they are beads as they are


class WindowedPair(NamedTuple):
    """A pair of documents, cut into windows."""

    order: list[int]  # the target's segments, so that nothing has moved far
    windows: list[Window]  # cover both sides where they can be compared; they count places in the order


def split_windows(singles: Singles, sources: int, opens: Sequence[bool]) -> WindowedPair:
    """Cut a pair of documents into windows that can be compared in full. A short pair is one window in its own order.
    `opens` says for each target segment whether it begins a section.
    """
    targets = len(opens)
    whole = Window(slice(0, sources), slice(0, targets))
    certain = _supported(_certain_pairs(singles, sources, targets))
    if sources * targets <= _WHOLE:
        return WindowedPair(list(range(targets)), [replace(whole, settled=_settled(_rising(certain), whole))])
    order = order_targets([(pair.source, 1, pair.target, 1) for pair in certain], opens)
    place = {j: number for number, j in enumerate(order)}
    certain = [pair._replace(target=place[pair.target]) for pair in certain]
    windows: list[Window] = []
    for window in _windows(certain, whole):
        windows += [window] if _size(window) <= _LARGEST else _subwindows(singles, order, window)
    return WindowedPair(order, [replace(window, settled=_settled(certain, window)) for window in windows])


def _settled(certain: Sequence[CertainPair], window: Window) -> tuple[CertainPair, ...]:
    """Return the certain pairs of a window whose preceding and following pairs are certain in it too."""
    inside = [
        pair
        for pair in certain
        if window.rows.start <= pair.source < window.rows.stop
        and window.columns.start <= pair.target < window.columns.stop
    ]
    places = {(pair.source, pair.target) for pair in inside}
    return tuple(
        pair
        for pair in inside
        if (pair.source - 1, pair.target - 1) in places and (pair.source + 1, pair.target + 1) in places
    )


def _subwindows(singles: Singles, order: Sequence[int], window: Window) -> Iterator[Window]:
    """Yield subwindows of a window without certain places, as in repetitive text. Of equals the nearest is taken."""
    row, column = window.rows.start, window.columns.start
    rows, columns = window.rows.stop - row, window.columns.stop - column
    chosen = np.array(order[window.columns], dtype=np.int64)

    def leaning(part: slice) -> Figures:
        figures = singles(slice(row + part.start, row + part.stop))[:, chosen]
        away = np.arange(part.start, part.stop)[:, None] / rows - np.arange(columns)[None, :] / columns
        lean: Figures = figures - _LEAN * np.abs(away)
        return lean

    certain = _rising(_supported(_certain_pairs(leaning, rows, columns)))
    shifted = [CertainPair(row + i, column + j, log_odds) for i, j, log_odds in certain]
    for subwindow in _windows(shifted, window):
        if _size(subwindow) <= _LARGEST:
            yield subwindow


def _rising(pairs: Sequence[CertainPair]) -> list[CertainPair]:
    """Return the longest subsequence of pairs that rises on both sides (longest increasing subsequence, O(n log n))."""
    ends: list[int] = []  # of the longest rising part of each length so far: its last pair with the lowest target
    before: list[int] = []
    for number, pair in enumerate(pairs):
        length = bisect_left(ends, pair.target, key=lambda index: pairs[index].target)
        before.append(ends[length - 1] if length else -1)
        ends[length : length + 1] = [number]
    number, chain = ends[-1] if ends else -1, []
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]


def _certain_pairs(singles: Singles, sources: int, targets: int) -> list[CertainPair]:
    """Return the pairs that are best for each other by a margin."""
    best_source, lead = np.full(targets, -1), np.full((2, targets), -np.inf)  # of each target: best and second
    pairs: list[CertainPair] = []
    for start in range(0, sources, _ROWS):
        figures = singles(slice(start, min(sources, start + _ROWS)))
        top, next_best = _best_and_second(figures.T)
        choice = figures.argmax(axis=1)
        for row in np.flatnonzero((top >= _SURE) & (top >= next_best + _MARGIN)):
            pairs.append(CertainPair(start + int(row), int(choice[row]), float(top[row])))
        better = figures.max(axis=0) > lead[0]
        best_source[better] = start + figures.argmax(axis=0)[better]
        lead = _best_and_second(np.vstack([lead, figures]))
    return [
        pair
        for pair in pairs
        if best_source[pair.target] == pair.source and pair.log_odds >= lead[1, pair.target] + _MARGIN
    ]


def _best_and_second(figures: Figures) -> Figures:
    """Return the two best scores of each column: float64[2, columns], -inf where there is none."""
    padded = np.vstack([figures, np.full((2, figures.shape[1]), -np.inf)])
    best: Figures = np.sort(np.partition(padded, -2, axis=0)[-2:], axis=0)[::-1]
    return best


def _supported(pairs: Sequence[CertainPair]) -> list[CertainPair]:
    """Return the pairs that have another pair close by in the same order."""

    def close(pair: CertainPair, other: CertainPair) -> bool:
        return 0 < other.source - pair.source <= _NEAR and 0 < other.target - pair.target <= _NEAR

    supported: set[int] = set()
    for number, pair in enumerate(pairs):
        for following in range(number + 1, min(number + 1 + _NEAR, len(pairs))):
            if close(pair, pairs[following]):
                supported |= {number, following}
    return [pairs[number] for number in sorted(supported)]


def _windows(certain: Sequence[CertainPair], whole: Window) -> Iterator[Window]:
    """Yield the windows between certain places that come in order. Where possible a cut lies between two neighbours."""
    row, column = whole.rows.start, whole.columns.start
    for before, after in pairwise(certain):
        size = max(after.source - row, after.target - column)
        neighbours = after.source == before.source + 1 and after.target == before.target + 1
        if size >= _WIDE * 3 or (size >= _WIDE and neighbours):
            yield Window(slice(row, after.source), slice(column, after.target))
            row, column = after.source, after.target
    yield Window(slice(row, whole.rows.stop), slice(column, whole.columns.stop))


def _size(window: Window) -> int:
    return int((window.rows.stop - window.rows.start) * (window.columns.stop - window.columns.start))
