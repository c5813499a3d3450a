"""The history beside the builds: recorded once for each publication, whole at any moment, shown by `taiyaku history`."""

from __future__ import annotations

import csv
import io
import json
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from corpus.storage import parquet, store
from flows.files import history_folder
from flows.files.history_folder import BuildHistory, RecordError, read, record
from flows.options.flow_parameters import BuildOptions
from flows.pipeline.lifecycle import publish
from glossary.desk.history.build_series import KEY, READS, build_series, state_after
from glossary.desk.history.history_entry import HistoryError
from glossary.desk.history.history_text import builds_text
from tests.flows.command import called, environment, taiyaku
from tests.flows.plain import write
from tests.glossary.small import FAULTY_TENSOR

PAGES: dict[str, str | bytes] = {
    "guide/a/zh.md": "# 张量\n\n这个张量很大。那个张两很小。\n",
    "guide/a/en.md": "# Tensors\n\nThis tensor is large. That tensor is small.\n",
    "news/ja.md": "このテンソルは大きい。\n",
}


class Nights:
    """A folder of articles, built night after night into `outputs`."""

    def __init__(self, folder: Path) -> None:
        self.articles, self.out = write(folder / "articles", PAGES), folder / "outputs"
        write(folder, {"terms/terms.toml": FAULTY_TENSOR})
        self._terms = (folder / "terms",)

    def build(self, text: str | None = None, keep_last: int = 0) -> str:
        """Build with this Chinese page; returns the id."""
        if text is not None:
            write(self.articles, {"guide/a/zh.md": text})
        options = BuildOptions(sources=(self.articles,), out=self.out, glossary=self._terms, glossary_only=True)
        return publish(replace(options, keep_last=keep_last)).name

    @property
    def history(self) -> BuildHistory:
        return read(self.out)

    def assert_true(self) -> None:
        """The history gives back the series of each build that is still there, as its tables have them."""
        changes = self.history.changes()
        for entry in self.history.entries:
            folder = self.out / "builds" / entry.build_id
            if folder.exists():
                state = state_after(changes.filter(pc.less_equal(changes["number"], entry.number)))
                assert _rows(state) == _rows(build_series(_tables(folder)))


def _tables(folder: Path) -> dict[str, parquet.TableParts]:
    return {name: parquet.TableParts(folder, name, columns) for name, columns in READS.items()}


def _rows(series) -> list[tuple[object, ...]]:
    return sorted(tuple(row.values()) for row in series.select([*KEY, "value"]).to_pylist())


@pytest.fixture
def nights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Nights:
    monkeypatch.chdir(tmp_path)
    return Nights(tmp_path)


def test_build_is_recorded_with_its_figures_and_what_they_differ_by(nights: Nights):
    first = nights.build()
    second = nights.build("# 张量\n\n这个张量很大。那个张量很小。新的张量。\n")
    first_entry, second_entry = nights.history.entries
    assert (first_entry.number, first_entry.build_id, second_entry.number, second_entry.build_id) == (
        1,
        first,
        2,
        second,
    )
    assert first_entry.difference == {} == first_entry.new_findings
    assert first_entry.figures["documents"] == 3 and first_entry.rows["documents"] == 3
    assert second_entry.difference["findings"] == second_entry.figures["findings"] - first_entry.figures["findings"] < 0
    assert sum(second_entry.fixed_findings.values()) >= 1
    manifest = store.read_manifest(nights.out / "latest")
    assert manifest is not None and (second_entry.signature, second_entry.created) == (
        manifest["signature"],
        manifest["created"],
    )
    nights.assert_true()


def test_build_that_changed_nothing_is_not_recorded_again(nights: Nights):
    nights.build()
    nights.build()
    assert len(nights.history.entries) == 1


def test_build_that_becomes_the_latest_again_is_recorded_again(nights: Nights):
    first = nights.build()
    nights.build("张量。\n")
    assert nights.build(str(PAGES["guide/a/zh.md"])) == first
    assert [entry.build_id for entry in nights.history.entries][::2] == [first, first]
    nights.assert_true()


def test_build_that_was_killed_before_it_was_recorded_is_recorded_by_the_next_run(
    nights: Nights, monkeypatch: pytest.MonkeyPatch
):
    nights.build()
    with monkeypatch.context() as patch:
        patch.setattr(history_folder, "record", _killed)
        with pytest.raises(KeyboardInterrupt):
            nights.build("张量。\n")
    assert len(nights.history.entries) == 1
    second = nights.build()
    assert [entry.build_id for entry in nights.history.entries][1:] == [second]
    nights.assert_true()


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.slow
def test_command_line_records_what_a_killed_run_did_not(nights: Nights, prefect_home: Path):
    env = environment(prefect_home)
    call = ["build", "articles", "--glossary", "terms", "--glossary-only", "--quiet"]
    assert taiyaku(*call, env=env, cwd=nights.out.parent).status == 0
    shutil.rmtree(nights.out / "history")
    assert taiyaku(*call, env=env, cwd=nights.out.parent).status == 0
    (entry,) = nights.history.entries
    assert entry.build_id == (nights.out / "latest").resolve().name


def test_history_outlives_its_builds(nights: Nights):
    ids = [nights.build(f"张量{'，张量' * number}。\n", keep_last=1) for number in range(3)]
    assert [folder.name for folder in (nights.out / "builds").iterdir()] == ids[2:]
    assert [entry.build_id for entry in nights.history.entries] == ids
    nights.assert_true()


@pytest.fixture(scope="module")
def built_twice(tmp_path_factory: pytest.TempPathFactory) -> tuple[Nights, list[str]]:
    """Two builds of different pages, and no history: made once, for copies."""
    nights = Nights(tmp_path_factory.mktemp("built-twice"))
    ids = [nights.build(), nights.build("张量，张量。\n")]
    shutil.rmtree(nights.out / "history")
    return nights, ids


@pytest.fixture
def two_builds(nights: Nights, built_twice: tuple[Nights, list[str]]) -> tuple[Nights, list[Path]]:
    """A copy of the two builds."""
    earlier, ids = built_twice
    shutil.copytree(earlier.out, nights.out, symlinks=True)
    return nights, [nights.out / "builds" / build_id for build_id in ids]


def test_many_publications_become_few_files_and_nothing_is_lost(two_builds, monkeypatch: pytest.MonkeyPatch):
    nights, builds = two_builds
    monkeypatch.setattr(history_folder, "_LOOSE", 4)
    for number in range(11):
        assert record(nights.out, builds[number % 2]) is not None
        assert record(nights.out, builds[number % 2]) is None
    assert sorted(file.name for file in (nights.out / "history" / "changes").iterdir()) == [
        "000001-000008.parquet",
        "000009.parquet",
        "000010.parquet",
        "000011.parquet",
    ]
    assert [file.name for file in (nights.out / "history" / "findings").iterdir()] == ["000011.parquet"]
    nights.assert_true()


def _stopping(moment: int, effect: Callable[..., object]) -> Callable[..., object]:
    """What does as before until it is called for the time of this number, when the process is as good as killed."""
    calls = iter(range(moment))

    def effect_or_end(*arguments: object) -> object:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return effect(*arguments)

    return effect_or_end


@pytest.mark.parametrize("step", ["write", "_remove"])
@pytest.mark.parametrize("moment", range(6))
def test_history_is_whole_wherever_recording_is_killed(
    two_builds, monkeypatch: pytest.MonkeyPatch, step: str, moment: int
):
    """Killed before any of its writes and removals, of which the fourth publication makes most: it folds."""
    nights, builds = two_builds
    monkeypatch.setattr(history_folder, "_LOOSE", 4)
    for number in range(3):
        record(nights.out, builds[number % 2])
    with monkeypatch.context() as patch:
        patch.setattr(history_folder, step, _stopping(moment, getattr(history_folder, step)))
        with suppress(KeyboardInterrupt):
            record(nights.out, builds[1])
    assert len(nights.history.entries) in (3, 4)
    nights.assert_true()
    record(nights.out, builds[1])
    record(nights.out, builds[0])
    assert [entry.build_id for entry in nights.history.entries] == [builds[n].name for n in (0, 1, 0, 1, 0)]
    assert sorted(file.name for file in (nights.out / "history" / "changes").iterdir()) == [
        "000001-000004.parquet",
        "000005.parquet",
    ]
    assert not list((nights.out / "history").rglob("*.tmp"))
    nights.assert_true()


def test_half_written_files_of_a_killed_run_are_removed(two_builds):
    nights, builds = two_builds
    record(nights.out, builds[0])
    leftover = nights.out / "history" / "changes" / ".000002.parquet.1.tmp"
    leftover.write_bytes(b"PAR1")
    record(nights.out, builds[1])
    assert not leftover.exists()


def test_history_belongs_to_the_group_that_may_build(two_builds):
    nights, builds = two_builds
    nights.out.chmod(0o2775)
    record(nights.out, builds[0])
    for folder in (nights.out / "history", nights.out / "history" / "changes"):
        assert folder.stat().st_mode & 0o2070 == 0o2070


def test_full_disk_leaves_the_build_published_and_says_so(two_builds, monkeypatch: pytest.MonkeyPatch):
    nights, builds = two_builds
    record(nights.out, builds[0])

    def full(file: Path, content: object) -> None:
        raise OSError(28, "No space left on device", str(file))

    with monkeypatch.context() as patch:
        patch.setattr(history_folder, "write", full)
        with pytest.raises(RecordError, match=r"is published, but not recorded: .*No space left.*the next run does so"):
            record(nights.out, builds[1])
    assert record(nights.out, builds[1]) is not None


@pytest.mark.parametrize("line", ["{", "[]", '{"number": 1}', '{"number": "1", "build_id": "a"}', "\xff"])
def test_damaged_history_is_reported_with_its_line(two_builds, line: str):
    nights, builds = two_builds
    record(nights.out, builds[0])
    (nights.out / "history" / "builds.jsonl").write_bytes(line.encode("latin-1") + b"\n")
    with pytest.raises(
        HistoryError, match=r"builds\.jsonl.*: .*; put it back from a backup, or move the folder elsewhere"
    ):
        read(nights.out)
    with pytest.raises(HistoryError, match="is published, but not recorded"):
        record(nights.out, builds[1])


def test_build_that_lacks_a_column_of_today_has_an_entry_without_figures(two_builds):
    nights, builds = two_builds
    record(nights.out, builds[0])
    series = _rows(state_after(nights.history.changes()))
    (part,) = parquet.parts(builds[1], "findings")
    pq.write_table(pq.read_table(part).drop_columns(["occurrences"]), part)
    old = record(nights.out, builds[1])
    assert old is not None and (old.number, old.build_id, old.figures, old.new_findings) == (2, builds[1].name, {}, {})
    assert old.rows["documents"] == 3 and _rows(state_after(nights.history.changes())) == series
    recorded = record(nights.out, builds[0])
    assert recorded is not None and (recorded.figures["documents"], recorded.difference, recorded.new_findings) == (
        3,
        {},
        {},
    )
    lines = builds_text(nights.history.entries, None, 3).splitlines()
    assert [line.split()[4:6] for line in lines if line.split()[1:2] == [old.build_id]] == [["–", "–"]]


def test_missing_changes_are_reported(two_builds):
    nights, builds = two_builds
    for build in builds:
        record(nights.out, build)
    (nights.out / "history" / "changes" / "000001.parquet").unlink()
    with pytest.raises(HistoryError, match="the changes of build 1 are missing"):
        nights.history.changes()


def test_reader_that_is_overtaken_reads_what_it_came_for(two_builds, monkeypatch: pytest.MonkeyPatch):
    nights, builds = two_builds
    monkeypatch.setattr(history_folder, "_LOOSE", 4)
    for number in range(3):
        record(nights.out, builds[number % 2])
    early = nights.history
    before = _rows(state_after(early.changes()))
    for number in range(3, 9):
        record(nights.out, builds[number % 2])
    assert max(early.changes()["number"].to_pylist()) <= 3
    assert _rows(state_after(early.changes())) == before


def test_list_of_builds_that_is_older_than_its_changes_is_reported(two_builds, monkeypatch: pytest.MonkeyPatch):
    nights, builds = two_builds
    monkeypatch.setattr(history_folder, "_LOOSE", 4)
    record(nights.out, builds[0])
    old = (nights.out / "history" / "builds.jsonl").read_bytes()
    for number in range(1, 4):
        record(nights.out, builds[number % 2])
    (nights.out / "history" / "builds.jsonl").write_bytes(old)
    with pytest.raises(HistoryError, match=r"builds\.jsonl ends with build 1, changes go further; put it back"):
        record(nights.out, builds[1])


def test_script_of_the_reports_has_the_figures_of_the_builds(two_builds):
    nights, builds = two_builds
    for build in builds:
        record(nights.out, build)
    script = (nights.out / "history" / "history.js").read_text(encoding="utf-8")
    head, call = script.split("\n", 1)
    assert head == "// 2"
    value = json.loads(call.removeprefix('taiyaku("history", "history", ').removesuffix(");\n"))
    assert [build_id for build_id, _ in value["builds"]] == [build.name for build in builds]
    assert value["figures"]["documents"] == [3, 3]


def test_reports_of_the_same_input_are_the_same_whatever_the_history(nights: Nights):
    first = nights.build()
    report = nights.out / "builds" / first / "report" / "index.html"
    before = report.read_bytes()
    nights.build("张量。\n")
    shutil.rmtree(nights.out / "builds" / first)
    assert nights.build(str(PAGES["guide/a/zh.md"])) == first
    assert report.read_bytes() == before


# --- the command


@pytest.fixture(scope="module")
def built_thrice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three nights, of which the builds of the first two are gone: made once, for copies."""
    nights = Nights(tmp_path_factory.mktemp("built-thrice"))
    for text in (None, "# 张量\n\n张量。张量。张两。张两。\n", "# 张量\n\n张量。\n"):
        nights.build(text, keep_last=1)
    return nights.out


@pytest.fixture
def three_nights(nights: Nights, built_thrice: Path) -> Nights:
    """A copy of the three nights."""
    shutil.copytree(built_thrice, nights.out, symlinks=True)
    return nights


def test_figures_are_listed_with_their_course(three_nights: Nights, capfd: pytest.CaptureFixture[str]):
    ran = called(capfd, "history")
    assert ran.status == 0 and ran.out.startswith("3 builds, 20")
    assert any(line.startswith("  documents ") and line.endswith("▄▄▄  3 → 3") for line in ran.out.splitlines())
    assert [entry.build_id in ran.out for entry in three_nights.history.entries] == [True] * 3
    assert "… and 2 earlier" in called(capfd, "history", "--limit", "1").out
    assert "Japanese" not in called(capfd, "history", "--lang", "zh").out


@pytest.mark.parametrize("term", ["tensor", "张量", "TENSOR", "张两"])
def test_concept_is_found_by_id_and_by_any_form(three_nights: Nights, capfd: pytest.CaptureFixture[str], term: str):
    ran = called(capfd, "history", term, "--glossary", "terms", "--glossary-only")
    assert ran.status == 0, ran.err
    assert "Chinese, forms of the glossary in the texts:" in ran.out
    (in_texts, _) = [line for line in ran.out.splitlines() if "张两 (wrong)" in line]  # the other one: of the English
    assert in_texts.endswith("▅█▁  1 → 0")


def test_rule_and_document_set_have_a_history_too(three_nights: Nights, capfd: pytest.CaptureFixture[str]):
    assert "Chinese, findings:\n  major (places)" in called(capfd, "history", "T101").out
    assert "Chinese, documents:\n" in called(capfd, "history", "guide/").out


def test_programs_read_json_and_csv(three_nights: Nights, capfd: pytest.CaptureFixture[str]):
    entries = json.loads(called(capfd, "history", "--format", "json").out)
    assert [entry["number"] for entry in entries] == [1, 2, 3]
    rows = list(csv.DictReader(io.StringIO(called(capfd, "history", "--format", "csv").out)))
    assert [row["documents"] for row in rows] == ["3", "3", "3"]
    content = json.loads(called(capfd, "history", "tensor", "--lang", "zh", "--format", "json").out)
    (wrong,) = [series for series in content["series"] if series["measure"] == "wrong" and series["kind"] == "form"]
    assert wrong["values"] == [1, 2, 0] and len(content["builds"]) == 3
    table = list(csv.DictReader(io.StringIO(called(capfd, "history", "张两", "--format", "csv").out)))
    assert [row["value"] for row in table if row["form"] == "张两" and row["kind"] == "form"] == ["1.0", "2.0", "0.0"]


def test_what_is_not_there_is_reported(nights: Nights, capfd: pytest.CaptureFixture[str]):
    ran = called(capfd, "history")
    assert (ran.status, ran.err) == (2, "taiyaku: outputs: no history there yet; `taiyaku build` begins one\n")
    nights.build()
    ran = called(capfd, "history", "tensr", "--glossary", "terms", "--glossary-only")
    assert ran.status == 2 and "nearest: tensor" in ran.err
    ran = called(capfd, "history", "T101", "--lang", "en")
    assert (ran.status, ran.err) == (2, "taiyaku: 'T101': no build of this history has any use of it in en\n")


def test_a_year_of_nights_opens_at_once(two_builds, capfd: pytest.CaptureFixture[str]):
    """`make bench` has the year of a corpus of 1,800 pages."""
    nights, builds = two_builds
    for number in range(120):
        record(nights.out, builds[number % 2])
    began = time.perf_counter()
    ran = called(capfd, "history", "tensor")
    assert time.perf_counter() - began < 1 and "120 builds" in ran.out
    assert sum(file.stat().st_size for file in (nights.out / "history").rglob("*") if file.is_file()) < 1_000_000
