"""Checking a translation that stands in no file yet against its English source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from corpus.formats import EXTENSIONS
from corpus.languages import Language
from corpus.records import Document, Finding
from corpus.sources.discovery import PlacedFile
from corpus.sources.documents import read_text
from flows.checking.text_page import source_page, text_page
from glossary.findings.engine import check
from glossary.report.check_report import Threshold
from glossary.rules.rule import SEVERITIES
from glossary.termbase.termbase import Termbase

MOST_FINDINGS = 50
_LEAST = 0.5  # what is less sure is rather noise to an assistant


def check_translation(termbase: Termbase, translation: str, lang: str, source: str = "") -> list[dict[str, Any]]:
    """What the rules find in a translation, the gravest and surest first: words, place, message, remedies."""
    english = _document(source, "en") if source else None
    page = text_page(_document(translation, lang), source_page(english, termbase), termbase)
    findings = [finding for finding in check(page) if finding.confidence >= _LEAST and finding.state.stands]
    findings.sort(key=lambda finding: (SEVERITIES.index(finding.severity), -finding.confidence))
    return [_finding_row(finding) for finding in findings[:MOST_FINDINGS]]


def _document(text: str, lang: str) -> Document:
    name = f"{lang}/passage.md"
    return read_text(PlacedFile(Path(name), name, EXTENSIONS[".md"], "passage", Language(lang, lang)), text)


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
