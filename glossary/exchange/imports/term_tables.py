"""Tables of terms from other tools: a row for each concept, columns named by language; read into records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from corpus import lazy_re as re
from corpus.languages import TARGETS, Language, enumeration, parse_tag
from corpus.text.printable import printable, quote_text
from glossary.exchange.entry_tables.entry_drafts import HEADER_ROWS, EntrySheet, SheetRow, text_of
from glossary.exchange.imported_entries import EntryImportError
from glossary.exchange.imports.import_vocabulary import (
    ColumnName,
    column_of,
    flag,
    language_named,
    region_of,
    status_named,
)
from glossary.exchange.imports.note_marks import forms_in, language_of_form, read_note
from glossary.exchange.imports.term_records import ImportedTerm, ImportedTerms, TermRecord
from glossary.exchange.spreadsheets.safe_zip import SpreadsheetError
from glossary.exchange.spreadsheets.workbook import Cell
from glossary.termbase.termbase import STATUSES, UNWANTED

_ENGLISH = Language("en", "en")


@dataclass(frozen=True, slots=True)
class TermHeader:
    """The positions and names of a sheet's columns."""

    row_number: int
    columns: Mapping[int, ColumnName]
    names: Mapping[int, str]

    def of(self, field: str) -> list[int]:
        """Return the columns that hold this field."""
        return [index for index, column in self.columns.items() if column.field == field]

    def owner(self, index: int) -> int | None:
        """Return the form column that a column describes; None if it describes the whole row."""
        column = self.columns[index]
        if not column.language and len(self.of(column.field)) < 2:
            return None
        forms = [
            term for term in self.of("term") if not column.language or self.columns[term].language == column.language
        ]
        return max((term for term in forms if term < index), default=min(forms, default=None))


def term_header(sheet: EntrySheet) -> TermHeader | None:
    """Return the header of a table with a column of English names and others; None for other sheets."""
    for number, row in islice(sheet.rows, HEADER_ROWS):
        names = {index: " ".join(name.split()) for index, cell in enumerate(row) if (name := _header_text(cell))}
        columns = {index: column for index, name in names.items() if (column := column_of(name))}
        languages = {column.language.lang for column in columns.values() if column.field == "term" and column.language}
        for index, column in columns.items():
            if column.field in ("term", "source", "target") and not column.language:
                is_english = column.field == "source" or (column.field == "term" and "en" not in languages)
                columns[index] = ColumnName("term", _ENGLISH if is_english else None)
                languages |= {"en"} if is_english else set()
        known = [column for column in columns.values() if column.field != "foreign"]
        if "en" in languages and len(known) > 1 and 2 * len(columns) >= len(names):
            return TermHeader(number, columns, names)
    return None


def read_terms(sheets: Sequence[tuple[EntrySheet, TermHeader]], lang: str) -> ImportedTerms:
    """Return the terms of sheets; `lang` is the language of a column that names none. Raises EntryImportError."""
    terms = ImportedTerms([])
    for sheet, header in sheets:
        is_named = sheet.title and len(sheets) > 1
        table = _TermTable(header, lang, f"{printable(sheet.title)} {sheet.unit}" if is_named else sheet.unit, terms)
        for number, row in sheet.rows:
            if number > header.row_number:
                table.add_row(row, number, sheet.domain)
        terms.notices += _unread(header)
    if not terms.records and not terms.rejected:
        raise EntryImportError("has no rows below the header; fill in a row for each concept")
    return terms


def _unread(header: TermHeader) -> Iterator[str]:
    names = [name for index, name in header.names.items() if index not in header.columns]
    if names:
        yield f"columns that say nothing known are not read: {', '.join(map(quote_text, names))}"
    foreign = [header.names[index] for index in header.of("foreign")]
    if foreign:
        yield f"languages that the glossary does not have are not read: {', '.join(map(printable, foreign))}"


def _header_text(cell: Cell | str) -> str:
    try:
        return text_of(cell)[:100].strip()
    except SpreadsheetError:  # a formula or date names no column
        return ""


class _TermTable:
    """A table whose rows become records; rows with one English name and compatible definitions are merged."""

    def __init__(self, header: TermHeader, lang: str, prefix: str, terms: ImportedTerms) -> None:
        self._header, self._prefix, self._terms = header, prefix, terms
        self._target = parse_tag(lang)
        self._latest: dict[str, TermRecord] = {}
        self._details: defaultdict[int | None, list[int]] = defaultdict(list)  # column of a form → those that say more
        for index, column in header.columns.items():
            if column.field in ("status", "type", "note", "part_of_speech"):
                self._details[header.owner(index)].append(index)
        languages = [header.columns[index].language or self._target for index in header.of("term")]
        if None in languages and not header.of("target_language"):
            choices = enumeration([f"--for {target}" for target in TARGETS], "or")
            name = quote_text(header.names[header.of("term")[languages.index(None)]])
            raise EntryImportError(f"does not say the language of its column {name}; add {choices}")
        self._languages = list({language.lang: None for language in languages if language and language.lang != "en"})

    def add_row(self, row: SheetRow, number: int, domain: str) -> None:
        """Add the terms of a row, and report what is wrong with it."""
        place = f"{self._prefix} {number}"
        faults: list[str] = []
        cells: dict[int, str] = {}
        for index in self._header.columns:
            try:
                cells[index] = text_of(row[index]).strip() if index < len(row) else ""
            except SpreadsheetError as error:
                faults.append(self._fault(place, index, str(error)))
        filled = {index: cell for index, cell in cells.items() if cell}
        record = TermRecord(place)
        if any(self._header.columns[index].field not in ("unread", "part_of_speech") for index in filled):
            self._fill(record, filled, faults)
            record.domain = record.domain or domain
            if not faults or record.keep or any(term.lang != "en" for term in record.terms):
                self._join(record)
        self._terms.rejected += faults

    def _fill(self, record: TermRecord, cells: Mapping[int, str], faults: list[str]) -> None:
        """Fill a record from the non-empty cells of a row, and add the faults of cells."""
        header = self._header
        for index in header.of("fuzzy"):
            if flag(cells.get(index, "")):
                faults.append(self._fault(record.place, index, "still to be reviewed; confirm the row"))
                return
        for index in header.of("source_language"):
            if (language := language_named(cells.get(index, ""))) is None or language.lang != "en":
                faults.append(self._fault(record.place, index, "not English; turn the row around"))
                return
        for fact in ("domain", "definition", "reference"):
            setattr(record, fact, next((cells[index] for index in header.of(fact) if index in cells), ""))
        notes = [
            (cells[index], read_note(cells[index], [language.lang] if language else self._languages), language)
            for index in header.of("note")
            if index in cells
            for language in [header.columns[index].language]
        ]
        forbidden = {
            lang
            for _, marks, language in notes
            if marks.is_forbidden
            for lang in ([language.lang] if language else self._languages)
        }
        if any(flag(cells.get(index, "")) for index in header.of("avoid")):
            forbidden |= set(self._languages)
        for index in header.of("term"):
            language = header.columns[index].language or self._row_language(cells)
            if index in cells and language is None:
                faults.append(self._fault(record.place, index, "in no language of the glossary"))
            elif index in cells and language:
                self._add_forms(record, index, cells, language, language.lang in forbidden, faults)
        self._add_flags(record, cells)
        for note, marks, _ in notes:
            record.add_note(note, marks)

    def _row_language(self, cells: Mapping[int, str]) -> Language | None:
        named = [language_named(cells[index]) for index in self._header.of("target_language") if index in cells]
        return named[0] if named else self._target

    def _add_forms(
        self,
        record: TermRecord,
        index: int,
        cells: Mapping[int, str],
        language: Language,
        is_forbidden: bool,
        faults: list[str],
    ) -> None:
        """Add the forms of a cell; of several, the first is preferred unless each has its own status."""
        details = [detail for detail in self._details[index] if detail in cells]
        for detail in self._details[None]:  # what is said of a row is said of its renderings
            if detail in cells and (language.lang != "en" or self._header.columns[detail].field == "part_of_speech"):
                details.append(detail)
        fields = {self._header.columns[detail].field: detail for detail in reversed(details)}
        part = cells[fields["part_of_speech"]] if "part_of_speech" in fields else ""
        statuses: list[str] = []
        for word in forms_in(cells[fields["status"]]) if "status" in fields else ():
            status = status_named(word)
            if status is None:
                problem = f"{quote_text(word)} is no status; write {enumeration(list(STATUSES), 'or')}"
                faults.append(self._fault(record.place, fields["status"], problem))
                return
            statuses.append(status)
        kind = status_named(cells[fields["type"]]) if "type" in fields else ""
        forms = list(forms_in(cells[index]))
        for number, form in enumerate(forms):
            if language.lang != "en" and (kept := read_note(form, [language.lang]).keep):
                record.keep |= kept
                continue
            status = statuses[number] if len(statuses) == len(forms) else next(iter(statuses), "")
            if is_forbidden:
                status = "wrong"
            elif kind == "abbreviation" and status in ("", "admitted"):
                status = kind
            elif number and len(statuses) != len(forms) and status not in UNWANTED:
                status = "admitted"
            why = cells[fields["note"]] if "note" in fields and status in UNWANTED else ""
            place = f"{record.place}, column {quote_text(self._header.names[index])}"
            term = ImportedTerm(language.lang, form, status, region_of(language), why, (), part, place)
            record.terms.append(term)

    def _add_flags(self, record: TermRecord, cells: Mapping[int, str]) -> None:
        """Add what columns say of all renderings: that the English name stays, and forms to avoid."""
        header = self._header
        if any(flag(cells.get(index, "yes")) is False for index in header.of("translatable")):
            record.keep |= set(TARGETS)
        for index in header.of("keep"):
            names = [name for name in re.split(r"[\s,;、，]+", cells.get(index, "")) if name]
            languages = {language.lang for name in names if (language := language_named(name))}
            if flag(cells.get(index, "")) or read_note(cells.get(index, ""), ()).keep:
                languages = set(TARGETS)
            record.keep |= languages & set(TARGETS)
        for index in header.of("avoid"):
            column, cell = header.columns[index], cells.get(index, "")
            if flag(cell) is None:
                about = [column.language.lang] if column.language else self._languages
                forms = [form for part in re.split("[,，、/]", cell) for form in forms_in(part)]
                record.terms += [ImportedTerm(language_of_form(form, about), form, "wrong") for form in forms]

    def _join(self, record: TermRecord) -> None:
        earlier = self._latest.get(record.english)
        if not earlier or not record.english or not _agree(earlier, record):
            self._terms.records.append(record)
            self._latest[record.english] = record
            return
        earlier.keep |= record.keep
        earlier.terms += record.terms
        earlier.domain, earlier.definition = earlier.domain or record.domain, earlier.definition or record.definition
        earlier.reference = earlier.reference or record.reference
        earlier.note = "; ".join(dict.fromkeys(filter(None, (earlier.note, record.note))))

    def _fault(self, place: str, index: int, problem: str) -> str:
        return f"{place}, column {quote_text(self._header.names[index])}: {problem}"


def _agree(record: TermRecord, other: TermRecord) -> bool:
    """Return whether two records with the same English name may be of the same concept."""
    pairs = ((record.definition, other.definition), (record.domain, other.domain))
    return all(not text or not other_text or text == other_text for text, other_text in pairs)
