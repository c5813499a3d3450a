"""Answers out of a spreadsheet: a row with a decision is one, in whatever order rows and columns stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from corpus.text.printable import printable
from glossary.decisions.decision import Answer, Answers, ReviewError
from glossary.review.formats.clean_text import name, quoted
from glossary.review.formats.deduplicate import once
from glossary.review.formats.xlsx.read_columns import NEEDED, TYPED, Columns, columns, facts, label
from glossary.review.formats.xlsx.read_rows import answer
from glossary.review.formats.xlsx.safe_zip import parts
from glossary.review.formats.xlsx.workbook import Cell, Sheet, merged, said, sheets

_SHOWN = 5  # merged ranges that are listed


def read(data: bytes) -> Answers:
    """What the file says. Fails where it is no spreadsheet, or one without a sheet of findings."""
    unpacked = parts(data)
    every = sheets(unpacked)
    found = [(sheet, columns(sheet)) for sheet in every]
    own = [(sheet, known) for sheet, known in found if known.at]
    _require(own)
    who, build_id, problems = _facts(sheet for sheet, known in found if not known.at)
    problems += _doubts(unpacked, [known for _, known in own])
    answers, wrong = _read_all(own)
    kept, doubled = once(answers)
    named = tuple(replace(one, who=who) for one in kept)
    return Answers(named, (*problems, *wrong, *doubled), build_id)


def _require(own: Sequence[tuple[Sheet, Columns]]) -> None:
    if not own:
        raise ReviewError("has no sheet of findings; hand in the packet as it was sent, with the decisions in it")
    for sheet, known in own:
        if missing := [label(key) for key in NEEDED if key not in known.at]:
            what = f"has no column {' or '.join(map(repr, missing))} in sheet {quoted(sheet.title)}"
            raise ReviewError(f"{what}; copy it back from the packet, with the hidden first row")


def _facts(others: Iterable[Sheet]) -> tuple[str, str, list[str]]:
    """The reviewer, the build, and what is wrong with either."""
    cells: dict[str, Cell] = {}
    for sheet in others:
        cells = {**facts(sheet), **cells}
    who, wrong = _fact(cells, "reviewer")
    build_id, wrong_too = _fact(cells, "build")
    kept, doubt = name(who)
    return kept, build_id, [line for line in (wrong, doubt, wrong_too) if line]


def _fact(cells: Mapping[str, Cell], key: str) -> tuple[str, str]:
    try:
        return said(cells[key]) if key in cells else "", ""
    except ReviewError as error:
        return "", f"{key}: {error}"


def _doubts(unpacked: Mapping[str, bytes], own: Sequence[Columns]) -> Iterator[str]:
    """What may have been lost before the file came in."""
    if b"vbaProject" in unpacked["[Content_Types].xml"]:
        yield "the file has macros, which the packet had not; they are not run"
    if ranges := merged(unpacked):
        shown = ", ".join(ranges[:_SHOWN]) + (", …" if len(ranges) > _SHOWN else "")
        yield f"merged cells ({shown}): only the first of each counts; split them and fill in each row"
    for known in own:
        for key in known.doubled:
            yield f"two columns are called {label(key)!r}; the first is read"
        for key in TYPED:
            if key not in known.at:
                yield f"no column is called {label(key)!r}; what was typed there is not read"


def _read_all(own: Sequence[tuple[Sheet, Columns]]) -> tuple[list[Answer], list[str]]:
    answers: list[Answer] = []
    problems: list[str] = []
    for sheet, known in own:
        for number, row in sheet.rows:
            place = f"row {number}" if len(own) == 1 else f"{printable(sheet.title)} row {number}"
            try:
                answers += answer(row, known, place)
            except ReviewError as error:
                problems.append(f"{place}: {error}")
    return answers, problems
