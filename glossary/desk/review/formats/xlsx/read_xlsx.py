"""Answers read from an XLSX spreadsheet: each row with a decision is one, whatever the order of rows and columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from corpus.text.printable import printable, quote_text
from glossary.decisions.decision import Answer, Answers, ReviewError
from glossary.desk.review.formats.clean_text import action, clean, deduplicated, name
from glossary.desk.review.formats.xlsx.read_columns import NEEDED, TYPED, ColumnLayout, columns, facts, label
from glossary.exchange.spreadsheets.safe_zip import MOST, OversizedError, SpreadsheetError, parts
from glossary.exchange.spreadsheets.workbook import Cell, Sheet, cell_text, merged, sheets

_OF_WORDS = frozenset({"admit", "prefer", "wrong", "exclude"})


@dataclass(frozen=True, slots=True)
class FoldableRow:
    """A row of findings as it came back."""

    finding_id: str
    follows: str  # the finding whose row it is folded into; empty: none
    concept: str  # empty: it speaks of none
    surface: str
    suggested: str
    instead: str  # what the reviewer typed
    place: str
    answer: Answer | None  # None: the row is empty


def folded_answers(rows: Iterable[FoldableRow]) -> Iterator[Answer]:
    """Yield answers for the rows left empty, from the decisions of the rows that they are folded into."""
    rows = list(rows)
    deciding = {row.finding_id: row for row in rows if row.answer}
    answered = frozenset(deciding)
    for row in rows:
        if row.follows in deciding and row.finding_id not in answered:
            yield from _followed(row, deciding)


def _followed(row: FoldableRow, deciding: Mapping[str, FoldableRow]) -> Iterator[Answer]:
    """Yield a row's part of another row's decision. Whether the finding is right holds for all rows; with a
    concept, only for rows with the same suggestion. What words are right or wrong holds for rows with the same
    words. A whole text, or a wish to discuss, holds for one row alone.
    """
    first = deciding[row.follows]
    answer = first.answer
    if answer is None or answer.text or answer.action == "discuss":
        return
    is_suggested = answer.action == "accept" and not first.instead
    is_same = bool(row.surface) and row.surface == first.surface
    is_alike = not row.concept or (is_suggested and row.suggested == first.suggested)
    if not is_same and (answer.action in _OF_WORDS or first.instead or not is_alike):
        return
    words = row.suggested if is_suggested else answer.words
    yield replace(answer, finding_id=row.finding_id, words=words, place=row.place)


_FOLDED = ("finding_id", "follows", "concept", "surface", "suggested", "instead")  # what folded rows are matched by
_TAKING = {  # decisions that go with what is typed in a column
    "instead": frozenset({"accept", "admit", "prefer", "wrong", "exclude", "discuss"}),
    "corrected": frozenset({"accept", "discuss"}),
}


def answer(row: Sequence[Cell], layout: ColumnLayout, place: str) -> Answer | None:
    """Return the answer of a row; None if it is undecided. Fails on half an answer."""
    finding_id, decision, words, why, text = (_cell_text(row, layout, key) for key in (*NEEDED, *TYPED))
    typed = {"instead": words, "comment": why, "corrected": text}
    if not decision:
        if filled := [label(key) for key, value in typed.items() if value]:
            names = " and ".join(map(repr, filled))
            raise ReviewError(f"{names} without a decision; choose one, discuss if unsure")
        return None
    action_name = action(decision)
    for key, taking in _TAKING.items():
        if typed[key] and action_name not in taking:
            raise ReviewError(
                f"{action_name} leaves the text as it is, yet {label(key)!r} says {quote_text(typed[key])}; "
                "choose accept, or empty that cell"
            )
    if not finding_id:
        raise ReviewError(f"a decision ({action_name}) without a finding id; copy the id back from the packet")
    if action_name == "accept" and not words and not text:
        words = _cell_text(row, layout, "suggested")  # as the sheet has promised
    return Answer(finding_id, action_name, why=why, words=words, text=text, place=place)


def sheet_row(row: Sequence[Cell], layout: ColumnLayout, place: str) -> FoldableRow | None:
    """Return a row with what it decides; None for the header. Fails on half an answer."""
    if layout.is_header(row):
        return None
    decided = answer(row, layout, place)
    texts = {key: _readable_text(row, layout, key) for key in _FOLDED}
    return FoldableRow(**texts, place=place, answer=decided)


def _readable_text(row: Sequence[Cell], layout: ColumnLayout, key: str) -> str:
    """Return the text of an optional cell; empty if it cannot be read."""
    try:
        return _cell_text(row, layout, key)
    except ReviewError:
        return ""


def _cell_text(row: Sequence[Cell], layout: ColumnLayout, key: str) -> str:
    cell = layout.cell(row, key)
    try:
        return clean(cell_text(cell)) if cell is not None else ""
    except SpreadsheetError as error:
        raise ReviewError(f"{label(key)!r} {error}") from error


_TOO_LARGE = f"unpacks to more than a packet can hold ({MOST // 2**20} MiB); copy the decisions into the packet as sent"


def read(data: bytes) -> Answers:
    """Read the file. Fails if it is not a spreadsheet, or has no sheet of findings."""
    unpacked, all_sheets = _unpack(data)
    sheet_layouts = [(sheet, columns(sheet)) for sheet in all_sheets]
    finding_sheets = [(sheet, layout) for sheet, layout in sheet_layouts if layout.indices]
    if not finding_sheets:
        raise ReviewError("has no sheet of findings; hand in the packet as it was sent, with the decisions in it")
    for sheet, layout in finding_sheets:
        if missing := [label(key) for key in NEEDED if key not in layout.indices]:
            problem = f"has no column {' or '.join(map(repr, missing))} in sheet {quote_text(sheet.title)}"
            raise ReviewError(f"{problem}; copy it back from the packet, with the hidden first row")
    reviewer, build_id, problems = _facts(sheet for sheet, layout in sheet_layouts if not layout.indices)
    problems += _loss_warnings(unpacked, [layout for _, layout in finding_sheets])
    answers, wrong = _read_sheets(finding_sheets)
    unique_answers, doubled = deduplicated(answers)
    signed_answers = tuple(replace(reply, who=reviewer) for reply in unique_answers)
    return Answers(signed_answers, (*problems, *wrong, *doubled), build_id)


def _unpack(data: bytes) -> tuple[dict[str, bytes], list[Sheet]]:
    """Return the parts of the file, and the sheets in them."""
    try:
        unpacked = parts(data)
        return unpacked, sheets(unpacked)
    except OversizedError as error:
        raise ReviewError(_TOO_LARGE) from error
    except SpreadsheetError as error:
        raise ReviewError(str(error)) from error


def _facts(others: Iterable[Sheet]) -> tuple[str, str, list[str]]:
    """Return the reviewer, the build, and the problems with either."""
    cells: dict[str, Cell] = {}
    for sheet in others:
        cells = {**facts(sheet), **cells}
    typed_name, wrong = _fact(cells, "reviewer")
    build_id, wrong_too = _fact(cells, "build")
    reviewer, doubt = name(typed_name)
    lines = (wrong, f"who: {doubt}" if doubt else "", wrong_too)
    return reviewer, build_id, [line for line in lines if line]


def _fact(cells: Mapping[str, Cell], key: str) -> tuple[str, str]:
    try:
        return clean(cell_text(cells[key])) if key in cells else "", ""
    except SpreadsheetError as error:
        return "", f"{key}: {error}"


def _loss_warnings(unpacked: Mapping[str, bytes], layouts: Sequence[ColumnLayout]) -> Iterator[str]:
    """Yield warnings of what may have been lost before the file was handed in."""
    if b"vbaProject" in unpacked["[Content_Types].xml"]:
        yield "the file has macros, which the packet had not; they are not run"
    if listing := merged(unpacked):
        yield f"{listing}: only the first of each counts; split them and fill in each row"
    for layout in layouts:
        for key in layout.doubled:
            yield f"two columns are called {label(key)!r}; the first is read"
        for key in TYPED:
            if key not in layout.indices:
                yield f"no column is called {label(key)!r}; what was typed there is not read"


def _read_sheets(finding_sheets: Sequence[tuple[Sheet, ColumnLayout]]) -> tuple[list[Answer], list[str]]:
    rows: list[FoldableRow] = []
    problems: list[str] = []
    for sheet, layout in finding_sheets:
        for number, row in sheet.rows:
            place = f"row {number}" if len(finding_sheets) == 1 else f"{printable(sheet.title)} row {number}"
            try:
                rows += filter(None, [sheet_row(row, layout, place)])
            except ReviewError as error:
                problems.append(f"{place}: {error}")
    return [*(row.answer for row in rows if row.answer), *folded_answers(rows)], problems
