"""Builds made in portions, as batch systems run them, and merged."""

from __future__ import annotations

import errno
import json
import shutil
import signal
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from flows.dataset_card.build_summary import Summary
from flows.options.flow_parameters import BuildOptions
from flows.outcomes.outcome import read_state
from flows.outcomes.watch import RunWatch
from flows.pipeline import portions, steps
from flows.pipeline.lifecycle import publish
from flows.pipeline.portions import Portion, PortionError
from flows.pipeline.steps import Step
from tests.flows.command import called
from tests.flows.plain import numbered_works, write
from tests.flows.receivers import web

PAGES = numbered_works(6, "en", "zh", "ja")


@pytest.fixture
def options(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BuildOptions:
    """Six works, each a shard of its own."""
    monkeypatch.setattr("corpus.schema._DOCUMENTS", 3)
    return BuildOptions(sources=(write(tmp_path / "articles", PAGES),), out=tmp_path / "out")


def merge(options: BuildOptions) -> Summary | None:
    return portions.merge(options, RunWatch("build", "docs", options.out, options))


def tables(build: Path) -> dict[str, bytes]:
    return {str(file.relative_to(build)): file.read_bytes() for file in sorted(build.rglob("*.parquet"))}


@pytest.mark.parametrize("order", [[1, 2, 3], [3, 1, 2]])
def test_portions_make_the_build_that_one_process_makes(options: BuildOptions, tmp_path: Path, order: list[int]):
    reports = [portions.build_portion(options, Portion(number, 3)) for number in order]
    assert [report.waits_for for report in reports] == [4, 2, 0]
    assert all(report.shards == 2 and report.all_shards == 6 for report in reports)
    repeated = [portions.build_portion(options, Portion(number, 3)) for number in order]
    assert [report.waits_for for report in repeated] == [0, 0, 0]
    assert merge(options) is not None
    whole = publish(replace(options, out=tmp_path / "whole"))
    merged = options.out / "latest"
    assert merged.resolve().name == whole.name
    assert tables(merged.resolve()) == tables(whole)
    assert [entry.name for entry in (options.out / "builds").iterdir()] == [whole.name]


def test_shard_is_done_once(options: BuildOptions, monkeypatch: pytest.MonkeyPatch):
    calls: list[tuple[str, int]] = []

    def counted(step: Step) -> Step:
        def function(build: object, number: int = 0) -> dict[str, int]:
            calls.append((step.name, number))
            return {}

        return step._replace(function=function)

    monkeypatch.setattr(portions, "_BY_PORTIONS", tuple(map(counted, portions._BY_PORTIONS)))
    for _ in range(3):
        for number in (1, 2):
            portions.build_portion(options, Portion(number, 2))
    assert sorted(calls) == sorted(set(calls))
    assert len(calls) == 6 + 1 + 6


def test_portion_that_was_killed_is_repeated(options: BuildOptions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    real = steps.analyse

    def killed(build: object, number: int) -> dict[str, int]:
        real(build, number)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    step, *others = portions._BY_PORTIONS
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(portions, "_BY_PORTIONS", (step._replace(function=killed), *others))
        portions.build_portion(options, Portion(1, 1))
    portions.build_portion(options, Portion(1, 1))
    merge(options)
    whole = publish(replace(options, out=tmp_path / "whole"))
    assert tables((options.out / "latest").resolve()) == tables(whole)


def test_merge_tells_what_is_missing(options: BuildOptions):
    with pytest.raises(PortionError, match="run build --shard first, with the same sources"):
        merge(options)
    portions.build_portion(options, Portion(1, 2))
    with pytest.raises(PortionError, match=r"6 of 6 shards of build .* are not done; run build --shard again"):
        merge(options)
    assert not (options.out / "latest").exists()


def test_merge_of_what_is_published_changes_nothing(options: BuildOptions):
    portions.build_portion(options, Portion(1, 1))
    merge(options)
    before = tables((options.out / "latest").resolve())
    assert merge(options) is None
    assert tables((options.out / "latest").resolve()) == before


def test_command_line_says_what_comes_next(options: BuildOptions, capfd: pytest.CaptureFixture[str]):
    source, out = options.sources[0], options.out
    first = called(capfd, "build", source, "--out", out, "--shard", "1/2")
    assert first.status == 0
    assert "3 of 6 shards analysed; 3 of other portions come first" in first.err
    assert "run taiyaku merge" in called(capfd, "build", source, "--out", out, "--shard", "2/2").err
    early = called(capfd, "merge", source, "--out", out)
    assert (early.status, "3 of 6 shards" in early.err) == (2, True)
    called(capfd, "build", source, "--out", out, "--shard", "1/2", "--quiet")
    assert called(capfd, "merge", source, "--out", out).status == 0
    assert (out / "latest" / "report" / "index.html").is_file()
    assert "Nothing changed since build" in called(capfd, "merge", source, "--out", out).err
    shutil.rmtree(out)
    assert called(capfd, "merge", source, "--out", out).status == 2


@pytest.fixture
def settings(options: BuildOptions, tmp_path: Path) -> Path:
    """Settings by which every end of a run is reported."""
    file = tmp_path / "taiyaku.toml"
    file.write_text(
        '[notify]\nchannels = ["HOOK"]\nheartbeat = "HOOK"\nnotify_on = ["failed", "warned", "changed", "unchanged"]\n'
    )
    return file


@pytest.mark.parametrize("how", ["error", "signal"])
def test_portion_that_fails_is_reported_with_its_number(
    options: BuildOptions, settings: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, how: str
):
    def failing(*_: object) -> dict[str, int]:
        if how == "signal":  # as a batch system ends a job that takes too long
            signal.raise_signal(signal.SIGTERM)
        raise OSError(errno.ENOSPC, "No space left on device", "/shared")

    message = "/shared: No space left on device; free some space and run it again"
    if how == "signal":
        message = "stopped; latest is the last complete build"
        monkeypatch.setattr("os._exit", sys.exit)
    step, *others = portions._BY_PORTIONS
    monkeypatch.setattr(portions, "_BY_PORTIONS", (step._replace(function=failing), *others))
    handler = signal.getsignal(signal.SIGTERM)
    with web() as received:
        monkeypatch.setenv("HOOK", f"http://127.0.0.1:{received.port}/")
        ran = called(
            capfd, "build", options.sources[0], "--out", options.out, "--shard", "2/3", "--config", settings,
            "--format", "json",
        )  # fmt: skip
    (post,) = received.posts
    assert (post["run"], post["level"], post["message"]) == ("build", "failed", f"portion 2/3: {message}")
    assert json.loads(ran.out) == post and ran.status == (130 if how == "signal" else 3)
    assert read_state(options.out)["last_run"] == post and received.plain_paths == []
    assert signal.getsignal(signal.SIGTERM) is handler


def test_portion_that_goes_well_is_not_reported_and_the_merge_is(
    options: BuildOptions, settings: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    project = (options.sources[0], "--out", options.out, "--config", settings)
    with web() as received:
        monkeypatch.setenv("HOOK", f"http://127.0.0.1:{received.port}/")
        assert called(capfd, "build", *project, "--shard", "1/1").status == 0
        assert (received.requests, read_state(options.out)) == ([], {})
        assert called(capfd, "merge", *project).status == 0
    assert [post["level"] for post in received.posts] == ["changed"] and received.plain_paths == ["/"]


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "a/b", "1/0", "-1/2"])
def test_what_is_no_portion_is_refused(capfd: pytest.CaptureFixture[str], text: str):
    ran = called(capfd, "build", f"--shard={text}")
    assert ran.status == 2
    assert "is not a portion; give its number and how many there are, as in 2/8" in ran.err
