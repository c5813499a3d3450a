"""Reads entries from a file of any known kind, which shows in what it holds, not in its name."""

from __future__ import annotations

from corpus import lazy_re as re
from corpus.languages import TARGETS, enumeration
from glossary.exchange.entry_tables.entries_xlsx import xlsx_sheets
from glossary.exchange.entry_tables.entry_drafts import EntrySheet, read_table
from glossary.exchange.entry_tables.entry_rows import csv_rows, is_table
from glossary.exchange.imported_entries import EntryImportError, ImportedEntries
from glossary.exchange.imports.term_records import ImportedTerm, TermRecord, entries_of, read_tbx
from glossary.exchange.spreadsheets.safe_zip import is_archive, old_format_hint
from glossary.exchange.text_encoding import EncodingError, decode_text, encoding_of
from glossary.termbase.termbase import ALLOWED

_LOST = (
    "a tab-separated glossary holds no ids, forms to avoid, forms of one region, only_near, not_in, use, since, until, "
    "case, keep, choose, reference, identifier, note and examples"
)
_LOST_IN_ENGLISH = "ids are made of the English names, and English forms but the first of a concept are admitted"
_COMMENT = re.compile(r"\[([^\]]+)\] (.*)", re.DOTALL)
_REMARKS = re.compile(r"; (?:not: |[a-z]{2}-[A-Z]\w+: ).*", re.DOTALL)


def read_tab(text: str, lang: str) -> ImportedEntries:
    """Return the entries of a file in English and one language. Raises EntryImportError."""
    records: dict[tuple[str, ...], TermRecord] = {}  # by rendering and comment, or by the English
    record = None
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.rstrip("\r").split("\t", 2)]
        if len(cells) < 2 or not all(cells[:2]):
            raise EntryImportError(
                f"line {number} has no rendering after a tab; write English, tab, rendering, tab, comment"
            )
        source, rendering, comment = cells[0], cells[1], cells[2].replace("\t", " ") if len(cells) > 2 else ""
        if comment not in ALLOWED or record is None:
            key = (rendering, comment) if comment else (source,)
            record = records.setdefault(key, TermRecord(f"line {number}"))
            if match := _COMMENT.fullmatch(comment):
                record.domain, record.definition = match[1], _REMARKS.sub("", match[2])
            elif comment not in ALLOWED:
                record.definition = record.definition or comment
        record.terms += [
            ImportedTerm("en", source, "admitted"),
            ImportedTerm(lang, rendering, comment if comment in ALLOWED else "preferred"),
        ]
    return entries_of(list(records.values()), [_LOST, _LOST_IN_ENGLISH])


MOST = 32 * 2**20  # bytes; the built-in entries have 2 MiB as CSV, 4 MiB as TBX
_HEAD = 8_192  # bytes that tell the kind: room for a licence in a comment
_ENTRIES = re.compile(r"^\s*\[\[concept\]\]", re.MULTILINE)


def read_entries(data: bytes, lang: str = "") -> ImportedEntries:
    """Return the entries of CSV, XLSX, TBX or tab-separated text; `lang` is the other language of the last."""
    if len(data) > MOST:
        raise EntryImportError(f"has {len(data):,} bytes, the most is {MOST:,}; split it")
    if is_archive(data):
        sheets, notices = xlsx_sheets(data)
        entries = read_table(sheets)
        return ImportedEntries(entries.tables, entries.places, (*notices, *entries.notices))
    if hint := old_format_hint(data):
        raise EntryImportError(hint)
    head = data[:_HEAD].decode(encoding_of(data), "replace").lstrip("\ufeff \t\r\n")
    if not head:
        raise EntryImportError("is empty; export a table with `taiyaku glossary export --format csv`")
    if head.startswith("<"):
        return read_tbx(data)
    if _ENTRIES.search(head):
        raise EntryImportError("holds entries as they are loaded; put it into a folder and name that with --glossary")
    if is_table(head) or "\t" not in head:
        return read_table([EntrySheet("", list(csv_rows(data)))])
    return read_tab(_tab_text(data, lang), lang)


def _tab_text(data: bytes, lang: str) -> str:
    if not lang:
        languages = enumeration([f"--for {target}" for target in TARGETS], "or")
        raise EntryImportError(
            f"is no table of entries but a tab-separated glossary, which does not say its language; add {languages}"
        )
    try:
        return decode_text(data)
    except EncodingError as error:
        raise EntryImportError(f"{error}; save it as UTF-8") from error
