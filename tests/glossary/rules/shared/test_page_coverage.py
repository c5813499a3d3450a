"""How much of a page and its original both have, and whether they belong together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from glossary.findings.engine import check
from glossary.rules.registry import RULES
from glossary.rules.shared.page_coverage import (
    coverage,
    has_other_original,
    is_cut,
    missing_stretches,
    other_language,
)
from tests.glossary.rules.cases import page_of

ENGLISH = """# Reader

The reader loads rows from a file on the disk.

## Batches

A batch holds thirty-two rows. Every row becomes a tensor of numbers.

You can change the size of a batch at any time.

## Errors

Rows that cannot be parsed are skipped. They are counted in the log.

## Speed

The log shows how fast the rows were read. A slow disk is the most frequent reason.

Use several workers to read more files at once.
"""
CHINESE = """# 读取器

读取器从磁盘上的文件中加载各行。

## 批次

一个批次包含三十二行。每一行都会变成一个数字张量。

你可以随时更改批次的大小。

## 错误

无法解析的行会被跳过。它们会计入日志。

## 速度

日志会显示读取各行的速度。磁盘太慢是最常见的原因。

使用多个工作进程可同时读取更多文件。
"""
JAPANESE = """# リーダー

リーダーはディスク上のファイルから行を読み込みます。

## バッチ

1 つのバッチには 32 行が入ります。各行は数値のテンソルになります。

バッチのサイズはいつでも変更できます。

## エラー

解析できない行は読み飛ばされます。その数はログに記録されます。
"""
OTHER = """# Garden

The tulips in the north of the garden were planted in autumn.

Water them twice a week, and cut the grass around them.

The fence needs new paint before the first snow falls.

My neighbour has kept three hens since last summer.

They lay two eggs on most days.
"""
ERRORS = CHINESE.index("## 错误"), CHINESE.index("## 速度")


def without(text: str, start: int, end: int) -> str:
    return text[:start] + text[end:]


def test_whole_page_lacks_nothing():
    page = page_of(CHINESE, "zh", source=ENGLISH)
    assert coverage(page).original_share == 1.0
    assert missing_stretches(page) == ()
    assert not is_cut(page)


def test_section_between_others_is_one_stretch():
    page = page_of(without(CHINESE, *ERRORS), "zh", source=ENGLISH)
    (stretch,) = missing_stretches(page)
    assert [heading.text for heading in stretch.headings] == ["## Errors"]
    assert (stretch.sentences, stretch.is_end) == (2, False)
    assert stretch.before is not None
    assert stretch.before.text == "你可以随时更改批次的大小。"
    assert not is_cut(page)


def test_end_of_a_page_is_a_stretch_that_nothing_follows():
    page = page_of(CHINESE[: ERRORS[1]], "zh", source=ENGLISH)
    (stretch,) = missing_stretches(page)
    assert stretch.is_end
    assert stretch.sentences == 3


def test_page_that_was_cut_after_a_heading_lacks_its_section():
    page = page_of(CHINESE[: ERRORS[0]] + "## 出错\n", "zh", source=ENGLISH)
    assert is_cut(page) or [stretch.is_end for stretch in missing_stretches(page)] == [True]


def test_heading_paired_in_place_of_the_one_after_a_gap_is_of_the_section_that_the_page_has():
    page = page_of(without(CHINESE, *ERRORS), "zh", source=ENGLISH)
    assert page.original is not None
    pairs = list(page.original.pairs)
    speed = next(pair for pair in pairs if pair.target and pair.target[0].text == "## 速度")
    errors = next(pair for pair in pairs if pair.source and pair.source[0].text == "## Errors")
    pairs[pairs.index(errors)] = errors._replace(target=speed.target, score=0.6)
    pairs[pairs.index(speed)] = speed._replace(target=(), score=0.6)
    slid = replace(page, original=replace(page.original, align=lambda _: pairs))
    (stretch,) = missing_stretches(slid)
    assert [heading.text for heading in stretch.headings] == ["## Errors"]
    assert stretch.before is not None
    assert stretch.before.text == "你可以随时更改批次的大小。"


@pytest.mark.parametrize("end", [ERRORS[0], CHINESE.index("## 批次"), CHINESE.index("读取器从")])
def test_page_with_little_of_its_original_is_cut(end: int):
    assert is_cut(page_of(CHINESE[:end], "zh", source=ENGLISH))


def test_section_that_was_rewritten_is_no_missing_one():
    rewritten = "## 出错\n\n碰到坏数据时，程序会怎么做？它不会停下来，只会记一笔账，之后再由管理员处理。\n\n"
    page = page_of(CHINESE[: ERRORS[0]] + rewritten + CHINESE[ERRORS[1] :], "zh", source=ENGLISH)
    assert missing_stretches(page) == ()


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        (CHINESE, "zh", ""),
        (JAPANESE, "ja", ""),
        (JAPANESE, "zh", "ja"),
        (CHINESE, "ja", "zh"),
        (ENGLISH, "zh", ""),  # T504 and T110 report what was not translated
        ("# Читатель\n\nОн загружает строки из файла на диске и пишет журнал.\n", "zh", "other"),
        (CHINESE + "\n日文中写作「リーダー」或「読み込み」。\n", "zh", ""),
        ("# 目次\n\n| 項目 | 値 |\n|---|---|\n| 速度 | 高 |\n", "ja", ""),  # too few characters to tell
        ("", "zh", ""),
    ],
)
def test_page_in_another_language_than_its_folder(text: str, lang: str, expected: str):
    assert other_language(page_of(text, lang)) == expected


def test_original_of_another_page_is_reported_once_and_nothing_is_compared_with_it():
    page = page_of(CHINESE, "zh", source=OTHER)
    assert has_other_original(page)
    trusting = {rule.code for rule in RULES if rule.trusts_original or rule.judges_original}
    reported = [(finding.rule, finding.severity) for finding in check(page) if finding.rule in trusting]
    assert reported == [("T506", "major")]


def test_page_in_another_language_is_reported_as_that_alone():
    assert [(finding.rule, finding.severity) for finding in check(page_of(JAPANESE, "zh", source=ENGLISH))] == [
        ("T506", "major")
    ]


def test_page_left_in_english_is_one_finding():
    findings = [finding for finding in check(page_of(ENGLISH, "zh", source=ENGLISH)) if finding.severity == "major"]
    assert [finding.rule for finding in findings] in (["T504"], ["T110"])


def test_stub_says_nothing_of_its_original():
    assert not has_other_original(page_of("# 读取器\n", "zh", source=OTHER))
