"""Reads TBX: termbases as tools of translators write them, in versions 2 (`martif`) and 3, with statuses and notes."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from corpus.languages import TARGETS, Language, parse_tag
from glossary.exchange.imported_entries import EntryImportError
from glossary.exchange.imports.import_vocabulary import column_of, flag, folded, language_named, region_of, status_named
from glossary.exchange.imports.note_marks import read_note
from glossary.exchange.imports.term_records import ImportedTerm, ImportedTerms, TermRecord
from glossary.exchange.xml import LANG, MarkupError, parse_xml
from glossary.termbase.termbase import UNWANTED

_LOST = "TBX holds no only_near, not_in, use, since, until, case, keep, choose, tier, identifier, note and examples"
_LOST_IN_2 = (
    "TBX version 2 has forms to avoid and those of one region in notes alone, which are not read; "
    "abbreviations are read as admitted forms, and references are missing"
)
_OURS = "c-"  # begins ids that we write, as XML allows no digit first
_ENTRIES, _SECTIONS, _TERMS = ("termEntry", "conceptEntry"), ("langSet", "langSec"), ("tig", "ntig", "termSec")


def read_tbx(data: bytes) -> ImportedTerms:
    """Return the terms of a file. Raises EntryImportError."""
    try:
        top = parse_xml(data)
    except MarkupError as error:
        raise EntryImportError(str(error)) from error
    if _name(top) not in ("martif", "tbx"):
        raise EntryImportError(f"is XML of another kind (<{_name(top)}>); hand in TBX: <martif> or <tbx>")
    foreign: set[str] = set()
    records = [_record(entry, foreign) for entry in top.iter() if _name(entry) in _ENTRIES]
    if not records:
        raise EntryImportError("holds no entries; is it the file that was exported?")
    is_ours = any(element.text == "taiyaku" for element in top.iter("{*}title"))
    losses = ([_LOST, _LOST_IN_2] if _name(top) == "martif" else [_LOST]) if is_ours else []
    others = f"languages that the glossary does not have are not read: {', '.join(sorted(foreign))}"
    return ImportedTerms(records, [*losses, *([others] if foreign else [])])


def _record(entry: etree._Element, foreign: set[str]) -> TermRecord:
    elements = [element for part in entry if _name(part) not in _SECTIONS for element in part.iter()]
    facts = {_category(element): _text(element) for element in reversed(elements)}
    name = str(entry.get("id") or "")
    record = TermRecord(
        place=f"line {entry.sourceline}",
        concept_id=name.removeprefix(_OURS) if name.startswith(_OURS) else "",
        domain=facts.get("subjectField", ""),
        definition=facts.get("definition", ""),
        reference=facts.get("externalCrossReference", ""),
    )
    for section in (element for element in entry.iter() if _name(element) in _SECTIONS):
        tag = str(section.get(LANG) or section.get("lang") or "")
        language = language_named(tag) or parse_tag(tag.replace("_", "-").split("-")[0])
        if not language:
            foreign.add(tag or "(none)")
            continue
        for element in (part for part in section.iter() if _name(part) in _TERMS):
            record.terms += _terms(element, language)
            record.keep |= _keeping(element) & {language.lang}
        if not record.definition:
            definitions = (_text(element) for element in section.iter() if _category(element) == "definition")
            record.definition = next(definitions, "")
    record.keep |= _keeping(entry)
    for note in [_text(element) for element in elements if _category(element) == "note"]:
        record.add_note(note, read_note(note, [*TARGETS]))
    return record


def _terms(element: etree._Element, language: Language) -> Iterator[ImportedTerm]:
    facts = {_category(part): _text(part) for part in element.iter()}
    columns = {column.field: text for key, text in facts.items() if (column := column_of(key))}
    status = status_named(columns.get("status", "")) or ""
    if status in ("", "admitted") and status_named(columns.get("type", "")) == "abbreviation":
        status = "abbreviation"
    note = facts.get("note", "")
    if not status and read_note(note, [language.lang]).is_forbidden:
        status = "wrong"
    if facts.get("term"):
        why = note if status in UNWANTED else ""
        region = facts.get("geographicalUsage", region_of(language))
        part, place = columns.get("part_of_speech", ""), f"line {element.sourceline}"
        yield ImportedTerm(language.lang, facts["term"], status, region, why, part_of_speech=part, place=place)


def _keeping(element: etree._Element) -> set[str]:
    """Return the languages for which an element says that nothing is to be translated."""
    needed = [_text(part) for part in element.iter() if folded(_category(part)) == "translation needed"]
    return set(TARGETS) if any(flag(answer) is False for answer in needed) else set()


def _category(element: etree._Element) -> str:
    """Return the category of an element: its type in the style of version 2, its name in that of version 3."""
    name = _name(element)
    return str(element.get("type")) if name in ("descrip", "termNote", "admin", "xref", "ref") else name


def _name(element: etree._Element) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""  # comments have none


def _text(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())
