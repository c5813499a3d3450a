"""A pair of documents: the best beads between them, each with its probability.

The path is found twice: with the usual rates of nulls, then with those of the first path. The probabilities are those
of all paths (`posteriors`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from corpus.alignment import cognates, length_model, lexicon_channel, structure_model
from corpus.alignment.anchors import Window, split_windows
from corpus.alignment.bead_field import bead_field
from corpus.alignment.bead_types import MOST, Figures, Scores
from corpus.alignment.best_path import global_path
from corpus.alignment.features import SegmentFeatures
from corpus.alignment.lengths import LengthRatio
from corpus.alignment.lexicon import Lexicon
from corpus.alignment.null_model import NullRates, rates_of
from corpus.alignment.posteriors import posteriors
from corpus.alignment.reordering import order, reordered
from corpus.alignment.word_channel import Channel

# Beads that are more likely wrong than right are none. Of those with scores from 0.5 to 0.7, 0.603 are right in the
# tasks of tests/benchmarks/RESULTS.md and 0.667 in its articles.
_EVEN = 0.5
_USUAL_NULLS = NullRates()


@dataclass(frozen=True, slots=True)
class PairModel:
    """What is known of a language pair before it is aligned."""

    lexicon: Lexicon
    ratio: LengthRatio


@dataclass(frozen=True, slots=True)
class Bead:
    """Segments that say the same, by their numbers in both documents, or one of them alone."""

    source: tuple[int, ...]
    target: tuple[int, ...]
    score: float  # 0 to 1: the probability that it is right; of a segment alone, that it has no counterpart


def align_documents(
    source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures], langs: tuple[str, str], model: PairModel
) -> list[Bead]:
    """The beads between two documents, every segment in one: first those of both sides by their first source.

    Segments are numbered from 0 as they come; `langs` are the languages of source and target.

    Raises:
        KeyError: a language is not registered, or a segment is of a kind that takes no part.
    """
    alone = [np.ones(len(source)), np.ones(len(target))]
    if not source or not target:
        return _with_nulls([], alone)
    channels = _channels(source, target, langs, model.lexicon)
    opens = [segment.kind == "heading" for segment in target]

    def singles(rows: slice) -> Figures:
        return _scores(channels, source[rows], target, model.ratio, Window(rows, slice(0, len(target))), 1)[1, 1]

    places, windows = split_windows(singles, len(source), opens)
    if places != list(range(len(target))):
        target = [target[j] for j in places]
        channels = _channels(source, target, langs, model.lexicon)
    beads: list[Bead] = []
    for window in windows:
        sides = source[window.rows], target[window.columns]
        positions = places[window.columns]
        scores = _scores(channels, *sides, model.ratio, window)
        beads += _window_beads(scores, sides, window.rows.start, positions, [opens[j] for j in positions], alone)
    return _with_nulls(beads, alone)


def _channels(
    source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures], langs: tuple[str, str], lexicon: Lexicon
) -> list[Channel]:
    channels = [
        cognates.names(source, target, langs),
        cognates.concepts(source, target),
        cognates.words(source, target) if langs[0] == langs[1] else lexicon_channel.words(source, target, lexicon),
    ]
    if set(langs) == {"en", "ja"}:
        channels.append(cognates.transliterations(source, target, langs))
    if set(langs) == {"zh", "ja"}:
        channels.append(cognates.han(source, target))
    return channels


def _scores(
    channels: Sequence[Channel],
    source: Sequence[SegmentFeatures],
    target: Sequence[SegmentFeatures],
    ratio: LengthRatio,
    window: Window,
    most: int = MOST,
) -> Scores:
    """The log-odds of every bead in a window, by all evidence together: their sum, as if kinds were independent."""
    parts = [channel.scores(window.rows, window.columns, most) for channel in channels]
    parts += [length_model.scores(source, target, ratio), structure_model.scores(source, target)]
    return {shape: sum((part[shape] for part in parts[1:]), parts[0][shape]) for shape in parts[0]}


def _window_beads(
    scores: Scores,
    sides: tuple[Sequence[SegmentFeatures], Sequence[SegmentFeatures]],
    row: int,
    positions: Sequence[int],
    opens: Sequence[bool],
    alone: Sequence[Figures],
) -> Iterator[Bead]:
    """The beads of a window whose source begins at `row` and whose target segments stand at `positions`.

    What the beads are likely to take of each segment is taken off `alone`, two arrays of probabilities: float64[source
    segments] and float64[target segments] of the whole documents.
    """
    source, target = sides
    field = bead_field(scores, len(source), len(target))
    turn, path = order(field, _USUAL_NULLS, opens)
    if turn != list(range(len(target))):
        field = bead_field(reordered(scores, turn, positions), len(source), len(target))
        positions, target = [positions[j] for j in turn], [target[j] for j in turn]
        path = global_path(field, _USUAL_NULLS)
    nulls = rates_of([not (k and m) for _, k, _, m in path], _USUAL_NULLS)
    likely = posteriors(field, nulls)
    for (k, m), figures in likely.items():
        for offset in range(k):
            alone[0][row + offset : row + offset + figures.shape[0]] -= figures.sum(axis=1)
        for offset in range(m):
            np.subtract.at(alone[1], positions[offset : offset + figures.shape[1]], figures.sum(axis=0))
    same = _equal_segments(target)
    for i, k, j, m in global_path(field, nulls):
        if k and m:
            score = float(likely[k, m][i, same[j]].sum() if (k, m) == (1, 1) else likely[k, m][i, j])
            if score >= _EVEN:
                yield Bead(tuple(range(row + i, row + i + k)), tuple(positions[j : j + m]), min(1.0, score))


def _equal_segments(segments: Sequence[SegmentFeatures]) -> list[list[int]]:
    """For each segment all that say the same: which of ten equal lines is meant can be told by their place alone."""
    places: defaultdict[SegmentFeatures, list[int]] = defaultdict(list)
    for number, segment in enumerate(segments):
        places[segment].append(number)
    return [places[segment] for segment in segments]


def _with_nulls(beads: list[Bead], alone: Sequence[Figures]) -> list[Bead]:
    """The beads in source order, then the segments of either side that are in none."""
    covered = {i for bead in beads for i in bead.source}, {j for bead in beads for j in bead.target}
    sources = [Bead((i,), (), _share(alone[0][i])) for i in range(len(alone[0])) if i not in covered[0]]
    targets = [Bead((), (j,), _share(alone[1][j])) for j in range(len(alone[1])) if j not in covered[1]]
    return [*sorted(beads, key=lambda bead: bead.source), *sources, *targets]


def _share(figure: float) -> float:
    return float(min(1.0, max(0.0, figure)))
