"""Findings as one JSON object, for programs of one's own.

    {"version": 1, "signature": "taiyaku:…", "summary": {…}, "unread": […], "findings": [{…}, …]}

- `version`: of this form; it changes when a field changes its meaning or goes. New fields may come.
- `signature`: what produced it, versions and fingerprints. `lang`: the language of `text`.
- `summary`: counts of places. `files` were checked, `unread` could not be; `affected` have new problems; `new` holds
  the new problems by severity; of these, `failing` fail the check, `uncertain` are not certain enough to,
  `fixable` are fixed by `--fix`, `by_hand` have a sure remedy that it leaves to people. `known`, `suppressed` and
  `fixed` are not among them.
- `unread`: `path` and `reason` of each file that could not be read.
- `findings`: in order of pages, each a decision with every column of the table `findings` (`outputs/README.md`), and
  `path`; `text`, the message in the chosen language; `fails`, whether it fails the check.
  In its `locations` each place has `doc_id`, `start`, `end` (code points from 0, half-open, in the page's text), and
  `path`, `line`, `column`, `end_line`, `end_column` (from 1, in code points, the end one past the last character),
  `surface`, `text`, `expected`, `suggestion`, `confidence` (the finding's own are those of the first place),
  `fingerprint` (the same as long as the words around it are) and `extracted`: whether offsets and lines
  count in text that was extracted from HTML, .ipynb or .py; of a notebook also `cell` and `cell_line` (from 1). A
  finding that is gone, or whose place is on a page that was not checked, has none there; its line and its column are
  not known.

The text is UTF-8; only control characters and marks of direction are written as escapes. The same findings give the
same bytes.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from corpus import lazy_re as re
from corpus.text.printable import encodable
from glossary.desk.report.check_report import Report, ReportedFinding, ShownPlace
from glossary.desk.report.counts import counts
from glossary.desk.report.wording import message
from glossary.findings.fingerprints import place_id

VERSION = 1
# Controls, separators of lines, marks of direction and tags: harmless to programs, not to whoever looks at the file.
_STEERING = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f]")


def json_object(report: Report) -> str:
    """Return the report as JSON, one finding per line."""
    head: dict[str, Any] = {
        "version": VERSION,
        "signature": report.signature,
        "lang": report.lang,
        "summary": asdict(counts(report)),
        "unread": [
            {"path": page.shown_path, "reason": page.document.reason} for page in report.pages if not page.was_read
        ],
    }
    members = [f'  "{key}": {dumped(value)}' for key, value in head.items()]
    findings = ",".join(f"\n    {dumped(_finding(reported, report))}" for reported in report.findings)
    return "{\n" + ",\n".join([*members, f'  "findings": [{findings}\n  ]']) + "\n}\n"


def dumped(value: Any, indent: int | None = None) -> str:
    """Return a value as JSON that is safe to encode and to look at: control characters are escaped."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=indent)
    return _STEERING.sub(lambda match: json.dumps(match[0])[1:-1], encodable(text))


def _finding(reported: ReportedFinding, report: Report) -> dict[str, Any]:
    row = asdict(reported.finding)
    places = [_place(place, report.lang) for place in reported.places if place.start is not None]
    head = {"path": reported.page.shown_path, "text": message(reported.finding, report.lang)}
    return {**head, **row, "locations": places, "fails": report.threshold.fails(reported.finding)}


def _place(place: ShownPlace, lang: str) -> dict[str, Any]:
    first, last, document = place.first, place.last, place.page.document
    cell = place.page.cell(place.first)
    return {
        "path": place.page.shown_path,
        "doc_id": document.doc_id,
        "start": place.start,
        "end": place.end,
        "line": first and first.line,
        "column": first and first.column,
        "end_line": last and last.line,
        "end_column": last and last.column,
        "extracted": place.page.is_extracted,
        **({"cell": cell.cell, "cell_line": cell.line} if cell else {}),
        "surface": place.surface,
        "text": message(place.finding, lang, place.location),
        "expected": place.record.expected,
        "suggestion": place.record.suggestion,
        "confidence": place.record.confidence,
        "fingerprint": fingerprint(place),
    }


def fingerprint(place: ShownPlace) -> str:
    """Return the fingerprint by which a place is recognized later; empty if it is not in the text."""
    text = place.page.document.text
    return place_id(place.finding.finding_id, text, place.start or 0, place.end or 0) if place.start is not None else ""
