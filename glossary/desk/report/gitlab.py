"""Findings as a Code Quality report of GitLab, which shows them in a merge request and next to its lines.

    [{"description": "“图书馆” is …", "check_name": "T101 wrong-rendering", "fingerprint": "…", "severity": "major",
      "location": {"path": "docs/zh/intro.md", "positions": {"begin": {"line": 3, "column": 13}, "end": {…}}}}]

An issue is a new finding at one place; GitLab recognises it by its fingerprint in the reports of both branches.
Neutral findings are `info`. A file that the check needs but could not read is `blocker`. Text extracted from HTML,
.ipynb or .py has other lines than its file: such an issue is at line 1, and its description says where it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from corpus.text.printable import encodable
from glossary.desk.report.check_report import CheckedPage, Report, ShownPlace
from glossary.desk.report.json import dumped, fingerprint
from glossary.desk.report.wording import full_message, refusals, word

_SEVERITIES = {"neutral": "info"}  # the others have the same names
_UNREAD = {"error": "blocker", "warning": "minor", "note": "info"}
_FIRST_LINE = {"lines": {"begin": 1}}


def gitlab(report: Report) -> str:
    """Return the report as a JSON list."""
    unread = (
        _issue(refusal.page, "read", refusal.text, _UNREAD[refusal.page.refusal], "") for refusal in refusals(report)
    )
    issues = ",".join(f"\n  {dumped(issue)}" for issue in (*unread, *_issues(report)))
    return f"[{issues}\n]\n"


def _issues(report: Report) -> Iterator[dict[str, Any]]:
    """Yield an issue for each place; equal ones are numbered, as GitLab drops repeated fingerprints."""
    ordinals: Counter[str] = Counter()
    for place in report.new:
        key = fingerprint(place) or place.finding.finding_id
        ordinals[key] += 1
        finding = place.finding
        severity = _SEVERITIES.get(finding.severity, finding.severity)
        issue = _issue(
            place.page,
            f"{finding.rule} {finding.name}",
            full_message(place, report.lang, word("clause", report.lang)),
            severity,
            f"{key} {ordinals[key]}",
        )
        yield {**issue, "location": {"path": issue["location"]["path"], **_lines(place)}}


def _issue(page: CheckedPage, rule: str, description: str, severity: str, key: str) -> dict[str, Any]:
    """Return an issue at the first line of a page."""
    path = encodable(page.shown_path)
    return {
        "description": description,
        "check_name": rule,
        "fingerprint": sha256(f"{path} {rule} {key}".encode()).hexdigest(),
        "severity": severity,
        "location": {"path": path, **_FIRST_LINE},
    }


def _lines(place: ShownPlace) -> dict[str, Any]:
    first, last = place.first, place.last
    if first is None or last is None or place.page.is_extracted:
        return _FIRST_LINE
    return {"positions": {"begin": first._asdict(), "end": last._asdict()}}
