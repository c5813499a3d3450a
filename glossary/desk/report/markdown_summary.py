"""Findings as Markdown for the summary of a CI job or a comment on a pull request: counts, and the worst decisions.

    ### 3 problems in 2 of 5 files: 1 major, 2 minor; 1 fails the check

    - **major** docs/zh/intro.md:3:13 T101 “图书馆” is listed as wrong for library; write 库 \\[major 0.95\\]

Decisions that fail the check come first, then the severe and certain ones. Fifty are listed and the rest counted, as
a summary has room for a megabyte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corpus.text.printable import encodable, escaped
from glossary.desk.report.check_report import Report, ShownPlace
from glossary.desk.report.counts import summary
from glossary.desk.report.text import decisions, other_lines, worst_first
from glossary.desk.report.wording import marks, message, refusals, remedy, word

_MOST = 50  # decisions that are listed


def markdown(report: Report) -> str:
    """Return the report as a heading and a list."""
    return encodable("".join(f"{line}\n" for line in _lines(report)))


def _lines(report: Report) -> Iterator[str]:
    yield f"### {summary(report)}"
    unread = (f"- {escaped(refusal.line)}" for refusal in refusals(report))
    items = [*unread, *(_item(places, report) for places in worst_first(decisions(report), report))]
    if items:
        yield ""
    yield from items[:_MOST]
    if more := len(items[_MOST:]):
        yield f"- {word('and-more', report.lang, more)}"


def _item(places: Sequence[ShownPlace], report: Report) -> str:
    first, lang = places[0], report.lang
    details = [marks(first, report), remedy(first, lang), other_lines(places[1:], lang)]
    note = word("clause", lang).join(filter(None, details))
    text = f"{first.where} {first.finding.rule} {message(first.finding, lang, first.location)}"
    weight = "**" if report.threshold.fails(first.finding, first.location) else ""
    return f"- {weight}{escaped(text)}{weight} ({escaped(note)})"
