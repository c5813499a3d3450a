"""Entry drafts that grow row by row from the cells of a table; a fault names row, column and remedy."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any
from unicodedata import normalize

from corpus import lazy_re as re
from corpus.languages import KNOWN, TARGETS, enumeration
from corpus.text.printable import printable, quote_text
from glossary.exchange.entry_tables.entry_columns import BY_KEY, COLUMNS, EXAMPLE, NEEDED, PROVENANCE
from glossary.exchange.imported_entries import EntryImportError, EntryTable, ImportedEntries, PartKey, joined_faults
from glossary.exchange.spreadsheets.csv_table import items, scalar
from glossary.exchange.spreadsheets.safe_zip import SpreadsheetError
from glossary.exchange.spreadsheets.workbook import Cell, cell_text
from glossary.termbase.entry_schema import EXAMPLES
from glossary.termbase.read_concept import CONCEPT_ID
from glossary.termbase.termbase import STATUSES

_FACTS = ("domain", "choose", "tier", "definition", "reference", "note")
_OF_FORMS = tuple(column for column in COLUMNS if column.level == "form" and column.key not in ("status", "form"))
_BETWEEN = re.compile(r"[\s,;、，]+")


class RowError(ValueError):
    """A row that is no part of an entry; the message says what the column holds and the remedy."""

    def __init__(self, key: str, message: str) -> None:
        self.key = key
        super().__init__(message)


class Drafts:
    """The entries of the rows that were added."""

    def __init__(self) -> None:
        self.places: dict[PartKey, str] = {}
        self._drafts: dict[str, dict[str, Any]] = {}
        self._fact_places: dict[tuple[str, str], str] = {}
        self._contradicted: set[tuple[str, str]] = set()  # facts of which it was reported once

    @property
    def tables(self) -> list[EntryTable]:
        """The entries as TOML has them, in the order of their first rows."""
        return [dict(_entry_items(draft)) for draft in self._drafts.values()]

    def add(self, cells: Mapping[str, str], place: str) -> None:
        """Add a row: key of a column → cell. Raises RowError."""
        concept_id = scalar(cells["id"])
        if not CONCEPT_ID.fullmatch(concept_id):
            problem = f"{quote_text(concept_id)} is no id" if concept_id else "empty"
            raise RowError("id", f"{problem}; write one of a-z, 0-9 and . _ + -, the same in each row of the concept")
        draft = self._drafts.setdefault(concept_id, {"id": concept_id, "keep": [], "identifier": []})
        self.places.setdefault((concept_id, "", ""), place)
        self._add_facts(draft, cells, place)
        form = _form(cells)
        examples = {key: texts for key in EXAMPLES if (texts := items(cells.get(f"{EXAMPLE}{key}", "")))}
        if form or examples:
            lang = scalar(cells["language"]).lower()
            if lang not in KNOWN:
                problem = f"{quote_text(lang)} is no language of the glossary" if lang else "empty"
                raise RowError("language", f"{problem}; write {enumeration(list(KNOWN), 'or')}")
            self.places.setdefault((concept_id, lang, ""), place)
            for key, texts in examples.items():
                _extend(draft.setdefault("examples", {}).setdefault(lang, {}).setdefault(key, []), texts)
            if form:
                self._add_form(draft, lang, form, place)

    def _add_facts(self, draft: dict[str, Any], cells: Mapping[str, str], place: str) -> None:
        for key in _FACTS:
            text = scalar(cells.get(key, ""))
            first_place = self._fact_places.setdefault((draft["id"], key), place) if text else ""
            if text and draft.setdefault(key, text) != text and (draft["id"], key) not in self._contradicted:
                self._contradicted.add((draft["id"], key))
                raise RowError(key, f"{quote_text(text)}, but {quote_text(draft[key])} in {first_place}; keep one")
        _extend(draft["identifier"], items(cells.get("identifier", "")))
        _extend(draft["keep"], _kept_languages(cells.get("keep", "")))

    def _add_form(self, draft: dict[str, Any], lang: str, form: dict[str, Any], place: str) -> None:
        status = form.pop("status")
        part = (draft["id"], lang, form["form"])
        value = form if len(form) > 1 else form["form"]
        forms = draft.setdefault(lang, {})
        if status != "preferred":
            forms.setdefault(status, []).append(value)
        elif status in forms:
            first_place = self._fact_places[draft["id"], lang]
            raise RowError(
                "status", f"a second preferred form in {lang}, after {first_place}; make one of them admitted"
            )
        else:
            forms[status] = value
            self._fact_places[draft["id"], lang] = place
        self.places.setdefault(part, place)


def _form(cells: Mapping[str, str]) -> dict[str, Any]:
    """Return the form of a row with its status; empty if the row has none."""
    form: dict[str, Any] = {"form": scalar(cells["form"])}
    for column in _OF_FORMS:
        cell = cells.get(column.key, "")
        if value := items(cell) if column.is_list else scalar(cell):
            form[column.key] = value
    status = scalar(cells["status"]).lower()
    if not form["form"]:
        if status or len(form) > 1:
            raise RowError("form", "empty, though the row says more of one; write the form, or empty those cells")
        return {}
    if status not in STATUSES:
        problem = f"{quote_text(status)} is no status" if status else "empty"
        raise RowError("status", f"{problem}; write {enumeration(list(STATUSES), 'or')}")
    return {**form, "status": status}


def _kept_languages(cell: str) -> list[str]:
    words = [word for word in _BETWEEN.split(scalar(cell).lower()) if word]
    if words == ["true"]:
        return list(TARGETS)
    for word in words:
        if word not in TARGETS:
            remedy = f"write {enumeration(list(TARGETS), 'or')}, one per line"
            raise RowError("keep", f"{quote_text(word)} is no language that could keep the English name; {remedy}")
    return words


def _extend(texts: list[str], more: list[str]) -> None:
    """Add the texts that no earlier row has; one row may hold a text twice."""
    known_texts = set(texts)
    texts += [text for text in more if text not in known_texts]


def _entry_items(draft: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield keys and values in the order that entries have them."""
    is_kept_everywhere = set(draft["keep"]) == set(TARGETS)
    yield from (
        (key, draft[key]) for key in ("id", "domain", "choose", "tier", "definition", "reference") if key in draft
    )
    if is_kept_everywhere:
        yield "keep", True
    if draft["identifier"]:
        yield "identifier", draft["identifier"]
    if "note" in draft:
        yield "note", draft["note"]
    for lang in KNOWN:
        forms = {status: draft[lang][status] for status in STATUSES if status in draft.get(lang, {})}
        is_kept = lang in draft["keep"] and not is_kept_everywhere
        if forms or is_kept:
            yield lang, {**({"keep": True} if is_kept else {}), **forms}
    if "examples" in draft:
        yield "examples", draft["examples"]


SheetRow = Sequence[Cell | str]
HEADER_ROWS = 10  # so far down the names of the columns may stand
_NAMED = 3  # names that make a row the header, though others are missing
_NEAR = 0.7  # so alike are a column's name and what was meant for it


@dataclass(frozen=True, slots=True)
class EntrySheet:
    """A sheet of a workbook; or a CSV file or a table of a page, which have no title."""

    title: str
    rows: Sequence[tuple[int, SheetRow]]  # with their numbers
    domain: str = ""  # of rows that name none
    unit: str = "row"  # what the numbers count


@dataclass(frozen=True, slots=True)
class EntryHeader:
    """The positions of a sheet's columns."""

    indices: Mapping[str, int]
    row_number: int
    notices: tuple[str, ...]


def read_table(sheets: Sequence[EntrySheet]) -> ImportedEntries:
    """Return the entries of all sheets that have the table's columns; raises EntryImportError if none has."""
    headers = [(sheet, header) for sheet in sheets if (header := entry_header(sheet))]
    if not headers:
        others = ", ".join(key for key in BY_KEY if key not in NEEDED)
        raise EntryImportError(f"has no header row; begin with {', '.join(NEEDED)} (also known: {others})")
    drafts = Drafts()
    faults: list[str] = []
    for sheet, header in headers:
        missing = [f"'{key}'" for key in NEEDED if key not in header.indices]
        if missing:
            remedy = f"write the name above the column in row {header.row_number}"
            raise EntryImportError(f"row {header.row_number} has no column {' or '.join(missing)}; {remedy}")
        prefix = f"{printable(sheet.title)} row" if len(headers) > 1 else "row"
        for number, row in sheet.rows:
            if number > header.row_number:
                faults += _add_row(drafts, row, header, f"{prefix} {number}")
    tables = tuple(table for table in drafts.tables if not faults or any(lang in table for lang in KNOWN))
    if not tables:
        raise EntryImportError(joined_faults(faults or ["has no rows below the header; fill in a row for each form"]))
    notices = tuple(notice for _, header in headers for notice in header.notices)
    return ImportedEntries(tables, drafts.places, notices, tuple(faults))


def entry_header(sheet: EntrySheet) -> EntryHeader | None:
    """Return the header of a table of entries; None for other sheets."""
    for number, row in islice(sheet.rows, HEADER_ROWS):
        names = [_column_name(cell) for cell in row]
        if sum(name in BY_KEY for name in set(names)) >= _NAMED:
            return EntryHeader(
                {name: names.index(name) for name in names if name in BY_KEY}, number, tuple(_column_notices(names))
            )
    return None


def _column_name(cell: Cell | str) -> str:
    value = cell if isinstance(cell, str) else cell.value
    return "_".join(normalize("NFKC", str(value or "")[:100]).casefold().split())


def _column_notices(names: Sequence[str]) -> Iterator[str]:
    for name in dict.fromkeys(filter(None, names)):
        if name not in (*BY_KEY, *PROVENANCE):
            near = difflib.get_close_matches(name, BY_KEY, n=1, cutoff=_NEAR)
            remedy = f"; did you mean '{near[0]}'?" if near else ""
            yield f"column {quote_text(name)} is not one of the table and was not read{remedy}"
        elif name in BY_KEY and names.count(name) > 1:
            yield f"two columns are called '{name}'; the first was read"


def _add_row(drafts: Drafts, row: SheetRow, header: EntryHeader, place: str) -> list[str]:
    """Add a row, and return what is wrong with it; empty: nothing."""
    cells: dict[str, str] = {}
    faults: list[str] = []
    for key, index in header.indices.items():
        try:
            cells[key] = text_of(row[index]) if index < len(row) else ""
        except SpreadsheetError as error:
            faults.append(f"{place}, column '{key}': {error}")
    if faults or not any(map(str.strip, cells.values())):
        return faults
    try:
        drafts.add(cells, place)
    except RowError as error:
        return [f"{place}, column '{error.key}': {error}"]
    return []


def text_of(cell: Cell | str) -> str:
    """Return the text of a cell. Raises SpreadsheetError for formulas, errors and dates."""
    return cell if isinstance(cell, str) else cell_text(cell)
