"""Changes: of the series of many builds only what differs from the build before is kept, and gives all back again."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

from glossary.desk.history.build_series import KEY, SERIES, SeriesKey

# One row is a value that a build gave a series, by the number of the build in the history; null: the series ended.
CHANGES = pa.schema([pa.field("number", pa.int32(), nullable=False), *SERIES])


def no_changes() -> pa.Table:
    """Return a table of changes without rows."""
    return CHANGES.empty_table()


def state_at(changes: pa.Table, number: int | None = None) -> pa.Table:
    """Return the series (`SERIES`) as they were with a build, or after all changes; these are in order of builds."""
    if number is not None:
        changes = changes.filter(pc.less_equal(changes["number"], number))
    last = changes.group_by(list(KEY), use_threads=False).aggregate(
        [("value", "last", pc.ScalarAggregateOptions(skip_nulls=False, min_count=0))]
    )
    state = last.rename_columns({"value_last": "value"}).select(SERIES.names)
    return state.filter(pc.is_valid(state["value"])).cast(SERIES)


def changes_between(before: pa.Table, after: pa.Table, number: int) -> pa.Table:
    """Return what a build with this number changes (`CHANGES`), given the series before and its own, by key."""
    sides = pa.concat_tables([_sided(before, "old"), _sided(after, "new")])
    joined = sides.group_by(list(KEY)).aggregate([("old", "max"), ("new", "max")])
    old, new = joined["old_max"], joined["new_max"]
    differ = pc.or_kleene(pc.xor(pc.is_valid(old), pc.is_valid(new)), pc.fill_null(pc.not_equal(old, new), False))
    changed = joined.filter(differ).sort_by([(name, "ascending") for name in KEY])
    numbers = pa.array([number] * changed.num_rows, pa.int32())
    return pa.table([numbers, *(changed[name] for name in KEY), changed["new_max"]], schema=CHANGES)


def _sided(series: pa.Table, side: str) -> pa.Table:
    empty = pa.nulls(series.num_rows, pa.float64())
    values = {"old": empty, "new": empty, side: series["value"]}
    return pa.table({**{name: series[name] for name in KEY}, **values})


def folded(tables: Sequence[pa.Table]) -> pa.Table:
    """Return the changes of many builds as one table in which those of a series stand together, in order of builds."""
    return pa.concat_tables(tables).sort_by([*((name, "ascending") for name in KEY), ("number", "ascending")])


def in_order(tables: Sequence[pa.Table]) -> pa.Table:
    """Return the changes of many builds as one table in the order of builds."""
    return pa.concat_tables([no_changes(), *tables]).sort_by("number")


def courses(changes: pa.Table, numbers: Sequence[int]) -> dict[SeriesKey, list[float]]:
    """Return the value of each series with each of these builds, which are in order; 0 where it has none."""
    places = {number: place for place, number in enumerate(numbers)}
    points: dict[SeriesKey, list[float | None]] = {}
    for number, *key, value in zip(*(changes[name].to_pylist() for name in CHANGES.names), strict=True):
        course = points.setdefault(SeriesKey(*key), [None] * len(numbers))
        course[places[number]] = value or 0.0
    return {key: _filled(course) for key, course in points.items()}


def _filled(course: Sequence[float | None]) -> list[float]:
    """Return the course with values that hold until the next one."""
    filled: list[float] = []
    for value in course:
        filled.append(value if value is not None else filled[-1] if filled else 0.0)
    return filled
