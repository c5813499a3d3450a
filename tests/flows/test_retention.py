"""Retention: which builds go, and that what `latest` or a tag names never does."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from corpus.storage.build_folders import StoredBuild
from flows.options.options import RetentionBounds
from flows.pipeline.retention import removals

NOW = datetime(2026, 11, 30, tzinfo=UTC)
GIB = 2**30


def build(day: int, *tags: str, latest: bool = False, gib: float = 1) -> StoredBuild:
    """A build of a day of November."""
    return StoredBuild(f"b{day:02d}", f"2026-11-{day:02d}T00:00:00Z", int(gib * GIB), {}, tags, latest)


BUILDS = [build(day, latest=day == 25) for day in range(25, 0, -5)]  # 25, 20, 15, 10, 5


def gone(policy: RetentionBounds, builds: list[StoredBuild] = BUILDS, way_back: str | None = "b20") -> list[str]:
    return [removal.build.build_id for removal in removals(builds, policy, NOW, way_back)]


def test_no_bound_keeps_all():
    assert gone(RetentionBounds()) == []


def test_newest_are_kept():
    assert gone(RetentionBounds(keep_last=2)) == ["b15", "b10", "b05"]
    assert gone(RetentionBounds(keep_last=9)) == []


def test_builds_go_when_they_are_too_old():
    assert gone(RetentionBounds(keep_days=12)) == ["b15", "b10", "b05"]


def test_oldest_go_until_the_size_is_kept():
    assert gone(RetentionBounds(keep_gib=3.5)) == ["b10", "b05"]
    assert gone(RetentionBounds(keep_gib=0.1)) == ["b15", "b10", "b05"]


def test_way_back_is_neither_too_old_nor_too_much():
    builds = [build(25, latest=True), build(2), build(1)]
    assert gone(RetentionBounds(keep_days=3), builds, "b02") == ["b01"]
    assert gone(RetentionBounds(keep_gib=1), builds, "b01") == ["b02"]
    assert gone(RetentionBounds(keep_last=1), builds, "b02") == ["b02", "b01"]


def test_bounds_add_up_and_size_counts_what_the_others_leave():
    assert gone(RetentionBounds(keep_last=4, keep_days=17, keep_gib=2)) == ["b15", "b10", "b05"][:3]
    assert gone(RetentionBounds(keep_last=3, keep_gib=3)) == ["b10", "b05"]


def test_tagged_builds_and_the_latest_stay_whatever_the_bounds():
    builds = [build(25), build(20, latest=True), build(15, "v1"), build(10)]
    assert gone(RetentionBounds(keep_last=1), builds, "b15") == ["b10"]
    assert gone(RetentionBounds(keep_days=0.1, keep_gib=0.1), builds, "b15") == ["b25", "b10"]


def test_reason_is_reported():
    assert [removal.reason for removal in removals(BUILDS, RetentionBounds(keep_last=4), NOW, None)] == [
        "not among the newest 4"
    ]
    assert removals(BUILDS, RetentionBounds(keep_days=22), NOW, None)[0].reason == "older than 22 days"


def test_build_of_the_future_or_of_no_time_is_not_too_old():
    builds = [StoredBuild("a", "2027-01-01T00:00:00Z", 1, {}, (), False), StoredBuild("b", "", 1, {}, (), False)]
    assert gone(RetentionBounds(keep_days=1), builds) == []


@given(
    st.lists(st.tuples(st.integers(1, 28), st.booleans(), st.booleans(), st.floats(0, 3)), max_size=8),
    st.integers(0, 5),
    st.floats(0, 40),
    st.floats(0, 10),
)
def test_named_builds_never_go(rows: list[tuple[int, bool, bool, float]], last: int, days: float, gib: float):
    builds = [
        StoredBuild(str(number), f"2026-11-{day:02d}T00:00:00Z", int(size * GIB), {}, ("t",) * tagged, latest)
        for number, (day, tagged, latest, size) in enumerate(sorted(rows, reverse=True))
    ]
    chosen = removals(builds, RetentionBounds(keep_last=last, keep_days=days, keep_gib=gib), NOW, None)
    assert not any(removal.build.is_named for removal in chosen)
    assert len({removal.build.build_id for removal in chosen}) == len(chosen)
