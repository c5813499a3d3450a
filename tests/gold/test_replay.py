"""What was judged by hand, asked again of today's code: true findings are still found, false ones are silent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from flows.options.flow_parameters import BuildOptions
from flows.pipeline.lifecycle import publish
from tests.gold import replay
from tests.gold.judged import rows_in
from tests.gold.replay import ENTRIES, FINDINGS, MENTIONS, Replay, Today
from tests.shared import SHARED, needs_shared

SETS = ("data/hf-course/docs", "articles")


@pytest.fixture(scope="module")
def current(tmp_path_factory: pytest.TempPathFactory) -> Today:
    """What today's code says of the pages that were judged."""
    out = tmp_path_factory.mktemp("replay")
    return replay.today(
        publish(BuildOptions(sources=(SHARED / name,), out=out / str(number))) for number, name in enumerate(SETS)
    )


@pytest.fixture
def hold(record_property: Callable[[str, object], None]) -> Callable[[Replay], None]:
    """Prints the figures of a replay, and asks that nothing departs but what is known to."""

    def held(answer: Replay) -> None:
        if not answer.good + answer.bad:
            pytest.skip(f"{answer.file}: its pages are not here")
        record_property("figure", str(answer))
        recorded = set(replay.departures().get(answer.file, []))
        assert sorted(set(answer.departing) - recorded) == [], "worse than before"
        assert sorted(recorded - set(answer.departing)) == [], "better: write departures.toml anew"

    return held


@pytest.mark.parametrize("file", replay.files([*FINDINGS, *MENTIONS, *ENTRIES]), ids=lambda file: file.name)
def test_every_row_is_judged_and_a_bad_one_says_why(file: Path):
    for row in rows_in(file):
        verdict = row.get("true_or_false") or row.get("right_or_wrong")
        assert verdict in ("true", "right") or (verdict in ("false", "wrong") and row["why"]), row
        assert (row.get("left", ""), row.get("right", "")) == ("", "")  # the pages are not ours


@needs_shared
@pytest.mark.bench
@pytest.mark.parametrize("file", replay.files(FINDINGS), ids=lambda file: file.name)
def test_true_findings_are_found_and_false_ones_silent(file: Path, current: Today, hold: Callable[[Replay], None]):
    hold(replay.replayed_findings(file, current))


@needs_shared
@pytest.mark.bench
@pytest.mark.parametrize("file", replay.files(MENTIONS), ids=lambda file: file.name)
def test_right_mentions_stand_and_wrong_ones_do_not(file: Path, current: Today, hold: Callable[[Replay], None]):
    hold(replay.replayed_mentions(file, current))


@pytest.mark.parametrize("file", replay.files(ENTRIES), ids=lambda file: file.name)
def test_entries_are_as_they_were_judged(file: Path, hold: Callable[[Replay], None]):
    hold(replay.replayed_entries(file))


def test_each_row_departs_in_its_own_way(monkeypatch: pytest.MonkeyPatch):
    rows = [_row(10, "true"), _row(20, "true"), _row(10, "false"), _row(20, "false"), {**_row(10, "true"), "path": "x"}]
    monkeypatch.setattr(replay, "rows_in", lambda _: rows)
    today = Today(frozenset({"page.md"}), {("page.md", "T101"): {(8, 11)}}, {})
    answer = replay.replayed_findings(Path("rules-zh-1.jsonl"), today)
    assert (answer.good, answer.standing, answer.bad, answer.gone) == (2, 1, 2, 1)
    assert answer.departing == ("page.md:10 T101", "page.md:20 T101")


@pytest.mark.parametrize(
    ("left", "right", "together"),
    [((0, 2), (1, 3), True), ((0, 2), (2, 3), False), ((4, 4), (4, 4), True), ((4, 4), (4, 5), False)],
)
def test_places_touch(left: Sequence[int], right: Sequence[int], together: bool):
    assert replay._touch((left[0], left[1]), (right[0], right[1])) is together


def _row(start: int, verdict: str) -> dict[str, object]:
    return {"path": "page.md", "start": start, "end": start + 2, "rule": "T101", "true_or_false": verdict}
