"""A channel: one kind of words by which segments are known, and what a shared word is worth as evidence.

The model is the mixture of IBM model 1 (Brown et al. 1993), over the different words of a bead: a word of one side
is explained by the words of the other, each as likely as the next, with probability `explained`, and stands by chance
as often as it stands anywhere. The score of a bead is the log of how much more likely its words are together than
apart, the mean of both directions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from corpus.alignment.bead_field import MOST, PRIOR, Figures, Indices, Scores, possible
from corpus.alignment.features import Bag, SegmentFeatures
from corpus.alignment.sparse_rows import SparseRows, block_diagonal, from_entries, side_by_side
from corpus.languages import pack

# No shared word is more likely than by this factor with what explains it; by hand, no measurement is recorded.
_MOST_LIKELY = 200.0


@dataclass(frozen=True, slots=True)
class ChannelWords:
    """The words of one document in this channel, or in several that are counted together."""

    words: dict[str, int]  # word → column; empty where several channels are joined
    bags: SparseRows  # float64[segments, words], 0 or 1
    chance: Figures  # float64[words], above 0 and at most 1: how often each word stands anywhere
    explained: Figures  # float64[words], 0 to below 1: how often the other side has it too
    kinds: Indices  # int64[words]: the channel of each, from 0


@dataclass(frozen=True, slots=True)
class Channel:
    """Both sides of a channel, and how likely each word of one gives each word of the other."""

    source: ChannelWords
    target: ChannelWords
    forward: SparseRows  # float64[source words, target words], probabilities
    backward: SparseRows  # float64[target words, source words], probabilities

    def scores(self, rows: Indices, columns: Indices, most: int = MOST) -> Scores:
        """Return the log-odds of every bead of at most `most` segments per side. For each shape that fits:
        float64[rows - k + 1, columns - m + 1], for the source segments `rows` and the target segments `columns`, as if
        those listed one after the other were adjacent.
        """
        sources, targets = _runs(self.source.bags[rows], most), _runs(self.target.bags[columns], most)
        ahead = _one_way(sources, targets, self.source, self.target, self.forward)
        back = _one_way(targets, sources, self.target, self.source, self.backward)
        return {(k, m): (figures + back[m, k].T) / 2 for (k, m), figures in ahead.items()}


def joined(channels: Sequence[Channel]) -> Channel:
    """Return several channels of the same documents as one, whose scores are the sums of theirs."""
    source = _joined_words([channel.source for channel in channels])
    target = _joined_words([channel.target for channel in channels])
    forward = block_diagonal([channel.forward for channel in channels])
    backward = block_diagonal([channel.backward for channel in channels])
    return Channel(source, target, forward, backward)


def _joined_words(parts: Sequence[ChannelWords]) -> ChannelWords:
    return ChannelWords(
        {},
        side_by_side([part.bags for part in parts]),
        np.concatenate([part.chance for part in parts]),
        np.concatenate([part.explained for part in parts]),
        np.repeat(np.arange(len(parts)), [len(part.chance) for part in parts]),
    )


def segment_counts(bags: Sequence[Bag]) -> Counter[str]:
    """Count the segments that each word occurs in; a bag has each of its words once."""
    return Counter(word for bag in bags for word in bag)


def side(bags: Sequence[Bag], chance: Mapping[str, float], explained: Mapping[str, float]) -> ChannelWords:
    """Return one side of a channel. Words that are not in `explained` are left out: they are no evidence.

    `chance` and `explained` are probabilities by word, as in `ChannelWords`.

    Raises:
        KeyError: a word of `explained` has no `chance`.
    """
    words = {word: column for column, word in enumerate(sorted(explained))}
    columns = [[words[word] for word in bag if word in words] for bag in bags]
    starts = np.cumsum([0, *(len(row) for row in columns)])
    flat = np.array([column for row in columns for column in row], dtype=np.int64)
    matrix = SparseRows(np.ones(len(flat)), flat, starts, len(words))
    kinds = np.zeros(len(words), dtype=np.int64)
    return ChannelWords(words, matrix, _word_figures(words, chance), _word_figures(words, explained), kinds)


def _word_figures(words: Iterable[str], figures: Mapping[str, float]) -> Figures:
    return np.array([figures[word] for word in words])


@dataclass(frozen=True, slots=True)
class _Runs:
    """The bags of runs of segments, stacked: single segments, then two neighbours joined, then three and more."""

    bags: SparseRows  # float64[runs, words], 0 or 1
    first: list[int]  # row of the first run of one segment, of two …, and one past the last

    def of(self, k: int) -> slice:
        """Return the rows of the runs of k segments."""
        return slice(self.first[k - 1], self.first[k])

    @property
    def longest(self) -> int:
        """The number of segments in the longest run."""
        return len(self.first) - 1


def _runs(bags: SparseRows, most: int) -> _Runs:
    segments = bags.shape[0]
    counts = [segments - k + 1 for k in range(1, max(1, min(most, segments)) + 1)]
    first = [0, *np.cumsum(counts).tolist()]
    if len(counts) == 1:
        return _Runs(bags, first)
    inside = np.concatenate([(np.arange(count)[:, None] + np.arange(k)).ravel() for k, count in enumerate(counts, 1)])
    starts = np.append(0, np.cumsum(np.repeat(np.arange(1, len(counts) + 1), counts)))
    runs = SparseRows(np.ones(len(inside)), inside, starts, segments) @ bags
    return _Runs(replace(runs, data=np.ones(len(runs.data))), first)  # a word counts once


def _one_way(
    sources: _Runs, targets: _Runs, source: ChannelWords, target: ChannelWords, probabilities: SparseRows
) -> Scores:
    """Return for each bead the log of how much likelier its target words are with its source words than by chance."""
    shapes = possible(sources.longest, targets.longest) if sources.first[-1] and targets.first[-1] else []
    if not shapes:
        return {}
    unexplained = np.log1p(-target.explained)
    alone = targets.bags.times(unexplained)
    gains = _run_gain(sources.bags, probabilities, source, target, unexplained)
    longest = {k: max(m for other, m in shapes if other == k) for k, _ in shapes}
    scores_by_shape: Scores = {}
    # Runs that meet the same ends are multiplied in one go: each product of sparse matrices costs more than its terms.
    for reach in sorted(set(longest.values())):
        alike = [k for k in longest if longest[k] == reach]
        rows = slice(sources.first[alike[0] - 1], sources.first[alike[-1]])
        columns = targets.first[reach]
        product = gains[rows].dense_product(targets.bags[:columns].transposed()) + alone[:columns]
        for k in alike:
            part = product[sources.first[k - 1] - rows.start : sources.first[k] - rows.start]
            for m in range(1, reach + 1):
                if (k, m) in PRIOR:
                    scores_by_shape[k, m] = part[:, targets.of(m)]
    return {shape: scores_by_shape[shape] for shape in shapes}


def _run_gain(
    runs: SparseRows, probabilities: SparseRows, source: ChannelWords, target: ChannelWords, unexplained: Figures
) -> SparseRows:
    """Return, for each run of source segments and each target word, what the run adds to the word's log-odds."""
    likely = runs @ probabilities
    row, word = likely.rows, likely.indices
    kinds = int(source.kinds.max(initial=0)) + 1
    size = np.bincount(
        runs.rows * kinds + source.kinds[runs.indices], minlength=runs.shape[0] * kinds
    )  # how many words of each channel a run has
    factor = np.minimum(
        likely.data / np.maximum(size[row * kinds + target.kinds[word]], 1) / target.chance[word], _MOST_LIKELY
    )
    explained = target.explained[word]
    return replace(likely, data=np.log(1 - explained + explained * factor) - unexplained[word])


_UNSEEN = 100  # words of a document that was not written; by hand, no measurement is recorded
_OTHER_WORD = 0.02  # an English word that is no name may stay as it is; by hand, no measurement is recorded


def names(source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures], langs: tuple[str, str]) -> Channel:
    """Return the channel of numbers, identifiers and other words in Latin letters. The share expected of each
    language is the `kept_names` of its pack. The 0.8 is set by hand; in true pairs of a prototype 0.87 of the Latin
    words were found again, in shifted ones 0.17. Raises KeyError if a language is not registered.
    """
    expected: list[dict[str, float]] = []
    for segments, lang in zip((source, target), langs, strict=True):
        firm = {name for segment in segments for name in segment.firm}
        share = pack(lang).kept_names
        all_names = (name for segment in segments for name in segment.names)
        expected.append({name: share if name in firm else _OTHER_WORD for name in all_names})
    return _channel(
        [segment.names for segment in source], [segment.names for segment in target], *expected, probability=0.8
    )


def words(source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures]) -> Channel:
    """Return the channel of words, for two documents in the same language."""
    return _even_channel([segment.words for segment in source], [segment.words for segment in target], (0.8, 0.8), 0.8)


def concepts(source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures]) -> Channel:
    """Return the channel of glossary concepts, whatever their form."""
    return _even_channel(
        [segment.concepts for segment in source], [segment.concepts for segment in target], (0.6, 0.6), 0.8
    )


def transliterations(
    source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures], langs: tuple[str, str]
) -> Channel:
    """Return the channel of katakana loan words and the English words they sound like. Few English words have one."""
    expected = (0.5 if langs[0] == "ja" else 0.03, 0.5 if langs[1] == "ja" else 0.03)
    return _even_channel([segment.sounds for segment in source], [segment.sounds for segment in target], expected, 0.5)


def han(source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures]) -> Channel:
    """Return the channel of Han characters, shared by zh and ja; they raised a prototype's score from 0.885 to 0.92."""
    return _even_channel([segment.han for segment in source], [segment.han for segment in target], (0.5, 0.5), 0.5)


def _even_channel(source: list[Bag], target: list[Bag], expected: tuple[float, float], probability: float) -> Channel:
    shares = [
        dict.fromkeys(segment_counts(bags), share) for bags, share in zip((source, target), expected, strict=True)
    ]
    return _channel(source, target, shares[0], shares[1], probability=probability)


def _channel(
    source: list[Bag],
    target: list[Bag],
    expected: dict[str, float],
    expected_back: dict[str, float],
    *,
    probability: float,
) -> Channel:
    """Return a channel in which each word gives itself, with probability `probability`."""
    vocabulary = side(source, _chances(segment_counts(source)), expected)
    other = side(target, _chances(segment_counts(target)), expected_back)
    return Channel(
        vocabulary,
        other,
        _equal_word_matrix(vocabulary, other, probability),
        _equal_word_matrix(other, vocabulary, probability),
    )


def _chances(counts: Counter[str]) -> dict[str, float]:
    """Return the chance of each word anywhere, as if the document were longer: a short one is a poor sample."""
    total = counts.total() + _UNSEEN
    # Half a use more for each word; by hand, no measurement is recorded.
    return {word: (count + 0.5) / total for word, count in counts.items()}


def _equal_word_matrix(vocabulary: ChannelWords, other: ChannelWords, probability: float) -> SparseRows:
    shared = [(row, other.words[word]) for word, row in vocabulary.words.items() if word in other.words]
    rows, columns = np.array(shared, dtype=np.int64).reshape(-1, 2).T
    shape = len(vocabulary.words), len(other.words)
    return from_entries(np.full(len(rows), probability), rows, columns, shape)
