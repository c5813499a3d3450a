"""States: what an earlier run had is open, what is more is new, and edits elsewhere change neither."""

from __future__ import annotations

import pytest

from corpus.records import Finding
from glossary.findings import baseline
from glossary.findings.engine import check
from glossary.findings.states import TextOf, compare_findings, fixed_ids
from glossary.rules.registry import BY_CODE
from tests.corpus.small import cpu_limit
from tests.glossary.rules.cases import page_of

BAD = "TorchVision 图书馆提供了预训练模型。"
OTHER = "新的 TorchVision 图书馆支持更多数据集。"


def found(text: str) -> list[Finding]:
    return check(page_of(text, "zh"), [BY_CODE["T101"]], most_places=4_000)


def named(text: str) -> TextOf:
    return lambda doc_id: text


def after(before: str, current: str) -> list[tuple[str, int]]:
    """State and places of each finding of a text, beside a baseline that was made of another."""
    entries = list(baseline.entries("a.md", found(before), named(before)))
    earlier = baseline.earlier(baseline.read(baseline.baseline_text(entries)))
    return [
        (finding.state, finding.occurrences) for finding in compare_findings(found(current), earlier, named(current))
    ]


def test_the_same_text_has_nothing_new():
    assert after(BAD, BAD) == [("open", 1)]


def test_edits_elsewhere_change_nothing():
    assert after(BAD, f"# 标题\n\n前面加了一段，讲的是别的内容。\n\n{BAD}\n\n后面也加了一段。") == [("open", 1)]


def test_edits_beside_the_words_change_nothing():
    assert after(BAD, "用到的 TorchVision 图书馆里有模型。") == [("open", 1)]


def test_another_place_is_new_and_the_first_is_not():
    assert after(BAD, f"{BAD}{OTHER}") == [("open", 1), ("new", 1)]


def test_the_new_place_is_the_one_that_is_reported():
    earlier = baseline.earlier(baseline.entries("a.md", found(BAD), named(BAD)))
    current = f"{OTHER}\n\n{BAD}"
    new = [finding for finding in compare_findings(found(current), earlier, named(current)) if finding.state == "new"]
    assert [(finding.start, current[finding.start or 0 : finding.end]) for finding in new] == [
        (current.index("图书馆"), "图书馆")
    ]


def test_the_same_sentence_once_more_is_new():
    assert after(BAD, f"{BAD}\n\n{BAD}") == [("open", 1), ("new", 1)]


def test_one_that_moved_is_known_even_if_its_words_changed_around_it():
    assert after(f"{BAD}{OTHER}", f"{OTHER}\n\n其他内容。") == [("open", 1)]


def test_a_part_of_a_finding_speaks_of_its_own_places():
    earlier = baseline.earlier(baseline.entries("a.md", found(BAD), named(BAD)))
    current = f"{BAD}{OTHER}"
    for finding in compare_findings(found(current), earlier, named(current)):
        assert current[finding.start or 0 : finding.end] == finding.surface == "图书馆"
        assert (finding.locations[0].start, finding.locations[0].end) == (finding.start, finding.end)


@pytest.mark.slow
def test_thousands_of_places_take_no_time():
    current = f"{BAD}\n\n" * 4000
    earlier = baseline.earlier(baseline.entries("a.md", found(current[: len(current) // 2]), named(current)))
    with cpu_limit(10):
        assert [finding.occurrences for finding in compare_findings(found(current), earlier, named(current))] == [
            2000,
            2000,
        ]


def test_without_a_baseline_all_is_new():
    assert [finding.state for finding in compare_findings(found(BAD), {}, named(BAD))] == ["new"]


def test_what_is_no_more_is_reported():
    (finding,) = found(BAD)
    assert fixed_ids([], [finding.finding_id]) == [finding.finding_id]
    assert fixed_ids([finding], [finding.finding_id]) == []


def test_suppressed_findings_need_no_baseline():
    text = f"<!-- taiyaku-ignore T101: 馆名 -->\n{BAD}"
    assert list(baseline.entries("a.md", found(text), named(text))) == []
