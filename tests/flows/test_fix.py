"""`taiyaku check --fix` and `--diff`: files that are mended, patches, exit statuses and what is said."""

from __future__ import annotations

import codecs
import io
import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from corpus.sources.discovery import PlacedFile
from flows.checking import page_check
from flows.checking.check_request import FixedPage, mended_page
from flows.pipeline import workers
from glossary.rules.context import RuleContext
from tests.flows.command import Ran, called, git
from tests.flows.plain import write
from tests.hostile import common_folder, unprivileged

BAD = "# 库\n\nTorchVision 图书馆提供了预训练模型,然后量化。\n\n首先导出,最后测量。\n"
GOOD = BAD.replace("图书馆", "库").replace(",", "，")
LEFT = "视觉变压器的准确率下降。\n"  # grave, and nobody can tell what to write unread
RULES = ("--select", "T101,T405")
PATCH = """\
--- a/docs/zh/bad.md
+++ b/docs/zh/bad.md
@@ -1,5 +1,5 @@
 # 库
{}
-TorchVision 图书馆提供了预训练模型,然后量化。
+TorchVision 库提供了预训练模型，然后量化。
{}
-首先导出,最后测量。
+首先导出，最后测量。
""".format(" ", " ")

Call = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a page to mend and a good one, to call from."""
    monkeypatch.chdir(tmp_path)
    return write(tmp_path, {"docs/zh/bad.md": BAD, "docs/zh/good.md": GOOD})


def piped(monkeypatch: pytest.MonkeyPatch, capfd: Call, data: str | bytes, *arguments: str) -> Ran:
    """A call with something on standard input."""
    standard_input = data.encode() if isinstance(data, str) else data
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(standard_input)))
    return called(capfd, "check", "-", *arguments)


# --- files


def test_files_are_fixed_and_what_is_left_is_reported(folder: Path, capfd: Call):
    ran = called(capfd, "check", "docs", *RULES, "--fix")
    assert (folder / "docs/zh/bad.md").read_text() == GOOD
    assert (ran.status, ran.out) == (0, "No problems in 2 files; 2 have no original to compare them with\n")
    assert ran.err.splitlines()[-1] == "fixed 3 places in 1 file: T101 1, T405 2"


def test_second_run_fixes_nothing(folder: Path, capfd: Call):
    called(capfd, "check", "docs", *RULES, "--fix")
    ran = called(capfd, "check", "docs", *RULES, "--fix")
    assert ran.status == 0 and ran.err.splitlines()[-1] == "nothing to fix"
    assert (folder / "docs/zh/bad.md").read_text() == GOOD


def test_status_is_1_where_something_grave_is_left(folder: Path, capfd: Call):
    write(folder, {"docs/zh/bad.md": BAD + "\n" + LEFT})
    ran = called(capfd, "check", "docs", *RULES, "--fix")
    assert (ran.status, "bad.md:7:" in ran.out, "bad.md:3:" in ran.out) == (1, True, False)
    assert (folder / "docs/zh/bad.md").read_text() == GOOD + "\n" + LEFT


def test_machine_formats_list_what_is_left(folder: Path, capfd: Call):
    ran = called(capfd, "check", "docs", *RULES, "--fix", "--format", "json")
    assert json.loads(ran.out)["findings"] == []


def test_quiet_says_nothing(folder: Path, capfd: Call):
    assert called(capfd, "check", "docs", *RULES, "--fix", "--quiet").err == ""


@pytest.mark.parametrize(
    ("lang", "summary"),
    [("en", "fixed 3 places in 1 file: "), ("zh", "已修正 1 个文件中的 3 处："), ("ja", "1 ファイルの 3 か所を修正しました：")],
)  # fmt: skip
def test_summary_speaks_three_languages(lang: str, summary: str, folder: Path, capfd: Call):
    assert summary in called(capfd, "check", "docs", *RULES, "--fix", "--messages", lang).err


def test_selected_rules_alone_are_fixed(folder: Path, capfd: Call):
    called(capfd, "check", "docs", "--select", "T101", "--fix")
    assert (folder / "docs/zh/bad.md").read_text() == BAD.replace("图书馆", "库")
    called(capfd, "check", "docs", "--ignore", "T4", "--fix")
    assert "," in (folder / "docs/zh/bad.md").read_text()


def test_less_sure_remedies_are_left_and_counted(folder: Path, capfd: Call):
    ran = called(capfd, "check", "docs", *RULES, "--fix", "--min-confidence", "0.99")
    assert (folder / "docs/zh/bad.md").read_text() == BAD
    assert ran.err.splitlines()[:2] == [
        "nothing to fix",
        "3 places have a remedy that is less sure; --min-confidence sets how sure it must be",
    ]


def test_baseline_is_left_alone(folder: Path, capfd: Call):
    baseline = ("--baseline", "known.json")
    called(capfd, "check", "docs", "--select", "T101", *baseline, "--update-baseline")
    ran = called(capfd, "check", "docs", *RULES, *baseline, "--fix")
    assert ran.status == 0 and (folder / "docs/zh/bad.md").read_text() == BAD.replace(",", "，")


def test_changed_files_alone_are_fixed(folder: Path, capfd: Call):
    for arguments in (["init"], ["add", "-A"], ["commit", "-m", "pages"]):
        git(folder, *arguments)
    write(folder, {"docs/zh/new.md": BAD})
    called(capfd, "check", "docs", "--changed", *RULES, "--fix")
    assert (folder / "docs/zh/bad.md").read_text() == BAD and (folder / "docs/zh/new.md").read_text() == GOOD


@pytest.mark.slow
def test_several_processes_fix_the_same(folder: Path, capfd: Call, monkeypatch: pytest.MonkeyPatch):
    write(folder, {f"many/zh/{number}.md": BAD * 60 for number in range(20)})
    counts: list[int] = []
    pool = workers.pool

    def counted(processes: int) -> Any:
        counts.append(processes)
        return pool(processes)

    monkeypatch.setattr(page_check, "_WORTH", 0)  # a second process for a tenth of the text
    monkeypatch.setattr(workers, "pool", counted)
    single, double = (called(capfd, "check", "many", *RULES, "--diff", "--jobs", jobs).out for jobs in "12")
    assert single == double and single.count("+++ ") == 20
    assert counts == [1, 2]


# --- what is shown is what is fixed


SHOWN = "请安装 2．1 版的包。\n"  # a full-width point is minor, half-width commas are neutral


@pytest.mark.parametrize(
    ("arguments", "after"),
    [
        ((), SHOWN.replace("．", ".") + "首先导出,最后测量。\n"),
        (("--all",), SHOWN.replace("．", ".") + "首先导出，最后测量。\n"),
        (("--select", "T405"), SHOWN.replace("．", ".") + "首先导出，最后测量。\n"),
        (("--select", "width-and-spacing"), SHOWN.replace("．", ".") + "首先导出，最后测量。\n"),
        (("--select", "T4"), SHOWN.replace("．", ".") + "首先导出,最后测量。\n"),
    ],
)
def test_neutral_findings_are_fixed_where_asked_for(arguments: tuple[str, ...], after: str, folder: Path, capfd: Call):
    write(folder, {"docs/zh/bad.md": SHOWN + "首先导出,最后测量。\n"})
    called(capfd, "check", "docs/zh/bad.md", *arguments, "--fix")
    assert (folder / "docs/zh/bad.md").read_text() == after


def test_neutral_findings_of_a_named_rule_are_shown(folder: Path, capfd: Call):
    write(folder, {"docs/zh/bad.md": "首先导出,最后测量。\n"})
    assert "T405" in called(capfd, "check", "docs/zh/bad.md", "--select", "T405").out
    assert "T405" not in called(capfd, "check", "docs/zh/bad.md", "--select", "T4").out


# --- how files are written


def test_mode_stays_and_no_other_file_is_left(folder: Path, capfd: Call):
    page = folder / "docs/zh/bad.md"
    page.chmod(0o640)
    called(capfd, "check", "docs", *RULES, "--fix")
    assert stat.S_IMODE(page.stat().st_mode) == 0o640
    assert sorted(os.listdir(page.parent)) == ["bad.md", "good.md"]


def test_links_stay_links(folder: Path, capfd: Call):
    (folder / "docs/zh/link.md").symlink_to("bad.md")
    called(capfd, "check", "docs/zh/link.md", *RULES, "--fix")
    assert (folder / "docs/zh/link.md").is_symlink() and (folder / "docs/zh/bad.md").read_text() == GOOD


def test_pages_without_remedies_are_not_written(folder: Path, capfd: Call):
    page = folder / "docs/zh/good.md"
    os.utime(page, (1, 1))
    called(capfd, "check", "docs", *RULES, "--fix")
    assert page.stat().st_mtime == 1


def test_what_may_not_be_written_is_reported_on_the_screen_too(capfd: Call, monkeypatch: pytest.MonkeyPatch):
    with common_folder() as folder:
        write(folder, {"zh/bad.md": BAD})
        (folder / "zh" / "bad.md").chmod(0o444)
        monkeypatch.chdir(folder)
        with unprivileged():
            ran = called(capfd, "check", "zh/bad.md", *RULES, "--fix")
        assert ran.status == 1 and ran.err.splitlines()[:2] == [
            "zh/bad.md: not fixed: read-only",
            "nothing to fix",
        ]
        assert (folder / "zh" / "bad.md").read_text() == BAD and "bad.md:3:13 T101" in ran.out


@pytest.mark.parametrize(
    ("codec", "mark"),
    [
        ("utf-8", codecs.BOM_UTF8),
        ("utf-16-le", codecs.BOM_UTF16_LE),
        ("utf-16-be", codecs.BOM_UTF16_BE),
        ("gb18030", b""),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encoding_and_line_ends_stay(codec: str, mark: bytes, end: str, folder: Path, capfd: Call):
    page = folder / "docs/zh/bad.md"
    page.write_bytes(mark + (BAD * 3).replace("\n", end).encode(codec))
    called(capfd, "check", page, *RULES, "--fix")
    assert page.read_bytes() == mark + (GOOD * 3).replace("\n", end).encode(codec)


@pytest.mark.parametrize("codec", ["cp932", "euc_jp"])
def test_older_japanese_encodings_stay(codec: str, folder: Path, capfd: Call):
    text = "モデルを出力し,量子化する。次に、測る。\r\n" * 5
    (folder / "ja.txt").write_bytes(text.encode(codec))
    called(capfd, "check", "ja.txt", *RULES, "--fix")
    assert (folder / "ja.txt").read_bytes() == text.replace(",", "、").encode(codec)


def test_character_that_the_encoding_lacks_is_left_out(folder: Path, capfd: Call):
    text = "設定を変えて、結果を見ます。畳み込み層のあとで正規化します。\n" * 5
    entry = """[[concept]]
id = "setting"
domain = "x"
definition = "A value that can be set."
en.preferred = "setting"
zh.preferred = "设定"
ja.preferred = "設\u5b9a置"
ja.wrong = [{ form = "設定", use = "设定" }]
"""
    write(folder, {"ja.txt": text.encode("cp932"), "terms/a.toml": entry})
    terms = folder / "terms"  # a process keeps glossaries by the folders that are named
    ran = called(capfd, "check", "ja.txt", "--select", "T101", "--glossary", terms, "--glossary-only", "--fix")
    assert "ja.txt: Shift_JIS cannot hold 设定; left as it is" in ran.err
    assert (folder / "ja.txt").read_bytes() == text.encode("cp932")


def test_file_that_cannot_be_written_again_is_left_alone(folder: Path, capfd: Call):
    data = ("モデルを出力し,量子化する。次に、測る。\n" * 5).encode("cp932") + b"\x87\x90\n"
    (folder / "ja.txt").write_bytes(data)
    ran = called(capfd, "check", "ja.txt", *RULES, "--fix")
    assert "ja.txt: not fixed: written again as Shift_JIS, its bytes would not be the same" in ran.err
    assert (folder / "ja.txt").read_bytes() == data


def test_html_is_reported_once_and_left_alone(folder: Path, capfd: Call):
    page = f"<html><body><p>{BAD.split()[2]} 图书馆提供了预训练模型。</p></body></html>"
    write(folder, {"web/zh/a.html": page, "web/zh/b.html": page})
    ran = called(capfd, "check", "web", *RULES, "--fix")
    lines = [line for line in ran.err.splitlines() if "HTML" in line]
    assert lines == ["HTML: not fixed: findings speak of the text that was extracted from the file"]
    assert ran.status == 1 and (folder / "web/zh/a.html").read_text() == page


def test_page_that_was_checked_is_judged_again_only_where_something_is_to_be_fixed(
    folder: Path, capfd: Call, monkeypatch: pytest.MonkeyPatch
):
    unsure = ("--min-confidence", "0.99")
    write(folder, {"docs/zh/good.md": GOOD + LEFT})
    diffs = [called(capfd, "check", "docs", *RULES, "--diff", *more) for more in ((), unsure)]
    called(capfd, "check", "docs", *RULES)
    judged: list[str] = []

    def noted(file: PlacedFile, page: RuleContext, *arguments: Any) -> tuple[FixedPage, RuleContext]:
        judged.append(file.name)
        return mended_page(file, page, *arguments)

    monkeypatch.setattr(page_check, "mended_page", noted)
    shown_later = [called(capfd, "check", "docs", *RULES, "--diff", *more) for more in ((), unsure)]
    assert [(ran.status, ran.out, ran.err) for ran in shown_later] == [(ran.status, ran.out, ran.err) for ran in diffs]
    assert judged == ["docs/zh/bad.md"]


# --- the patch


def test_diff_shows_what_fix_would_do_and_writes_nothing(folder: Path, capfd: Call):
    ran = called(capfd, "check", "docs", *RULES, "--diff")
    assert (ran.status, ran.out) == (1, PATCH)
    assert ran.err.splitlines()[-1] == "would fix 3 places in 1 file: T101 1, T405 2"
    assert (folder / "docs/zh/bad.md").read_text() == BAD


def test_diff_of_nothing_is_fine(folder: Path, capfd: Call):
    assert called(capfd, "check", "docs/zh/good.md", *RULES, "--diff", "--quiet") == Ran(0, "", "")
    write(folder, {"docs/zh/good.md": LEFT})
    assert called(capfd, "check", "docs/zh/good.md", *RULES, "--diff", "--quiet") == Ran(0, "", "")


def test_diff_comes_before_fix(folder: Path, capfd: Call):
    assert called(capfd, "check", "docs", *RULES, "--fix", "--diff").out == PATCH
    assert (folder / "docs/zh/bad.md").read_text() == BAD


@pytest.mark.parametrize("tool", [["git", "apply", "-"], ["patch", "-p1"]])
@pytest.mark.parametrize("codec", ["utf-8", "gb18030"])
def test_patch_can_be_applied(tool: list[str], codec: str, folder: Path, capfdbinary: pytest.CaptureFixture[bytes]):
    from flows.command_line.cli import main

    page = folder / "docs/zh/bad.md"
    page.write_bytes((BAD * 3).replace("\n", "\r\n").encode(codec))
    capfdbinary.readouterr()
    assert main(["check", "docs", *RULES, "--diff"]) == 1
    output = capfdbinary.readouterr().out
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    subprocess.run([*tool, *(["--binary"] if tool[0] == "patch" else [])], cwd=folder, input=output, check=True)
    assert page.read_bytes() == (GOOD * 3).replace("\n", "\r\n").encode(codec)


def test_patch_of_wide_encodings_is_for_readers(folder: Path, capfd: Call):
    (folder / "docs/zh/bad.md").write_text(BAD, encoding="utf-16")
    ran = called(capfd, "check", "docs", *RULES, "--diff")
    assert "+首先导出，最后测量。" in ran.out
    assert "docs/zh/bad.md: UTF-16LE: shown as UTF-8, so the patch cannot be applied" in ran.err


# --- standard input


def test_fixed_text_comes_out_and_the_report_beside_it(folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call):
    ran = piped(monkeypatch, capfd, BAD + LEFT, "--as", "zh", *RULES, "--fix")
    assert (ran.status, ran.out) == (1, GOOD + LEFT)
    assert "-:6:1 T101" in ran.err and "fixed 3 places in 1 file: T101 1, T405 2" in ran.err


@pytest.mark.parametrize("text", [GOOD, LEFT])
def test_text_without_remedies_comes_out_as_it_was(
    text: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call
):
    assert piped(monkeypatch, capfd, text, "--as", "zh", *RULES, "--fix", "--quiet").out == text


def test_html_comes_out_as_it_was(folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call):
    page = "<p>TorchVision 图书馆提供了预训练模型。</p>"
    assert piped(monkeypatch, capfd, page, "--name", "zh/a.html", *RULES, "--fix").out == page


def test_patch_of_standard_input_goes_by_its_name(folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call):
    ran = piped(monkeypatch, capfd, BAD, "--name", "docs/zh/bad.md", *RULES, "--diff")
    assert (ran.status, ran.out) == (1, PATCH)


# --- options that do not go together


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("docs", "--diff", "--format", "json"), "--diff prints a patch, not a report; omit --format json"),
        (("docs", "--diff", "--update-baseline"), "--diff writes no files; omit --update-baseline"),
        (("-", "--fix", "--format", "sarif"), "--fix writes the page to standard output; omit --format sarif"),
    ],
)
def test_options_that_do_not_go_together(arguments: tuple[str, ...], message: str, folder: Path, capfd: Call):
    assert called(capfd, "check", *arguments) == Ran(2, "", f"taiyaku: {message}\n")


def test_named_file_that_cannot_be_read_does_not_pass(folder: Path, capfd: Call):
    write(folder, {"docs/zh/empty.md": ""})
    assert called(capfd, "check", "docs/zh/good.md", "docs/zh/empty.md", *RULES, "--diff").status == 2
    assert called(capfd, "check", "docs/zh/good.md", "docs/zh/empty.md", *RULES, "--fix").status == 2
