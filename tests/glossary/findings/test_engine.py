"""Checking: what rules raise as findings, and how sure they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from corpus.languages import pack
from corpus.limits import MOST_PLACES
from flows.options.samples import folder
from glossary.findings.engine import check, page_findings
from glossary.findings.raised_page import raised_page
from glossary.findings.rule_selection import Selection
from glossary.findings.states import restrict_places
from glossary.rules.calibration import FAINT, JudgedCounts
from glossary.rules.context import RuleContext
from glossary.rules.registry import BY_CODE, RULES
from glossary.rules.rule import DocumentSpan, Violation, severity_at
from tests.glossary.desk.report.made import document, finding
from tests.glossary.rules.cases import page_of

SURFACES = [
    ("a cell with its bar", "| 张量 |", "张量"),
    ("a bold item", "- **张量** ", "张量"),
    ("a title", "## 张量\n", "张量"),
    ("bold within", "**张量**：数组", "**张量**：数组"),
    ("signs alone", " ** ", " ** "),
]


@pytest.mark.parametrize(("fact", "surface", "expected"), SURFACES, ids=[case[0] for case in SURFACES])
def test_places_hold_words_alone(fact: str, surface: str, expected: str):
    violation = Violation((DocumentSpan(0, len(surface)),), words={"start": "", "count": "1"})
    (finding,) = check(page_of(f"{surface}\n", "zh"), [replace(BY_CODE["T110"], find=lambda _: [violation])])
    assert finding.surface == expected


def test_a_remedy_is_of_the_whole_place():
    violation = Violation((DocumentSpan(0, 4),), words={"start": "", "count": "1"}, suggestion=" 数组 ")
    (finding,) = check(page_of(" 张量 。\n", "zh"), [replace(BY_CODE["T110"], find=lambda _: [violation])])
    assert (finding.surface, finding.suggestion) == (" 张量 ", " 数组 ")


def test_each_place_of_a_decision_says_what_is_true_there():
    first, second = (
        Violation((DocumentSpan(n, n + 2),), words={"start": word}, key="one") for n, word in ((0, "a"), (3, "b"))
    )
    (finding,) = check(page_of("张量。张量。\n", "zh"), [replace(BY_CODE["T110"], find=lambda _: [first, second])])
    assert [place.message.split("“")[1][0] for place in finding.locations] == ["a", "b"]


_ALWAYS_RIGHT = JudgedCounts(5000, 5000, 100.0)


def test_a_term_unlike_the_one_that_is_meant_is_doubtful_however_often_its_rule_was_right():
    rule = replace(BY_CODE["T501"], project_counts={"zh": _ALWAYS_RIGHT})
    (finding,) = check(page_of("这里吞吐量更重要。", "zh", source="Latency matters more here."), [rule])
    assert (finding.surface, finding.severity) == ("吞吐量", "minor")
    assert finding.confidence < 0.5


@pytest.mark.parametrize("counts", [_ALWAYS_RIGHT, JudgedCounts(40, 2, 30.0), JudgedCounts(3, 1, 2.5)])
@pytest.mark.parametrize("work", ["release-notes-with-flaws", "exporting-a-model"])
def test_decisions_make_the_same_of_kept_findings_as_of_new_ones(work: str, counts: JudgedCounts):
    text, source = ((folder() / work / f"{lang}.md").read_text(encoding="utf-8") for lang in ("zh", "en"))
    page = page_of(text, "zh", source=source)
    selection = Selection(project_counts=tuple(((rule.code, "zh"), counts) for rule in RULES))
    kept = raised_page(page, RULES, MOST_PLACES)
    undecided = page_findings(page.document, kept, RULES).findings
    assert undecided == check(page) and undecided != check(page, selection.all)
    assert page_findings(page.document, kept, selection.all).findings == check(page, selection.all)


def test_what_an_entry_lists_as_wrong_is_as_sure_as_its_rule_and_its_link():
    rule = replace(BY_CODE["T101"], project_counts={"zh": _ALWAYS_RIGHT})
    page = page_of("这个检查站的大小为 300 MB。", "zh", source="The checkpoint is 300 MB in size.")
    (link,) = (row for row in page.terms if row.surface == "检查站")
    assert link.relation == "wrong"
    (finding,) = check(page, [rule])
    assert finding.confidence == rule.confidence_of("source", "zh", link.confidence)
    assert finding.confidence > 0.95


def test_messages_in_chinese_and_japanese_quote_the_form_that_should_stand_there():
    page = page_of("每个操作员都接收张量。", "zh", source="Every operator takes tensors.")
    (finding,) = check(page, [BY_CODE["T101"]])
    assert "请改为“算子”" in finding.message_zh and "「算子」に直してください" in finding.message_ja


def test_several_forms_have_quotation_marks_each():
    joined = {lang: f"“{pack(lang).quoted_alternatives.join(('算子', '运算符'))}”" for lang in ("en", "zh")}
    assert joined == {"en": "“算子” or “运算符”", "zh": "“算子”或“运算符”"}


@pytest.mark.parametrize(
    ("severity", "confidence", "expected"),
    [
        ("critical", 0.29, "minor"),
        ("major", 0.29, "minor"),
        ("major", 0.3, "major"),
        ("minor", 0.01, "minor"),
        ("neutral", 0.01, "neutral"),
        ("critical", 0.99, "critical"),
    ],
)
def test_what_is_faint_is_minor_at_most(severity: str, confidence: float, expected: str):
    assert severity_at(severity, confidence) == expected


def test_a_finding_that_keeps_its_faint_places_alone_is_no_longer_major():
    page = document("zh.md", "图书馆，图书馆。")
    surest = finding(page, (0, 3), (4, 7), severity="major", confidence=0.9)
    faint = [replace(place, confidence=0.2) for place in surest.locations[1:]]
    fewer = restrict_places(replace(surest, locations=[surest.locations[0], *faint]), faint)
    assert (fewer.severity, fewer.confidence) == ("minor", 0.2)


def test_what_a_rule_is_hardly_sure_of_is_reported_as_minor():
    page, wrong = page_of("TorchVision 图书馆提供了模型。", "zh"), BY_CODE["T101"]
    find = wrong.find
    assert find is not None

    def faintly(page: RuleContext) -> Iterator[Violation]:
        return (replace(violation, sure=0.05) for violation in find(page))

    (sure,), (faint,) = check(page, [wrong]), check(page, [replace(wrong, find=faintly)])
    assert (sure.severity, sure.confidence > 0.8) == ("major", True)
    assert (faint.severity, faint.confidence < FAINT) == ("minor", True)
