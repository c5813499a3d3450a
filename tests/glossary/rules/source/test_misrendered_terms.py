"""Words that stand for a term and do not mean it: not where a form of the term lies across their edge."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from glossary.loading import load
from glossary.rules.context import RuleContext
from glossary.rules.source._misrendered_terms import misrendered_terms
from tests.glossary.rules.cases import page_of

SOURCE = "The plot shows the product distribution of both samples."


def _link(page: RuleContext, words: str, **options: Any) -> RuleContext:
    """The page with one link, to these words of its own."""
    start = page.text.index(words)
    link = replace(
        page.terms[0], start=start, end=start + len(words), surface=words, relation="other", confidence=0.3,
        evidence=["elsewhere", "place"], **options,
    )  # fmt: skip
    assert page.original is not None
    return replace(page, original=replace(page.original, align_terms=lambda: (link,)))


@pytest.mark.parametrize(
    ("text", "misrendered"), [("该图显示两个样本的积分布。", []), ("该图显示两个样本的积分值。", ["积分"])]
)
def test_words_that_were_cut_out_of_a_form_mean_nothing(text: str, misrendered: list[str]):
    page = page_of(text, "zh", termbase=load(), source=SOURCE)
    linked = _link(page, "积分", term="distribution", concept_id="probability-distribution")
    assert [text[term.start : term.end] for term in misrendered_terms(linked)] == misrendered


@pytest.mark.parametrize(
    ("source", "misrendered"), [("Un-freeze the top layers.", 0), ("Now freeze the top layers.", 1)]
)
def test_what_turns_a_term_around_is_no_misrendering(source: str, misrendered: int):
    page = page_of("解冻模型的顶层。", "zh", termbase=load(), source=source)
    linked = _link(page, "解冻", term="freeze", concept_id="freezing", source_start=source.index("freeze"))
    assert len(misrendered_terms(linked)) == misrendered
