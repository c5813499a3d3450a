"""Cognates: names, numbers, concepts, sounds and Han characters, which both languages write in the same way.

Each channel has two kinds of probabilities: how often the other side is expected to have one of its words too
(`expected`), and how likely it is exactly the same word (`probability`). Unless noted they are set by hand, without
a recorded measurement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from corpus.alignment.features import Bag, SegmentFeatures
from corpus.alignment.sparse_rows import SparseRows, from_entries
from corpus.alignment.word_channel import Channel, ChannelWords, segment_counts, side
from corpus.languages import pack

_UNSEEN = 100  # words of a document that was not written; by hand, no measurement is recorded
_OTHER_WORD = 0.02  # an English word that is no name may stay as it is; by hand, no measurement is recorded


def names(source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures], langs: tuple[str, str]) -> Channel:
    """Return the channel of numbers, identifiers and other words in Latin letters.

    The share expected of each language is the `kept_names` of its pack, counted in texts that were aligned by hand. The
    0.8 is set by hand; in true pairs of a prototype 0.87 of the Latin words were found again, in shifted ones 0.17.

    Raises:
        KeyError: a language is not registered.
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
