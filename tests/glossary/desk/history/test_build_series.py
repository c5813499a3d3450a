"""What a build comes to as series and as figures."""

from __future__ import annotations

import pytest

from glossary.desk.history.build_series import SERIES, SeriesKey, build_figures, build_series, document_sets
from tests.glossary.desk.history.made_builds import page_of, parts_of, rendering, slip, tables_of

ZH = page_of("guide/a/zh.md", "# 库\n\n这个库很快。图书馆很慢。图书馆很旧。\n")
JA = page_of("news/ja.md", "ライブラリは速いです。", lang="ja", locale="ja")
BAD = page_of("bad.md", "", status="quarantined", reason="no text in it")


def series_of(*pages, **options) -> dict[SeriesKey, float]:
    """The series of a build of these pages."""
    rows = build_series(parts_of(tables_of(*pages, **options))).to_pylist()
    return {SeriesKey(*(row[name] for name in SeriesKey._fields)): row["value"] for row in rows}


def test_forms_that_are_used_have_their_uses_by_status():
    series = series_of(ZH, JA)
    assert series[SeriesKey("form", "library", "zh", "库", "preferred")] == 2
    assert series[SeriesKey("form", "library", "zh", "图书馆", "wrong")] == 2
    assert series[SeriesKey("form", "library", "ja", "ライブラリ", "preferred")] == 1
    assert not any(key.form == "library" for key in series)  # the English form is not used


def test_renderings_are_of_concepts_and_terms_left_out_have_no_words():
    series = series_of(ZH, renderings=[rendering("库", 3), rendering(None, 2, "omitted"),
                                       rendering("书", 9, "unlisted", concept_id=None), rendering("库", 4)])  # fmt: skip
    renderings = {key[1:]: value for key, value in series.items() if key.kind == "rendering"}
    assert renderings == {("library", "zh", "库", "preferred"): 7, ("library", "zh", "", "omitted"): 2}


def test_findings_of_rules_count_those_that_stand():
    findings = [slip(ZH), slip(ZH, "很慢", rule="T405", state="suppressed"), slip(ZH, "很快", state="fixed")]
    rules = {key[1:]: value for key, value in series_of(ZH, findings=findings).items() if key.kind == "rule"}
    assert rules == {("T101", "zh", "major", "findings"): 1, ("T101", "zh", "major", "places"): 2}


def test_document_sets_have_the_figures_of_their_documents():
    sets = {key[1:]: value for key, value in series_of(ZH, JA, BAD, findings=[slip(ZH)]).items() if key.kind == "set"}
    assert sets["guide", "zh", "", "documents"] == 1
    assert sets["guide", "zh", "", "characters"] == len(ZH.text)
    assert sets["guide", "zh", "", "segments"] == 4
    assert sets["guide", "zh", "", "success"] == 0.5
    assert sets["guide", "zh", "", "findings"] == 1
    assert sets["guide", "zh", "", "penalty"] == pytest.approx(2 * 5 * 0.95)
    assert {key[0] for key in sets} == {"guide", ""}


def test_build_without_anything_has_no_series():
    assert build_series(parts_of(tables_of())).schema == SERIES
    assert series_of() == {}


def test_figures_are_those_of_the_report():
    figures = build_figures(
        parts_of(tables_of(ZH, JA, BAD, findings=[slip(ZH), slip(JA, "ライブラリ", severity="critical")]))
    )
    assert figures["documents"] == 2 and figures["documents.ja"] == 1 and figures["quarantined"] == 1
    assert figures["characters"] == len(ZH.text) + len(JA.text)
    assert figures["mentions"] == 5 and figures["mentions.zh"] == 4
    assert (figures["findings"], figures["findings.critical"], figures["findings.minor"]) == (1.9, 0.9, 0)
    assert (figures["findings.zh"], figures["findings.ja"]) == (0.9, 0.9)
    assert figures["success.zh"] == 0.5 and figures["success.ja"] == 1
    assert "documents.en" not in figures


@pytest.mark.parametrize(
    ("works", "sets"),
    [
        (["guide/a", "guide/b/c", "news", "blog/x"], ["guide", "guide", "", "blog"]),
        (["docs/guide/a", "docs/guide/b", "docs/c", *[f"docs/blog/{n}" for n in range(20)], "README"],
         ["docs/guide", "docs/guide", "docs", *["docs/blog"] * 20, ""]),
        (["docs/a", "docs/b"], ["docs", "docs"]),
        (["a/b/c"], ["a"]),
        ([], []),
    ],
)  # fmt: skip
def test_document_set_is_the_first_folder_below_what_holds_nearly_all(works: list[str], sets: list[str]):
    assert document_sets(works) == dict(zip(works, sets, strict=True))
