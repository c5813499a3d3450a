"""Term records of other tools, made into entries that load; what the tools leave open is decided here."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from corpus import lazy_re as re
from corpus.languages import KNOWN, TARGETS, enumeration, packs
from glossary.exchange.imported_entries import EntryTable, ImportedEntries, PartKey
from glossary.exchange.imports.import_vocabulary import folded, meanings
from glossary.exchange.imports.note_marks import NoteMarks
from glossary.termbase.entry_schema import DOMAINS
from glossary.termbase.read_concept import CONCEPT_ID, meant_domain
from glossary.termbase.read_forms import default_case
from glossary.termbase.termbase import ALLOWED, INTERFACE, PARTS_OF_SPEECH, STATUSES, UNWANTED

_NOT_OF_IDS = re.compile(r"[^a-z0-9._+-]+")
_BRACKET_OR_SLASH = re.compile(r"[(\uff08]|\s/\s|\uff0f")  # 控件（部件） in a cell: two forms, or one with a remark
_DOMAIN = "imported"
_ABSENT = "the built-in entry of the same id counts, or else the English name"
_SHOWN = 5  # forms that are listed in a notice
_RANK = {status: rank for rank, status in enumerate(("preferred", "", *STATUSES[1:]))}


class ImportedTerm(NamedTuple):
    """A form as a file has it."""

    lang: str
    form: str
    status: str = ""  # empty: to be used, and the file does not say how
    region: str = ""
    why: str = ""
    only_near: tuple[str, ...] = ()
    part_of_speech: str = ""  # as the file calls it
    place: str = ""  # such as "row 3, column 'ja'"


@dataclass
class TermRecord:
    """An entry as a file has it; empty fields are not stated."""

    place: str
    concept_id: str = ""
    domain: str = ""
    definition: str = ""
    reference: str = ""
    note: str = ""
    keep: set[str] = field(default_factory=set)  # languages in which the English name is used
    terms: list[ImportedTerm] = field(default_factory=list)

    def add_note(self, note: str, marks: NoteMarks) -> None:
        """Add a remark, and what its marks say of forms."""
        if note not in self.note.split("; "):
            self.note = "; ".join(filter(None, (self.note, note)))
        self.keep |= marks.keep
        why = note if marks.says_more else ""
        self.terms += [ImportedTerm(lang, form, "wrong", why=why) for lang, form in marks.avoided]

    @property
    def english(self) -> str:
        """The English name, normalized for comparing entries; empty if there is none."""
        names = [term for term in self.terms if term.lang == "en"]
        name = min(names, key=lambda term: _RANK[term.status], default=None)
        return spelled(" ".join(name.form.split())) if name else ""


@dataclass
class ImportedTerms:
    """The terms in a file of another tool."""

    records: list[TermRecord]
    notices: list[str] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)  # lines with place and reason

    def of_file(self, name: str) -> ImportedTerms:
        """Return the same terms with the file's name in places and lines."""
        for record in self.records:
            record.place = f"{name}, {record.place}"
            record.terms = [
                term._replace(place=f"{name}, {term.place}") if term.place else term for term in record.terms
            ]
        notices, rejected = ([f"{name}: {line}" for line in lines] for lines in (self.notices, self.rejected))
        return ImportedTerms(self.records, notices, rejected)


def joined(files: Sequence[ImportedTerms]) -> ImportedTerms:
    """Return the terms of several files; later files take precedence for an English name in a language."""
    records: dict[str, TermRecord] = {}
    for file in files:
        for number, record in enumerate(file.records):
            earlier = records.get(record.english)
            if earlier is None or not record.english or len(files) == 1:
                records[record.english if record.english not in records else f"{record.english}\0{number}"] = record
                continue
            renewed = {term.lang for term in record.terms} - {"en"}
            earlier.keep = earlier.keep - renewed | record.keep
            earlier.terms = [term for term in earlier.terms if term.lang not in renewed] + record.terms
            for fact in ("domain", "definition", "reference", "note"):
                setattr(earlier, fact, getattr(record, fact) or getattr(earlier, fact))
    return ImportedTerms(
        list(records.values()),
        list(dict.fromkeys(notice for file in files for notice in file.notices)),
        [line for file in files for line in file.rejected],
    )


def entries_of(terms: ImportedTerms) -> ImportedEntries:
    """Return the entries of a file, with a line for each record that cannot become one."""
    rejected = list(terms.rejected)
    records: list[TermRecord] = []
    contradicted: list[str] = []
    other_parts: dict[str, None] = {}
    for record in terms.records:
        for number, term in enumerate(record.terms):
            part = meanings("parts_of_speech").get(folded(term.part_of_speech))
            record.terms[number] = term._replace(part_of_speech=part if part in PARTS_OF_SPEECH else "")
            other_parts |= {term.part_of_speech: None} if part is None else {}
    regions: dict[str, str] = {}  # of languages of which the file has those of regions alone, the first
    for term in (term for record in terms.records for term in record.terms):
        if not term.region or term.lang not in regions:
            regions[term.lang] = term.region
    for record in terms.records:
        name = " ".join(record.domain.split())
        record.domain = name.lower() if name.lower() in DOMAINS else meant_domain(name) or name or _DOMAIN
        record.terms = list(_settled(record, regions, contradicted))
        rendered = record.keep | {term.lang for term in record.terms if term.lang in TARGETS}
        if not any(term.lang == "en" for term in record.terms):
            rejected.append(f"{record.place}: no English form, by which entries are called; add it")
        elif not rendered:
            remedy = 'write a form, or "do not translate" where the English name is used'
            rejected.append(f"{record.place}: nothing in {enumeration([*TARGETS], 'or')}; {remedy}")
        else:
            records.append(record)
    taken: set[str] = set()
    numbers: Counter[str] = Counter()
    for record in records:
        english = next(term.form for term in record.terms if term.lang == "en")
        slug = _NOT_OF_IDS.sub("-", english.lower()).strip("-._+") or "entry"
        name = record.concept_id if CONCEPT_ID.fullmatch(record.concept_id) else slug
        concept_id = name
        while concept_id in taken:
            numbers[name] += 1
            concept_id = f"{name}-{numbers[name] + 1}"
        taken.add(concept_id)
        record.concept_id = concept_id
    notices = [*terms.notices, *listed("forms with two statuses, of which the first counts", contradicted)]
    notices += listed("parts of speech that entries do not have are not read", [*other_parts])
    prose = [term for record in records if record.domain != INTERFACE for term in record.terms]
    kept = [term for term in prose if term.lang in TARGETS and _BRACKET_OR_SLASH.search(term.form)]
    notices += listed(
        "brackets and slashes are taken for parts of forms (write several forms as a;b, remarks in a column of notes)",
        [f"{term.form} ({term.place or term.lang})" for term in kept],
    )
    notices += _part_shared_forms(records)
    places: dict[PartKey, str] = {}
    for record in records:
        places[record.concept_id, "", ""] = record.place
        places.update({(record.concept_id, term.lang, term.form): term.place for term in record.terms if term.place})
    return completed(ImportedEntries(tuple(map(_entry_table, records)), places, tuple(notices), tuple(rejected)))


def completed(entries: ImportedEntries) -> ImportedEntries:
    """Return entries that keep the English name if they have only forms to avoid, with notices of what they lack."""
    absent: defaultdict[str, list[str]] = defaultdict(list)
    needed = [pack.code for pack in packs() if pack.is_target and pack.has_every_concept]
    tables: list[EntryTable] = []
    for table in entries.tables:
        is_rendered = not table.get("keep") and any(lang in table for lang in TARGETS)
        lacking = [lang for lang in needed if is_rendered and not {"preferred", "keep"} & {*table.get(lang, ())}]
        filled = {lang: {"keep": True, **table[lang]} for lang in lacking if lang in table}
        tables.append({**table, **filled} if filled else table)
        for lang in lacking:
            absent[lang].append(str(table["id"]))
    notices: list[str] = []
    for lang, ids in absent.items():
        if len(ids) == len(entries.tables):
            notices.append(f"the file has nothing in {lang}: {_ABSENT}; add forms")
        else:
            notices += listed(f"entries without a form to use in {lang}, where {_ABSENT}", ids)
    return ImportedEntries(tuple(tables), entries.places, (*entries.notices, *notices), entries.rejected)


def listed(problem: str, forms: Sequence[str]) -> list[str]:
    """Return a notice on some forms; none if there are no forms."""
    if not forms:
        return []
    more = f" and {len(forms) - _SHOWN:,} more" if len(forms) > _SHOWN else ""
    return [f"{problem}: {', '.join(forms[:_SHOWN])}{more}"]


def _settled(record: TermRecord, main_regions: Mapping[str, str], contradicted: list[str]) -> Iterator[ImportedTerm]:
    """Yield each form once, by status, with one preferred per language; decide where English is kept."""
    english, english_name = set[str](), ""
    for lang in KNOWN:
        unique: dict[str, ImportedTerm] = {}
        for term in record.terms:
            form = " ".join(term.form.split())
            if term.lang != lang or not form:
                continue
            region = "" if term.region == main_regions.get(lang) else term.region
            earlier = unique.setdefault(spelled(form), term._replace(form=form, region=region))
            if earlier.part_of_speech != term.part_of_speech:  # it is both
                unique[spelled(form)] = earlier = earlier._replace(part_of_speech="")
            if (earlier.status in UNWANTED) != (term.status in UNWANTED):
                contradicted.append(form)
            elif _RANK[term.status] < _RANK[earlier.status]:
                unique[spelled(form)] = earlier._replace(status=term.status)
        terms = list(unique.values())
        usable = [term for term in terms if term.status not in UNWANTED and not term.region]
        first = min(usable, key=lambda term: _RANK[term.status], default=None)
        if lang == "en":
            first = first or next(iter(terms), None)  # known by a name to avoid alone: better than by none
            english_name = first.form if first else ""
            english = {term.form for term in terms if term is first or term.status not in UNWANTED}
        elif first and first.form == english_name:
            record.keep.add(lang)
        is_kept = lang in record.keep
        terms = [
            term._replace(status="preferred" if term is first and not is_kept else "admitted")
            if term is first or term.status in ("", "preferred")
            else term
            for term in terms
            if not is_kept or term.form not in english
        ]
        yield from sorted(terms, key=lambda term: STATUSES.index(term.status))


def _part_shared_forms(records: Sequence[TermRecord]) -> Iterator[str]:
    """Yield notices of forms that two entries of a domain allow; the second's count only near its English name."""
    owners: dict[tuple[str, str, str], TermRecord] = {}
    for wants_preferred in (True, False):
        for record in records:
            for term in record.terms:
                if term.status in ALLOWED and (term.status == "preferred") == wants_preferred:
                    owners.setdefault((record.domain, term.lang, spelled(term.form)), record)
    shared: defaultdict[str, list[str]] = defaultdict(list)
    for record in records:
        english = tuple(term.form for term in record.terms if (term.lang, term.status) == ("en", "preferred"))
        for index, term in enumerate(record.terms):
            if term.status in ALLOWED and owners[record.domain, term.lang, spelled(term.form)] is not record:
                record.terms[index] = term._replace(only_near=english)
                shared[term.lang].append(term.form)
    for lang, forms in shared.items():
        yield from listed(f"forms in {lang} of two entries of a domain count for one only near its English name", forms)


def spelled(form: str) -> str:
    """Return a form as it is compared with others: in lower case, unless its casing matters."""
    return form if default_case(form) == "exact" else form.casefold()


def _entry_table(record: TermRecord) -> EntryTable:
    facts = {key: " ".join(getattr(record, key).split()) for key in ("definition", "reference", "note")}
    filled = {key: text for key, text in facts.items() if text}
    note = {"note": filled.pop("note")} if "note" in filled else {}
    is_kept = record.keep >= set(TARGETS)
    kept = {"keep": True} if is_kept else {}
    table: dict[str, Any] = {"id": record.concept_id, "domain": record.domain, **filled, **kept, **note}
    for lang in KNOWN:
        forms: dict[str, Any] = {"keep": True} if lang in record.keep and not is_kept else {}
        for term in record.terms:
            if term.lang == lang:
                form = {
                    "form": term.form,
                    "why": term.why,
                    "only_near": list(term.only_near),
                    "region": term.region,
                    "part_of_speech": term.part_of_speech,
                }
                facts_of_form = {key: value for key, value in form.items() if value}
                value = facts_of_form if len(facts_of_form) > 1 else term.form
                if term.status == "preferred":
                    forms[term.status] = value
                else:
                    forms.setdefault(term.status, []).append(value)
        if forms:
            table[lang] = forms
    return table
