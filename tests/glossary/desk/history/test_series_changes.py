"""Changes from build to build, and the series that they give back."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc
from hypothesis import given
from hypothesis import strategies as st

from glossary.desk.history.build_series import (
    CHANGES,
    SERIES,
    SeriesKey,
    changes_between,
    courses,
    folded,
    in_order,
    state_after,
)

State = dict[str, float]
STATES = st.lists(st.dictionaries(st.sampled_from("abcdef"), st.integers(1, 4).map(float)), min_size=1, max_size=8)


def key(name: str) -> SeriesKey:
    return SeriesKey("rule", name, "zh", "major", "findings")


def series(state: State) -> pa.Table:
    rows = [{**key(name)._asdict(), "value": value} for name, value in state.items()]
    return pa.Table.from_pylist(rows, schema=SERIES)


def values(table: pa.Table) -> State:
    return {row["subject"]: row["value"] for row in table.to_pylist()}


def recorded(states: list[State]) -> list[pa.Table]:
    """What each of the builds changes."""
    tables: list[pa.Table] = []
    for number, state in enumerate(states, 1):
        tables.append(changes_between(state_after(in_order(tables)), series(state), number))
    return tables


@given(STATES)
def test_every_state_comes_back_from_the_changes(states: list[State]):
    tables = recorded(states)
    half = len(tables) // 2
    for changes in (in_order(tables), in_order([folded(tables[:half] or [CHANGES.empty_table()]), *tables[half:]])):
        for number, state in enumerate(states, 1):
            assert values(state_after(changes.filter(pc.less_equal(changes["number"], number)))) == state


@given(STATES)
def test_courses_are_the_values_over_the_builds(states: list[State]):
    series = courses(in_order(recorded(states)), range(1, len(states) + 1))
    names = {name for state in states for name in state}
    assert series == {key(name): [state.get(name, 0.0) for state in states] for name in names}


def test_only_what_changed_is_kept():
    _, second, third = recorded([{"a": 1, "b": 2}, {"b": 3, "c": 1}, {"b": 3, "c": 1}])
    assert [(row["number"], row["subject"], row["value"]) for row in second.to_pylist()] == [
        (2, "a", None),
        (2, "b", 3.0),
        (2, "c", 1.0),
    ]
    assert third.num_rows == 0
