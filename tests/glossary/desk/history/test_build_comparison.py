"""Two builds compared: what a reader is told was fixed, is new, spreads, slipped, came and went."""

from __future__ import annotations

import json

import pytest

from glossary.desk.history.build_comparison import BuildComparison, compared
from glossary.desk.history.comparison_text import (
    cause_sentences,
    comparison_json,
    comparison_markdown,
    comparison_text,
    finding_place,
    verdicts,
)
from tests.glossary.desk.history.made_builds import build_of, page_of, rendering, slip

OLD = page_of("guide/zh.md", "# 库\n\n图书馆很慢。\n")
EDITED = page_of("guide/zh.md", "# 库\n\n库很快。书馆很旧。\n")
STILL = page_of("still/zh.md", "图书馆很静。")
JA = page_of("guide/ja.md", "ライブラリは速いです。", lang="ja", locale="ja")


def text_of(comparison: BuildComparison, limit: int = 10) -> str:
    pages = {page.doc_id: page.text for page in (EDITED, STILL)}
    places = {finding.finding_id: finding_place(finding, pages.get(finding.doc_id)) for finding in comparison.new}
    return comparison_text(comparison, places, limit)


@pytest.fixture
def better() -> BuildComparison:
    """An edit that mends two findings and makes a smaller one."""
    old = build_of("aaa", OLD, STILL, JA, findings=[slip(OLD), slip(OLD, "很慢", rule="T102"), slip(STILL)])
    new = build_of("bbb", EDITED, STILL, JA, findings=[slip(EDITED, "书馆", severity="minor"), slip(STILL)])
    return compared(old, new)


def test_language_that_got_better_is_reported_with_what_was_fixed_and_what_is_new(better: BuildComparison):
    chinese, japanese = verdicts(better)
    assert chinese.startswith("Chinese got better: 2 findings fixed, 1 new (1 minor), 1 as before")
    assert japanese == "Japanese is as it was: nothing fixed, nothing new, 0 findings as before."


def test_new_findings_have_their_place_and_words(better: BuildComparison):
    assert "  guide/zh.md:3:5 T101 minor: “书馆” is wrong\n" in text_of(better)
    assert "Fixed findings (2)\n  guide/zh.md T101 major: “图书馆” is wrong" in text_of(better)


def test_builds_that_are_the_same_have_nothing_to_report():
    build = build_of("aaa", OLD, findings=[slip(OLD)], renderings=[rendering("库", 3)])
    comparison = compared(build, build)
    assert text_of(comparison) == (
        "Compared aaa (2026-11-01 03:00) with aaa (2026-11-01 03:00).\n\n"
        "Chinese is as it was: nothing fixed, nothing new, 1 finding as before.\n"
    )
    assert comparison.difference == {}


def test_cause_of_new_findings_is_reported():
    added = page_of("added/zh.md", "图书馆。")
    new = [slip(EDITED, "书馆"), slip(STILL), slip(added)]
    comparison = compared(
        build_of("aaa", OLD, STILL), build_of("bbb", EDITED, STILL, added, findings=new, glossary="b")
    )
    assert cause_sentences(comparison) == [
        "Of the new findings, 1 is in documents that were edited, 1 in documents that were added and 1 in documents "
        "that did not change.",
        "Not only the texts differ but also the glossary: findings may come and go without an edit.",
    ]


def test_findings_of_an_added_document_make_no_language_worse():
    added = page_of("added/zh.md", "图书馆。")
    (chinese,) = verdicts(compared(build_of("aaa", OLD), build_of("bbb", OLD, added, findings=[slip(added)])))
    assert chinese.startswith("Chinese changed little: nothing fixed, 1 new (1 major)")


def test_finding_that_went_with_its_document_was_not_fixed():
    comparison = compared(build_of("aaa", OLD, STILL, findings=[slip(STILL)]), build_of("bbb", OLD))
    assert comparison.documents.removed == ("still/zh.md",)
    assert "1 of the fixed ones went with documents that were removed." in text_of(comparison)
    assert "(its document was removed)" in text_of(comparison)


def test_finding_that_was_silenced_was_not_fixed():
    silenced = slip(OLD, state="suppressed", suppressed_by="reviewer")
    comparison = compared(build_of("aaa", OLD, findings=[slip(OLD)]), build_of("bbb", OLD, findings=[silenced]))
    assert comparison.fixed == () and comparison.silenced == 1
    assert "1 finding did not go but was silenced by a reviewer or a page." in text_of(comparison)


def test_findings_of_a_renamed_document_are_neither_fixed_nor_new():
    renamed = page_of("moved/zh.md", OLD.text)
    comparison = compared(
        build_of("aaa", OLD, findings=[slip(OLD)]), build_of("bbb", renamed, findings=[slip(renamed)])
    )
    assert comparison.documents.renamed == (("guide/zh.md", "moved/zh.md"),)
    assert comparison.documents.added == comparison.documents.removed == ()
    assert comparison.new == comparison.fixed == ()


def test_renderings_spread_by_more_than_growth():
    old = [rendering("库", 10), rendering("书库", 10, "admitted")]
    new = [rendering("库", 30), rendering("书库", 9, "admitted"), rendering("程序库", 1, "unlisted")]
    comparison = compared(build_of("aaa", OLD, renderings=old), build_of("bbb", OLD, renderings=new))
    assert [(change.rendering, change.uses, change.beyond_growth) for change in comparison.spreading] == [
        ("库", (10, 30), 10.0),
        ("程序库", (0, 1), 1.0),
    ]
    assert [change.rendering for change in comparison.shrinking] == ["书库"]
    assert "  library in Chinese: “库” (preferred) 10 of 20 → 30 of 40\n" in text_of(comparison)


def test_corpus_that_grew_evenly_spreads_no_rendering():
    old, new = ([rendering("库", 6 * n), rendering("书库", 4 * n)] for n in (1, 2))
    comparison = compared(build_of("aaa", OLD, renderings=old), build_of("bbb", OLD, renderings=new))
    assert comparison.spreading == comparison.shrinking == ()


def test_documents_slip_and_improve_by_their_points():
    worse, mended = page_of("worse/zh.md", "图书馆。图书馆。库。"), page_of("mended/zh.md", "图书馆。库。库。")
    old = build_of("aaa", worse, mended, findings=[slip(mended)])
    new = build_of("bbb", worse, mended, findings=[slip(worse)])
    comparison = compared(old, new)
    assert [change.path for change in comparison.slipped] == ["worse/zh.md"]
    assert [change.path for change in comparison.improved] == ["mended/zh.md"]
    assert comparison.slipped[0].findings == (0, 1) and not comparison.slipped[0].edited


def test_languages_come_and_go():
    assert (
        verdicts(compared(build_of("aaa", OLD), build_of("bbb", OLD, JA)))[1]
        == "Japanese is new: 1 document, 0 findings."
    )
    assert verdicts(compared(build_of("aaa", OLD, JA), build_of("bbb", OLD)))[1] == (
        "Japanese is gone: its 1 document is no longer there."
    )


def test_lists_are_as_long_as_asked_and_say_what_is_left(better: BuildComparison):
    assert "Fixed findings (2)\n  guide/zh.md T101 major: “图书馆” is wrong\n  … and 1 more\n" in text_of(better, 1)


def test_gravity_and_confidence_choose_new_findings():
    new = [slip(OLD), slip(OLD, "很慢", severity="critical", confidence=0.5), slip(OLD, "库", severity="neutral")]
    comparison = compared(build_of("aaa", OLD), build_of("bbb", OLD, findings=new))
    assert [finding.severity for finding in comparison.new] == ["critical", "major", "neutral"]
    assert [finding.severity for finding in comparison.new_at_least("major", 0.8)] == ["major"]
    assert [finding.severity for finding in comparison.new_at_least("major", 0.4)] == ["critical", "major"]
    assert comparison.new_at_least("critical", 0.8) == []


def test_markdown_unfolds_links_and_lets_no_text_speak():
    hostile = page_of("a_b/zh.md", "图书馆<img src=x>@team #12 [x](y) `c`")
    words = "图书馆<img src=x>@team #12 [x](y) `c`"
    comparison = compared(build_of("aaa", OLD), build_of("bbb", OLD, hostile, findings=[slip(hostile, words)]))
    places = {finding.finding_id: finding_place(finding, hostile.text) for finding in comparison.new}
    text = comparison_markdown(comparison, places, 10, lambda path: f"https://example.org/{path}#L{{line}}")
    assert text.startswith("### Terminology: Chinese changed little\n\n- Chinese changed little:")
    assert "<details><summary>New findings (1)</summary>" in text
    assert (
        r"- **major** [a\_b/zh.md:1:1](https://example.org/a_b/zh.md#L1) T101: “图书馆\<img src=x\>@<!-- -->team"
        in text
    )
    assert r"#<!-- -->12 \[x\](y) \`c\`" in text


def test_markdown_without_a_source_has_no_links():
    comparison = compared(build_of("aaa", OLD), build_of("bbb", OLD, findings=[slip(OLD)]))
    assert "](" not in comparison_markdown(comparison, {}, 10, lambda path: "")


def test_json_has_all_that_differs(better: BuildComparison):
    places = {finding.finding_id: finding_place(finding, EDITED.text) for finding in better.new}
    content = json.loads(comparison_json(better, places))
    assert content["before"]["build_id"] == "aaa" and content["after"]["figures"]["findings"] == 1.9
    assert content["difference"]["findings"] == -0.9
    (new,) = content["new"]
    assert (new["path"], new["line"], new["column"], new["surface"], new["cause"]) == (
        "guide/zh.md",
        3,
        5,
        "书馆",
        "edited",
    )
    assert [finding["rule"] for finding in content["fixed"]] == ["T101", "T102"]
    assert content["languages"][0]["counts"] == {"fixed": 2, "new": 1, "standing": 1}
    assert content["documents"] == {"added": [], "removed": [], "edited": ["guide/zh.md"], "renamed": []}
