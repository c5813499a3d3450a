"""A course of values as small bars."""

from __future__ import annotations

import pytest

from glossary.desk.history.history_text import sparkline, thinned


@pytest.mark.parametrize(
    ("values", "bars"),
    [
        ([1, 2, 3, 4, 5, 6, 7, 8], "▁▂▃▄▅▆▇█"),
        ([8, 1], "█▁"),
        ([0, 0, 0], "▁▁▁"),
        ([5, 5], "▄▄"),
        ([], ""),
    ],
)
def test_bars_lie_between_the_smallest_and_the_largest_value(values: list[float], bars: str):
    assert sparkline(values) == bars


def test_many_values_become_so_many_and_the_last_one_is_in():
    assert list(thinned(range(365), 40))[-1] == 364
    assert len(sparkline(range(365))) == 40
    assert list(thinned([1, 2, 3, 4], 2)) == [2, 4]
