"""The text for people: what it looks like, that carets stand under the words, and that nothing steers a terminal."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossary.desk.report.check_report import CheckedPage, Threshold
from glossary.desk.report.counts import summary
from glossary.desk.report.text import lines, text
from glossary.desk.report.wording import columns
from tests.corpus.small import cpu_limit
from tests.glossary.desk.report.made import document, finding, hostile, page, report

STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def test_what_a_translator_sees():
    checked_page = page("zh/a.md", "# 标题\n\n我们的 图书馆 很好。图书馆！\n", "图书馆")
    assert text(report(checked_page)) == (
        """\
zh/a.md:3:5 T101 “图书馆” is wrong [major 0.95]
    3 | 我们的 图书馆 很好。图书馆！
      |        ^^^^^^ expected: 库 also on line 3
2 problems (1 decision) in 1 file: 2 major; 2 fail the check
"""
    )


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "a.md:1:1 T101 “图书馆” is wrong [minor 0.50 uncertain in the original too]"),
        ("zh", "a.md:1:1 T101 “图书馆”不对 [minor 0.50 存疑 原文亦如此]"),
        ("ja", "a.md:1:1 T101 「图书馆」は誤りです [minor 0.50 要確認 原文も同様]"),
    ],
)
def test_it_speaks_the_language_that_was_asked_for(lang: str, line: str):
    checked_page = page("a.md", "图书馆", "图书馆", severity="minor", confidence=0.5, inherited=True, suggestion="库")
    assert text(report(checked_page, lang=lang)).splitlines()[0] == line


@pytest.mark.parametrize(
    ("message", "expected", "suggestion", "hint"),
    [
        ("write 库", ["库"], "库", ""),
        ("it is wrong", ["库", "函式庫"], None, "expected: 库, 函式庫"),
        ("write 库", ["库", "函式庫"], None, "expected: 函式庫"),
        ("it is wrong", [], "库", "expected: 库"),
        ("it is wrong", [], None, ""),
        ("it is wrong", list("一二三四五六七"), None, "expected: 一, 二, 三, 四, 五"),
    ],
)
def test_what_the_message_says_is_not_said_again(message: str, expected: list[str], suggestion: str | None, hint: str):
    checked_page = page("a.md", "图书馆", "图书馆", message=message, expected=expected, suggestion=suggestion)
    assert text(report(checked_page)).splitlines()[2].strip(" |^") == hint


@pytest.mark.parametrize(
    ("line", "excerpt", "pointer"),
    [
        ("a\t图书馆", "a    图书馆", "     ^^^^^^"),
        ("e\u0301か\u3099图书馆", "e\u0301か\u3099图书馆", "   ^^^^^^"),
        ("\u200b图书馆", "\\u200b图书馆", "      ^^^^^^"),
        ("\u202e图书馆\x1b[0m", "\\u202e图书馆\\x1b[0m", "      ^^^^^^"),
        ("ｱ图书馆。", "ｱ图书馆。", " ^^^^^^"),
    ],
)
def test_carets_stand_under_the_words(line: str, excerpt: str, pointer: str):
    _, source_line, below, _ = text(report(page("a.md", f"\n{line}\n", "图书馆", expected=[]))).splitlines()
    assert (source_line, below) == (f"    2 | {excerpt}", f"      | {pointer}")


def test_long_lines_are_clipped_around_the_words():
    checked_page = page("a.md", "前" * 500 + "图书馆" + "后" * 500, "图书馆", expected=[])
    _, source_line, below, _ = text(report(checked_page), width=60).splitlines()
    assert source_line == "    1 | …" + "前" * 11 + "图书馆" + "后" * 11 + "…"
    assert below == "      | " + " " * 23 + "^^^^^^"


def test_context_takes_the_room_that_the_other_side_leaves():
    checked_page = page("a.md", "图书馆" + "后" * 500, "图书馆", expected=[])
    assert text(report(checked_page), width=60).splitlines()[1] == "    1 | 图书馆" + "后" * 22 + "…"


def test_words_of_several_lines_are_marked_on_the_first():
    checked_page = page("a.md", "x An English\r\nsentence. y", "An English\r\nsentence.", expected=[])
    assert text(report(checked_page)).splitlines()[1:3] == ["    1 | x An English", "      |   ^^^^^^^^^^"]


def test_a_place_without_words_has_a_caret():
    doc = document("a.md", "句子")
    checked_page = CheckedPage(doc, "a.md", [finding(doc, (2, 2), expected=["。"])])
    assert text(report(checked_page)).splitlines()[2] == "      |     ^ expected: 。"


def test_a_finding_without_a_place_names_the_page():
    doc = document("a.md", "句子")
    assert (
        text(report(CheckedPage(doc, "a.md", [finding(doc)]))).splitlines()[0]
        == "a.md T101 “gone” is wrong [major 0.95]"
    )


def test_lines_of_html_are_marked():
    checked_page = page("a.html", "\n图书馆", "图书馆", media_type="text/html", suggestion="库")
    assert text(report(checked_page)).splitlines()[:2] == [
        "a.html:~2:1 T101 “图书馆” is wrong [major 0.95]",
        "   ~2 | 图书馆",
    ]


def test_what_is_known_or_suppressed_is_counted_alone():
    doc = document("a.md", "图书馆")
    states = ["open", "accepted", "suppressed", "fixed"]
    findings = [finding(doc, (0, 3), state=state) for state in states]
    assert text(report(CheckedPage(doc, "a.md", findings))) == (
        "No problems in 1 file; 1 has no original to compare it with (not shown: 2 known in the baseline, 1 suppressed)\n"
    )


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        (
            "en",
            "5 problems (2 decisions) in 1 of 2 files: 1 critical, 2 major, 2 minor; 2 fail the check; 1 is uncertain; "
            "1 fixable; 1 to fix by hand; 1 file could not be read (not shown: 1 known in the baseline, 1 suppressed)",
        ),
        (
            "zh",
            "2 个文件中的 1 个共有 5 处问题（2 项决定）：critical 1、major 2、minor 2；2 处使检查不通过；1 处存疑；"
            "1 处可用 --fix 修正；1 处需手动修正；1 个文件无法读取（未列出：基线中已有 1 处、已屏蔽 1 处）",
        ),
        (
            "ja",
            "2 ファイルのうち 1 ファイルに問題が 5 件（判断 2 件）あります：critical 1、major 2、minor 2。2 件で検査が不合格になります。"
            "1 件は要確認です。1 件は --fix で修正できます。1 件は手作業での修正が必要です。1 ファイルを読み込めませんでした"
            "（表示していないもの：ベースラインで既知のもの 1 件、抑制されたもの 1 件）",
        ),
    ],
)
def test_the_last_line_counts_places(lang: str, expected: str):
    doc = document("a.md", "图书馆" * 3)
    findings = [
        finding(doc, (0, 3), severity="critical", suggestion="库"),
        finding(doc, (3, 6), rule="T303", suggestion="库"),
        finding(doc, (3, 6), confidence=0.7),
        finding(doc, (0, 3), (3, 6), severity="minor"),
        finding(doc, (6, 9), state="open"),
        finding(doc, (6, 9), state="suppressed"),
    ]
    pages = [
        CheckedPage(doc, "a.md", findings),
        page("b.md", "好"),
        CheckedPage(document("c", "", status="quarantined"), "c"),
    ]
    assert summary(report(*pages, lang=lang)) == expected


@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", "No problems in 2 files; 2 have no original to compare them with"),
        ("zh", "2 个文件均未发现问题；其中 2 个没有可供比较的原文"),
        ("ja", "2 ファイルに問題は見つかりませんでした。うち 2 ファイルには比べる原文がありません"),
    ],
)
def test_the_last_line_where_all_is_well(lang: str, expected: str):
    assert text(report(page("a.md", "好"), page("b.md", "好"), lang=lang)) == f"{expected}\n"


def test_the_threshold_decides_what_fails():
    checked = report(page("a.md", "图书馆", "图书馆", severity="minor", confidence=0.5))
    assert "fail" not in summary(checked)
    assert "1 fails the check" in summary(replace(checked, threshold=Threshold("minor", 0.5)))


def test_a_file_that_could_not_be_read_is_named():
    unread = CheckedPage(document("b\n.md", "", status="quarantined", reason="binary\x1b"), "b\n.md")
    assert text(report(unread)).splitlines()[0] == "b\\n.md: could not be read: binary\\x1b"


def test_colours_come_when_asked_for_and_say_the_same():
    checked = report(page("a.md", "图书馆", "图书馆"))
    coloured = text(checked, colour=True)
    assert "\x1b[31mT101\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == text(checked)


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
@pytest.mark.parametrize("width", [0, 40, 80, 300])
def test_nothing_hostile_reaches_the_terminal(lang: str, width: int):
    output = text(hostile(lang), width)
    assert STEERING.findall(output.replace("\n", "")) == []
    output.encode()
    heads = [line for line in output.splitlines() if not re.match(r" +~?\d* \| ", line)]
    decisions = {
        (place.page.document.doc_id, place.finding.finding_id, place.record.message) for place in hostile(lang).new
    }
    assert len(heads) == len(decisions) + 3  # one that was not read, what to look at first, and the counts


def test_a_decision_is_one_block_with_the_lines_of_its_other_places():
    output = text(report(page("a.md", "图书馆\n" * 20, "图书馆")))
    assert output.splitlines()[2].endswith("also on lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, and 7 more")
    assert output.splitlines()[3].startswith("20 problems (1 decision) in 1 file")


@pytest.mark.parametrize("width", [0, 50, 80, 300])
def test_excerpts_fit_and_carets_stand_under_the_words_of_any_page(width: int):
    dim_lines = [line for line in lines(hostile(), width) if line[0][1] == "dim"]
    for (gutter, before, words, after), (margin, pointer, _) in zip(dim_lines[::2], dim_lines[1::2], strict=True):
        assert columns(gutter[0] + before[0] + words[0] + after[0]) <= max(50, width)
        assert margin[0] + pointer[0] == "      | " + " " * columns(before[0]) + "^" * max(1, columns(words[0]))


@given(st.text(max_size=300), st.integers(0, 300), st.integers(0, 40), st.integers(0, 120))
def test_any_text_can_be_shown(content: str, start: int, length: int, width: int):
    start = min(start, len(content))
    doc = document("a.md", content)
    output = text(report(CheckedPage(doc, "a.md", [finding(doc, (start, min(len(content), start + length)))])), width)
    assert STEERING.findall(output.replace("\n", "")) == []
    assert len(output.splitlines()) == 4


@pytest.mark.slow
def test_a_megabyte_on_one_line_is_shown_in_no_time():
    doc = document("a.md", "图书馆" * 300_000)
    checked_page = CheckedPage(doc, "a.md", [finding(doc, *((start, start + 3) for start in range(0, 30_000, 3)))])
    with cpu_limit(10):
        text(report(checked_page))


def test_the_worst_is_named_at_the_end_where_there_is_much():
    doc = document("a.md", "甲" * 30)
    minor = [finding(doc, (number, number + 1), severity="minor") for number in range(20)]
    listed = text(report(CheckedPage(doc, "a.md", [*minor, finding(doc, (25, 26))]))).splitlines()
    assert listed[-2] == "Look at first: a.md:1:26 T101, a.md:1:1 T101, a.md:1:2 T101"
    assert "Look at first" not in text(report(CheckedPage(doc, "a.md", minor)))
