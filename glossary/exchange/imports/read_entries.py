"""Reads entries from files of any known kind, which the content shows, or for labels the file name.

Tables of terms in Markdown pages become sheets, with the lines of the page as rows and the heading above each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from corpus import lazy_re as re
from corpus.formats.markdown import frontmatter
from corpus.languages import TARGETS, enumeration, parse_tag
from corpus.sources.work_and_language import split_extension
from glossary.exchange.entry_tables.entries_xlsx import xlsx_sheets
from glossary.exchange.entry_tables.entry_columns import BY_KEY
from glossary.exchange.entry_tables.entry_drafts import EntrySheet, entry_header, read_table
from glossary.exchange.entry_tables.entry_rows import is_table
from glossary.exchange.imported_entries import EntryImportError, ImportedEntries, joined_faults
from glossary.exchange.imports.import_vocabulary import column_of
from glossary.exchange.imports.label_files import (
    LABEL_FORMATS,
    LabelFile,
    is_of_foreign_language,
    language_of_name,
    read_label_file,
)
from glossary.exchange.imports.label_terms import read_labels
from glossary.exchange.imports.note_marks import read_note
from glossary.exchange.imports.read_tbx import read_tbx
from glossary.exchange.imports.term_records import (
    ImportedTerm,
    ImportedTerms,
    TermRecord,
    completed,
    entries_of,
    joined,
    listed,
)
from glossary.exchange.imports.term_tables import read_terms, term_header
from glossary.exchange.spreadsheets.csv_table import csv_rows
from glossary.exchange.spreadsheets.safe_zip import SpreadsheetError, is_archive, old_format_hint
from glossary.exchange.text_encoding import EncodingError, decode_any, encoding_of
from glossary.termbase.termbase import ALLOWED

_ATTRIBUTES = re.compile(r"\s*\{[^{}]*\}$")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def markdown_sheets(text: str) -> list[EntrySheet]:
    """Return the tables of a page; rows are numbered by line, and the heading above is their domain."""
    if match := frontmatter.find(text):  # keep the count of lines
        text = re.sub(r"[^\r\n]", " ", match.group()) + text[match.end() :]
    tokens = _parser().parse(text)
    sheets: list[EntrySheet] = []
    rows: list[tuple[int, list[str]]] = []
    cells: list[str] = []
    heading, line = "", 0
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = _ATTRIBUTES.sub("", _plain(tokens[index + 1]))
        elif token.type == "table_open":
            rows = []
        elif token.type == "tr_open":
            cells, line = [], (token.map or [line])[0] + 1
        elif token.type in ("th_open", "td_open"):
            cells.append(_plain(tokens[index + 1]))
        elif token.type == "tr_close":
            rows.append((line, cells))
        elif token.type == "table_close":
            sheets.append(EntrySheet("", rows, heading, "line"))
    return sheets


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"maxNesting": 60}).enable("table")


def _plain(token: Token) -> str:
    """Return the text of a cell; code keeps its marks, which show that a note quotes a form."""
    return "".join(_texts(token.children or [])).strip()


def _texts(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type == "code_inline":
            yield f"`{token.content}`"
        elif token.type in ("softbreak", "hardbreak") or _BREAK.fullmatch(token.content):
            yield "\n"
        elif token.type == "image":
            yield from _texts(token.children or [])
        elif token.type != "html_inline":
            yield token.content


_LOST = (
    "a tab-separated glossary holds no ids, forms to avoid, forms of one region, only_near, not_in, use, since, until, "
    "case, part_of_speech, keep, choose, reference, identifier, note and examples"
)
_LOST_IN_ENGLISH = "ids are made of the English names, and English forms but the first of a concept are admitted"
_COMMENT = re.compile(r"\[([^\]]+)\] ?(.*)", re.DOTALL)
_REMARKS = re.compile(r"(?:; |^)(?:not: |[a-z]{2}-[A-Z]\w+: ).*", re.DOTALL)
MOST = 32 * 2**20  # bytes; the built-in entries have 2 MiB as CSV, 4 MiB as TBX
_HEAD = 8_192  # bytes that tell the kind: room for a licence in a comment
_ENTRIES = re.compile(r"^\s*\[\[concept\]\]", re.MULTILINE)
_MARKDOWN_TABLE = re.compile(r"^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*\|[ \t:|-]*$", re.MULTILINE)
KINDS = "CSV, XLSX, TBX, tab-separated text, Markdown with a table, or files of an interface (JSON, YAML, PO, …)"
_MARKDOWN = (".md", ".mdx", ".markdown")


class _AnyName:
    """The column names of all tables, by which the separator of a file's cells is found."""

    def __contains__(self, name: object) -> bool:
        return name in BY_KEY or column_of(str(name)) is not None


_ANY_NAME = _AnyName()


class ImportFile(NamedTuple):
    """A file to be imported."""

    name: str
    data: bytes


def read_entries(data: bytes, lang: str = "", name: str = "") -> ImportedEntries:
    """Return the entries of one file, without its name in their lines; see `read_files`."""
    content = _content(ImportFile(name, data), lang)
    if isinstance(content, ImportedEntries):
        return completed(content)
    return _loadable([read_labels([content]) if isinstance(content, LabelFile) else content])


def read_files(files: Sequence[ImportFile], lang: str = "") -> ImportedEntries:
    """Return the entries of files, named in their lines; later files take precedence. Raises EntryImportError.

    `lang` is the language, besides English, of files that do not state theirs.
    """
    if len(files) == 1:
        with _naming(files[0]):
            return read_entries(files[0].data, lang, files[0].name).of_file(files[0].name)
    terms: list[ImportedTerms] = []
    labels: list[LabelFile] = []
    foreign: list[str] = []
    for file in files:
        with _naming(file):
            content = _content(file, lang)
        if isinstance(content, ImportedEntries):
            raise EntryImportError(f"{file.name}: a table of entries, which is imported by itself; omit the others")
        if isinstance(content, ImportedTerms):
            terms.append(content.of_file(file.name))
        elif not content.language and is_of_foreign_language(file.name):
            foreign.append(file.name)
        else:
            labels.append(content)
    entries = _loadable([*terms, *([read_labels(labels)] if labels else [])])
    notices = listed("files in languages that the glossary does not have are not read", foreign)
    return replace(entries, notices=(*notices, *entries.notices))


@contextmanager
def _naming(file: ImportFile) -> Iterator[None]:
    """Name the file in each line of an error."""
    try:
        yield
    except EntryImportError as error:
        lines = str(error).split("\n")
        raise EntryImportError("\n".join(f"{file.name}: {line}" for line in lines)) from error


def _loadable(terms: Sequence[ImportedTerms]) -> ImportedEntries:
    entries = entries_of(joined(terms))
    if not entries.tables:
        raise EntryImportError(joined_faults(entries.rejected))
    return entries


def _content(file: ImportFile, lang: str) -> ImportedEntries | ImportedTerms | LabelFile:
    """Return what a file holds: entries as taiyaku has them, terms, or labels of an interface."""
    data = file.data
    if len(data) > MOST:
        raise EntryImportError(f"has {len(data):,} bytes, the most is {MOST:,}; split it")
    language = language_of_name(file.name)[0] or parse_tag(lang)
    target = lang or (language.lang if language and language.lang in TARGETS else "")
    if is_archive(data):
        sheets, notices = xlsx_sheets(data)
        content = _table(sheets, target)
        if isinstance(content, ImportedEntries):
            return replace(content, notices=(*notices, *content.notices))
        return replace(content, notices=[*notices, *content.notices])
    if hint := old_format_hint(data):
        raise EntryImportError(hint)
    head = data[:_HEAD].decode(encoding_of(data), "replace").lstrip("\ufeff \t\r\n")
    if not head:
        raise EntryImportError("is empty; export a table with `taiyaku glossary export --format csv`")
    extension = split_extension(file.name)[1]
    if extension in LABEL_FORMATS:
        return read_label_file(file.name, data, language)
    if head.startswith("<") and "<xliff" in head:
        return read_label_file(f"{file.name}.xlf", data, language)
    if head.startswith("<") and extension not in _MARKDOWN:
        return read_tbx(data)
    if _ENTRIES.search(head):
        raise EntryImportError("holds entries as they are loaded; put it into a folder and name that with --glossary")
    try:
        text = decode_any(data)
        if extension in _MARKDOWN or _MARKDOWN_TABLE.search(head):
            return _table(markdown_sheets(text), target)
        first_line = next((line for line in head.splitlines() if line.strip() and not line.startswith("#")), "")
        if "\t" in head and not is_table(head) and not term_header(EntrySheet("", [(1, first_line.split("\t"))])):
            return _tab(text, target)
        return _table([EntrySheet("", list(csv_rows(text.encode("utf-8", "replace"), _ANY_NAME)))], target)
    except EncodingError as error:
        raise EntryImportError(f"{error}; save it as 'CSV UTF-8', or as .xlsx") from error
    except SpreadsheetError as error:
        raise EntryImportError(str(error)) from error


def _table(sheets: Sequence[EntrySheet], lang: str) -> ImportedEntries | ImportedTerms:
    """Return the content of tables of one kind: with language columns, without a header, or of entries."""
    headers = [
        (sheet, header)
        for sheet in sheets
        if (header := term_header(sheet))
        and not ((entries := entry_header(sheet)) and entries.row_number < header.row_number)
    ]
    if not headers and lang and len(sheets) == 1 and not sheets[0].title:
        rows = sheets[0].rows
        bare = replace(sheets[0], rows=[(0, ("source", "target", "note")), *rows])
        header = term_header(bare) if all(1 < len(row) <= 3 and all(row[:2]) for _, row in rows) else None
        headers = [(bare, header)] if header else []
    return read_terms(headers, lang) if headers else read_table(sheets)


def _tab(text: str, lang: str) -> ImportedTerms:
    """Return the terms of a tab-separated file in English and one language. Raises EntryImportError."""
    if not lang:
        languages = enumeration([f"--for {target}" for target in TARGETS], "or")
        raise EntryImportError(
            f"is no table of entries but a tab-separated glossary, which does not say its language; add {languages}"
        )
    records: dict[tuple[str, ...], TermRecord] = {}  # by rendering and comment, or by the English
    record, rejected, is_ours = None, [], False
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = [cell.strip() for cell in line.rstrip("\r").split("\t", 2)]
        if len(cells) < 2 or not all(cells[:2]):
            rejected.append(f"line {number} has no rendering after a tab; write English, tab, rendering, tab, comment")
            continue
        source, rendering, comment = cells[0], cells[1], cells[2].replace("\t", " ") if len(cells) > 2 else ""
        status = "preferred"
        if comment in ALLOWED and record is not None:
            status = comment
        else:
            key = (rendering, comment) if comment else (source,)
            record = records.setdefault(key, TermRecord(f"line {number}"))
            marks = read_note(comment, [lang])
            if match := _COMMENT.fullmatch(comment):
                is_ours, record.domain, record.definition = True, match[1], _REMARKS.sub("", match[2])
            elif comment and marks.says_more:
                record.definition = record.definition or comment
            elif comment:
                record.add_note(comment, marks)
                status = "wrong" if marks.is_forbidden else status
        record.terms += [ImportedTerm("en", source, "admitted"), ImportedTerm(lang, rendering, status)]
    return ImportedTerms(list(records.values()), [_LOST, _LOST_IN_ENGLISH] if is_ours else [], rejected)
