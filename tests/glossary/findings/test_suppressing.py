"""Suppressions: comments silence what they name, where they stand, and keep their reason."""

from __future__ import annotations

import pytest

from corpus.records import Finding
from glossary.findings.checking import check
from glossary.rules import BY_CODE, RULES
from tests.glossary.rules.cases import page_of

BAD = "TorchVision 图书馆提供了预训练模型。"


def found(text: str, lang: str = "zh", form: str = "md") -> list[Finding]:
    """The findings of T101 and T900 in a page."""
    return [one for one in check(page_of(text, lang, form), [BY_CODE["T101"], BY_CODE["T900"]])]


def states(text: str, form: str = "md") -> list[tuple[str, str, str | None]]:
    return [(one.rule, one.state, one.reason) for one in found(text, form=form)]


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
    assert [one for one in states(text) if one[0] == "T101"] == [("T101", "suppressed", "馆名")]


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


def test_plain_text_has_no_comments():
    assert states(f"<!-- taiyaku-ignore T101: 馆名 -->\n{BAD}", form="txt") == [("T101", "new", None)]


def test_only_the_silenced_places_of_a_finding_go():
    (one,) = found(f"<!-- taiyaku-ignore T101: 馆名 -->\n{BAD}\n\n{BAD}")
    assert (one.state, one.occurrences, len(one.locations)) == ("new", 1, 1)
    assert one.start == one.locations[0].start


def test_missing_reason_silences_and_is_told():
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
    assert not across or [one for one in check(page, RULES) if one.rule == "T900"] == []
