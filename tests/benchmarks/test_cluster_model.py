"""The model of a cluster says what can be worked out by hand."""

from __future__ import annotations

import pytest

from tests.benchmarks.cluster_model import Cluster, Work, seconds


def test_one_worker_takes_the_sum_and_many_the_longest():
    work = Work([[3.0, 1.0, 2.0], [4.0]], whole=5.0)
    assert seconds(work, Cluster(1, start=0.0)) == 15.0
    assert seconds(work, Cluster(100, start=7.0)) == 7.0 + 5.0 + 3.0 + 4.0


def test_shards_go_to_whoever_is_free():
    assert seconds(Work([[4.0, 1.0, 1.0, 1.0]], 0.0), Cluster(2, start=0.0)) == 4.0


def test_what_is_lost_is_done_again():
    work = Work([[10.0] * 1000], 0.0)
    without, lost = (seconds(work, Cluster(10, start=0.0, lost=share)) for share in (0.0, 0.1))
    assert without == pytest.approx(1000.0)
    assert 1030 < lost < 1090  # a tenth of the shards costs half of its time once more
