"""What a row of a spreadsheet decides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from corpus.text.printable import quote_text
from glossary.decisions.decision import Answer, ReviewError
from glossary.desk.review.formats.actions import action
from glossary.desk.review.formats.clean_text import clean
from glossary.desk.review.formats.xlsx.folded_rows import FoldableRow
from glossary.desk.review.formats.xlsx.read_columns import NEEDED, TYPED, ColumnLayout, label
from glossary.exchange.spreadsheets.spreadsheet_error import SpreadsheetError
from glossary.exchange.spreadsheets.workbook import Cell, cell_text

_FOLDED = ("finding_id", "follows", "concept", "surface", "suggested", "instead")  # what folded rows are matched by
_TAKING = {  # decisions that go with what is typed in a column
    "instead": frozenset({"accept", "admit", "prefer", "wrong", "exclude", "discuss"}),
    "corrected": frozenset({"accept", "discuss"}),
}


def answer(row: Sequence[Cell], layout: ColumnLayout, place: str) -> list[Answer]:
    """Return the answer of a row; None where it is the header, or not decided. Fails on what is half an answer."""
    if layout.is_header(row):
        return []
    finding_id, decision, words, why, text = (_cell_text(row, layout, key) for key in (*NEEDED, *TYPED))
    typed = {"instead": words, "comment": why, "corrected": text}
    if not decision:
        _refuse_undecided(typed)
        return []
    action_name = action(decision)
    _refuse_contradiction(action_name, typed)
    if not finding_id:
        raise ReviewError(f"a decision ({action_name}) without a finding id; copy the id back from the packet")
    if action_name == "accept" and not words and not text:
        words = _cell_text(row, layout, "suggested")  # as the sheet has promised
    return [Answer(finding_id, action_name, why=why, words=words, text=text, place=place)]


def sheet_row(row: Sequence[Cell], layout: ColumnLayout, place: str) -> FoldableRow | None:
    """Return a row with what it decides; None of the header. Fails on what is half an answer."""
    if layout.is_header(row):
        return None
    answers = answer(row, layout, place)
    texts = {key: _readable_text(row, layout, key) for key in _FOLDED}
    return FoldableRow(**texts, place=place, answer=answers[0] if answers else None)


def _readable_text(row: Sequence[Cell], layout: ColumnLayout, key: str) -> str:
    """Return the text of a cell that need not be read; empty where it cannot be."""
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


def _refuse_undecided(typed: Mapping[str, str]) -> None:
    if filled := [label(key) for key, value in typed.items() if value]:
        names = " and ".join(map(repr, filled))
        raise ReviewError(f"{names} without a decision; choose one, discuss if unsure")


def _refuse_contradiction(action_name: str, typed: Mapping[str, str]) -> None:
    """Refuse what is typed beside a decision that leaves the text as it is: something else was meant."""
    for key, taking in _TAKING.items():
        if typed[key] and action_name not in taking:
            raise ReviewError(
                f"{action_name} leaves the text as it is, yet {label(key)!r} says {quote_text(typed[key])}; "
                "choose accept, or empty that cell"
            )
