"""Reads TBX, version 2 (`martif`) and version 3 (`tbx`), as we write it and as other tools do."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from corpus.languages import KNOWN, pack
from glossary.exchange.imported_entries import EntryImportError, ImportedEntries
from glossary.exchange.imports.term_records import ImportedTerm, TermRecord, entries_of
from glossary.exchange.xml import LANG, MarkupError, parse_xml
from glossary.termbase.termbase import UNWANTED

_LOST = "TBX holds no only_near, not_in, use, since, until, case, keep, choose, identifier, note and examples"
_LOST_IN_2 = (
    "TBX version 2 has forms to avoid and those of one region in notes alone, which are not read; "
    "abbreviations are read as admitted forms, and references are missing"
)
_STATUS = {"preferredTerm": "preferred", "supersededTerm": "deprecated", "deprecatedTerm": "wrong"}
_PREFIX = "c-"  # of ids that we write, as XML allows no digit first
_ENTRIES, _SECTIONS, _TERMS = ("termEntry", "conceptEntry"), ("langSet", "langSec"), ("tig", "ntig", "termSec")


def read_tbx(data: bytes) -> ImportedEntries:
    """Return the entries of a file. Raises EntryImportError."""
    try:
        top = parse_xml(data)
    except MarkupError as error:
        raise EntryImportError(str(error)) from error
    is_version_2 = _name(top) == "martif"
    if not is_version_2 and _name(top) != "tbx":
        raise EntryImportError(f"is XML of another kind (<{_name(top)}>); hand in TBX: <martif> or <tbx>")
    foreign: set[str] = set()
    records = [_record(entry, foreign) for entry in top.iter() if _name(entry) in _ENTRIES]
    others = (
        [f"languages that the glossary does not have are not read: {', '.join(sorted(foreign))}"] if foreign else []
    )
    return entries_of(records, [_LOST, *([_LOST_IN_2] if is_version_2 else []), *others])


def _record(entry: etree._Element, foreign: set[str]) -> TermRecord:
    facts = {_category(element): _text(element) for element in reversed(list(_own_elements(entry)))}
    record = TermRecord(
        place=f"line {entry.sourceline}",
        concept_id=str(entry.get("id") or "").removeprefix(_PREFIX),
        domain=facts.get("subjectField", ""),
        definition=facts.get("definition", ""),
        reference=facts.get("externalCrossReference", ""),
    )
    for section in entry.iter():
        if _name(section) in _SECTIONS:
            tag = str(section.get(LANG) or section.get("lang") or "")
            lang = tag.replace("_", "-").split("-")[0].lower()
            if lang in KNOWN:
                record.terms += _terms(section, lang, tag, {term.lang for term in record.terms})
                record.definition = record.definition or _definition(section)
            else:
                foreign.add(tag or "(none)")
    return record


def _terms(section: etree._Element, lang: str, tag: str, earlier: set[str]) -> Iterator[ImportedTerm]:
    """Yield the terms of a language; a second section of one language is of another region."""
    section_region = tag if lang in earlier and tag != pack(lang).locale else ""
    for element in section.iter():
        if _name(element) in _TERMS:
            facts = {_category(part): _text(part) for part in element.iter()}
            form = facts.get("term", "")
            status = _STATUS.get(facts.get("administrativeStatus", "").partition("-")[0], "admitted")
            if status == "admitted" and facts.get("termType") in ("abbreviation", "acronym"):
                status = "abbreviation"
            region = facts.get("geographicalUsage", section_region)
            if form:
                yield ImportedTerm(lang, form, status, region, facts.get("note", "") if status in UNWANTED else "")


def _own_elements(entry: etree._Element) -> Iterator[etree._Element]:
    """Yield what is said of the entry as a whole."""
    for element in entry:
        if _name(element) not in _SECTIONS:
            yield from element.iter()


def _definition(section: etree._Element) -> str:
    return next((_text(element) for element in section.iter() if _category(element) == "definition"), "")


def _category(element: etree._Element) -> str:
    """Return what an element says: its type in the style of version 2, its name in that of version 3."""
    name = _name(element)
    return str(element.get("type")) if name in ("descrip", "termNote", "admin", "xref", "ref") else name


def _name(element: etree._Element) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""  # comments have none


def _text(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())
