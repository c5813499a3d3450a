"""Findings as SARIF 2.1.0, which GitHub code scanning, GitLab, Azure DevOps and editors read.

A result is a decision. Its first place is the location; the others are related locations, linked from the message.
`error` is what fails a check if it is new, `note` what is neutral, `warning` the rest. `rank` is the confidence in
percent. `baselineState` says whether an earlier run had the finding, `suppressions` why it is silent: `inSource`
for a comment in the page, `external` for a reviewer's decision. `partialFingerprints` identify it in later runs by
its decision, and by its first place with the words around it. Columns count code points. In text extracted from
HTML, .ipynb or .py, a result points at the first line of the file, and its message gives the place.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from corpus import lazy_re as re
from corpus.records import Location
from corpus.text.printable import encodable
from corpus.vocabularies import FindingState
from glossary.desk.report.check_report import CheckedPage, Report, ReportedFinding, ShownPlace, Threshold
from glossary.desk.report.json import dumped, fingerprint
from glossary.desk.report.wording import is_fixable, message, refusals, word, word_list
from glossary.rules.registry import address
from glossary.rules.rule import Rule

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
# All other states were there before, or are nothing new to anyone.
_BASELINE_STATES = {FindingState.NEW: "new", FindingState.FIXED: "absent"}
_PRECISION = ((0.9, "very-high"), (0.8, "high"), (0.6, "medium"), (0.0, "low"))
_LINKED = 5  # other places that the message links to
_NO_BYTE = re.compile("[\ud800-\udc7f\udd00-\udfff]")  # surrogates by which Python holds no byte of a path


def sarif(report: Report) -> str:
    """Return the report as a SARIF log with one run."""
    rules = sorted(
        {rule.code: rule for page in report.pages for rule in page.rules}.values(), key=lambda rule: rule.code
    )
    numbers = {rule.code: number for number, rule in enumerate(rules)}
    files = {page.document.doc_id: number for number, page in enumerate(report.pages)}
    driver = {
        "name": "taiyaku",
        "version": version("taiyaku"),
        "semanticVersion": version("taiyaku"),
        "shortDescription": {"text": "Shows translators where the terminology of an article goes wrong."},
        "rules": [_rule(rule, report) for rule in rules],
    }
    run = {
        "tool": {"driver": driver},
        "invocations": [
            {
                "executionSuccessful": all(page.refusal != "error" for page in report.pages),
                "toolExecutionNotifications": _refusals(report),
            }
        ],
        "language": report.lang,
        "originalUriBaseIds": {"%SRCROOT%": {"description": {"text": "The folder that paths count from."}}},
        "artifacts": [_artifact(page) for page in report.pages],
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "results": [_result(reported, report, numbers, files) for reported in report.findings],
        "properties": {"signature": report.signature},
    }
    return dumped({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def level(finding: Any, threshold: Threshold, place: Location | None = None) -> str:
    """Return the SARIF level of a finding, at one of its places if given, or of a rule."""
    if threshold.is_grave(finding, place):
        return "error"
    return "note" if finding.severity == "neutral" else "warning"


def _rule(rule: Rule, report: Report) -> dict[str, Any]:
    docs = rule.description
    bad, good = word("bad", report.lang), word("good", report.lang)
    rule_level = level(rule, report.threshold)
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": docs.why},
        **({"helpUri": page} if (page := address(rule)) else {}),
        "help": {
            "text": f"{docs.why}\n\n{bad}: {docs.bad}\n{good}: {docs.good}",
            "markdown": f"{docs.why}\n\n**{bad}**\n\n{_fenced(docs.bad)}\n\n**{good}**\n\n{_fenced(docs.good)}",
        },
        "defaultConfiguration": {"level": rule_level, "rank": _rank(rule.confidence)},
        "properties": {
            "category": rule.category,
            "severity": rule.severity,
            "confidence": rule.confidence,
            "scope": rule.scope,
            "precision": next(name for least, name in _PRECISION if rule.confidence >= least),
            "problem.severity": "recommendation" if rule_level == "note" else rule_level,
            "tags": rule.category.split("/"),
        },
    }


def _fenced(text: str) -> str:
    return f"~~~text\n{text}\n~~~"


def _rank(confidence: float) -> float:
    return round(confidence * 100, 1)


def _artifact(page: CheckedPage) -> dict[str, Any]:
    document = page.document
    hashes = {"hashes": {"sha-256": document.sha256}} if document.sha256 else {}
    return {
        "location": _location_of(page),
        "mimeType": document.media_type,
        "roles": ["analysisTarget"],
        **hashes,
        "properties": {"language": document.locale or document.lang},
    }


def _location_of(page: CheckedPage) -> dict[str, Any]:
    """Return the location of a file: relative to the source root, or absolute if its path is."""
    path = _NO_BYTE.sub("\ufffd", page.shown_path).encode("utf-8", "surrogateescape")
    if path.startswith(b"/"):
        return {"uri": f"file://{quote(path)}"}
    return {"uri": quote(path), "uriBaseId": "%SRCROOT%"}


def _refusals(report: Report) -> list[dict[str, Any]]:
    """Return a notification for each file that could not be read."""
    return [
        {
            "level": refusal.page.refusal,
            "message": {"text": refusal.text},
            "locations": [{"physicalLocation": {"artifactLocation": _location_of(refusal.page)}}],
        }
        for refusal in refusals(report)
    ]


def _result(
    reported: ReportedFinding, report: Report, numbers: dict[str, int], files: dict[str, int]
) -> dict[str, Any]:
    finding, first, others = reported.finding, reported.places[0], reported.places[1:]
    index = {"ruleIndex": numbers[finding.rule]} if finding.rule in numbers else {}
    place = {"place/v1": fingerprint(first)} if first.start is not None else {}
    result = {
        "ruleId": finding.rule,
        **index,
        "level": level(finding, report.threshold),
        "message": {"text": _message(reported, report)},
        "locations": [{"physicalLocation": _physical(first, files)}],
        "occurrenceCount": max(1, finding.occurrences),
        "partialFingerprints": {"finding/v1": finding.finding_id, **place},
        "baselineState": _BASELINE_STATES.get(finding.state, "unchanged"),
        "rank": _rank(finding.confidence),
        "suppressions": _suppressions(reported),
        "properties": {
            "severity": finding.severity,
            "confidence": finding.confidence,
            "concept": finding.concept_id,
            "expected": finding.expected,
            "inherited": finding.inherited,
            "state": finding.state,
        },
    }
    if others:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _physical(place, files), "message": {"text": place.surface}}
            for number, place in enumerate(others, 1)
        ]
    if fixable := [place for place in reported.places if is_fixable(place)]:
        result["fixes"] = [_fix(fixable, report, files)]
    return result


def _message(reported: ReportedFinding, report: Report) -> str:
    """Return the message, its place if the text was extracted, and links to the other places."""
    parts = [_plain(message(reported.finding, report.lang))]
    if reported.page.is_extracted and reported.places[0].first:
        parts.append(_plain(reported.places[0].where))
    if reported.places[1:]:
        others = reported.places[1:]
        lines = [f"[{_line(place, reported.page)}]({number})" for number, place in enumerate(others[:_LINKED], 1)]
        if others[_LINKED:]:
            lines.append(word("and-more", report.lang, len(others) - _LINKED))
        parts.append(word("also", report.lang, len(others), lines=word("comma", report.lang).join(lines)))
    return parts[0] + (f" ({'; '.join(parts[1:])})" if parts[1:] else "")


def _plain(text: str) -> str:
    """Return text without what a SARIF viewer would take for a link: [words](target)."""
    return text.replace("](", "] (")


def _line(place: ShownPlace, page: CheckedPage) -> str:
    """Return the line of a place, with the path in front if it is on another page."""
    line = place.page.line(place.first.line if place.first else 1)
    return line if place.page is page else re.sub(r"[\[\]\\]", r"\\\g<0>", f"{place.page.shown_path}:{line}")


def _physical(place: ShownPlace, files: dict[str, int]) -> dict[str, Any]:
    location = {**_location_of(place.page), "index": files[place.page.document.doc_id]}
    return {"artifactLocation": location, "region": _region(place)}


def _region(place: ShownPlace) -> dict[str, Any]:
    """Return the region of a place; line 1 if its lines are unknown, as code scanning requires a region."""
    first, last = place.first, place.last
    if first is None or last is None or place.page.is_extracted:
        return {"startLine": 1}
    return {
        "startLine": first.line,
        "startColumn": first.column,
        "endLine": last.line,
        "endColumn": last.column,
        "snippet": {"text": place.surface},
    }


def _suppressions(reported: ReportedFinding) -> list[dict[str, Any]]:
    finding = reported.finding
    if not finding.state.is_suppressed:
        return []
    kind = "external" if finding.suppressed_by == "reviewer" else "inSource"
    return [{"kind": kind, "status": "accepted", "justification": finding.reason or ""}]


def _fix(places: Sequence[ShownPlace], report: Report, files: dict[str, int]) -> dict[str, Any]:
    """Return one fix for all places that can be fixed, each with its own suggestion."""
    pages = {place.page.document.doc_id: place.page for place in places}
    changes: list[dict[str, Any]] = [
        {
            "artifactLocation": {**_location_of(page), "index": files[doc_id]},
            "replacements": [
                {"deletedRegion": _region(place), "insertedContent": {"text": place.record.suggestion or ""}}
                for place in places
                if place.page is page
            ],
        }
        for doc_id, page in pages.items()
    ]
    forms = list(dict.fromkeys(encodable(place.record.suggestion or "") for place in places))
    return {
        "description": {"text": word("expected", report.lang, forms=word_list(forms, report.lang))},
        "artifactChanges": changes,
    }
