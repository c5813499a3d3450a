"""Everything linear: readers, rules and patterns take about ten times as long for ten times of an odd shape.

`make drills` throws all shapes at all of them, 100 KB of each; here are a few, and shorter.
"""

from __future__ import annotations

import pytest

from corpus.formats import FORMATS
from glossary.findings.engine import check
from tests.corpus.small import cpu_limit
from tests.glossary.rules.cases import page_of
from tests.linearity import faults, judged, pattern_faults, reader, shape_page
from tests.patterns import patterns
from tests.shapes import SHAPES

FEW = (
    "backticks", "backtick runs that grow", "comments begun", "JSX comments begun", "spaces around a word",
    "line ends around a word", "round brackets closed", "links begun", "rst roles begun", "letters",
)  # fmt: skip
each_format = pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.media_type)


def test_there_are_many_shapes():
    assert len(SHAPES) > 150


@each_format
def test_reader_is_linear_in_a_few_shapes(form):
    assert list(faults(reader(form), FEW[:6], 5_000, 5)) == []


@pytest.mark.slow
@each_format
def test_reader_is_linear(form):
    assert list(faults(reader(form), FEW, 20_000, 15)) == []


@pytest.mark.slow
@pytest.mark.parametrize("with_original", [False, True], ids=["alone", "with its original"])
def test_rules_are_linear(with_original):
    assert list(faults(judged, FEW, 10_000, 20, shape_page("zh", with_original=with_original))) == []


@pytest.mark.slow
def test_patterns_are_linear_in_a_few_shapes():
    shapes = ("backticks", "spaces around a word", "letters", "capitals", "links begun")
    assert [fault for pattern in patterns() for fault in pattern_faults(pattern, shapes, 4_000, 2)] == []


def test_fifty_thousand_backticks_hang_no_rule():
    marked = "`" * 50_000
    page = page_of(
        f"请使用 `torch`。\n\n<pre>\n{marked}\n</pre>\n", "zh", source=f"Use `torch`.\n\n<pre>\n{marked}\n</pre>\n"
    )
    with cpu_limit(10):
        assert [finding.rule for finding in check(page) if finding.rule == "T307"] == []


def test_a_hundred_thousand_brackets_are_few_rows():
    page = page_of("（" * 20_000, "zh")
    findings = check(page)
    assert sum(finding.occurrences for finding in findings) <= 501
    (more,) = [finding for finding in findings if finding.rule == "T901"]
    assert more.message == "9,500 more of T406 from here on are not listed (max_per_rule)"
