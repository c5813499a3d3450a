"""Findings as workflow commands of GitHub Actions, which shows them next to the lines of a pull request.

    ::error file=docs/zh/intro.md,line=3,col=13,endLine=3,endColumn=15,title=T101 wrong-rendering::“图书馆” is …

The command is `error` for what fails the check, `notice` for what is neutral, `warning` for the rest. Findings that
an earlier run knew, and suppressed ones, are not reported. A decision is one command on each page, which names the
lines of its other places. GitHub shows ten of each kind in a step: the most severe and certain come first, and
every decision on its first page before any on its second. The last line is no command: it sums the report up for
readers of the log.
"""

from __future__ import annotations

from collections.abc import Sequence

from corpus.text.printable import encodable
from glossary.desk.report.check_report import Report, ShownPlace
from glossary.desk.report.counts import summary
from glossary.desk.report.sarif import level
from glossary.desk.report.text import decisions, other_lines
from glossary.desk.report.wording import Refusal, full_message, refusals, word
from glossary.rules.rule import POINTS

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def github(report: Report) -> str:
    """Return the report as one command per line, plus a line that sums it up if a page was read."""
    unread = map(_refusal, refusals(report))
    commands = (_command(places, report) for places in sorted(decisions(report), key=_weight))
    verdict = [summary(report)] if any(page.was_read for page in report.pages) else []
    return encodable("".join(f"{line}\n" for line in (*unread, *commands, *verdict)))


def _refusal(refusal: Refusal) -> str:
    file = f" file={_property(refusal.path)}" if refusal.path else ""
    return f"::{_COMMANDS[refusal.page.refusal]}{file}::{_data(refusal.text)}"


def _weight(places: Sequence[ShownPlace]) -> tuple[bool, float, float]:
    """Return the sort key of a decision on a page; equal ones stay in order of pages and places."""
    place, finding = places[0], places[0].finding
    return place.number > 0, -POINTS[finding.severity] * place.record.confidence, -place.record.confidence


def _command(places: Sequence[ShownPlace], report: Report) -> str:
    place, finding, lang = places[0], places[0].finding, report.lang
    doubt = "" if report.threshold.is_certain(place.record) else f" ({word('is-uncertain', lang)})"
    title = f"{finding.rule} {finding.name}{doubt}"
    properties = {"file": place.page.shown_path, **_place(place), "title": title}
    parameters = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    command = _COMMANDS[level(finding, report.threshold, place.location)]
    lines = filter(None, [full_message(place, lang), other_lines(places[1:], lang)])
    return f"::{command} {parameters}::{_data(chr(10).join(lines))}"


def _place(place: ShownPlace) -> dict[str, int]:
    """Return the line and columns, last included, of the marked text; several lines have none, for GitHub."""
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
