"""Checking: what rules raise as findings, and how sure they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from glossary.findings.engine import check
from glossary.rules.calibration import JudgedCounts
from glossary.rules.registry import BY_CODE
from tests.glossary.rules.cases import page_of

_ALWAYS_RIGHT = JudgedCounts(5000, 5000, 100.0)


@pytest.mark.parametrize(
    ("source", "text", "surface"),
    [
        ("The function takes tensors of any size.", "该函数接受任意大小的向量。", "向量"),
        ("The learning rate is halved after ten steps.", "十步之后，特征图减半。", "特征图"),
    ],
)
def test_a_term_in_place_of_another_is_doubtful_however_often_its_rule_was_right(source: str, text: str, surface: str):
    rule = replace(BY_CODE["T501"], project_counts=_ALWAYS_RIGHT)
    (finding,) = check(page_of(text, "zh", source=source), [rule])
    assert finding.surface == surface
    assert finding.confidence < 0.5


def test_what_an_entry_lists_as_wrong_is_as_sure_as_its_rule():
    rule = replace(BY_CODE["T101"], project_counts=_ALWAYS_RIGHT)
    source, text = "The checkpoint is 300 MB in size.", "这个检查站的大小为 300 MB。"
    assert [one.confidence for one in check(page_of(text, "zh", source=source), [rule])] == [0.99]
