"""Findings as workflow commands of GitHub Actions, which shows them beside the lines of a pull request.

    ::error file=docs/zh/intro.md,line=3,col=13,endLine=3,endColumn=15,title=T101 wrong-rendering::“图书馆” is …

`error` is what fails the check, `notice` what is neutral, `warning` the rest; what an earlier run knew, and what is
suppressed, is not reported. GitHub shows ten of each in a step: the most severe and certain come first, and every
decision has its first place shown before any has its second.
"""

from __future__ import annotations

from corpus.text.printable import encodable
from glossary.desk.report.check_report import Report, ShownPlace
from glossary.desk.report.sarif import level
from glossary.desk.report.wording import full_message, refusals
from glossary.rules.rule import POINTS

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def github(report: Report) -> str:
    """Return the report as commands, one to a line."""
    places = sorted(report.new, key=_weight)  # stable: by page and place where all else is the same
    unread = (f"::error file={_property(page.shown_path)}::{_data(reason)}" for page, reason in refusals(report))
    return encodable("".join(f"{line}\n" for line in (*unread, *(_command(place, report) for place in places))))


def _weight(place: ShownPlace) -> tuple[bool, float, float]:
    finding = place.finding
    return place.number > 0, -POINTS[finding.severity] * place.record.confidence, -place.record.confidence


def _command(place: ShownPlace, report: Report) -> str:
    finding = place.finding
    properties = {"file": place.page.shown_path, **_place(place), "title": f"{finding.rule} {finding.name}"}
    parameters = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    command = _COMMANDS[level(finding, report.threshold, place.location)]
    return f"::{command} {parameters}::{_data(full_message(place, report.lang))}"


def _place(place: ShownPlace) -> dict[str, int]:
    """Return the line and column of what is marked, last column included; GitHub refuses columns of several lines."""
    first, last = place.first, place.last
    if first is None or last is None or place.page.is_extracted:
        return {}
    if first.line != last.line:
        return {"line": first.line, "endLine": last.line}
    end = max(first.column, last.column - 1)
    return {"line": first.line, "col": first.column, "endLine": last.line, "endColumn": end}


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
