"""Pages that are mended in memory, as `check --fix` mends those of files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from corpus.records import Document
from glossary.annotation.annotate import annotated
from glossary.annotation.pipeline import matcher
from glossary.desk.report.check_report import Threshold
from glossary.findings.engine import judge_page
from glossary.findings.states import EarlierDecision
from glossary.fixing.apply_fixes import FixRequest, FixResult, fix_page
from glossary.rules.context import RuleContext
from glossary.rules.registry import BY_CODE, RULES
from glossary.rules.rule import Rule
from tests.glossary.rules.cases import page_of

MENDING = tuple(rule for rule in RULES if rule.fixable)


def mend(
    text: str,
    lang: str = "zh",
    form: str = "md",
    rules: Sequence[Rule | str] = MENDING,
    earlier: Mapping[str, EarlierDecision] | None = None,
    confidence: float = 0.8,
    named_rules: frozenset[str] = frozenset(BY_CODE),
    **more: Any,
) -> FixResult:
    """What mending comes to on a page with this text; of all rules, be they neutral."""
    page, checked_rules = (
        page_of(text, lang, form),
        [BY_CODE[rule] if isinstance(rule, str) else rule for rule in rules],
    )
    fix_request = FixRequest(Threshold(confidence=confidence, named=named_rules), earlier or {}, **more)
    return fix_page(
        page, judge_page(page, checked_rules), checked_rules, fix_request, lambda document: again(document, page)
    )


def again(document: Document, page: RuleContext) -> RuleContext:
    """A page of the same document with another text."""
    segments, mentions = annotated(document, matcher(page.termbase))
    return RuleContext(document, tuple(segments), tuple(mentions), page.termbase, page.original)


def fixed(text: str, lang: str = "zh", form: str = "md", rules: Sequence[Rule | str] = MENDING, **more: Any) -> str:
    """The text after mending."""
    return mend(text, lang, form, rules, **more).page.document.text
