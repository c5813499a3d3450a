"""T102 deprecated-form: a form that was used once and has a successor.

Why: Who searches for the word that everybody uses now does not find a page that has the old one.
Bad: 特徴量エンジニアリングの後で、隠しレイヤーを二つ持つネットワークを学習します。
Good: 特徴量エンジニアリングの後で、隠れ層を二つ持つネットワークを学習します。
"""

from __future__ import annotations

from collections.abc import Iterator

from glossary.rules.context import RuleContext
from glossary.rules.rule import Rule, Violation
from glossary.rules.shared.form_validity import was_current
from glossary.rules.terms._unwanted_forms import (
    aligned_occurrences,
    is_half_english,
    keeps_english_name,
    likely_occurrences,
    unwanted,
    unwanted_violation,
)


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield every use of a deprecated form that was not current when the page was written."""
    for occurrence in (*unwanted(page), *likely_occurrences(page), *aligned_occurrences(page)):
        other = keeps_english_name(page.termbase.by_id[occurrence.concept_id], page.lang) or is_half_english(
            page, occurrence
        )
        if (
            occurrence.status == "deprecated"
            and not other
            and not (occurrence.form and was_current(occurrence.form, page))
        ):
            yield unwanted_violation(
                page, occurrence._replace(evidence="" if occurrence.evidence == "source" else occurrence.evidence)
            )


RULE = Rule(
    "T102", "deprecated-form", "terminology/inconsistent-with-termbase", "minor", 0.9, "segment", find,
    fixable=True,
)  # fmt: skip
