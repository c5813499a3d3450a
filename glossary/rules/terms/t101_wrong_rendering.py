"""T101 wrong-rendering: a form that the glossary lists as wrong for the concept.

Why: 图书馆 is a house full of books; whoever reads 该图书馆支持分布式训练 does not think of torchvision.
Bad: TorchVision 图书馆提供了预训练模型。
Good: TorchVision 库提供了预训练模型。
"""

from __future__ import annotations

from collections.abc import Iterator

from glossary.rules.context import RuleContext
from glossary.rules.rule import Rule, Violation
from glossary.rules.terms._unwanted_forms import (
    aligned_occurrences,
    is_half_english,
    keeps_english_name,
    likely_occurrences,
    unwanted,
    unwanted_violation,
)


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield every use of a wrong form that translates no name and leaves no English in it, and what hints at one."""
    for occurrence in (*unwanted(page), *likely_occurrences(page), *aligned_occurrences(page)):
        name = keeps_english_name(page.termbase.by_id[occurrence.concept_id], page.lang)
        if occurrence.status == "wrong" and not name and not is_half_english(page, occurrence):
            yield unwanted_violation(page, occurrence)


RULE = Rule("T101", "wrong-rendering", "terminology/wrong-term", "major", 0.95, "segment", find, fixable=True)
