"""T102 deprecated-form: a form that was used once and has a successor.

Why: Who searches for the word that everybody uses now does not find a page that has the old one.
Bad: 特徴量エンジニアリングの後で、隠しレイヤーを二つ持つネットワークを学習します。
Good: 特徴量エンジニアリングの後で、隠れ層を二つ持つネットワークを学習します。
"""

from __future__ import annotations

from glossary.rules.context import RuleContext
from glossary.rules.rule import Rule, Violation
from glossary.rules.shared.form_validity import was_current
from glossary.rules.terms._unwanted_forms import UnwantedForms, UnwantedOccurrence, unwanted_violation


def _unless_current(page: RuleContext, occurrence: UnwantedOccurrence) -> Violation | None:
    """Return the violation of a form that was not current when the page was written; what the original has is no
    message of its own.
    """
    if occurrence.form and was_current(occurrence.form, page):
        return None
    evidence = "" if occurrence.evidence == "source" else occurrence.evidence
    return unwanted_violation(page, occurrence._replace(evidence=evidence))


RULE = Rule(
    "T102", "deprecated-form", "terminology/inconsistent-with-termbase", "minor", 0.9, "segment",
    UnwantedForms("deprecated", _unless_current), fixable=True,
)  # fmt: skip
