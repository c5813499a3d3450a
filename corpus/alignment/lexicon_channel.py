"""Translated: words that a lexicon knows to stand for each other.

The counts are those of `ibm1`; made probabilities, they are drawn towards what is likely of a word not met before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum

import numpy as np

from corpus.alignment.features import Bag, SegmentFeatures
from corpus.alignment.lexicon import Lexicon
from corpus.alignment.sparse_rows import SparseRows, diagonal, from_entries
from corpus.alignment.word_channel import Channel, ChannelWords, segment_counts, side

# A word not met before is hardly expected to be explained; after two beads it is. By hand; no measurement is recorded.
_UNKNOWN, _TRUST = 0.03, 2.0
_MOST = 0.95  # below 1, which would rule a bead out for one word; by hand, no measurement is recorded


def words(source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures], lexicon: Lexicon) -> Channel:
    """Return words of two languages, by how often they were aligned before.

    In a prototype a dictionary was worth one to two points of 100 on documentation, and decisive on literature.
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
    """Return how often each word had a partner where it was met, drawn towards hardly ever where it was met seldom."""
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
    """Return the probability that each word of one side gives each of the other; a word met once proves little."""
    return diagonal([1 / (prior.get(word, 0) + 1) for word in vocabulary.words]) @ pairs
