"""The table of adoptions: written for a terminologist to strike out rows, read back, and converted to TOML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from corpus.grouping import grouped
from corpus.languages import TARGETS
from corpus.text.printable import printable
from glossary.bitext.rendering_words import folded
from glossary.desk.mining.adopt import KINDS, Adoption
from glossary.desk.mining.sheet import ACCEPTED, REJECTED, DecisionError
from glossary.exchange.entry_toml import entry_text
from glossary.exchange.spreadsheets.csv_table import csv_bytes, csv_rows, scalar, scalar_cell
from glossary.exchange.spreadsheets.safe_zip import SpreadsheetError
from glossary.termbase.read_concept import CONCEPT_ID
from glossary.termbase.termbase import ALLOWED, GlossaryError, Termbase

_ACCEPT = "accept"
COLUMNS = (_ACCEPT, *Adoption._fields)
_NEEDED = COLUMNS[:6]  # those that entries are made of
_DOMAIN = "project"  # of new entries: in a domain of their own they may have forms of built-in ones
_DEFINITION = "To be written."


class AcceptedRow(NamedTuple):
    """An accepted row, which becomes a part of an entry."""

    number: int  # as spreadsheets count
    kind: str
    id: str
    english: str
    lang: str
    form: str
    remark: str = ""


def adoption_sheet(adoptions: Iterable[Adoption]) -> bytes:
    """Return the table as CSV for spreadsheets; likely rows are marked as accepted."""
    rows = (["yes" if row.is_likely else "", *map(_cell, row)] for row in adoptions)
    return csv_bytes([COLUMNS, *rows])


def _cell(value: object) -> object:
    return scalar_cell(value) if isinstance(value, str) else value


def adoption_text(adoptions: Iterable[Adoption]) -> str:
    """Return the table as text for a terminal, kind by kind."""
    lines: list[str] = []
    for kind, rows in groupby(adoptions, key=lambda row: row.kind):
        lines += ["", f"{KINDS[kind]}:"] if lines else [f"{KINDS[kind]}:"]
        lines += [line for row in rows for line in _lines(row)]
    return "".join(f"{printable(line)}\n" for line in lines)


def _lines(row: Adoption) -> Iterator[str]:
    others = f", else {row.other_forms}" if row.other_forms else ""
    agrees = {"yes": "; the other language agrees", "no": "; the other language does not", "": ""}
    figures = (
        f"{row.share:.0%} of {round(row.uses / row.share):,} uses{others}; {row.pages:,} page{'s' * (row.pages != 1)}"
    )
    yield f"  {row.id}  {row.english}  {row.lang} {row.form}  ({figures}{agrees[row.other_language_agrees]})"
    if row.note:
        yield f"      {row.note}"
    yield f"      {row.example_source} | {row.example_target}"


def accepted_rows(adoptions: Iterable[Adoption]) -> list[AcceptedRow]:
    """Return the rows that are accepted unless a person strikes them out."""
    return [
        AcceptedRow(
            number,
            *row[:5],
            f"{row.form}: {row.uses:,} uses on {row.pages:,} page{'s' * (row.pages != 1)}, {row.share:.0%}",
        )
        for number, row in enumerate(adoptions, 2)
        if row.is_likely
    ]


def read_adoptions(content: bytes, name: str) -> tuple[list[AcceptedRow], list[str]]:
    """Return the accepted rows of a table, and a line for each unusable row. Raises DecisionError if it is no such
    table.
    """
    try:
        (_, header), *rows = list(csv_rows(content, COLUMNS)) or [(1, [])]
    except SpreadsheetError as error:
        raise DecisionError(f"{name}: {error}") from None
    columns = [cell.strip().casefold() for cell in header]
    if missing := [column for column in _NEEDED if column not in columns]:
        remedy = "take a file of `glossary adopt --format csv`"
        raise DecisionError(f"{name}: no column {' or '.join(missing)}; {remedy}")
    accepted: list[AcceptedRow] = []
    problems: list[str] = []
    for number, cells in rows:
        row = dict(zip(columns, [*map(scalar, cells), *[""] * len(columns)], strict=False))
        word = row[_ACCEPT].casefold()
        no_word = "" if word in {"", *REJECTED} else f"accept is '{row[_ACCEPT]}'; write yes or no, or leave it empty"
        if fault := _fault(row) if word in ACCEPTED else no_word:
            problems.append(printable(f"{name}: row {number}: {fault}"))
        elif word in ACCEPTED:
            accepted.append(AcceptedRow(number, *(row[column] for column in _NEEDED[1:])))
    return accepted, problems


def _fault(row: Mapping[str, str]) -> str:
    """Return why an accepted row cannot be used, and what to do; empty if it can."""
    if row["kind"] not in KINDS:
        return f"kind is '{row['kind']}'; write {', '.join(KINDS)}"
    if not CONCEPT_ID.fullmatch(row["id"]):
        return f"id is '{row['id']}'; write one of a-z, 0-9 and . _ + -"
    if row["lang"] not in TARGETS:
        return f"lang is '{row['lang']}'; write {' or '.join(sorted(TARGETS))}"
    empty = [column for column in ("english", "form") if not row[column]]
    return f"{empty[0]} is empty; fill it in, or write no under accept" if empty else ""


def adoption_toml(rows: Iterable[AcceptedRow], termbase: Termbase) -> dict[str, str]:
    """Return the entry or the change for each id, in order of the rows; `termbase` is the glossary so far."""
    by_id = grouped(rows, lambda row: row.id)
    return {concept_id: _block(concept_id, id_rows, termbase) for concept_id, id_rows in by_id.items()}


def _block(concept_id: str, rows: Sequence[AcceptedRow], termbase: Termbase) -> str:
    remarks = "".join(f"# {printable(row.remark)}\n" for row in rows if row.remark)
    if concept_id in termbase.by_id:
        name = termbase.preferred(concept_id, "en")
        change: dict[str, Any] = {"id": concept_id}
        for row in rows:
            acronym = {"abbreviation": [row.form]} if row.kind == "acronym" else None
            change[row.lang] = acronym or ({"keep": True} if _is_kept(row, name) else {"preferred": row.form})
        return remarks + entry_text(change, "change")
    english = rows[0].english
    entry: dict[str, Any] = {"id": concept_id, "domain": _DOMAIN, "definition": _DEFINITION}
    forms = {row.lang: row.form for row in rows if not _is_kept(row, english)}
    if not forms:
        entry |= {"keep": True, "case": "exact"}  # Comfy is no part of comfy-cli
    entry["en"] = {"preferred": english}
    for lang in sorted(TARGETS, reverse=True) if forms else ():
        entry[lang] = {"preferred": forms[lang]} if lang in forms else {"keep": True}
    return remarks + entry_text(entry)


def _is_kept(row: AcceptedRow, english: str) -> bool:
    return row.kind == "keep" or folded(row.form) == folded(english)


def is_known(row: AcceptedRow, termbase: Termbase) -> bool:
    """Return whether the glossary already says what a row proposes."""
    concept = termbase.by_id.get(row.id)
    if concept is None:
        return False
    if row.kind == "acronym" and (form := termbase.form(row.id, row.lang, row.form)) and form.lang == row.lang:
        return form.status in ALLOWED
    return folded(termbase.preferred(row.id, row.lang)) == folded(row.form)


class AdoptedEntries(NamedTuple):
    """The entries that can be written, and the problems with the others."""

    texts: Mapping[str, str]  # by id
    problems: tuple[str, ...]  # a line for each row with which the glossary does not load


def loadable(
    rows: Sequence[AcceptedRow], termbase: Termbase, load: Callable[[Mapping[str, str]], object], name: str
) -> AdoptedEntries:
    """Return the entries with which the glossary loads; `load` tries entries, and raises GlossaryError on failure."""
    problems: list[str] = []
    texts = adoption_toml(rows, termbase)
    while texts:
        try:
            load(texts)
            break
        except GlossaryError as error:
            faults = {concept: fault for fault in error.faults for concept in fault.concept_ids if concept in texts}
            if not faults:
                raise
            for row in (row for row in rows if row.id in faults):
                problems.append(printable(f"{name}: row {row.number}: left out: {faults[row.id].message}"))
            texts = {concept: text for concept, text in texts.items() if concept not in faults}
    return AdoptedEntries(texts, tuple(problems))
