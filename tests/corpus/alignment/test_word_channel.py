"""Channels: several are joined to one whose scores are the sums of theirs."""

from __future__ import annotations

import numpy as np
import pytest

from corpus.alignment import word_channel
from corpus.alignment.word_channel import joined
from tests.corpus.alignment.made import said

PAGE = [
    said(names="alpha1 beta2", words="one two"),
    said(names="gamma3"),
    said(words="three"),
    said(names="delta4 beta2"),
]
OTHER = [said(names="alpha1"), said(names="beta2 gamma3", words="two"), said(words="three one")]
ROWS, COLUMNS = np.arange(len(PAGE)), np.arange(len(OTHER))


def test_scores_are_the_sums_of_each_channel():
    channels = [
        word_channel.names(PAGE, OTHER, ("en", "zh")),
        word_channel.words(PAGE, OTHER),
        word_channel.concepts(PAGE, OTHER),
    ]
    together = joined(channels).scores(ROWS, COLUMNS)
    channel_scores = [channel.scores(ROWS, COLUMNS) for channel in channels]
    assert list(together) == list(channel_scores[0])
    for shape, figures in together.items():
        assert figures == pytest.approx(sum(scores[shape] for scores in channel_scores))
    assert np.ptp(together[1, 1]) > 3


def test_a_word_of_two_segments_counts_once_in_their_bead():
    channel = word_channel.names([said(names="alpha1"), said(names="alpha1")], [said(names="alpha1")], ("en", "zh"))
    scores = channel.scores(np.arange(2), np.arange(1))
    assert scores[2, 1][0, 0] == pytest.approx(scores[1, 1][0, 0])


def test_nothing_has_no_scores():
    assert word_channel.names([], [], ("en", "zh")).scores(np.arange(0), np.arange(0)) == {}
