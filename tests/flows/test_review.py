"""A full round: build, packet, decisions of two reviewers, apply, build again; and the same round once more."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from openpyxl import load_workbook

from flows.command_line.cli import main
from flows.command_line.commands.build import called_options
from flows.files.review_folder import decisions_in
from flows.options.flow_parameters import BuildOptions
from flows.options.settings import load
from flows.pipeline.lifecycle import publish
from flows.reviewing.apply_decisions import IntakeOptions, apply
from flows.reviewing.packets import summary
from glossary.desk.review.formats.xliff import write_xliff
from glossary.findings.fingerprints import mark, rendering_id
from tests.flows.command import PATIENCE
from tests.flows.plain import rows_of, without_column, write
from tests.glossary.desk.review.filled import reviewer
from tests.glossary.desk.review.packet_files import packet

pytestmark = pytest.mark.slow

SETTINGS = '[build]\nout = "out"\n[schedule]\nsources = ["docs"]\n'
PAGES: dict[str, str | bytes] = {
    "docs/a/en.md": "# Tensors\n\nEvery operator works on tensors.\n\nThe library registers each operator once.\n",
    "docs/a/zh.md": "# 张量\n\n每个操作员都处理张量。\n\n这个图书馆把每个操作员注册一次。\n",
    "docs/b/en.md": "# Kernels\n\nPytorch picks a kernel for each device.\n\nThe librarian is a kind person.\n",
    "docs/b/zh.md": "# 内核\n\nPytorch 为每种设备选择内核。\n\n市图书馆的 PyTorch 图书馆在三楼。\n",
    "docs/c/ja.md": "# テンソル\n\nPytorch のテンソルは多次元配列です。図書館で `Pytorch` を学びます。\n",
    "taiyaku.toml": SETTINGS,
}


@dataclass(frozen=True)
class Project:
    """A project in a folder of its own."""

    folder: Path

    def order(self, since: Path | None = None) -> BuildOptions:
        """The build that its settings ask for."""
        settings = load(self.folder / "taiyaku.toml")
        namespace = Namespace(sources=[self.folder / "docs"], since=since, config=self.folder / "taiyaku.toml")
        return called_options(namespace, settings)

    def build(self, since: Path | None = None) -> Path:
        """The folder of its next build."""
        return publish(self.order(since))

    def run(self, *arguments: str | Path) -> int:
        """The status of a command of `taiyaku review`."""
        return main(["review", *map(str, arguments), "--config", str(self.folder / "taiyaku.toml")])

    def files(self) -> dict[str, bytes]:
        """What the review folder holds."""
        top = self.folder / "review"
        return {
            path.relative_to(top).as_posix(): path.read_bytes() for path in sorted(top.rglob("*")) if path.is_file()
        }


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(write(tmp_path, PAGES))


MARKS = "这里有逗号,冒号:句号.叹号!问号?还有张量,都处理好了。\n"


def test_one_accept_of_places_whose_words_differ_puts_each_right(tmp_path: Path):
    project = Project(write(tmp_path, {"docs/zh.md": MARKS, "taiyaku.toml": PAGES["taiyaku.toml"]}))
    build = project.build()
    (row,) = [finding for finding in rows_of(build, "findings") if finding["rule"] == "T405"]
    assert [(location["surface"].strip(), location["suggestion"]) for location in row["locations"]] == [
        (",", "，"), (":", "："), (".", "。"), ("!", "！"), ("?", "？"), (",", "，"),
    ]  # fmt: skip
    decision = {"finding": row["finding_id"], "action": "accept", "words": "，"}
    answers = {"format": "taiyaku-decisions", "version": 1, "build": build.name, "decisions": [decision]}
    (tmp_path / "mei.json").write_text(json.dumps(answers))
    assert project.run("apply", tmp_path / "mei.json", "--by", "Mei") == 0
    subprocess.run(["git", "apply", "review/proposals/texts.patch"], cwd=tmp_path, check=True)
    assert (tmp_path / "docs/zh.md").read_text() == "这里有逗号，冒号：句号。叹号！问号？还有张量，都处理好了。\n"
    assert not (tmp_path / "review/proposals/by-hand.txt").exists()


OPERATORS = "# 张量\n\n一个操作员。\n\n两个操作员！\n\n见[三个操作员](操作员.md)；四个操作员？\n"


def test_decision_on_some_places_settles_these_and_tells_what_becomes_of_each(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    project = Project(write(tmp_path, {"docs/zh.md": OPERATORS, "taiyaku.toml": PAGES["taiyaku.toml"]}))
    build = project.build()
    (row,) = [finding for finding in rows_of(build, "findings") if finding["surface"] == "操作员"]
    marks = [mark(OPERATORS, location["start"], location["end"])[:8] for location in row["locations"]]
    row_decisions = [
        {"finding": row["finding_id"], "action": "accept", "words": "算子", "places": marks[:3]},
        {"finding": row["finding_id"], "action": "reject"},
    ]
    answers = {"format": "taiyaku-decisions", "version": 1, "build": build.name, "decisions": row_decisions}
    (tmp_path / "mei.json").write_text(json.dumps(answers))
    capsys.readouterr()
    assert project.run("apply", tmp_path / "mei.json", "--by", "Mei") == 0
    errors = capsys.readouterr().err
    assert "texts: docs/zh.md: T101 “操作员” → “算子”: 3 patched\n" in errors
    assert "texts: 3 accepted places: 3 patched\n" in errors
    subprocess.run(["git", "apply", "review/proposals/texts.patch"], cwd=tmp_path, check=True)
    assert (
        tmp_path / "docs/zh.md"
    ).read_text() == "# 张量\n\n一个算子。\n\n两个算子！\n\n见[三个算子](操作员.md)；四个操作员？\n"
    assert project.run("apply", tmp_path / "mei.json", "--by", "Mei") == 0
    errors = capsys.readouterr().err
    assert "0 new decisions, 2 known already" in errors
    assert "texts: 3 accepted places: 3 corrected already\n" in errors
    assert {state[1] for state in states(project.build(since=build)).items() if state[0][1] == "操作员"} == {
        "suppressed"
    }


def test_patch_applies_from_where_a_folder_was_built_without_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(write(tmp_path, {"docs/zh/a.md": OPERATORS}))
    assert main(["build", "docs", "--report", "never"]) == 0
    build = Path("outputs/latest").resolve()
    (row,) = [finding for finding in rows_of(build, "findings") if finding["surface"] == "操作员"]
    decision = {"finding": row["finding_id"], "action": "accept", "words": "算子"}
    answers = {"format": "taiyaku-decisions", "version": 1, "build": build.name, "decisions": [decision]}
    Path("mei.json").write_text(json.dumps(answers))
    capsys.readouterr()
    assert main(["review", "apply", "mei.json", "--by", "Mei"]) == 0
    assert "apply review/proposals/texts.patch with `git apply`\n" in capsys.readouterr().err
    subprocess.run(["git", "apply", "review/proposals/texts.patch"], check=True)
    assert "一个算子。" in Path("docs/zh/a.md").read_text()


def test_what_no_patch_can_do_is_printed_with_its_words_and_its_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    project = Project(
        write(
            tmp_path,
            {"docs/zh.md": "一个操作员处理张量。\n\n很慢的操作员也是。\n", "taiyaku.toml": PAGES["taiyaku.toml"]},
        )
    )
    build = project.build()
    (row,) = [finding for finding in rows_of(build, "findings") if finding["surface"] == "操作员"]
    marks = [
        mark("一个操作员处理张量。\n\n很慢的操作员也是。\n", location["start"], location["end"])[:8]
        for location in row["locations"]
    ]
    row_decisions = [
        {"finding": row["finding_id"], "action": "accept", "words": "算子", "places": marks[:1]},
        {"finding": row["finding_id"], "action": "accept", "words": "", "places": marks[1:]},
    ]
    answers = {"format": "taiyaku-decisions", "version": 1, "build": build.name, "decisions": row_decisions}
    (tmp_path / "mei.json").write_text(json.dumps(answers))
    capsys.readouterr()
    assert project.run("apply", tmp_path / "mei.json", "--by", "Mei") == 0
    errors = capsys.readouterr().err
    assert "texts: 2 accepted places: 1 patched, 1 by hand\n" in errors
    assert "texts: by hand: docs/zh.md:3:4: “操作员” (Mei, " in errors
    assert "): the finding is right, and the words are left to others\n" in errors


def test_targets_that_a_tool_filled_in_are_counted_and_not_taken(tmp_path: Path):
    sent = packet(3)
    file = tmp_path / "back.xlf"
    before = f'"needs-review-translation">{sent.rows[0].question.target}'
    filled = write_xliff.xliff_bytes(sent).decode().replace(before, before.replace("操作员", "算子"))
    file.write_text(filled, encoding="utf-8")
    intake = apply([file], IntakeOptions(tmp_path / "review", tmp_path / "out", tmp_path, by="Mei"))
    assert (intake.decisions, intake.problems) == (0, ())
    (remark,) = [line for line in intake.lines if "not taken" in line]
    assert remark.startswith(
        f"{file}: 1 unit was changed, or filled in from a memory, and still to be reviewed: not taken"
    )


def test_outcome_names_the_files_with_problems(tmp_path: Path):
    sent, files = packet(3), [tmp_path / name for name in ("back.xlf", "half.xlf", "none.xlf")]
    files[0].write_bytes(write_xliff.xliff_bytes(sent))
    files[1].write_bytes(write_xliff.xliff_bytes(sent)[:100])
    intake = apply(files, IntakeOptions(tmp_path / "review", tmp_path / "out", tmp_path, by="Mei"))
    assert (len(intake.problems), intake.unclear_files) == (2, frozenset(files[1:]))


EPOCHS: dict[str, str | bytes] = {
    "docs/a/en.md": "# Training\n\nEach epoch takes one hour. The model is trained for ten epochs.\n\n"
    "After every epoch the loss is written to a file.\n",
    "docs/a/zh.md": "# 训练\n\n每个周期需要一个小时。模型训练十个周期。\n\n每个周期之后，损失都会写入文件。\n",
    "taiyaku.toml": f'{SETTINGS}[glossary]\ndirs = ["terms"]\nonly = true\n',
    "terms/epoch.toml": """[[concept]]
id = "epoch"
domain = "training"
definition = "One pass over all the training data."

[concept.en]
preferred = "epoch"

[concept.zh]
preferred = "轮次"
admitted = [
  "epoch",
]

[concept.ja]
preferred = "エポック"
""",
}


def test_decisions_on_a_rendering_are_taken_in_reported_and_settled(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    project = Project(write(tmp_path, EPOCHS))
    build = project.build()
    decision = {"finding": rendering_id("epoch", "zh", "周期"), "when": "2026-11-22T14:05:00Z"}
    for reviewer_name, action in (("Mei", "admit"), ("Ken", "wrong"), ("Aoi", "reject")):
        answers = {"format": "taiyaku-decisions", "version": 1, "build": build.name, "who": reviewer_name}
        (tmp_path / f"{reviewer_name}.json").write_text(
            json.dumps({**answers, "decisions": [{**decision, "action": action}]})
        )
    project.run("apply", *(tmp_path / f"{reviewer_name}.json" for reviewer_name in ("Mei", "Ken", "Aoi")))
    output = "".join(capsys.readouterr())
    assert "reject, but “周期” is a rendering" in output
    assert "conflict: 'epoch' zh: “周期”: Ken: wrong; Mei: admit" in output
    assert project.run("apply", tmp_path / "Mei.json", "--final") == 0
    assert "'epoch' zh: admit '周期', says Mei" in "".join(capsys.readouterr())
    patch = (project.folder / "review/proposals/glossary.patch").read_text(encoding="utf-8")
    assert '+zh = ["轮次", "epoch", "周期"]  # admitted by Mei, 2026-11-22' in patch
    project.build()
    assert project.run("status") == 0
    report = capsys.readouterr().out
    assert "Mei: 2 decisions (2 admit)" in report
    assert not any(line in report for line in ("Found no more", "About documents that are gone"))


def states(build: Path) -> dict[tuple[str, str], str]:
    """Rule and words of each finding → its state."""
    return {(finding["rule"], finding["surface"]): finding["state"] for finding in rows_of(build, "findings")}


def asked(project: Project, packet: str = "zh-0001") -> dict[tuple[str, str, str], str]:
    """Rule, words and path of each finding of a packet → its id."""
    lines = (project.folder / "review" / "packets" / f"{packet}.jsonl").read_text(encoding="utf-8").splitlines()[1:]
    rows = [json.loads(line) for line in lines]
    return {(row["rule"], row["surface"], row["path"]): row["finding_id"] for row in rows}


def by_page(
    project: Project, reviewer_name: str, answers: dict[str, tuple[str, str]], moment: str = "2026-11-22T10:00:00Z"
) -> Path:
    """A file as the page hands it over: finding → action and words."""
    decisions = [
        {"finding": finding, "action": a, "words": w, "when": moment, "why": "seen"}
        for finding, (a, w) in answers.items()
    ]
    build = (project.folder / "out" / "latest").resolve().name
    export = {
        "format": "taiyaku-decisions",
        "version": 1,
        "build": build,
        "who": reviewer_name,
        "exported": moment,
        "decisions": decisions,
    }
    file = project.folder / f"{reviewer_name}.json"
    file.write_text(json.dumps(export), encoding="utf-8")
    return file


def by_sheet(
    project: Project, reviewer_name: str, answers: dict[str, tuple[str, str]], packet: str = "zh-0001"
) -> Path:
    """A packet's sheet filled in: finding → action and words."""
    book = load_workbook(project.folder / "out" / "packets" / packet / f"{packet}.xlsx")
    sheet = book["Findings"]
    keys = {str(cell.value): number for number, cell in enumerate(sheet[1])}
    for row in sheet.iter_rows(min_row=3):
        action, words = answers.get(str(row[keys["finding_id"]].value), (None, ""))
        row[keys["decision"]].value, row[keys["instead"]].value = action, words or None
    reviewer(book).value = reviewer_name
    file = project.folder / f"{reviewer_name}.xlsx"
    book.save(file)
    return file


@pytest.mark.parametrize(
    ("bound", "later", "expected"),
    [
        (20.0, 0, "about 3 min of 20: there is no more to ask"),
        (20.0, 2, "about 3 min of 20: the others are less sure, or of the same places; for later: 2 decisions"),
        (3.0, 2, "about 3 min; for later: 2 decisions"),
        (None, 2, "about 3 min; for later: 2 decisions"),
    ],
)
def test_packet_that_does_not_fill_its_minutes_says_why(bound: float | None, later: int, expected: str):
    assert summary(replace(packet(), seconds=180, bound=bound, later=later)).split(", ", 1)[1].startswith(expected)


def test_packet_holds_only_what_is_new_since_the_last(project: Project, capsys: pytest.CaptureFixture[str]):
    project.build()
    assert project.run("packet", "--for", "zh", "--limit", "2") == 0
    first = asked(project)
    assert project.run("packet", "--for", "zh", "--format", "html,xlsx,xliff,tmx,tbx,tab") == 0
    second = asked(project, "zh-0002")
    assert len(first) == 2 and second and not first.keys() & second.keys()
    names = {path.name for path in (project.folder / "out" / "packets" / "zh-0002").iterdir()}
    assert names == {f"zh-0002.{ending}" for ending in ("html", "xlsx", "xlf", "tmx", "tbx", "utf8")}
    capsys.readouterr()
    assert project.run("packet", "--for", "zh") == 0
    assert capsys.readouterr().err == "zh: no new findings to decide\n"
    assert project.run("packet", "--for", "ja") == 0
    assert asked(project, "ja-0001")


def test_listed_findings_become_a_packet(project: Project, capsys: pytest.CaptureFixture[str]):
    rows = rows_of(project.build(), "findings")
    brands = [row["finding_id"] for row in rows if row["surface"] == "Pytorch"]
    assert sorted(row["lang"] for row in rows if row["finding_id"] in brands) == ["ja", "zh"]
    table = project.folder / "brands.csv"
    table.write_text("\n".join(["rule,finding_id", *(f"T105,{brand}" for brand in (*brands, "0" * 16))]), "utf-8-sig")
    capsys.readouterr()
    assert project.run("packet", "--findings", table) == 0
    assert capsys.readouterr().err.startswith(f"{table}: 1 of its ids is of no finding of this build: {'0' * 16}\n")
    assert {lang: {words for _, words, _ in asked(project, f"{lang}-0001")} for lang in ("ja", "zh")} == {
        "ja": {"Pytorch"}, "zh": {"Pytorch"},
    }  # fmt: skip
    assert project.run("packet", "--for", "zh", "--findings", table) == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines[-1] == "zh: no new findings to decide; 1 listed, and sent, decided or gone before"
    assert f"{table}: 1 of its findings is in ja, not asked about here" in lines


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("rule,path\nT101,zh/a.md\n", "lists no findings; give a table"),
        (f"{'0' * 16}\n", "no finding of build"),
        (None, "No such file or directory; name a list of findings"),
    ],
)
def test_list_that_nothing_can_be_asked_of_fails_with_one_line(
    project: Project, capsys: pytest.CaptureFixture[str], content: str | None, problem: str
):
    project.build()
    file = project.folder / "list.txt"
    if content:
        file.write_text(content, encoding="utf-8")
    capsys.readouterr()
    assert project.run("packet", "--findings", file) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"taiyaku: {file}: ") and problem in line
    assert not (project.folder / "review").exists()


def test_packet_of_a_run_that_was_killed_before_it_was_sent_is_set_aside(
    project: Project, capsys: pytest.CaptureFixture[str]
):
    project.build()
    packets = project.folder / "out" / "packets"
    write(packets, {"zh-0001/zh-0001.html": "half", ".zh-0001-abc/zh-0001.html": "less"})
    assert project.run("packet", "--for", "zh") == 0
    assert "from a run that was killed before it was sent; it is zh-0001-unsent-1 now" in capsys.readouterr().err
    assert sorted(place.name for place in packets.iterdir()) == ["zh-0001", "zh-0001-unsent-1"]
    assert (packets / "zh-0001-unsent-1/zh-0001.html").read_text() == "half"


def test_round_ends_with_what_is_right_fixed_and_what_is_wrong_silent(
    project: Project, capsys: pytest.CaptureFixture[str]
):
    first = project.build()
    before = rows_of(first, "findings")
    assert project.run("packet", "--for", "zh") == 0
    ids = asked(project)
    operators = ids["T101", "操作员", "a/zh.md"]
    library = ids["T101", "图书馆", "a/zh.md"]
    brand = ids["T105", "Pytorch", "b/zh.md"]
    real = ids["T101", "PyTorch 图书馆", "b/zh.md"]
    mei = by_page(project, "Mei", {operators: ("accept", "算子"), real: ("reject", ""), library: ("accept", "库")})
    ken = by_sheet(project, "健", {brand: ("accept", "PyTorch"), real: ("reject", ""), library: ("reject", "")})
    capsys.readouterr()
    assert project.run("apply", mei, ken) == 0
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].endswith("Mei.json: 3 new decisions (2 accept, 1 reject)")
    assert lines[1].endswith("健.xlsx: 3 new decisions (1 accept, 2 reject)")
    assert lines[2] == "conflict: a/zh.md: T101 “图书馆”: Mei: accept “库” (seen); 健: reject"

    # What was accepted is put right in the texts, by a patch that a person applies.
    patch = project.folder / "review" / "proposals" / "texts.patch"
    subprocess.run(["git", "apply", patch], cwd=project.folder, check=True)
    assert (project.folder / "docs/a/zh.md").read_text(
        "utf-8"
    ) == "# 张量\n\n每个算子都处理张量。\n\n这个图书馆把每个算子注册一次。\n"
    assert (project.folder / "docs/b/zh.md").read_text("utf-8").startswith("# 内核\n\nPyTorch 为每种设备")

    second = project.build(since=first)
    second_states = states(second)
    assert second_states["T101", "操作员"] == "fixed"
    (silenced,) = [finding for finding in rows_of(second, "findings") if finding["finding_id"] == real]
    assert (silenced["state"], silenced["suppressed_by"]) == ("suppressed", "reviewer")
    assert {finding["state"] for finding in rows_of(second, "findings") if finding["finding_id"] == library} == {"open"}
    assert {finding["state"] for finding in rows_of(second, "findings") if finding["finding_id"] == brand} == {"fixed"}
    reason = next(finding["reason"] for finding in rows_of(second, "findings") if finding["finding_id"] == real)
    assert reason == "rejected by 健, 2026-11-22: " or reason.startswith("rejected by Mei, 2026-11-22: seen")

    # Confidence has moved, by the decisions that stand: T101 was right once and wrong once.
    old, new = (json.loads((build / "manifest.json").read_text())["confidence"] for build in (first, second))
    assert new["T101"] < old["T101"] and new["T401"] == old["T401"]
    sure = {finding["finding_id"]: finding["confidence"] for finding in before}
    assert all(
        finding["confidence"] < sure[finding["finding_id"]]
        for finding in rows_of(second, "findings")
        if finding["finding_id"] == library
    )

    # The same round again changes nothing.
    files_before = project.files()
    capsys.readouterr()
    assert project.run("apply", mei, ken) == 0
    assert "0 new decisions, 3 known already" in capsys.readouterr().err
    assert {name: files_before[name] for name in files_before if name.startswith("decisions")} == {
        name: content for name, content in project.files().items() if name.startswith("decisions")
    }
    assert project.build(since=first) == second
    assert project.run("packet", "--for", "zh") == 0
    assert not (project.folder / "review" / "packets" / "zh-0002.jsonl").exists()


def test_final_decision_settles_and_status_tells(project: Project, capsys: pytest.CaptureFixture[str]):
    project.build()
    assert project.run("packet", "--for", "zh") == 0
    library = asked(project)["T101", "图书馆", "a/zh.md"]
    files = [by_page(project, "Mei", {library: ("accept", "库")}), by_page(project, "Ken", {library: ("reject", "")})]
    assert project.run("apply", *files) == 0
    capsys.readouterr()
    assert project.run("status") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Build ") and "zh 0 of" in lines[0]
    assert "Ken: 1 decision (1 reject), the last on 2026-11-22" in lines
    assert lines[-2:] == [
        "Not settled: 1",
        "  conflict: a/zh.md: T101 “图书馆”: Ken: reject (seen); Mei: accept “库” (seen)",
    ]
    assert project.run("apply", by_page(project, "Ana", {library: ("accept", "库")}), "--final") == 0
    capsys.readouterr()
    assert project.run("status") == 0
    lines = capsys.readouterr().out.splitlines()
    assert not any(line.startswith("Not settled") for line in lines)
    assert any(line.startswith("T101 in Chinese: 1 of 1 right; confidence 0.") for line in lines)


def test_check_goes_by_decisions_too(project: Project, capsys: pytest.CaptureFixture[str]):
    project.build()
    assert project.run("packet", "--for", "zh") == 0
    real = asked(project)["T101", "PyTorch 图书馆", "b/zh.md"]
    assert project.run("apply", by_page(project, "Mei", {real: ("reject", "")})) == 0
    capsys.readouterr()
    config = str(project.folder / "taiyaku.toml")
    command = ["check", str(project.folder / "docs"), "--config", config, "--quiet", "--select", "T101", "--format"]
    main([*command, "json"])
    report = json.loads(capsys.readouterr().out)
    assert report["summary"]["suppressed"] == 1
    (row,) = [finding for finding in report["findings"] if finding["state"] == "suppressed"]
    assert (row["suppressed_by"], row["reason"]) == ("reviewer", "rejected by Mei, 2026-11-22: seen")
    main([*command, "sarif", "--all"])
    results = json.loads(capsys.readouterr().out)["runs"][0]["results"]
    assert [suppression["kind"] for result in results for suppression in result["suppressions"]] == ["external"]


def test_build_from_before_a_column_that_may_be_null_is_reviewed(project: Project, capsys: pytest.CaptureFixture[str]):
    without_column(project.build(), "findings", "suppressed_by")
    assert project.run("packet", "--for", "zh") == 0
    operators = asked(project)["T101", "操作员", "a/zh.md"]
    assert project.run("apply", by_page(project, "Mei", {operators: ("accept", "算子")})) == 0
    assert len(decisions_in(project.folder / "review")) == 1
    assert project.run("status") == 0


def test_accepted_words_stand_in_the_units_of_the_next_build(project: Project):
    project.build()
    assert project.run("packet", "--for", "zh") == 0
    operators = asked(project)["T101", "操作员", "a/zh.md"]
    assert project.run("apply", by_page(project, "Mei", {operators: ("accept", "算子")})) == 0
    build = project.build()
    units = {row["zh"]: row["flags"] for row in rows_of(build, "parallel") if "corrected" in row["flags"]}
    assert list(units) == ["每个算子都处理张量。", "这个图书馆把每个算子注册一次。"]
    assert Counter(finding["state"] for finding in rows_of(build, "findings"))["accepted"] == 1


def test_what_cannot_be_understood_is_reported_and_the_rest_is_kept(
    project: Project, capsys: pytest.CaptureFixture[str]
):
    project.build()
    assert project.run("packet", "--for", "zh") == 0
    real = asked(project)["T101", "PyTorch 图书馆", "b/zh.md"]
    good = by_page(project, "Mei", {real: ("reject", ""), "0" * 16: ("accept", "")})
    half = project.folder / "half.json"
    half.write_bytes(good.read_bytes()[:100])
    capsys.readouterr()
    assert project.run("apply", good, half, project.folder / "none.json") == 2
    lines = [line for line in capsys.readouterr().err.splitlines() if line.startswith("taiyaku: ")]
    assert len(lines) == 3
    assert "no finding '0000000000000000' was asked about" in lines[0]
    assert lines[2].endswith("none.json: No such file or directory; name a file of decisions")
    assert [decision.question.finding_id for decision in decisions_in(project.folder / "review")] == [real]


@pytest.mark.parametrize(
    "name, content, message",
    [
        ("decisions/mei.jsonl", "{", "mei.jsonl:1: not JSON: "),
        ("decisions/mei.jsonl", b"\xff\xfe\x00", "mei.jsonl: not UTF-8; restore it from version control"),
        (
            "packets/zh-0001.jsonl",
            "",
            "zh-0001.jsonl: empty, where a packet should be; restore it from version control",
        ),
    ],
)
def test_damaged_review_folder_stops_at_once(
    project: Project, capsys: pytest.CaptureFixture[str], name: str, content: str | bytes, message: str
):
    project.build()
    write(project.folder / "review", {name: content})
    capsys.readouterr()
    assert project.run("packet", "--for", "zh") == 2
    assert message in capsys.readouterr().err


def test_second_file_that_comes_between_patch_and_build_adds_only_what_is_new(
    project: Project, capsys: pytest.CaptureFixture[str]
):
    project.build()
    assert project.run("packet", "--for", "zh") == 0
    ids = asked(project)
    patch = project.folder / "review" / "proposals" / "texts.patch"
    assert project.run("apply", by_page(project, "Mei", {ids["T101", "操作员", "a/zh.md"]: ("accept", "算子")})) == 0
    subprocess.run(["git", "apply", patch], cwd=project.folder, check=True)
    page = project.folder / "docs/b/zh.md"
    page.write_text(f"{page.read_text('utf-8')}\n另一行。\n", encoding="utf-8")  # edited since the build
    capsys.readouterr()
    answers = {
        ids["T101", "图书馆", "a/zh.md"]: ("accept", "库"),
        ids["T105", "Pytorch", "b/zh.md"]: ("accept", "PyTorch"),
    }
    assert project.run("apply", by_page(project, "Ken", answers)) == 0
    errors = capsys.readouterr().err
    assert "2 places in 2 files can be corrected" in errors and "no longer where" not in errors
    subprocess.run(["git", "apply", patch], cwd=project.folder, check=True)
    assert (project.folder / "docs/a/zh.md").read_text(
        "utf-8"
    ) == "# 张量\n\n每个算子都处理张量。\n\n这个库把每个算子注册一次。\n"
    assert page.read_text("utf-8").startswith("# 内核\n\nPyTorch 为每种设备")
    project.build()
    capsys.readouterr()
    assert project.run("apply") == 0
    assert not patch.exists() and "texts:" not in capsys.readouterr().err


def test_rejected_place_survives_what_fix_does_beside_it(project: Project):
    page = write(project.folder / "docs", {"d/zh.md": "Pytorch 与 TensorFLow 并用。\n"}) / "d/zh.md"
    project.build()
    assert project.run("packet", "--for", "zh") == 0
    brand = asked(project)["T105", "Pytorch", "d/zh.md"]
    assert project.run("apply", by_page(project, "Mei", {brand: ("reject", "")})) == 0
    main(["check", str(page), "--config", str(project.folder / "taiyaku.toml"), "--fix", "--quiet"])
    assert page.read_text("utf-8") == "Pytorch 与 TensorFlow 并用。\n"


def test_decisions_are_carried_in_whatever_file_they_stand(project: Project):
    project.build()
    assert project.run("packet", "--for", "zh") == 0
    ids = asked(project)
    assert project.run("apply", by_page(project, "Mei", {ids["T101", "图书馆", "a/zh.md"]: ("reject", "")})) == 0
    folder = project.folder / "review" / "decisions"
    (folder / "mei.jsonl").rename(folder / "our team.JSONL")
    (folder / "._our team.jsonl").write_bytes(b"\xff\xfe")  # what a system keeps beside a file
    assert project.run("apply", by_page(project, "Ken", {ids["T101", "操作员", "a/zh.md"]: ("accept", "算子")})) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["._our team.jsonl", "ken.jsonl", "our team.JSONL"]
    carried = next(decision for decision in decisions_in(project.folder / "review") if decision.who == "Mei")
    assert len(carried.question.marks) == 2


def test_two_who_hand_in_at_the_same_moment_lose_nothing(project: Project):
    project.build()
    assert project.run("packet", "--for", "zh") == 0
    ids = list(asked(project).values())
    files = [
        by_page(project, reviewer_name, dict.fromkeys(ids, ("reject", ""))) for reviewer_name in ("Mei", "Ken", "Ana")
    ]
    command = ["review", "apply", "--config", "taiyaku.toml"]
    order = [sys.executable, "-m", "flows.command_line.cli", *command]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    running = [
        subprocess.Popen([*order, file], cwd=project.folder, env=environment, stderr=subprocess.PIPE) for file in files
    ]
    errors = [process.communicate(timeout=PATIENCE)[1] for process in running]
    assert [process.returncode for process in running] == [0, 0, 0], errors
    assert len(decisions_in(project.folder / "review")) == 3 * len(ids)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda build: (build / "manifest.json").write_text('{"signature": "schema:3"}'), "build"),
        (lambda build: next((build / "findings").iterdir()).write_bytes(b"PAR1"), "findings cannot be read: "),
    ],
)
def test_damaged_build_is_reported_in_one_line(
    project: Project, capsys: pytest.CaptureFixture[str], edit: Callable[[Path], object], message: str
):
    edit(project.build())
    capsys.readouterr()
    assert project.run("packet", "--for", "zh") == 2
    errors = capsys.readouterr().err
    assert message in errors and errors.count("\n") == 1


def test_name_that_is_no_text_is_refused_before_anything_is_kept(project: Project, capsys: pytest.CaptureFixture[str]):
    assert project.run("apply", "--by", "M\udcffi") == 2
    assert capsys.readouterr().err.startswith("taiyaku: --by: ")
