"""Translated: words that a lexicon knows to stand for each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import fsum

import numpy as np
from scipy import sparse

from corpus.alignment.features import Bag, Evidence
from corpus.alignment.lexicon import Lexicon
from corpus.alignment.word_channel import Channel, ChannelWords, counted, side

_UNKNOWN, _TRUST = 0.03, 2.0  # a word not met before is hardly expected to be explained; after two beads it is
_MOST = 0.95


def words(source: Sequence[Evidence], target: Sequence[Evidence], lexicon: Lexicon) -> Channel:
    """Words of two languages, by how often they were aligned before."""
    sources, targets = [one.words for one in source], [one.words for one in target]
    had_source, had_target = lexicon.paired
    one = _side(sources, lexicon.source, had_source)
    other = _side(targets, lexicon.target, had_target)
    pairs = _pairs(one, other, lexicon)
    return Channel(one, other, _given(pairs, one, lexicon.source), _given(pairs.T.tocsr(), other, lexicon.target))


def _side(bags: Sequence[Bag], met: Mapping[str, float], paired: Mapping[str, float]) -> ChannelWords:
    here = counted(bags)
    total = here.total() + fsum(met.values()) + 1
    chance = {word: (count + met.get(word, 0) + 0.5) / total for word, count in here.items()}
    return side(bags, chance, _explained(here, met, paired))


def _explained(here: Counter[str], met: Mapping[str, float], paired: Mapping[str, float]) -> dict[str, float]:
    """How often each word had a partner where it was met, drawn towards hardly ever where it was met seldom."""
    return {word: min(_MOST, (paired.get(word, 0) + _TRUST * _UNKNOWN) / (met.get(word, 0) + _TRUST)) for word in here}


def _pairs(one: ChannelWords, other: ChannelWords, lexicon: Lexicon) -> sparse.csr_array:
    known = [
        (row, other.words[target], count)
        for word, row in one.words.items()
        for target, count in lexicon.by_source.get(word, ())
        if target in other.words
    ]
    rows, columns, counts = np.array(known).reshape(-1, 3).T
    place = (rows.astype(np.int64), columns.astype(np.int64))
    return sparse.csr_array((counts, place), shape=(len(one.words), len(other.words)))


def _given(pairs: sparse.csr_array, given: ChannelWords, met: Mapping[str, float]) -> sparse.csr_array:
    """How likely each word of one side gives each of the other; a word met once proves little."""
    once = sparse.diags_array([1 / (met.get(word, 0) + 1) for word in given.words])
    likely: sparse.csr_array = (once @ pairs).tocsr()
    return likely
