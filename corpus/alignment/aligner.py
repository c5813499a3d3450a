"""The aligner of a pair of documents: the best beads between them, each with its probability.

The path is computed twice: first with the usual null rates, then with the rates of the first path. The probabilities
are taken over all paths (`posteriors`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np

from corpus.alignment import word_channel
from corpus.alignment.anchors import Window, split_windows
from corpus.alignment.bead_field import (
    MOST,
    Figures,
    Indices,
    Scores,
    bead_field,
    joining_neighbours,
    lowest,
    possible,
    sums,
)
from corpus.alignment.best_path import NullRates, global_path, posteriors, rates_of, single_posterior
from corpus.alignment.features import Bag, SegmentFeatures
from corpus.alignment.lengths import PER_CHARACTER, LengthRatio
from corpus.alignment.lexicon import Lexicon
from corpus.alignment.reordering import order, reordered
from corpus.alignment.sparse_rows import SparseRows, diagonal, from_entries
from corpus.alignment.word_channel import Channel, ChannelWords, joined, segment_counts, side

# A word not met before is hardly expected to be explained; after two beads it is. By hand; no measurement is recorded.
_UNKNOWN, _TRUST = 0.03, 2.0
_MOST = 0.95  # below 1, which would rule a bead out for one word; by hand, no measurement is recorded


def lexicon_words(source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures], lexicon: Lexicon) -> Channel:
    """Return the channel of words in two languages, scored by how often they were aligned before. In a prototype a
    dictionary was worth one to two points of 100 on documentation, and decisive on literature.
    """
    sources, targets = [segment.words for segment in source], [segment.words for segment in target]
    had_source, had_target = lexicon.partner_counts
    vocabulary = _side(sources, lexicon.source, had_source)
    other = _side(targets, lexicon.target, had_target)
    pairs = _pairs(vocabulary, other, lexicon)
    return Channel(
        vocabulary,
        other,
        _translation_probabilities(pairs, vocabulary, lexicon.source),
        _translation_probabilities(pairs.transposed(), other, lexicon.target),
    )


def _side(bags: Sequence[Bag], prior: Mapping[str, float], paired: Mapping[str, float]) -> ChannelWords:
    counts = segment_counts(bags)
    # Half a use more for each word, and one for all others; by hand, no measurement is recorded.
    total = counts.total() + fsum(prior.values()) + 1
    chance = {word: (count + prior.get(word, 0) + 0.5) / total for word, count in counts.items()}
    return side(bags, chance, _explained(counts, prior, paired))


def _explained(counts: Counter[str], prior: Mapping[str, float], paired: Mapping[str, float]) -> dict[str, float]:
    """Return how often each known word had a partner, shrunk towards a small rate for words seen rarely."""
    return {
        word: min(_MOST, (paired.get(word, 0) + _TRUST * _UNKNOWN) / (prior.get(word, 0) + _TRUST)) for word in counts
    }


def _pairs(vocabulary: ChannelWords, other: ChannelWords, lexicon: Lexicon) -> SparseRows:
    entries = [
        (row, other.words[target], count)
        for word, row in vocabulary.words.items()
        for target, count in lexicon.by_source.get(word, ())
        if target in other.words
    ]
    rows, columns, counts = np.array(entries).reshape(-1, 3).T
    shape = len(vocabulary.words), len(other.words)
    return from_entries(counts, rows.astype(np.int64), columns.astype(np.int64), shape)


def _translation_probabilities(pairs: SparseRows, vocabulary: ChannelWords, prior: Mapping[str, float]) -> SparseRows:
    """Return the probability that a word of one side gives each word of the other; a word seen once proves little."""
    return diagonal([1 / (prior.get(word, 0) + 1) for word in vocabulary.words]) @ pairs


# In a prototype the borders of paragraphs added one point of 100.
_CLASS = {"heading": 0, "list_item": 1, "table_cell": 1, "paragraph": 2, "code": 3}
# Log-odds by the classes of both sides: heading, item, paragraph, code. By hand; no measurement is recorded.
_TOGETHER = np.array(
    [
        [1.5, -3.0, -3.0, -6.0],
        [-3.0, 0.8, -0.8, -6.0],
        [-3.0, -0.8, 0.2, -6.0],
        [-6.0, -6.0, -6.0, 2.0],
    ]
)
# Log-odds where both sides open a paragraph or one alone, and for each border inside. By hand; no measurement is
# recorded.
_BOTH_OPEN, _ONE_OPENS, _OVER_BORDER = 0.3, -0.4, -1.0


def structure_scores(source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures], most: int = MOST) -> Scores:
    """Return the log-odds of every bead with at most `most` segments per side, by segment kinds and paragraph starts.
    For each shape that fits: float64[sources - k + 1, targets - m + 1]. Raises KeyError for kinds that take no part.
    """
    classes = [np.array([_CLASS[segment.kind] for segment in side]) for side in (source, target)]
    opens = [np.array([segment.opens for segment in side], dtype=bool) for side in (source, target)]
    kinds = _TOGETHER[classes[0]][:, classes[1]] if source and target else np.zeros((0, 0))
    begins = np.where(opens[0][:, None] & opens[1], _BOTH_OPEN, np.where(opens[0][:, None] ^ opens[1], _ONE_OPENS, 0.0))
    scores_by_shape: Scores = {}
    for k, m in possible(min(most, len(source)), min(most, len(target))):
        rows, columns = len(source) - k + 1, len(target) - m + 1
        borders = _paragraph_borders(opens[0], k)[:, None] + _paragraph_borders(opens[1], m)[None, :]
        scores_by_shape[k, m] = lowest(kinds, (k, m)) + begins[:rows, :columns] + _OVER_BORDER * borders
    return scores_by_shape


def _paragraph_borders(opens: np.ndarray, k: int) -> Figures:
    """Return how many paragraphs begin inside each run of k segments: float64[n - k + 1] for bool[n]."""
    rows = len(opens) - k + 1
    inside = np.zeros(rows)
    for offset in range(1, k):
        inside += opens[offset : offset + rows]
    return inside


# After Gale and Church (1993), with two differences: it is the log of the ratio of lengths that is normally
# distributed, and its density is compared with that of segments paired at random, which gives log-odds instead of a
# cost. In a prototype lengths added 5 to 7 points of 100 to other evidence, and were useless alone (0.5).
_WORST = -12.0  # log-odds, so that a length alone rules nothing out; by hand, no measurement is recorded


def random_spread(source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures]) -> float:
    """Return the spread of the log length ratio of randomly paired segments. Each side needs at least one segment."""
    lengths, other = (np.array([segment.length for segment in side]) for side in (source, target))
    # 0.3 by hand, so that it is not 0 where all segments are equally long.
    return float(np.hypot(np.std(np.log(lengths)), np.std(np.log(other)))) + 0.3


def length_scores(
    source: Sequence[SegmentFeatures],
    target: Sequence[SegmentFeatures],
    ratio: LengthRatio,
    anywhere: float,
    most: int = MOST,
) -> Scores:
    """Return the log-odds of every bead by its lengths, translations against random pairs; never below -12. `anywhere`
    is the spread of random pairs, `most` the largest number of segments per side. For each shape: float64[sources - k
    + 1, targets - m + 1]; empty if a side has no segment.
    """
    if not source or not target:
        return {}
    lengths, other = (np.array([segment.length for segment in side]) for side in (source, target))
    scores_by_shape: Scores = {}
    for k, m in possible(min(most, len(lengths)), min(most, len(other))):
        a, b = sums(lengths, k)[:, None], sums(other, m)[None, :]
        off = np.log(b) - np.log(a) - ratio.mean
        spread = np.sqrt(ratio.spread**2 + PER_CHARACTER / np.minimum(a * np.exp(ratio.mean), b))
        odds = np.log(anywhere / spread) + (off / anywhere) ** 2 / 2 - (off / spread) ** 2 / 2
        scores_by_shape[k, m] = np.maximum(odds, _WORST)
    return scores_by_shape


# Beads that are more likely wrong than right are none. Of those with scores from 0.5 to 0.7, 0.603 are right in the
# tasks of tests/benchmarks/RESULTS.md and 0.667 in its articles.
_EVEN = 0.5
_USUAL_NULLS = NullRates()


@dataclass(frozen=True, slots=True)
class PairModel:
    """What is known of a language pair before alignment."""

    lexicon: Lexicon
    ratio: LengthRatio


@dataclass(frozen=True, slots=True)
class Bead:
    """Segments that say the same, by their numbers in both documents, or one segment without counterpart."""

    source: tuple[int, ...]
    target: tuple[int, ...]
    score: float  # 0 to 1: the probability that it is right; of a segment alone, that it has no counterpart


def align_documents(
    source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures], langs: tuple[str, str], model: PairModel
) -> list[Bead]:
    """Return the beads of two documents, each segment in one: two-sided beads by first source, then single segments.
    Segments are numbered from 0 in the given order. Raises KeyError for an unknown language or kind of segment.
    """
    alone = [np.ones(len(source)), np.ones(len(target))]
    if not source or not target:
        return _with_nulls([], alone)
    documents = _Pair(
        source, target, _channel(source, target, langs, model.lexicon), model.ratio, random_spread(source, target)
    )
    places = np.arange(len(target))

    def singles(rows: slice) -> Figures:
        return _scores(documents, np.arange(rows.start, rows.stop), places, 1)[1, 1]

    targets, windows = split_windows(singles, len(source), [segment.kind == "heading" for segment in target])
    beads: list[Bead] = []
    for window in windows:
        beads += _window_beads(documents, window, np.array(targets[window.columns], dtype=np.int64), alone)
    return _with_nulls(beads, alone)


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two documents with the evidence by which their segments are compared."""

    source: Sequence[SegmentFeatures]
    target: Sequence[SegmentFeatures]
    channel: Channel
    ratio: LengthRatio
    random_spread: float  # of the log of the ratio of lengths, of segments paired at random


def _channel(
    source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures], langs: tuple[str, str], lexicon: Lexicon
) -> Channel:
    """Return all word channels of the documents as one."""
    channels = [
        word_channel.names(source, target, langs),
        word_channel.concepts(source, target),
        word_channel.words(source, target) if langs[0] == langs[1] else lexicon_words(source, target, lexicon),
    ]
    if set(langs) == {"en", "ja"}:
        channels.append(word_channel.transliterations(source, target, langs))
    if set(langs) == {"zh", "ja"}:
        channels.append(word_channel.han(source, target))
    return joined(channels)


def _scores(documents: _Pair, rows: Indices, columns: Indices, most: int = MOST) -> Scores:
    """Return the log-odds of every bead between these segments (int64[n], int64[m]), summed over all evidence."""
    source, target = [documents.source[i] for i in rows], [documents.target[j] for j in columns]
    parts = [
        documents.channel.scores(rows, columns, most),
        length_scores(source, target, documents.ratio, documents.random_spread, most),
        structure_scores(source, target, most),
    ]
    return {shape: parts[0][shape] + parts[1][shape] + parts[2][shape] for shape in parts[0]}


def _window_beads(documents: _Pair, window: Window, targets: Indices, alone: Sequence[Figures]) -> Iterator[Bead]:
    """Yield the beads of a window; `targets` are the numbers of its target segments: int64[columns]. The probability
    that a bead takes a segment is subtracted from `alone`, one array per side of the whole documents: float64[source
    segments] and float64[target segments].
    """
    rows = _open_places(window.rows, [pair.source for pair in window.settled])
    columns = targets[_open_places(window.columns, [pair.target for pair in window.settled]) - window.columns.start]
    scores = joining_neighbours(_scores(documents, rows, columns), rows, columns)
    field = bead_field(scores, len(rows), len(columns))
    turn, path = order(field, _USUAL_NULLS, [documents.target[j].kind == "heading" for j in columns])
    if turn != list(range(len(columns))):
        field = bead_field(reordered(scores, turn), len(rows), len(columns))
        columns = columns[turn]
        path = global_path(field, _USUAL_NULLS)
    settled = [False] * len(window.settled)
    nulls = rates_of([*(not (k and m) for _, k, _, m in path), *settled], _USUAL_NULLS)
    likely = posteriors(field, nulls)
    for (k, m), figures in likely.items():
        for offset in range(k):
            np.subtract.at(alone[0], rows[offset : offset + figures.shape[0]], figures.sum(axis=1))
        for offset in range(m):
            np.subtract.at(alone[1], columns[offset : offset + figures.shape[1]], figures.sum(axis=0))
    same = _equal_segments([documents.target[j] for j in columns])
    for i, k, j, m in global_path(field, nulls):
        if k and m:
            score = float(likely[k, m][i, same[j]].sum() if (k, m) == (1, 1) else likely[k, m][i, j])
            if score >= _EVEN:
                yield Bead(tuple(rows[i : i + k].tolist()), tuple(columns[j : j + m].tolist()), min(1.0, score))
    for pair in window.settled:
        score = single_posterior(pair.log_odds, nulls)
        yield Bead((pair.source,), (int(targets[pair.target - window.columns.start]),), score)


def _open_places(places: slice, settled: Sequence[int]) -> Indices:
    """Return the places that are not settled."""
    return np.delete(np.arange(places.start, places.stop), np.array(settled, dtype=np.int64) - places.start)


def _equal_segments(segments: Sequence[SegmentFeatures]) -> list[list[int]]:
    """Return, for each segment, all segments with the same evidence. Only position tells ten equal lines apart."""
    places: defaultdict[SegmentFeatures, list[int]] = defaultdict(list)
    for number, segment in enumerate(segments):
        places[segment].append(number)
    return [places[segment] for segment in segments]


def _with_nulls(beads: list[Bead], alone: Sequence[Figures]) -> list[Bead]:
    """Return the beads in source order, followed by the segments of each side that are in no bead."""
    covered = {i for bead in beads for i in bead.source}, {j for bead in beads for j in bead.target}
    sources = [Bead((i,), (), _share(alone[0][i])) for i in range(len(alone[0])) if i not in covered[0]]
    targets = [Bead((), (j,), _share(alone[1][j])) for j in range(len(alone[1])) if j not in covered[1]]
    return [*sorted(beads, key=lambda bead: bead.source), *sources, *targets]


def _share(figure: float) -> float:
    return float(min(1.0, max(0.0, figure)))
