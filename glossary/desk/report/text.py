"""Findings as text for people: a block for each decision on a page, with the words of its first place and the
lines of the others, then a line of counts. Before that line, if there are many, the places to look at first.

    docs/zh/intro.md:3:13 T101 “图书馆” is listed as wrong for library; write 库 [major 0.95]
        3 | TorchVision 图书馆提供了预训练模型。
          |             ^^^^^^ also on lines 8, 21

Lines and columns count from 1, columns in code points; `~3:13` counts in the text that was extracted from HTML or
.py, `cell 2:3:13` in a cell of a notebook. In brackets are severity and confidence; `uncertain` if the confidence is
too low to fail a check, `fixable` if `--fix` would fix it, and `by hand` if it would leave an equally sure remedy
to people. Findings that an earlier run knew and suppressed ones are counted, not listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from corpus.grouping import grouped
from corpus.text.printable import printable
from glossary.desk.report.check_report import Report, ShownPlace
from glossary.desk.report.counts import summary
from glossary.desk.report.wording import clip_to_width, columns, marks, message, refusals, remedy, word
from glossary.rules.rule import SEVERITIES
from glossary.termbase.display import Line

_TAB = "    "
_GUTTER = len("    1 | ")
_NARROWEST = 40  # columns that words and their context have, however narrow the terminal
_LINES = 12  # that are named
_MANY, _FIRST = 20, 3  # decisions from which on the worst are named at the end, and how many of them
_CONTEXT = 8  # columns that stay on either side of words that are long themselves
_COLOURS = {
    "place": "36",
    "critical": "1;31",
    "major": "31",
    "minor": "33",
    "neutral": "34",
    "dim": "2",
    "remedy": "32",
}


def text(report: Report, width: int = 120, colour: bool = False) -> str:
    """Return the report as text for a terminal of this width in columns."""
    output = (
        "".join(
            f"\x1b[{code}m{piece}\x1b[0m" if piece and (code := _COLOURS.get(role)) else piece for piece, role in line
        )
        if colour
        else "".join(piece for piece, _ in line)
        for line in lines(report, width)
    )
    return "".join(f"{line.rstrip()}\n" for line in output)


def lines(report: Report, width: int = 120) -> Iterator[Line]:
    """Yield the lines of the report, in pieces with their roles."""
    for refusal in refusals(report):
        yield ((printable(refusal.path), "place"), (printable(refusal.line.removeprefix(refusal.path)), ""))
    blocks = list(decisions(report))
    for place, *others in blocks:
        finding = place.finding
        yield (
            (
                (printable(place.where), "place"),
                (" ", ""),
                (finding.rule, finding.severity),
                (f" {message(place.finding, report.lang, place.location)} ", ""),
                (f"[{marks(place, report)}]", "dim"),
            )
        )
        if place.start is not None:
            yield from _excerpt(place, others, report, width)
    if len(blocks) > _MANY:
        worst = worst_first(blocks, report)[:_FIRST]
        named_places = [f"{printable(place.where)} {place.finding.rule}" for place, *_ in worst]
        yield ((word("first", report.lang, places=word("comma", report.lang).join(named_places)), ""),)
    yield ((summary(report), ""),)


def worst_first(blocks: Iterable[Sequence[ShownPlace]], report: Report) -> list[Sequence[ShownPlace]]:
    """Return the decisions, those that fail the check first, then by severity and confidence."""

    def order(places: Sequence[ShownPlace]) -> tuple[bool, int, float]:
        place = places[0]
        is_failing = report.threshold.fails(place.finding, place.location)
        return not is_failing, SEVERITIES.index(place.finding.severity), -place.record.confidence

    return sorted(blocks, key=order)


def decisions(report: Report) -> Iterable[list[ShownPlace]]:
    """Return the new places of each page, grouped by decision and message, in order of their first places."""
    blocks = grouped(
        report.new, lambda place: (place.page.document.doc_id, place.finding.finding_id, place.record.message)
    )
    return blocks.values()


def other_lines(places: Sequence[ShownPlace], lang: str) -> str:
    """Return the lines of a decision's other places, in words; empty if none is known."""
    numbers = list(dict.fromkeys(_line_number(place) for place in places if place.first))
    if not numbers:
        return ""
    named_lines = [
        *numbers[:_LINES],
        *([word("and-more", lang, len(numbers) - _LINES)] if len(numbers) > _LINES else []),
    ]
    return word("also", lang, len(numbers), lines=word("comma", lang).join(named_lines))


def _line_number(place: ShownPlace) -> str:
    """Return the line of a place, with its cell in a notebook."""
    line = place.first.line if place.first else 1
    return place.page.line(line) if place.page.cell(place.first) else str(line)


def _excerpt(shown_place: ShownPlace, others: Sequence[ShownPlace], report: Report, width: int) -> Iterator[Line]:
    """Yield the line that a place begins in, as much of it as fits, and the carets under the words."""
    if shown_place.first is None or shown_place.start is None or shown_place.end is None:
        return
    number = shown_place.page.line(shown_place.first.line)
    room = max(_NARROWEST, width - _GUTTER)
    before, place, after = _fit_context(*_line_context(shown_place, shown_place.start, shown_place.end, room), room)
    pointer = " " * columns(before) + "^" * max(1, columns(place))
    hint = " ".join(filter(None, [remedy(shown_place, report.lang), other_lines(others, report.lang)]))
    yield ((f"{number:>5} | ", "dim"), (before, ""), (place, shown_place.finding.severity), (after, ""))
    yield ((f"{'':>5} | ", "dim"), (pointer, shown_place.finding.severity), (f" {hint}" if hint else "", "remedy"))


def _line_context(place: ShownPlace, start: int, end: int, room: int) -> tuple[str, str, str]:
    """Return the text before the words on their line, the words, and the text after; no more than could fit."""
    page_text, far = place.page.document.text, 2 * room
    first, last = place.page.lines.bounds(start)
    end = max(start, min(end, last))
    before, after = page_text[max(first, start - far) : start], page_text[end : min(last, end + far)]
    return _visible(before), _visible(page_text[start : min(end, start + far)]), _visible(after)


def _fit_context(before: str, place: str, after: str, room: int) -> tuple[str, str, str]:
    """Return the words with as much context as fits, shared between both sides."""
    place = _clip_text(place, room - 2 * _CONTEXT)
    context_room = room - columns(place)
    following = min(columns(after), max(context_room // 2, context_room - columns(before)))
    return _clip_text(before[::-1], context_room - following)[::-1], place, _clip_text(after, following)


def _clip_text(text: str, room: int) -> str:
    """Return as much of the beginning of a text as fits, with … if it was cut."""
    if columns(text) <= room:
        return text
    return clip_to_width(text, room - 1) + "…" if room > 0 else ""


def _visible(text: str) -> str:
    """Return text that is safe for a terminal: tabs become spaces, invisible characters their numbers."""
    return printable(text.replace("\t", _TAB))
