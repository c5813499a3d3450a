"""Terms as other tools have them, made into entries that load: what is missing is settled and named; read from TBX."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from lxml import etree

from corpus import lazy_re as re
from corpus.languages import KNOWN, TARGETS, pack, packs
from glossary.exchange.imported_entries import EntryImportError, EntryTable, ImportedEntries, PartKey
from glossary.exchange.xml import LANG, MarkupError, parse_xml
from glossary.termbase.read_concept import CONCEPT_ID
from glossary.termbase.read_forms import default_case
from glossary.termbase.termbase import ALLOWED, STATUSES, UNWANTED

_NOT_OF_IDS = re.compile(r"[^a-z0-9._+-]+")
_DOMAIN, _DEFINITION = "imported", "(the imported file has no definition)"
_SHOWN = 5  # forms that are listed in a notice


class ImportedTerm(NamedTuple):
    """A form as a file has it."""

    lang: str
    form: str
    status: str
    region: str = ""
    why: str = ""
    only_near: tuple[str, ...] = ()


@dataclass
class TermRecord:
    """An entry as a file has it; what is empty it does not say."""

    place: str
    concept_id: str = ""
    domain: str = ""
    definition: str = ""
    reference: str = ""
    terms: list[ImportedTerm] = field(default_factory=list)


def entries_of(records: Sequence[TermRecord], losses: Sequence[str]) -> ImportedEntries:
    """Return the entries of a file; the notices begin with what its format cannot hold."""
    if not records:
        raise EntryImportError("holds no entries; is it the file that was exported?")
    notices: list[str] = []
    for record in records:
        record.domain = record.domain or _DOMAIN
        record.terms = list(_settled(record.terms))
    undefined = [record for record in records if not record.definition]
    for record in undefined:
        record.definition = _DEFINITION
    if undefined:
        notices.append(f"{len(undefined):,} entries have no definition; write one where '{_DEFINITION}' stands")
    _give_ids(records)
    notices += _part_shared_forms(records)
    present = {term.lang for record in records for term in record.terms}
    absent = [lang.code for lang in packs() if lang.is_target and lang.has_every_concept and lang.code not in present]
    notices += [
        f"the file has nothing in {lang}: each entry keeps its English name there ({lang}.keep = true); add forms"
        for lang in absent
    ]
    places: dict[PartKey, str] = {}
    for record in records:
        places[record.concept_id, "", ""] = record.place
    tables = tuple(_entry_table(record, absent) for record in records)
    return ImportedEntries(tables, places, (*losses, *notices))


def _settled(terms: Sequence[ImportedTerm]) -> Iterator[ImportedTerm]:
    """Yield each form once, one of each language preferred, in the order of statuses."""
    for lang in KNOWN:
        unique: dict[str, ImportedTerm] = {}
        for term in terms:
            form = " ".join(term.form.split())
            if term.lang == lang and form:
                unique.setdefault(form, term._replace(form=form))
        allowed = [term for term in unique.values() if term.status in ALLOWED and not term.region]
        first = next((term for term in allowed if term.status == "preferred"), next(iter(allowed), None))
        others = [
            term._replace(status="admitted") if term.status == "preferred" else term
            for term in unique.values()
            if term is not first
        ]
        yield from [first._replace(status="preferred")] if first else ()
        yield from sorted(others, key=lambda term: STATUSES.index(term.status))


def _give_ids(records: Sequence[TermRecord]) -> None:
    """Give an id to each entry that has none that may be one, after its English name; none twice."""
    taken: set[str] = set()
    numbers: Counter[str] = Counter()
    for record in records:
        name = record.concept_id if CONCEPT_ID.fullmatch(record.concept_id) else _slug(record)
        concept_id = name
        while concept_id in taken:
            numbers[name] += 1
            concept_id = f"{name}-{numbers[name] + 1}"
        taken.add(concept_id)
        record.concept_id = concept_id


def _slug(record: TermRecord) -> str:
    english = next((term.form for term in record.terms if term.lang == "en"), record.concept_id)
    return _NOT_OF_IDS.sub("-", english.lower()).strip("-._+") or "entry"


def _part_shared_forms(records: Sequence[TermRecord]) -> Iterator[str]:
    """Yield the entries so that a form that two of a domain allow counts for the second near its English name alone."""
    owners: dict[tuple[str, str, str], TermRecord] = {}
    for wants_preferred in (True, False):
        for record in records:
            for term in record.terms:
                if term.status in ALLOWED and (term.status == "preferred") == wants_preferred:
                    owners.setdefault(_shared_key(record, term), record)
    shared: defaultdict[str, list[str]] = defaultdict(list)
    for record in records:
        english = tuple(term.form for term in record.terms if (term.lang, term.status) == ("en", "preferred"))
        for index, term in enumerate(record.terms):
            if term.status in ALLOWED and owners[_shared_key(record, term)] is not record:
                record.terms[index] = term._replace(only_near=english)
                shared[term.lang].append(term.form)
    for lang, forms in shared.items():
        listing = ", ".join(forms[:_SHOWN]) + (", …" if len(forms) > _SHOWN else "")
        yield f"forms in {lang} of two entries of a domain count for one only near its English name: {listing}"


def _shared_key(record: TermRecord, term: ImportedTerm) -> tuple[str, str, str]:
    spelled = term.form if default_case(term.form) == "exact" else term.form.casefold()
    return record.domain, term.lang, spelled


def _entry_table(record: TermRecord, absent: Sequence[str]) -> EntryTable:
    table: dict[str, Any] = {
        "id": record.concept_id,
        "domain": record.domain,
        "definition": record.definition,
    }
    if record.reference:
        table["reference"] = record.reference
    for lang in KNOWN:
        forms: dict[str, Any] = {"keep": True} if lang in absent and lang in TARGETS else {}
        for term in record.terms:
            if term.lang == lang:
                form = {"form": term.form, "why": term.why, "only_near": list(term.only_near), "region": term.region}
                filled = {key: value for key, value in form.items() if value}
                value = filled if len(filled) > 1 else term.form
                if term.status == "preferred":
                    forms[term.status] = value
                else:
                    forms.setdefault(term.status, []).append(value)
        if forms:
            table[lang] = forms
    return table


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
                record.definition = record.definition or next(
                    (_text(element) for element in section.iter() if _category(element) == "definition"), ""
                )
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


def _category(element: etree._Element) -> str:
    """Return what an element says: its type in the style of version 2, its name in that of version 3."""
    name = _name(element)
    return str(element.get("type")) if name in ("descrip", "termNote", "admin", "xref", "ref") else name


def _name(element: etree._Element) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""  # comments have none


def _text(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())
