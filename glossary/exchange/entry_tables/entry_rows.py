"""Rows of the table: one for each form that an entry lists, with the concept's facts in the first; as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import attrgetter

from corpus.languages import KNOWN, TARGETS
from glossary.exchange.entry_tables.entry_columns import BY_KEY, COLUMNS, EXAMPLE, PROVENANCE
from glossary.exchange.provenance import GlossaryUsage, edition_text
from glossary.exchange.spreadsheets import csv_table
from glossary.exchange.spreadsheets.csv_table import list_cell, scalar, scalar_cell
from glossary.termbase.entry_schema import EXAMPLES, TIER_BY_DOMAIN
from glossary.termbase.fault import Place
from glossary.termbase.read_forms import default_case, kept_forms
from glossary.termbase.termbase import CHOICES, TIERS, Concept, Form, GlossaryError, Termbase

EntryRow = Mapping[str, str]  # key of a column → cell; what is left out is empty


def entry_rows(termbase: Termbase) -> Iterator[EntryRow]:
    """Yield the rows of a glossary, by domain and id."""
    for concept in sorted(termbase.concepts, key=attrgetter("domain", "id")):
        facts, domain = _concept_facts(concept), scalar_cell(concept.domain)
        for lang in dict.fromkeys((*KNOWN, *(example.lang for example in concept.examples))):
            texts_by_key = {
                key: [example.text for example in concept.examples if (example.lang, example.expect) == (lang, key)]
                for key in EXAMPLES
            }
            examples = _filled({f"{EXAMPLE}{key}": list_cell(texts) for key, texts in texts_by_key.items()})
            form_cells = [_form_cells(form) for form in _listed_forms(concept, lang)] or ([{}] if examples else [])
            for cells in form_cells:
                yield {"id": concept.id, "domain": domain, "language": lang, **facts, **examples, **cells}
                facts, examples = {}, {}


def _listed_forms(concept: Concept, lang: str) -> list[Form]:
    """Return the forms that the entry must list, without those that follow from a kept English name."""
    forms = list(concept.in_language(lang))
    if lang in concept.keep:
        english = list(concept.in_language("en"))
        for start in range(len(forms), 0, -1):
            if _with_kept_names(lang, forms[start:], english) == forms:
                return forms[start:]
    return forms


def _with_kept_names(lang: str, own_forms: list[Form], english: list[Form]) -> list[Form] | None:
    try:
        return kept_forms(lang, own_forms, english, Place())
    except GlossaryError:
        return None


def _concept_facts(concept: Concept) -> EntryRow:
    facts = {
        "definition": scalar_cell(concept.definition),
        "reference": scalar_cell(concept.reference),
        "keep": list_cell(lang for lang in TARGETS if lang in concept.keep),
        "choose": concept.choose if concept.choose != CHOICES[0] else "",
        "tier": concept.tier if concept.tier != TIER_BY_DOMAIN.get(concept.domain, TIERS[0]) else "",
        "identifier": list_cell(concept.identifiers),
        "note": scalar_cell(concept.note),
    }
    return _filled(facts)


def _form_cells(form: Form) -> EntryRow:
    keys = ("form", "why", "use", "region", "since", "until", "part_of_speech")
    scalars = {key: scalar_cell(getattr(form, key)) for key in keys}
    lists = {key: list_cell(getattr(form, key)) for key in ("only_near", "not_in")}
    case = form.case if form.case != default_case(form.form) else ""
    return {"status": form.status, **_filled({**scalars, **lists, "case": case})}


def _filled(cells: EntryRow) -> EntryRow:
    return {key: cell for key, cell in cells.items() if cell}


_NAMED = 3  # names of columns that make a line the header


def csv_bytes(termbase: Termbase, usage: GlossaryUsage | None = None) -> bytes:
    """Return the glossary as CSV for spreadsheets: its edition in the first row, uses in a build if known."""
    keys = [column.key for column in COLUMNS]
    rows = [[*(row.get(key, "") for key in keys), *_uses(row, usage), ""] for row in entry_rows(termbase)]
    for row in rows[:1]:
        row[-1] = edition_text(termbase, usage)
    return csv_table.csv_bytes([[*keys, *(PROVENANCE if usage else PROVENANCE[-1:])], *rows])


def _uses(row: EntryRow, usage: GlossaryUsage | None) -> list[str]:
    """Return how often a build uses a form, and how many pages in its language have the concept."""
    if usage is None:
        return []
    total = usage.totals.get((row["id"], row["language"]))
    uses = usage.counts.get((row["id"], row["language"], scalar(row.get("form", ""))), 0)
    return [str(uses) if "form" in row else "", str(total.documents) if total else "0"]


def is_table(head: str) -> bool:
    """Return whether a text begins with the header of the table."""
    return csv_table.count_of_names(head, BY_KEY) >= _NAMED
