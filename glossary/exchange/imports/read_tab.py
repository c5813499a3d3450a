"""Reads a glossary of OmegaT: lines of English, rendering and comment, with concepts as far as comments tell them."""

from __future__ import annotations

from corpus import lazy_re as re
from glossary.exchange.imported_entries import EntryImportError, ImportedEntries
from glossary.exchange.imports.term_records import ImportedTerm, TermRecord, entries_of
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
        source, rendering, comment = _cells(line, number)
        if comment not in ALLOWED or record is None:
            key = (rendering, comment) if comment else (source,)
            record = records.setdefault(key, TermRecord(f"line {number}"))
            _add_comment(record, comment)
        record.terms += [
            ImportedTerm("en", source, "admitted"),
            ImportedTerm(lang, rendering, comment if comment in ALLOWED else "preferred"),
        ]
    return entries_of(list(records.values()), [_LOST, _LOST_IN_ENGLISH])


def _cells(line: str, number: int) -> tuple[str, str, str]:
    cells = [cell.strip() for cell in line.rstrip("\r").split("\t", 2)]
    if len(cells) < 2 or not all(cells[:2]):
        raise EntryImportError(
            f"line {number} has no rendering after a tab; write English, tab, rendering, tab, comment"
        )
    return cells[0], cells[1], cells[2].replace("\t", " ") if len(cells) > 2 else ""


def _add_comment(record: TermRecord, comment: str) -> None:
    if match := _COMMENT.fullmatch(comment):
        record.domain, record.definition = match[1], _REMARKS.sub("", match[2])
    elif comment not in ALLOWED:
        record.definition = record.definition or comment
