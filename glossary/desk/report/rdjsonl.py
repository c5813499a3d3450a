"""RDJSONL: findings as lines of reviewdog's diagnostic format, for review comments and suggestions.

    {"message": "…", "location": {"path": "docs/zh/intro.md", "range": {"start": {"line": 3, "column": 36}, …}}, …}

Each line is a new finding at one place; known and suppressed findings are left out, as reviewdog does not ask.
Columns count bytes of UTF-8 from 1, not code points as in SARIF, so that a suggestion replaces the right text.
`ERROR` is what fails the check, `INFO` what is neutral, `WARNING` the rest.
"""

from __future__ import annotations

from typing import Any

from corpus.text.printable import encodable
from glossary.desk.report.check_report import Report, ShownPlace
from glossary.desk.report.json import dumped
from glossary.desk.report.positions import Position
from glossary.desk.report.sarif import level
from glossary.desk.report.wording import full_message, is_fixable, refusals

_SEVERITIES = {"error": "ERROR", "warning": "WARNING", "note": "INFO"}


def rdjsonl(report: Report) -> str:
    """Return the report as JSON lines."""
    unread = [
        {
            "message": refusal.text,
            "location": {"path": encodable(refusal.page.shown_path)},
            "severity": _SEVERITIES[refusal.page.refusal],
            "source": {"name": "taiyaku"},
        }
        for refusal in refusals(report)
    ]
    return "".join(f"{dumped(line)}\n" for line in (*unread, *(_line(place, report) for place in report.new)))


def _line(place: ShownPlace, report: Report) -> dict[str, Any]:
    finding, span = place.finding, _range(place)
    suggestion = place.record.suggestion if "column" in span.get("start", {}) and is_fixable(place) else None
    return {
        "message": full_message(place, report.lang),
        "location": {"path": encodable(place.page.shown_path), **({"range": span} if span else {})},
        "severity": _SEVERITIES[level(finding, report.threshold, place.location)],
        "source": {"name": "taiyaku"},
        "code": {"value": f"{finding.rule} {finding.name}"},
        **({"suggestions": [{"range": span, "text": suggestion}]} if suggestion is not None else {}),
    }


def _range(place: ShownPlace) -> dict[str, Any]:
    """Return the range of the words; empty if lines of the file cannot express it, as in extracted text."""
    if place.first is None or place.last is None or place.page.is_extracted:
        return {}
    return {
        "start": _position(place, place.first, place.start or 0),
        "end": _position(place, place.last, place.end or 0),
    }


def _position(place: ShownPlace, position: Position, offset: int) -> dict[str, int]:
    if place.page.lines.in_file:
        return {"line": position.line}  # the bytes before it are the file's, which are not here
    line_start = offset - position.column + 1
    before = place.page.document.text[line_start : line_start + position.column - 1]
    return {"line": position.line, "column": len(before.encode("utf-8", "surrogatepass")) + 1}
