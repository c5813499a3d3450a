"""A channel: one kind of words by which segments are known, and what a shared word is worth as evidence.

The model is the mixture behind IBM model 1 (Brown et al. 1993), over the different words of a bead: a word of one side
is explained by the words of the other, each as likely as the next, with probability `explained`, and stands by chance
as often as it stands anywhere. The score of a bead is the log of how much more likely its words are together than
apart, the mean of both directions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from corpus.alignment.bead_types import MOST, PRIOR, Figures, Scores, possible
from corpus.alignment.features import Bag

# No shared word is more likely than by this factor with what explains it; by hand, no measurement is recorded.
_MOST_LIKELY = 200.0


@dataclass(frozen=True, slots=True)
class ChannelWords:
    """The words of one document in this channel."""

    words: dict[str, int]  # word → column
    bags: sparse.csr_array  # float64[segments, words], 0 or 1
    chance: Figures  # float64[words], above 0 and at most 1: how often each word stands anywhere
    explained: Figures  # float64[words], 0 to below 1: how often the other side has it too


@dataclass(frozen=True, slots=True)
class Channel:
    """Both sides, and how likely each word of one gives each word of the other."""

    source: ChannelWords
    target: ChannelWords
    forward: sparse.csr_array  # float64[source words, target words], probabilities
    backward: sparse.csr_array  # float64[target words, source words], probabilities

    def scores(self, rows: slice, columns: slice, most: int = MOST) -> Scores:
        """The log-odds of every bead of at most so many segments a side among these.

        Of each shape that finds room: float64[rows - k + 1, columns - m + 1], for the source segments of `rows` and the
        target segments of `columns`.
        """
        ahead = _one_way(self.source, self.target, self.forward, rows, columns, most)
        back = _one_way(self.target, self.source, self.backward, columns, rows, most)
        return {(k, m): (figures + back[m, k].T) / 2 for (k, m), figures in ahead.items()}


def segment_counts(bags: Sequence[Bag]) -> Counter[str]:
    """In how many segments each word stands: a bag has each of its words once."""
    return Counter(word for bag in bags for word in bag)


def side(bags: Sequence[Bag], chance: Mapping[str, float], explained: Mapping[str, float]) -> ChannelWords:
    """One side of a channel; words without `explained` are left out, as they tell nothing.

    `chance` and `explained` are probabilities by word, as in `ChannelWords`.

    Raises:
        KeyError: a word of `explained` has no `chance`.
    """
    words = {word: column for column, word in enumerate(sorted(explained))}
    columns = [[words[word] for word in bag if word in words] for bag in bags]
    starts = np.concatenate([[0], np.cumsum([len(row) for row in columns])])
    flat = np.array([column for row in columns for column in row], dtype=np.int64)
    matrix = sparse.csr_array((np.ones(len(flat)), flat, starts), shape=(len(bags), len(words)))
    return ChannelWords(words, matrix, _word_figures(words, chance), _word_figures(words, explained))


def _word_figures(words: Iterable[str], figures: Mapping[str, float]) -> Figures:
    return np.array([figures[word] for word in words])


def _runs(bags: sparse.csr_array, most: int) -> tuple[sparse.csr_array, list[int]]:
    """The bags of single segments, then of two neighbours joined, of three …, one below the other; how many of each."""
    joined = [bags]
    for k in range(2, min(most, bags.shape[0]) + 1):
        runs = (joined[-1][:-1] + bags[k - 1 :]).tocsr()
        runs.data[:] = 1
        joined.append(runs)
    counts = [runs.shape[0] for runs in joined]
    return (sparse.vstack(joined, format="csr") if len(joined) > 1 else bags), counts


def _one_way(
    source: ChannelWords, target: ChannelWords, probabilities: sparse.csr_array, rows: slice, columns: slice, most: int
) -> Scores:
    """For each bead, the log of how much more likely its target words are with its source words than by chance."""
    unexplained = np.log1p(-target.explained)
    ends, end_counts = _runs(target.bags[columns], most)
    runs, run_counts = _runs(source.bags[rows], most)
    shapes = possible(len(run_counts), len(end_counts))
    if not shapes:
        return {}
    alone = ends @ unexplained
    gains = _run_gain(runs, probabilities, target, unexplained)
    first_run, first_end = (np.concatenate([[0], np.cumsum(counts)]) for counts in (run_counts, end_counts))
    turned = ends.T.tocsr()
    longest = {k: max(m for other, m in shapes if other == k) for k, _ in shapes}
    scores_by_shape: Scores = {}
    # Runs that meet the same ends are multiplied in one go: each product of sparse matrices costs more than its terms.
    for reach in sorted(set(longest.values())):
        alike = [k for k in longest if longest[k] == reach]
        chosen = np.concatenate([np.arange(first_run[k - 1], first_run[k]) for k in alike])
        product = (gains[chosen] @ turned[:, : first_end[reach]]).toarray() + alone[: first_end[reach]]
        begin = 0
        for k in alike:
            part = product[begin : begin + run_counts[k - 1]]
            begin += run_counts[k - 1]
            for m in range(1, reach + 1):
                if (k, m) in PRIOR:
                    scores_by_shape[k, m] = part[:, first_end[m - 1] : first_end[m]]
    return {shape: scores_by_shape[shape] for shape in shapes}


def _run_gain(
    run: sparse.csr_array, probabilities: sparse.csr_array, target: ChannelWords, unexplained: Figures
) -> sparse.csr_array:
    """For each run of source segments and target word, what the run adds to the word's log-odds."""
    likely: sparse.csr_array = (run @ probabilities).tocsr()
    size = np.repeat(1 / np.maximum(run.sum(axis=1), 1), np.diff(likely.indptr))
    word = likely.indices
    factor = np.minimum(likely.data * size / target.chance[word], _MOST_LIKELY)
    explained = target.explained[word]
    likely.data = np.log(1 - explained + explained * factor) - unexplained[word]
    return likely
