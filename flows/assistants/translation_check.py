"""Checking a translation that stands in no file yet against its English source."""

from __future__ import annotations

from functools import cache
from typing import Any

from corpus.alignment.lexicon_io import lexicons
from corpus.languages import Language
from corpus.records import Document, Finding
from corpus.sources.documents import read_text
from corpus.tokenizers import tokenizer
from glossary.annotation.annotate import annotated
from glossary.annotation.pipeline import matcher
from glossary.findings.contexts import original_with
from glossary.findings.engine import check
from glossary.report.check_report import Threshold
from glossary.rules.context import RuleContext
from glossary.termbase.termbase import Termbase

MOST_FINDINGS = 50
_LEAST = 0.5  # what is less sure is rather noise to an assistant


def check_translation(termbase: Termbase, translation: str, lang: str, source: str = "") -> list[dict[str, Any]]:
    """What the rules find in a translation, the gravest and surest first: words, place, message, remedies."""
    document = read_text(translation, f"{lang}/passage.md", Language(lang, lang))
    page = _page(document, read_text(source, "en/passage.md", Language("en", "en")) if source else None, termbase)
    findings = [finding for finding in check(page) if finding.confidence >= _LEAST and finding.state.stands]
    severities = ("critical", "major", "minor", "neutral")
    findings.sort(key=lambda finding: (severities.index(finding.severity), -finding.confidence))
    return [_finding_row(finding) for finding in findings[:MOST_FINDINGS]]


def _page(document: Document, source: Document | None, termbase: Termbase) -> RuleContext:
    segments, mentions = annotated(document, matcher(termbase))
    original = None
    if source is not None:
        original = original_with(document, source, segments, mentions, matcher(termbase), tokenizer, _lexicons)
    return RuleContext(document, tuple(segments), tuple(mentions), termbase, original)


_lexicons = cache(lambda: lexicons(()))


def _finding_row(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "certain": Threshold().is_certain(finding),
        "words": finding.surface,
        "start": finding.start,
        "end": finding.end,
        "places": finding.occurrences,
        "message": finding.message,
        "write": list(finding.expected),
    }
