"""Renderings: how a corpus says each term, counted over its links."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from corpus.records import Rendering, TermAlignment
from corpus.schema import to_table
from glossary.bitext.rendering_counts import rendering_rows


def link(number: int, surface: str | None, concept_id: str | None = "operator", **other: Any) -> TermAlignment:
    row: dict[str, Any] = {
        "term_alignment_id": f"bead-{number:03d}", "alignment_id": "bead", "work": "work", "lang": "zh", "doc_id": "page",
        "source_doc_id": "original", "term": "operator", "concept_id": concept_id, "source_start": 0, "source_end": 8,
        "source_surface": "operator", "start": 0, "end": 2, "surface": surface, "relation": "preferred",
        "evidence": ["form"], "confidence": 0.9,
    }  # fmt: skip
    return TermAlignment(**{**row, **other})


def rendered(*links: TermAlignment) -> list[Rendering]:
    table: pa.Table = to_table("term_alignments", links)
    return rendering_rows([table])


def test_renderings_are_counted_from_the_most_frequent_on():
    links = [link(n, "算子", work=f"work-{n % 2}", doc_id=f"page-{n}") for n in range(3)]
    rows = rendered(*links, link(3, "操作员", relation="wrong"))
    assert [(row.rendering, row.relation, row.uses, row.documents, row.works, row.share) for row in rows] == [
        ("算子", "preferred", 3, 3, 2, 0.75),
        ("操作员", "wrong", 1, 1, 1, 0.25),
    ]


def test_all_english_forms_of_a_concept_are_one_term_and_other_words_each_their_own():
    links = [link(0, "算子"), link(1, "算子", term="op"), link(2, "算子"), link(3, "视图", None, term="view")]
    assert [(row.term, row.concept_id, row.uses) for row in rendered(*links)] == [
        ("view", None, 1),
        ("operator", "operator", 3),
    ]


def test_case_and_spacing_are_no_other_rendering_and_the_commonest_is_shown():
    rows = rendered(link(0, "Adam 优化器"), link(1, "Adam优化器"), link(2, "Adam优化器"))
    assert [(row.rendering, row.uses) for row in rows] == [("Adam优化器", 3)]


def test_omitted_terms_are_counted_and_links_that_are_likely_wrong_are_not():
    omitted = link(0, None, start=None, end=None, relation="omitted", evidence=[], confidence=0.6)
    rows = rendered(omitted, link(1, "算子"), link(2, "图", confidence=0.4))
    assert [(row.rendering, row.relation, row.uses) for row in rows] == [(None, "omitted", 1), ("算子", "preferred", 1)]


def test_example_is_the_surest_link():
    rows = rendered(link(0, "算子", confidence=0.8), link(1, "算子", confidence=0.95), link(2, "算子", confidence=0.95))
    assert [row.example for row in rows] == ["bead-001"]


def test_parts_are_counted_as_the_whole():
    links = [link(n, ("算子", "操作")[n % 2], work=f"work-{n // 3}", doc_id=f"page-{n // 3}") for n in range(9)]
    parts = [to_table("term_alignments", links[start : start + 3]) for start in (0, 3, 6)]
    assert rendering_rows(parts) == rendered(*links)
