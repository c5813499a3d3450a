"""Scores: success, consistency and penalty of documents, concepts, languages and a build."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pytest

from corpus.records import LANGUAGE_COLUMNS, Score
from corpus.schema import schema_of
from glossary.findings.scores import SCORED_COLUMNS, scores, shares, terms_of, usage
from tests.glossary.small import termbase


def table(name: str, rows: Sequence[dict[str, Any]]) -> pa.Table:
    """Rows of a table of the build, in two chunks; what a test does not speak of is filled in."""
    schema = schema_of(name)
    filled = [{field.name: row.get(field.name, _filler(field.type)) for field in schema} for row in rows]
    half = len(filled) // 2
    return pa.concat_tables(pa.Table.from_pylist(part, schema) for part in (filled[:half], filled[half:]))


def _filler(kind: pa.DataType) -> Any:
    if pa.types.is_list(kind) or pa.types.is_map(kind):
        return []
    return "" if pa.types.is_string(kind) else False if pa.types.is_boolean(kind) else 0


def document(doc_id: str, lang: str = "zh", chars: int = 1000, status: str = "ok") -> dict[str, Any]:
    """A document, with the length of its prose, which is one paragraph."""
    return {"doc_id": doc_id, "lang": lang, "chars": chars, "status": status}


def paragraphs(documents: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [
        {**page, "segment_id": page["doc_id"], "kind": "paragraph", "start": 0, "end": page["chars"]}
        for page in documents
        if page["chars"]
    ]


def mentions(doc_id: str, concept: str, *forms: str, lang: str = "zh", zone: str = "prose") -> list[dict[str, Any]]:
    """Mentions written as form or form:status."""
    pairs = [(*form.split(":"), "preferred")[:2] for form in forms]
    return [
        {"doc_id": doc_id, "concept_id": concept, "form": form, "status": status, "lang": lang, "zone": zone}
        for form, status in pairs
    ]


def finding(severity: str, *docs: str, concept: str | None = None, lang: str = "zh", **more: Any) -> dict[str, Any]:
    """A finding with a place in each of the documents; it is told of in the first."""
    starts = more.pop("places", range(len(docs)))
    locations = [
        {"doc_id": docs[min(n, len(docs) - 1)], "start": start, "end": start + 1} for n, start in enumerate(starts)
    ]
    return {
        "doc_id": docs[0], "lang": lang, "concept_id": concept, "severity": severity, "state": "new", "locations": locations,
        "confidence": 1.0, **more,
    }  # fmt: skip


def scored(
    documents: Sequence[dict[str, Any]] = (),
    terms: Sequence[dict[str, Any]] = (),
    findings: Sequence[dict[str, Any]] = (),
) -> dict[str, Score]:
    """The scores by document, concept and language, language, and "build"."""
    all_scores = scores(tables(documents=documents, segments=paragraphs(documents), mentions=terms, findings=findings))
    return by_name(all_scores)


def tables(**rows: Sequence[dict[str, Any]]) -> dict[str, list[pa.Table]]:
    """The tables that scores are counted from, of one part each; those without rows are empty."""
    return {name: [table(name, rows.get(name, ()))] for name in SCORED_COLUMNS}


def by_name(all_scores: Sequence[Score]) -> dict[str, Score]:
    name_of = {
        "document": lambda score: score.doc_id,
        "concept": lambda score: f"{score.lang}:{score.concept_id}",
        "language": lambda score: score.lang,
        "build": lambda score: "build",
    }
    return {name_of[score.scope](score): score for score in all_scores}


def test_success_counts_what_is_neither_unwanted_nor_left_in_english():
    terms = mentions("d", "tensor", "张量", "張量:variant", "向量:wrong", "老量:deprecated", "tensor:source")
    assert scored([document("d")], terms)["d"].success == pytest.approx(2 / 5)


def test_consistency_is_the_share_of_the_leading_rendering_weighted_by_concept():
    terms = [*mentions("d", "tensor", "张量", "张量", "张量", "tensor"), *mentions("d", "loss", "损失")]
    score_of = scored([document("d")], terms)
    assert score_of["d"].consistency == pytest.approx(4 / 5)
    assert score_of["zh:tensor"].consistency == pytest.approx(3 / 4)
    assert score_of["zh:loss"].consistency == 1


def test_two_consistent_documents_may_disagree():
    terms = [*mentions("a", "tensor", "张量", "张量"), *mentions("b", "tensor", "tensor")]
    score_of = scored([document("a"), document("b")], terms)
    assert (score_of["a"].consistency, score_of["b"].consistency) == (1, 1)
    assert score_of["zh:tensor"].consistency == score_of["zh"].consistency == pytest.approx(2 / 3)


def test_languages_are_never_inconsistent_with_each_other():
    terms = [*mentions("a", "tensor", "张量"), *mentions("b", "tensor", "テンソル", lang="ja")]
    assert scored([document("a"), document("b", "ja")], terms)["build"].consistency == 1


def test_spellings_are_one_rendering_and_abbreviations_are_not_counted():
    terms = [
        *mentions("d", "tokenizer", "トークナイザー", "トークナイザ:admitted", lang="ja"),
        *mentions("d", "rpc", "RPC:abbreviation", lang="ja"),
    ]
    score_of = scored([document("d", "ja")], terms)
    assert score_of["d"].consistency == 1
    assert (score_of["ja:rpc"].mentions, score_of["ja:rpc"].success, score_of["ja:rpc"].consistency) == (1, 1, None)


def test_code_is_not_read():
    terms = [*mentions("d", "tensor", "张量"), *mentions("d", "tensor", "torch.Tensor", zone="code")]
    score = scored([document("d")], terms)["d"]
    assert (score.mentions, score.consistency) == (1, 1)


def test_penalty_counts_every_place_where_it_stands():
    score_of = scored(
        [document("a", chars=2000), document("b", chars=500)],
        [],
        [
            finding("critical", "a"),
            finding("major", "a", "a", concept="tensor"),
            finding("minor", "a", "b", concept="tensor"),
            finding("neutral", "b"),
        ],
    )
    assert (score_of["a"].findings, score_of["a"].penalty, score_of["a"].penalty_per_1000) == (3, 36, 18)
    assert (score_of["b"].findings, score_of["b"].penalty, score_of["b"].penalty_per_1000) == (1, 1, 2)
    assert (score_of["zh:tensor"].findings, score_of["zh:tensor"].penalty, score_of["zh:tensor"].chars) == (2, 12, None)
    assert score_of["zh"].penalty == score_of["build"].penalty == 37
    assert score_of["build"].penalty_per_1000 == pytest.approx(37 / 2.5)


@pytest.mark.parametrize("more", [{"state": "suppressed"}, {"state": "fixed"}, {"inherited": True}], ids=str)
def test_what_is_silenced_fixed_or_inherited_weighs_nothing(more: dict[str, Any]):
    score = scored([document("d")], [], [finding("major", "d", **more)])["d"]
    assert (score.findings, score.penalty, score.penalty_per_1000) == (0, 0, 0)


def test_the_doubtful_weighs_as_much_as_it_is_likely_to_be_true():
    score_of = scored(
        [document("d")], [], [finding("major", "d", confidence=0.6), finding("minor", "d", confidence=0.5)]
    )
    assert score_of["d"].penalty == pytest.approx(3.5)


def test_an_accepted_finding_weighs_until_the_text_is_fixed():
    assert scored([document("d")], [], [finding("major", "d", state="accepted")])["d"].penalty == 5


def test_a_document_without_terms_findings_or_text_has_no_shares():
    score = scored([document("d", chars=0)])["d"]
    assert (score.mentions, score.success, score.consistency, score.findings, score.penalty) == (0, None, None, 0, 0)
    assert (score.chars, score.penalty_per_1000) == (0, None)


def segment(doc_id: str, start: int, end: int, kind: str = "paragraph") -> dict[str, Any]:
    return {"segment_id": f"{doc_id}-{start}", "doc_id": doc_id, "lang": "zh", "kind": kind, "start": start, "end": end}


def bead(doc_id: str, start: int, score: float = 1.0, relation: str = "translation") -> dict[str, Any]:
    """A bead of the segment that begins there with one of the original."""
    return {
        "src_doc": doc_id,
        "tgt_lang": "en",
        "src_segments": [f"{doc_id}-{start}"],
        "score": score,
        "relation": relation,
    }


def test_what_has_no_counterpart_is_not_judged_and_code_is_no_text():
    page = [segment("d", 0, 100), segment("d", 100, 200), segment("d", 200, 300), segment("d", 300, 900, "code")]
    beads = [bead("d", 0), bead("d", 100, score=0.5), bead("d", 200, relation="none")]
    findings = [finding("major", "d", places=(50, 150, 250, 400))]
    [score] = [
        score
        for score in scores(tables(documents=[document("d")], segments=page, alignments=beads, findings=findings))
        if score.scope == "document"
    ]
    assert (score.chars, score.penalty) == (300, 20)
    assert score.judged == pytest.approx(1 / 3)
    assert score.penalty_per_1000 == 50  # 5 points in 100 characters


def test_a_page_of_which_nothing_could_be_compared_has_no_rate():
    [score] = [
        score
        for score in scores(
            tables(documents=[document("d")], segments=[segment("d", 0, 100)], alignments=[bead("d", 0, score=0.1)])
        )
        if score.scope == "document"
    ]
    assert (score.chars, score.judged, score.penalty_per_1000) == (100, 0, None)


def test_accuracy_is_the_share_of_the_original_s_terms_in_an_allowed_form_by_how_sure_they_are():
    linked = [
        {"doc_id": "d", "lang": "zh", "concept_id": concept, "relation": relation, "confidence": confidence}
        for concept, relation, confidence in (
            ("tensor", "preferred", 1.0), ("tensor", "variant", 1.0), ("tensor", "unlisted", 0.5), ("loss", "wrong", 1.0),
            ("loss", "source", 0.5), ("loss", "omitted", 0.3), (None, "unlisted", 1.0),
        )
    ]  # fmt: skip
    score_of = by_name(scores(tables(documents=[document("d")], term_alignments=linked)))
    assert score_of["d"].accuracy == score_of["zh"].accuracy == pytest.approx(2 / 4.3)
    assert score_of["zh:tensor"].accuracy == pytest.approx(2 / 2.5)
    assert score_of["zh:loss"].accuracy == 0
    assert scored([document("d")])["d"].accuracy is None


def test_quarantined_documents_have_no_score():
    assert "d" not in scored([document("d", status="quarantined"), document("e")])


def test_an_empty_build_has_no_scores():
    assert scored() == {}


def test_the_order_is_by_scope_language_and_id_whatever_the_order_of_rows():
    rows = [document("b"), document("a", "ja"), document("a2"), document("c", "en")]
    terms = [*mentions("b", "tensor", "张量"), *mentions("a", "loss", "損失", lang="ja")]
    in_order = scores(tables(documents=rows, mentions=terms))
    in_reverse = scores(tables(documents=rows[::-1], mentions=terms[::-1]))
    assert in_order == in_reverse
    keys = [(score.scope, score.lang, score.doc_id or score.concept_id) for score in in_order]
    assert keys == [
        ("document", "en", "c"), ("document", "ja", "a"), ("document", "zh", "a2"), ("document", "zh", "b"),
        ("concept", "ja", "loss"), ("concept", "zh", "tensor"),
        ("language", "en", None), ("language", "ja", None), ("language", "zh", None), ("build", None, None),
    ]  # fmt: skip


def test_parts_are_counted_as_the_whole():
    rows = [document("a"), document("b"), document("c", "ja")]
    terms = [
        *mentions("a", "tensor", "张量", "tensor:source"),
        *mentions("b", "tensor", "张量"),
        *mentions("c", "loss", "損失"),
    ]
    findings = [finding("major", "b", "a", concept="tensor"), finding("minor", "c", lang="ja", confidence=0.5)]
    beads = [bead("a", 0), bead("b", 0, score=0.1)]
    rows_by_table = {"documents": rows, "segments": paragraphs(rows), "mentions": terms, "alignments": beads}
    parts = [
        {name: [row for row in all_rows if doc_of(row) == doc_id] for name, all_rows in rows_by_table.items()}
        for doc_id in "abc"
    ]
    whole = tables(**rows_by_table, findings=findings)
    split = {name: [table(name, part[name]) for part in parts] for name in rows_by_table}
    assert scores({**whole, **split, "term_alignments": [table("term_alignments", ())] * 3}) == scores(whole)


def doc_of(row: dict[str, Any]) -> str:
    return str(row.get("doc_id") or row["src_doc"])


def test_the_table_of_concepts_counts_alike():
    base = termbase({"id": "tensor", "zh": {"preferred": "张量", "admitted": ["tensor"]}})
    rows = table("mentions", [*mentions("a", "tensor", "张量", "张量"), *mentions("b", "tensor", "tensor:source")])
    [usage_row] = usage(base, [rows])
    [score] = [score for score in scores({**tables(), "mentions": [rows]}) if score.scope == "concept"]
    assert (usage_row.zh_mentions, usage_row.zh_documents) == (3, 2)
    assert (usage_row.zh_success, usage_row.zh_consistency) == (score.success, score.consistency)
    assert [form.count for form in usage_row.forms if form.lang == "zh"] == [2, 1]


def test_a_concept_that_is_not_met_has_no_shares():
    [usage_row] = usage(termbase({"id": "tensor"}), [table("mentions", [])])
    assert [getattr(usage_row, f"{lang}_success") for lang in LANGUAGE_COLUMNS] == [None, None, None]


def test_shares_can_be_taken_by_anything():
    rows = table("mentions", [*mentions("a", "tensor", "张量", "tensor"), *mentions("a", "loss", "损失")])
    assert shares(terms_of([rows]), ["doc_id"]).to_dict("records") == [
        {"mentions": 3, "success": 1.0, "consistency": pytest.approx(2 / 3)}
    ]
