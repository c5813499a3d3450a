"""Checking a translation that stands in no file yet against its English source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from corpus.formats import EXTENSIONS
from corpus.languages import Language
from corpus.records import Document, Finding
from corpus.sources.discovery import PlacedFile
from corpus.sources.documents import read_text, with_text_attributes
from flows.checking.check_request import CheckRequest
from flows.checking.text_page import source_page, text_page
from glossary.desk.report.check_report import Threshold
from glossary.findings.engine import check
from glossary.rules.calibration import DOUBTFUL
from glossary.rules.rule import SEVERITIES

MOST_FINDINGS = 50


def check_translation(request: CheckRequest, translation: str, lang: str, source: str = "") -> list[dict[str, Any]]:
    """Check a translation by the project's rules, the most severe and surest findings first: words, place, message,
    remedies.
    """
    attributes = request.options.text_attributes
    document = with_text_attributes(_document(translation, lang), attributes)
    english = with_text_attributes(_document(source, "en"), attributes) if source else None
    original, termbase = source_page(english, request.termbase), request.termbase
    page = text_page(document, original, termbase, request.decisions, request.options.lexicons)
    findings = [
        finding
        for finding in check(page, request.selection.rules(document.path), request.selection.most_places)
        if finding.confidence >= DOUBTFUL and finding.state.stands
    ]
    findings.sort(key=lambda finding: (SEVERITIES.index(finding.severity), -finding.confidence))
    threshold = Threshold(confidence=request.options.min_confidence)
    return [_finding_row(finding, threshold) for finding in findings[:MOST_FINDINGS]]


def _document(text: str, lang: str) -> Document:
    name = f"{lang}/passage.md"
    return read_text(PlacedFile(Path(name), name, EXTENSIONS[".md"], "passage", Language(lang, lang)), text)


def _finding_row(finding: Finding, threshold: Threshold) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "certain": threshold.is_certain(finding),
        "words": finding.surface,
        "start": finding.start,
        "end": finding.end,
        "places": finding.occurrences,
        "message": finding.message,
        "write": list(finding.expected),
    }
