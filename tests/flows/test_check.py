"""`taiyaku check`, `rules` and `explain` on the command line."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from corpus.languages import Language
from corpus.sources import discovery
from flows.checking.check_request import request_of
from flows.checking.page_check import check_sources
from flows.files.git_repository import changed
from flows.options.flow_parameters import CheckOptions
from tests.flows.command import Ran, called, environment, git, python, taiyaku
from tests.flows.plain import write

BAD = "TorchVision 图书馆提供了预训练模型。\n"
GOOD = "TorchVision 库提供了预训练模型。\n"
ONLY = ("--select", "T101")

Call = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two pages to check, to call from."""
    monkeypatch.chdir(tmp_path)
    return write(tmp_path, {"docs/zh/bad.md": f"# 库\n\n{BAD}", "docs/zh/good.md": f"# 库\n\n{GOOD}"})


def found(ran: Ran) -> list[dict[str, object]]:
    """The findings of a report in JSON."""
    rows: list[dict[str, object]] = json.loads(ran.out)["findings"]
    return rows


# --- what is printed, and the status


def test_place_and_words_are_shown_with_a_caret_below(folder: Path, capfd: Call):
    ran = called(capfd, "check", "docs", *ONLY)
    head, line, caret, *_ = ran.out.splitlines()
    assert ran.status == 1
    assert head.startswith("docs/zh/bad.md:3:13 T101 ")
    assert line.endswith("TorchVision 图书馆提供了预训练模型。")
    assert caret.index("^") == line.index("图书馆") and caret.count("^") == 6


def test_clean_pages_are_fine(folder: Path, capfd: Call):
    ran = called(capfd, "check", "docs/zh/good.md", *ONLY)
    assert ran.status == 0


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("--fail-on", "critical"), 0),
        (("--fail-on", "major"), 1),
        (("--fail-on", "minor"), 1),
        (("--min-confidence", "0.99"), 0),
        (("--min-confidence", "0.5"), 1),
        (("--ignore", "T101"), 0),
        (("--select", "T102,T4"), 0),
        (("--select", "wrong-rendering"), 1),
    ],
)
def test_status_says_whether_something_is_grave_and_sure_enough(
    arguments: tuple[str, ...], status: int, folder: Path, capfd: Call
):
    assert called(capfd, "check", "docs", *(() if "--select" in arguments else ONLY), *arguments).status == status


@pytest.mark.parametrize("form", ["json", "sarif", "github", "gitlab", "junit", "markdown", "rdjsonl"])
def test_machine_formats_name_place_and_rule(form: str, folder: Path, capfd: Call):
    ran = called(capfd, "check", "docs", *ONLY, "--format", form)
    assert ran.status == 1
    assert "docs/zh/bad.md" in ran.out and "T101" in ran.out and "docs/zh/good.md:" not in ran.out


def test_report_is_written_to_files_beside_what_is_printed(folder: Path, capfd: Call):
    names = ["json", "sarif", "github", "gitlab", "junit", "markdown", "rdjsonl"]
    outputs = [word for name in names for word in ("--output", f"{name}=reports/{name}.out")]
    ran = called(capfd, "check", "docs", *ONLY, *outputs)
    assert (ran.status, ran.out) == (1, called(capfd, "check", "docs", *ONLY).out)
    for name in names:
        written = (folder / "reports" / f"{name}.out").read_text(encoding="utf-8")
        assert written == called(capfd, "check", "docs", *ONLY, "--format", name).out, name


def test_report_is_written_where_nothing_has_changed(folder: Path, capfd: Call):
    git(folder, "init")
    git(folder, "add", "-A")
    git(folder, "commit", "-m", "pages")
    ran = called(capfd, "check", "docs", "--changed", "--format", "gitlab", "--output", "sarif=a.sarif", *ONLY)
    assert (ran.status, json.loads(ran.out)) == (0, [])
    (log,) = json.loads((folder / "a.sarif").read_text(encoding="utf-8"))["runs"]
    assert log["results"] == []


def test_report_names_the_page_that_could_not_be_read(folder: Path, capfd: Call):
    (folder / "docs/zh/bad.md").write_bytes(b"\x00\x01" * 99)
    ran = called(capfd, "check", "docs/zh/bad.md", "--output", "junit=junit.xml", *ONLY)
    assert (ran.status, ran.out) == (2, "")
    assert 'errors="1"' in (folder / "junit.xml").read_text(encoding="utf-8")


@pytest.mark.parametrize("arguments", [("--diff",), ("--update-baseline", "--baseline", "known.json")])
def test_file_for_a_report_is_refused_where_there_is_none(arguments: tuple[str, ...], folder: Path, capfd: Call):
    ran = called(capfd, "check", "docs", *arguments, "--output", "json=a.json")
    assert ran.status == 2 and ran.err.endswith("not a report; omit --output\n") and not (folder / "a.json").exists()


def test_file_for_a_report_that_cannot_be_written_is_reported(folder: Path, capfd: Call):
    ran = called(capfd, "check", "docs", *ONLY, "--output", "json=docs/zh/bad.md/a.json")
    assert ran.status == 3 and "docs/zh/bad.md" in ran.err.splitlines()[-1]


@pytest.mark.parametrize(("lang", "words"), [("en", "is listed as wrong"), ("zh", "不是"), ("ja", "誤り")])
def test_messages_speak_three_languages(lang: str, words: str, folder: Path, capfd: Call):
    assert words in called(capfd, "check", "docs", *ONLY, "--messages", lang).out


# --- sources


def test_standard_input_is_checked_under_the_name_that_is_given(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call
):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BAD.encode())))
    ran = called(capfd, "check", "-", "--name", "blog/zh/new.md", *ONLY)
    assert (ran.status, ran.out.splitlines()[0].split(" ")[0]) == (1, "blog/zh/new.md:1:13")


def test_name_of_standard_input_tells_language_settings_and_baseline(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call
):
    write(folder, {"taiyaku.toml": '[check]\nselect = ["T101"]\n[check.per_folder."docs/zh/old"]\nignore = ["T101"]\n'})

    def piped(name: str, *more: str) -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"# 库\n\n{BAD}".encode())))
        return called(capfd, "check", "-", "--name", name, *more)

    assert (piped("docs/zh/new.md").status, piped("docs/zh/old/a.md").status) == (1, 0)
    called(capfd, "check", "docs", "--baseline", "known.json", "--update-baseline")
    assert piped("docs/zh/bad.md", "--baseline", "known.json").status == 0
    refused = piped("../outside.md")
    assert refused.status == 2 and refused.err.startswith("taiyaku: --name ../outside.md: not a file path under ")


def test_name_is_for_standard_input_alone(folder: Path, capfd: Call):
    ran = called(capfd, "check", "docs", "--name", "a.md")
    assert (ran.status, ran.err) == (2, "taiyaku: --name applies only to standard input; omit it, or check -\n")


def test_file_name_that_is_not_utf8_is_checked(folder: Path, capfd: Call):
    (folder / os.fsdecode(b"docs/zh/non\xffutf.md")).write_text(BAD)
    ran = called(capfd, "check", "docs", *ONLY)
    assert ran.status == 1 and "non\\xffutf.md:1:13" in ran.out


def test_original_is_found_by_the_patterns_of_works(folder: Path, capfd: Call):
    write(
        folder,
        {
            "taiyaku.toml": '[[works]]\nen = "en-docs/**"\nzh = "i18n/zh/**"\n',
            "en-docs/a.md": "Pytorch is one.\n",
            "i18n/zh/a.md": "Pytorch 是一个库。\n",
        },
    )
    (finding,) = found(called(capfd, "check", ".", "--select", "T105", "--format", "json"))
    assert finding["inherited"] is True


def test_standard_input_without_a_name_is_a_dash(folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BAD.encode())))
    ran = called(capfd, "check", "-", "--as", "zh", *ONLY)
    assert ran.out.splitlines()[0].startswith("-:1:13 T101 ")


def test_language_is_taken_from_the_caller(folder: Path, capfd: Call):
    write(folder, {"page.md": "图书馆 TorchVision"})
    assert called(capfd, "check", "page.md", "--as", "ja", *ONLY).status == 0
    assert called(capfd, "check", "page.md", "--as", "zh", *ONLY).status == 1


def test_language_of_the_caller_is_for_found_pages_that_name_no_other(folder: Path):
    write(
        folder,
        {
            "site/en/guide.md": "Tensors are arrays of numbers, and operators work on them.\n",
            "site/ja/guide.md": "テンソルは数値の配列です。演算子はテンソルに作用します。\n",
            "site/guide.md": "The original of it all is written in plain English sentences.\n",
            "site/told.md": "---\nlang: ja\n---\n\nTorchVision 2.0\n",
            "site/open.md": BAD,
        },
    )

    def locales(*sources: str) -> dict[str, str]:
        options = CheckOptions(sources=tuple(map(Path, sources)), base=folder)
        request = request_of(options, language=Language("zh", "zh-TW"))
        return {page.document.path: page.document.locale for page in check_sources(request)}

    assert locales("site") == {"site/ja/guide.md": "ja", "site/open.md": "zh-TW", "site/told.md": "ja"}
    assert locales("site/told.md") == {"site/told.md": "zh-TW"}


# --- without a source


def test_without_a_source_the_current_folder_is_checked(folder: Path, capfd: Call):
    ran, named_run = called(capfd, "check", *ONLY), called(capfd, "check", ".", *ONLY)
    assert (ran.status, ran.out, ran.err) == (
        named_run.status,
        named_run.out,
        named_run.err.replace("check . ", "check "),
    )
    assert (ran.status, ran.out.split(" ")[0]) == (1, "docs/zh/bad.md:3:13")


def test_without_a_source_the_current_folder_is_fixed(folder: Path, capfd: Call):
    assert called(capfd, "check", "--fix", *ONLY).status == 0
    assert (folder / "docs/zh/bad.md").read_text(encoding="utf-8") == f"# 库\n\n{GOOD}"


def test_without_a_source_the_root_of_the_settings_is_checked(folder: Path, capfd: Call):
    write(folder, {"taiyaku.toml": '[source]\nroot = "docs/ja"\n', "docs/ja/page.md": "テンソルの配列です。\n"})
    assert called(capfd, "check", *ONLY).status == 0


def test_what_tools_made_is_no_source(folder: Path, capfd: Call):
    (folder / "docs/zh/bad.md").unlink()
    for tool_folder in ("node_modules/a", "env/lib", ".venv/lib", "docs/_build/html", "lib/site-packages/a"):
        write(folder, {f"{tool_folder}/zh/bad.md": BAD})
    write(folder, {"env/pyvenv.cfg": "home = /usr/bin\n"})
    assert called(capfd, "check", *ONLY).status == 0
    assert called(capfd, "check", "docs/_build", *ONLY).status == 1  # it was named


def test_what_git_ignores_is_checked_only_where_it_is_named(folder: Path, capfd: Call):
    (folder / "docs/zh/bad.md").unlink()
    write(folder, {".gitignore": "out/\n*.draft.md\n", "out/zh/bad.md": BAD, "docs/zh/a.draft.md": BAD})
    assert called(capfd, "check", *ONLY).status == 1  # git does not know the folder yet
    git(folder, "init")
    assert called(capfd, "check", *ONLY).status == 0
    assert called(capfd, "check", "out", *ONLY).status == 1


def test_without_a_page_in_the_current_folder_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call):
    monkeypatch.chdir(write(tmp_path, {"README.md": "Tensors are arrays of numbers.\n"}))
    message = (
        "(this folder): no Chinese or Japanese pages found; give other files or folders, or set the language with --as"
    )
    assert called(capfd, "check") == Ran(2, "", f"taiyaku: {tmp_path} {message}\n")


# --- how sure


@pytest.fixture
def doubtful(folder: Path) -> Path:
    """A folder with a page whose findings are of many confidences."""
    flaws = "每个操作员都接收 tensor。训练时使用 pytorch 模型,效果很好.\n\n这里吞吐量更重要。\n"
    original = (
        "# Library\n\nTorchVision.\n\nEvery operator takes tensors. Train with PyTorch.\n\nLatency matters more here.\n"
    )
    return write(folder, {"docs/zh/bad.md": f"# 库\n\n{BAD}\n{flaws}", "docs/en/bad.md": original})


def confidences(ran: Ran) -> list[float]:
    """How sure the places are that a report in JSON lists."""
    return [place["confidence"] for row in json.loads(ran.out)["findings"] for place in row["locations"]]


def test_machine_formats_list_all_findings_unless_it_is_said_how_sure_they_must_be(doubtful: Path, capfd: Call):
    all_confidences = confidences(called(capfd, "check", "docs", "--format", "json"))
    sure = called(capfd, "check", "docs", "--format", "json", "--min-confidence", "0.6")
    assert (
        confidences(sure) == [confidence for confidence in all_confidences if confidence >= 0.6]
        and min(all_confidences) < 0.5
    )
    assert confidences(called(capfd, "check", "docs", "--format", "json", "--min-confidence", "0")) == all_confidences
    assert sure.err.startswith(
        f"{len(all_confidences) - len(confidences(sure))} neutral or doubtful findings not shown"
    )
    all_shown = called(capfd, "check", "docs", "--format", "json", "--min-confidence", "0.6", "--all")
    assert confidences(all_shown) == all_confidences
    log = json.loads(called(capfd, "check", "docs", "--format", "sarif", "--min-confidence", "0.6").out)["runs"][0]
    assert [result["ruleId"] for result in log["results"]] == [
        row["rule"] for row in found(sure) if row["severity"] != "neutral"
    ]


def test_text_goes_down_to_the_confidence_that_is_given(doubtful: Path, capfd: Call):
    def listed(*arguments: str) -> int:
        return sum(
            line.startswith("docs/zh/bad.md:") for line in called(capfd, "check", "docs", *arguments).out.splitlines()
        )

    counts = [listed("--min-confidence", "0.97"), listed(), listed("--min-confidence", "0"), listed("--all")]
    assert counts == sorted(set(counts))


def test_setting_of_the_bar_hides_nothing(doubtful: Path, capfd: Call):
    all_confidences = confidences(called(capfd, "check", "docs", "--format", "json"))
    write(doubtful, {"taiyaku.toml": "[check]\nmin_confidence = 0.9\n"})
    assert confidences(called(capfd, "check", "docs", "--format", "json")) == all_confidences


def test_nothing_faint_is_graver_than_minor(doubtful: Path, capfd: Call):
    rows = found(called(capfd, "check", "docs", "--format", "json"))
    assert {row["severity"] for row in rows if float(str(row["confidence"])) < 0.3} <= {"minor", "neutral"}


def test_changed_looks_at_what_git_says(folder: Path, capfd: Call):
    git(folder, "init")
    assert called(capfd, "check", "docs", "--changed", *ONLY).status == 1  # nothing is committed yet
    git(folder, "add", "-A")
    git(folder, "commit", "-m", "pages")
    ran = called(capfd, "check", "docs", "--changed", *ONLY)
    assert (ran.status, "bad.md" in ran.out) == (0, False)
    assert (ran.out, ran.err) == (
        "",
        "No Chinese or Japanese page has changed; nothing to check. `taiyaku stale` knows changed originals.\n",
    )
    assert called(capfd, "check", "docs", "--changed", "--quiet", *ONLY) == Ran(0, "", "")
    write(folder, {"docs/zh/good.md": BAD, "docs/zh/neu 新.md": BAD})
    ran = called(capfd, "check", "docs", "--changed", *ONLY)
    places = [line.split(" T101")[0] for line in ran.out.splitlines() if " T101 " in line]
    assert places == ["docs/zh/good.md:1:13", "docs/zh/neu 新.md:1:13"]


def test_changed_since_a_branch(folder: Path, capfd: Call):
    git(folder, "init")
    git(folder, "add", "-A")
    git(folder, "commit", "-m", "pages")
    git(folder, "checkout", "-b", "topic")
    write(folder, {"docs/zh/topic.md": BAD})
    git(folder, "add", "-A")
    git(folder, "commit", "-m", "topic")
    assert called(capfd, "check", "docs", "--changed", *ONLY).status == 0
    ran = called(capfd, "check", "docs", "--base", "main", *ONLY)
    assert (ran.status, "topic.md" in ran.out, "bad.md" in ran.out) == (1, True, False)
    ran = called(capfd, "check", "docs", "--changed", "--base", "nowhere", *ONLY)
    assert (
        ran.err
        == "taiyaku: nowhere: git has no commit of that name; fetch it with its history (actions/checkout: fetch-depth: 0), or give another with --base\n"
    )
    ran = called(capfd, "check", "docs", "--base=--all", *ONLY)
    assert (ran.status, ran.err) == (2, "taiyaku: --all: no name of a commit; give another with --base\n")
    git(folder, "checkout", "--orphan", "alone")
    git(folder, "commit", "-m", "alone")
    ran = called(capfd, "check", "docs", "--base", "main", *ONLY)
    assert (
        ran.err
        == "taiyaku: main: git finds no common ancestor with HEAD; fetch it with its history (actions/checkout: fetch-depth: 0), or give another with --base\n"
    )


@pytest.mark.parametrize("base", ["feature/x", "release-1.0", "日本語", "a@b", "a#b", "v1.0", "HEAD~1", ":/pages"])
def test_base_is_whatever_git_takes_for_a_commit(folder: Path, base: str):
    git(folder, "init")
    git(folder, "add", "-A")
    git(folder, "commit", "-m", "pages")
    for name in ("feature/x", "release-1.0", "日本語", "a@b", "a#b"):
        git(folder, "branch", name)
    git(folder, "tag", "-a", "v1.0", "-m", "a release")
    write(folder, {"docs/zh/topic.md": BAD})
    git(folder, "add", "-A")
    git(folder, "commit", "-m", "topic")
    assert [file.name for file in changed(folder, [folder / "docs"], base)] == ["topic.md"]


def test_changed_refuses_what_lies_outside(folder: Path, tmp_path_factory: pytest.TempPathFactory, capfd: Call):
    git(folder, "init")
    other = write(tmp_path_factory.mktemp("other"), {"zh.md": BAD})
    ran = called(capfd, "check", other, "--changed")
    assert ran.status == 2 and "not in the repository" in ran.err


def test_changed_follows_links(folder: Path, tmp_path_factory: pytest.TempPathFactory, capfd: Call):
    git(folder, "init")
    link = tmp_path_factory.mktemp("linked") / "here"
    link.symlink_to(folder)
    assert called(capfd, "check", link / "docs", "--changed", *ONLY).status == 1


def test_changed_needs_git(folder: Path, capfd: Call):
    ran = called(capfd, "check", "docs", "--changed")
    assert ran.status == 2 and ran.err.endswith("--changed needs a git repository\n") and len(ran.err.splitlines()) == 1


def test_named_file_that_cannot_be_read_does_not_pass_for_a_clean_one(folder: Path, capfd: Call):
    write(folder, {"docs/zh/empty.md": ""})
    assert called(capfd, "check", "docs/zh/good.md", "docs/zh/empty.md", *ONLY).status == 2
    assert called(capfd, "check", "docs/zh/good.md", "docs/zh/bad.md", "docs/zh/empty.md", *ONLY).status == 1
    (folder / "docs/zh/bad.md").unlink()
    assert called(capfd, "check", "docs", *ONLY).status == 0


@pytest.mark.parametrize("name", ["en", "empty"])
def test_nothing_to_check_is_the_calls_fault(name: str, folder: Path, capfd: Call):
    write(folder, {"en/page.md": "Tensors are arrays of numbers.\n"})
    (folder / "empty").mkdir()
    message = f"taiyaku: {name}: no Chinese or Japanese pages found; give other files or folders, or set the language with --as\n"
    assert called(capfd, "check", name) == Ran(2, "", message)


def test_unreadable_pages_are_reported_and_the_others_checked(folder: Path, capfd: Call):
    write(folder, {"docs/zh/empty.md": ""})
    ran = called(capfd, "check", "docs", *ONLY)
    assert ran.status == 1 and "docs/zh/empty.md" in ran.out and "empty file" in ran.out


def test_nothing_readable_is_the_calls_fault(folder: Path, capfd: Call):
    write(folder, {"x/zh.md": ""})
    ran = called(capfd, "check", "x")
    assert ran.status == 2 and "x/zh.md" in ran.err


# --- the English original


def test_a_slip_of_the_original_is_inherited(folder: Path, capfd: Call):
    write(folder, {"docs/en/brand.md": "Pytorch is a library.\n", "docs/zh/brand.md": "Pytorch 是一个库。\n"})
    (finding,) = found(called(capfd, "check", "docs/zh/brand.md", "--select", "T105", "--format", "json"))
    assert (finding["inherited"], finding["severity"]) == (True, "neutral")


# --- settings


def test_settings_select_and_ignore_by_folder(folder: Path, capfd: Call):
    write(folder, {"taiyaku.toml": '[check]\nselect = ["T101"]\n[check.per_folder."docs/zh/b*"]\nignore = ["T101"]\n'})
    assert called(capfd, "check", "docs").status == 0
    write(folder, {"docs/zh/good.md": BAD})
    assert called(capfd, "check", "docs").status == 1


def test_rule_that_is_no_more_is_passed_over_with_a_note(folder: Path, capfd: Call):
    write(folder, {"taiyaku.toml": '[check]\nselect = ["T101"]\nignore = ["T106"]\n'})
    ran = called(capfd, "check", "docs")
    assert (ran.status, "T106 is no rule any more; take it out of what is selected\n" in ran.err) == (1, True)
    assert "T106" not in called(capfd, "check", "docs", "--quiet").err
    write(folder, {"taiyaku.toml": ""})
    assert called(capfd, "explain", "T106").err == "taiyaku: 'T106' is no rule any more\n"


def test_rule_that_is_none_is_refused_wherever_it_stands(folder: Path, capfd: Call):
    ran = called(capfd, "check", "docs", "--select", "T999")
    assert (ran.status, ran.err) == (2, "taiyaku: 'T999' is no rule; did you mean T901?\n")
    write(folder, {"taiyaku.toml": '[check]\nignore = ["brand-cased"]\n'})
    ran = called(capfd, "check", "docs")
    assert (ran.status, ran.err) == (
        2,
        "taiyaku: [check] in the settings: 'brand-cased' is no rule; did you mean brand-casing?\n",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '[check]\nfail_on = "huge"',
            "check.fail_on: should be 'critical', 'major', 'minor' or 'neutral' (got 'huge')",
        ),
        ("[check]\nmin_confidence = 2", "check.min_confidence: should be less than or equal to 1 (got 2)"),
        (
            '[check.per_folder."a/*"]\nselcet = ["T101"]',
            "unknown key check.per_folder.a/*.selcet; did you mean select?",
        ),
    ],
)
def test_broken_settings_are_reported(text: str, message: str, folder: Path, capfd: Call):
    write(folder, {"taiyaku.toml": text})
    assert called(capfd, "check", "docs") == Ran(2, "", f"taiyaku: taiyaku.toml: {message}\n")


# --- the baseline


def test_baseline_lets_old_findings_be_and_fails_on_new_ones(folder: Path, capfd: Call):
    update = called(capfd, "check", "docs", *ONLY, "--baseline", "known.json", "--update-baseline")
    assert (update.status, update.err) == (0, "known.json: 1 finding baselined\n")
    assert called(capfd, "check", "docs", *ONLY, "--baseline", "known.json").status == 0
    assert called(capfd, "check", "docs/zh/bad.md", *ONLY, "--baseline", "known.json").status == 0
    write(folder, {"docs/zh/bad.md": f"# 库\n\n新的一段。\n\n{BAD}\n{BAD}"})
    ran = called(capfd, "check", "docs", *ONLY, "--baseline", "known.json")
    assert (ran.status, ran.out.count(" T101 ")) == (1, 1)


def test_baseline_holds_wherever_it_is_called_from(folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call):
    git(folder, "init")
    called(capfd, "check", "docs", *ONLY, "--baseline", "known.json", "--update-baseline")
    monkeypatch.chdir(folder / "docs" / "zh")
    assert called(capfd, "check", "bad.md", *ONLY, "--baseline", "../../known.json").status == 0


def test_what_is_gone_is_reported_and_taken_out(folder: Path, capfd: Call):
    called(capfd, "check", "docs", *ONLY, "--baseline", "known.json", "--update-baseline")
    write(folder, {"docs/zh/bad.md": GOOD})
    ran = called(capfd, "check", "docs", *ONLY, "--baseline", "known.json")
    assert "known.json: 1 of its findings" in ran.err
    called(capfd, "check", "docs", *ONLY, "--baseline", "known.json", "--update-baseline")
    assert json.loads((folder / "known.json").read_text())["findings"] == []


def test_update_keeps_what_was_not_asked(folder: Path, capfd: Call):
    write(folder, {"docs/zh/other.md": BAD})
    called(capfd, "check", "docs", *ONLY, "--baseline", "known.json", "--update-baseline")
    called(capfd, "check", "docs/zh/good.md", *ONLY, "--baseline", "known.json", "--update-baseline")
    called(capfd, "check", "docs", "--select", "T102", "--baseline", "known.json", "--update-baseline")
    paths = [finding["path"] for finding in json.loads((folder / "known.json").read_text())["findings"]]
    assert paths == ["docs/zh/bad.md", "docs/zh/other.md"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "known.json: no such baseline; create it with --update-baseline, or correct the path"),
        (b"\xff", "known.json: not UTF-8; recreate it with --update-baseline"),
        (b"\xef\xbb\xbf{}", "known.json: no baseline of version 1; make it again with --update-baseline"),
    ],
)
def test_broken_baseline_is_reported(content: bytes | None, message: str, folder: Path, capfd: Call):
    if content is not None:
        write(folder, {"known.json": content})
    assert called(capfd, "check", "docs", "--baseline", "known.json") == Ran(2, "", f"taiyaku: {message}\n")


def test_update_needs_a_file(folder: Path, capfd: Call):
    ran = called(capfd, "check", "docs", "--update-baseline")
    assert ran.err == "taiyaku: --update-baseline: no baseline file given; set one with --baseline\n"


# --- processes, and what is not loaded


@pytest.mark.slow
def test_several_processes_find_the_same(folder: Path, tmp_path: Path):
    others = "损失函数的梯度由反向传播计算，优化器更新网络的权重。\n"
    pages: dict[str, str | bytes] = {f"many/zh/{number}.md": (GOOD + BAD + others) * 200 for number in range(30)}
    write(folder, pages)
    env = environment(tmp_path / "home")
    single, double = (
        taiyaku("check", "many", "--format", "json", *ONLY, "--jobs", jobs, env=env, cwd=folder) for jobs in "12"
    )
    assert single.status == double.status == 1 and json.loads(single.out) == json.loads(double.out)


@pytest.mark.slow
def test_prefect_and_the_tables_libraries_are_never_loaded(folder: Path, tmp_path: Path):
    write(folder, {"docs/zh/good.md": f"{GOOD}\nIt does not need the other library to be installed.\n"})
    code = (
        "import sys; from flows.command_line.cli import main; status = main(['check', 'docs/zh/good.md']); "
        "print([one for one in ('numpy', 'pandas', 'prefect', 'pyarrow', 'scipy', 'spacy') if one in sys.modules], file=sys.stderr)"
    )
    ran = python("-c", code, env=environment(tmp_path / "home"), cwd=folder)
    assert ran.err.splitlines()[-1] == "[]"


# --- rules and explain


def test_rules_lists_every_rule(capfd: Call):
    from glossary.rules.registry import RULES

    ran = called(capfd, "rules")
    assert ran.status == 0 and [line[:4] for line in ran.out.splitlines()[1:]] == [rule.code for rule in RULES]


@pytest.mark.parametrize("selector", ["T101", "t101", "wrong-rendering"])
def test_explain_says_why_with_examples(selector: str, capfd: Call):
    ran = called(capfd, "explain", selector)
    assert ran.status == 0 and ran.out.startswith("T101 wrong-rendering (major")
    assert "Why:" in ran.out and "Bad:" in ran.out and "Good:" in ran.out


def test_explain_refuses_what_is_no_rule(capfd: Call):
    assert called(capfd, "explain", "T999") == Ran(2, "", "taiyaku: 'T999' is no rule; did you mean T901?\n")


@pytest.mark.slow
def test_page_by_itself_is_compared_with_the_pages_of_the_last_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call
):
    monkeypatch.chdir(tmp_path)
    english = "# Masking\n\nRandom masking happens in every batch.\n\nRandom masking shows after several runs.\n"
    for work, words in zip("abcd", ["随机掩码", "随机掩码", "随机掩码", "随机遮罩"], strict=True):
        page = f"# 掩码\n\n{words}在每个批次中进行。\n\n多次运行后可以看到{words}的效果。\n"
        write(tmp_path / "docs" / work, {"en.md": english, "zh.md": page})
    arguments = ("check", "docs/d", "--select", "T203", "--min-confidence", "0.5")
    assert "T203" not in called(capfd, *arguments).out
    assert called(capfd, "build", "docs", "--out", "outputs", "--quiet").status == 0
    ran = called(capfd, *arguments)
    assert "docs/d/zh.md:3:1 T203" in ran.out
    assert "“随机掩码” (×6) and as “随机遮罩” (×2)" in ran.out


# --- in CI


def committed(folder: Path) -> None:
    """A repository of the folder, with a branch off `main`."""
    git(folder, "init")
    git(folder, "add", "-A")
    git(folder, "commit", "-m", "pages")
    git(folder, "checkout", "-b", "topic")


ENTRY = '[[concept]]\nid = "vision"\ndomain = "vision"\nen = "vision"\nzh = "视觉"\ndefinition = "Seeing, as done by machines."\n'


@pytest.mark.parametrize("change", ["edited", "deleted"])
def test_all_pages_are_checked_where_a_glossary_or_the_settings_differ(change: str, folder: Path, capfd: Call):
    write(folder, {"taiyaku.toml": '[glossary]\ndirs = ["terms"]\n', "terms/a.toml": ENTRY, "terms/b.toml": ""})
    committed(folder)
    if change == "edited":
        write(folder, {"taiyaku.toml": '[glossary]\ndirs = ["terms"]\n\n'})
    else:
        (folder / "terms/b.toml").unlink()
    cause = "taiyaku.toml" if change == "edited" else "terms/b.toml"
    ran = called(capfd, "check", "docs", "--base", "main", *ONLY)
    assert ran.status == 1 and "bad.md" in ran.out
    assert f"{cause} has changed, so all pages are checked\n" in ran.err


def test_a_file_in_none_of_our_languages_fails_nothing_unless_it_was_named(folder: Path, capfd: Call):
    committed(folder)
    write(folder, {"requirements.txt": "numpy\n"})
    ran = called(capfd, "check", "--base", "main", "--format", "github")
    assert ran.status == 0 and ran.out.startswith("::notice file=requirements.txt::")
    assert called(capfd, "check", "requirements.txt", "--format", "github").status == 2


def test_what_was_not_read_is_not_gone_from_the_baseline(folder: Path, capfd: Call):
    called(capfd, "check", "docs", *ONLY, "--baseline", "known.json", "--update-baseline")
    (folder / "docs/zh/bad.md").write_bytes(b"\xff\x00\x01binary")
    ran = called(capfd, "check", "docs", *ONLY, "--baseline", "known.json")
    assert "no longer found" not in ran.err and "1 file could not be read" in ran.out


def test_sarif_has_what_is_new_and_shown(doubtful: Path, capfd: Call):
    def results(*arguments: str) -> int:
        return len(
            json.loads(called(capfd, "check", "docs", "--format", "sarif", *arguments).out)["runs"][0]["results"]
        )

    assert 0 < results() < results("--all")
    called(capfd, "check", "docs", "--baseline", "known.json", "--update-baseline")
    assert results("--baseline", "known.json") == 0 < results("--baseline", "known.json", "--all")


def test_pattern_that_fits_no_file_is_named_once(folder: Path, capfd: Call):
    settings = '[check.per_folder]\n"doc/zh/**" = { ignore = ["T3"] }\n"docs/zh" = { ignore = ["T3"] }\n'
    write(folder, {"taiyaku.toml": f'{settings}[[works]]\nzh = "docs/cn/**"\n[source]\nroot = "."\n'})
    ran = called(capfd, "check", "docs", *ONLY)
    remedy = f"fits no file; correct the pattern, which counts from {folder}"
    assert [line for line in ran.err.splitlines() if "fits" in line] == [
        f"[check.per_folder] doc/zh/**: {remedy}",
        f"[[works]] zh docs/cn/**: {remedy}",
    ]
    write(folder, {"taiyaku.toml": settings.replace("doc/zh", "docs/zh")})
    assert "fits no file" not in called(capfd, "check", "docs/zh/good.md", *ONLY).err


def test_one_walk_finds_the_pages_and_the_patterns_that_fit_no_file(
    folder: Path, capfd: Call, monkeypatch: pytest.MonkeyPatch
):
    write(folder, {"taiyaku.toml": '[check.per_folder]\n"doc/**" = { ignore = ["T3"] }\n'})
    walk = Mock(wraps=discovery.find)
    monkeypatch.setattr(discovery, "find", walk)
    ran = called(capfd, "check", "docs", *ONLY, "--output", "json=report.json")
    assert ran.status == 1 and "doc/**: fits no file" in ran.err
    assert walk.call_count == 1


def test_next_command_is_suggested_on_a_terminal_alone(folder: Path, capfd: Call, monkeypatch: pytest.MonkeyPatch):
    assert "Next:" not in called(capfd, "check", "docs", *ONLY).err
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert "Next: taiyaku" in called(capfd, "check", "docs", *ONLY).err
