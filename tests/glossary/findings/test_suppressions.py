"""Suppressions: comments silence what they name, where they stand, and keep their reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from corpus.records import Finding
from glossary.findings.engine import check
from glossary.findings.suppressions import suppressions
from glossary.rules.registry import BY_CODE, RULES
from tests.corpus.small import cpu_limit
from tests.glossary.rules.cases import found_by, page_of

BAD = "TorchVision 图书馆提供了预训练模型。"


def found(text: str, lang: str = "zh", form: str = "md") -> list[Finding]:
    """The findings of T101 and T900 in a page."""
    return list(check(page_of(text, lang, form), [BY_CODE["T101"], BY_CODE["T900"]]))


def states(text: str, form: str = "md") -> list[tuple[str, str, str | None]]:
    return [(finding.rule, finding.state, finding.reason) for finding in found(text, form=form)]


SILENCED = [
    f"<!-- taiyaku-ignore T101: 馆名 -->\n{BAD}",
    f"<!-- taiyaku-ignore T101: 馆名 -->\n\n{BAD}",
    f"{BAD} <!-- taiyaku-ignore T101: 馆名 -->",
    f"<!--taiyaku-ignore wrong-rendering : 馆名-->\n{BAD}",
    f"<!-- taiyaku-ignore T1: 馆名 -->\n{BAD}",
    f"<!-- taiyaku-ignore T405, T101: 馆名 -->\n{BAD}",
    f'<!-- taiyaku-ignore T101 "图书馆": 馆名 -->\n{BAD}',
    f"{{/* taiyaku-ignore T101: 馆名 */}}\n\n{BAD}",
    f"{BAD}\n\n别的段落。\n\n<!-- taiyaku-ignore-file T101: 馆名 -->",
    f"- 一项\n- {BAD} <!-- taiyaku-ignore T101: 馆名 -->",
]


@pytest.mark.parametrize("text", SILENCED)
def test_comment_silences_with_its_reason(text: str):
    assert [state for state in states(text) if state[0] == "T101"] == [("T101", "suppressed", "馆名")]


def test_silenced_finding_says_that_its_page_silenced_it():
    (finding,) = found(SILENCED[0])
    assert (finding.state, finding.suppressed_by) == ("suppressed", "page")


def test_finding_of_another_place_is_not_silenced():
    (finding,) = found(f"{SILENCED[0]}\n\n{BAD}")
    assert (finding.state, finding.suppressed_by) == ("new", None)


LOUD = [
    f"<!-- taiyaku-ignore T102: 馆名 -->\n{BAD}",
    f'<!-- taiyaku-ignore T101 "操作员": 馆名 -->\n{BAD}',
    f"<!-- taiyaku-ignore T101: 馆名 -->\n下一段。\n\n{BAD}",
    f"{BAD}\n\n<!-- taiyaku-ignore T101: 馆名 -->",
    f"```\n<!-- taiyaku-ignore-file T101: 馆名 -->\n```\n\n{BAD}",
    f"<!-- taiyaku-ignored T101: 馆名 -->\n{BAD}",
    f"`<!-- taiyaku-ignore T101: 馆名 -->` {BAD}",
]


@pytest.mark.parametrize("text", LOUD)
def test_comment_elsewhere_or_about_something_else_silences_nothing(text: str):
    assert ("T101", "new", None) in states(text)


def test_comment_over_several_lines_silences():
    text = f"<!--\ntaiyaku-ignore T101: 馆名，\n见章程\n-->\n{BAD}"
    assert [state for state in states(text) if state[0] == "T101"] == [("T101", "suppressed", "馆名， 见章程")]


def test_quoted_block_ends_at_an_empty_quoted_line():
    text = f"> <!-- taiyaku-ignore T101: 馆名 -->\n> 第一段。\n>\n> {BAD}"
    assert ("T101", "new", None) in states(text)


def test_idle_comment_is_reported_beside_a_used_one():
    used, idle = f"<!-- taiyaku-ignore T101: 馆名 -->\n{BAD}", "<!-- taiyaku-ignore T101 -->\n没有问题。"
    messages = [finding.message for finding in found(f"{used}\n\n{idle}") if finding.rule == "T900"]
    assert messages == ["T101 reports nothing here, so this comment silences nothing; remove it"]


@pytest.mark.parametrize("text", ["<!-- taiyaku-ignore " * 15_000, '<!-- taiyaku-ignore T101 "a" ' + " " * 300_000])
def test_endless_comments_take_no_time(text: str):
    page = page_of("张量。", "zh")
    with cpu_limit(2):
        assert suppressions(replace(page, document=replace(page.document, text=text), segments=())) == ()


def test_plain_text_has_no_comments():
    assert states(f"<!-- taiyaku-ignore T101: 馆名 -->\n{BAD}", form="txt") == [("T101", "new", None)]


def test_only_the_silenced_places_of_a_finding_go():
    (finding,) = found(f"<!-- taiyaku-ignore T101: 馆名 -->\n{BAD}\n\n{BAD}")
    assert (finding.state, finding.occurrences, len(finding.locations)) == ("new", 1, 1)
    assert finding.start == finding.locations[0].start


def test_missing_reason_silences_and_is_reported():
    assert states(f"<!-- taiyaku-ignore T101 -->\n{BAD}") == [
        ("T101", "suppressed", "no reason given"),
        ("T900", "new", None),
    ]


def test_comment_for_rules_that_are_not_asked_is_not_idle():
    page = page_of("<!-- taiyaku-ignore T405: 排版 -->\n\n张量。", "zh")
    assert check(page, [BY_CODE["T101"], BY_CODE["T900"]]) == []


def test_comment_for_what_pages_decide_together_is_not_idle():
    across = [rule.code for rule in RULES if rule.across]
    page = page_of(f"<!-- taiyaku-ignore {', '.join(across)}: 排版 -->\n\n张量。", "zh")
    assert not across or [finding for finding in check(page, RULES) if finding.rule == "T900"] == []


PAGE = "zip 存档中有模型。\n\n先打开 zip 存档。\n\n{}然后删除 zip 归档。\n"
ARCHIVES = {
    "lang": "zh",
    "glossary": '[[concept]]\nid = "word"\ndomain = "nlp"\nen.preferred = "word"\nzh.preferred = "单词"\nja.preferred = "単語"\n',
    "source": "The zip archive holds the model.\n\nOpen the zip archive first.\n\nThen delete the zip archive.\n",
}


def test_comment_of_any_page_silences_its_place_of_what_pages_decide_together():
    comment = "<!-- taiyaku-ignore T203: 界面用词 -->\n"
    pages = [PAGE.format(""), PAGE.format("")]
    for commented in ([], [0], [1], [0, 1]):
        texts = [PAGE.format(comment if number in commented else "") for number in range(len(pages))]
        (finding,) = found_by("T203", {**ARCHIVES, "pages": texts})
        left = [number for number in range(len(pages)) if number not in commented]
        assert len(finding.locations) == (len(left) or len(pages))
        assert (finding.state == "suppressed") == (not left)
