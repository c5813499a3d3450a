"""Tool tables: the glossary for translators' tools, as OmegaT's tab-separated lines and as Crowdin's CSV.

Of Crowdin's four statuses, deprecated forms are obsolete and wrong ones not recommended; abbreviation is a type. A
row has one form per language, so the rows of a concept repeat its English name. Every other English name has a row
of its own, with the preferred renderings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from corpus.grouping import grouped
from corpus.languages import KNOWN, TARGETS, pack
from glossary.exchange.spreadsheets import csv_table
from glossary.exchange.xml import one_line
from glossary.termbase.display import forms_to_use, remarks
from glossary.termbase.termbase import Concept, Form, Termbase


def tab_lines(termbase: Termbase, lang: str) -> str:
    """Return the lines: English, rendering, comment; for a file that ends in .utf8 or .txt.

    OmegaT shows the lines of one English form joined, and offers each rendering separately while one types. So
    each rendering has its own line; only the preferred one has the full comment, the others their status.
    """
    lines = (line for concept in termbase.concepts for line in _lines(concept, lang))
    return "".join(f"{line}\n" for line in dict.fromkeys(lines))


def _lines(concept: Concept, lang: str) -> Iterator[str]:
    for source in forms_to_use(concept, "en"):
        for form in forms_to_use(concept, lang):
            comment = (
                "; ".join((f"[{concept.domain}] {concept.definition}".strip(), *remarks(concept, lang)))
                if form.status == "preferred"
                else form.status
            )
            yield "\t".join(one_line(text) for text in (source.form, form.form, comment))


_STATUS = {"preferred": "preferred", "deprecated": "obsolete", "wrong": "not recommended"}
_CONCEPT = ("Concept Definition", "Concept Subject", "Concept Note", "Concept URL")
_FORM = ("Term", "Status", "Type", "Part of Speech", "Note")
_KEPT, _FORBIDDEN = "do not translate", "do not use"
_Row = Mapping[str, str]  # column → cell


def crowdin_csv(termbase: Termbase) -> bytes:
    """Return the glossary in all languages and regions of its forms."""
    regions = {form.region for concept in termbase.concepts for form in concept.forms if form.region}
    locales = dict.fromkeys((*(pack(lang).locale for lang in KNOWN), *sorted(regions)))
    columns = [*_CONCEPT, *(f"{name} [{locale}]" for locale in locales for name in _FORM)]
    rows = (row for concept in termbase.concepts for row in _crowdin_rows(concept))
    return csv_table.csv_bytes([columns, *([row.get(column, "") for column in columns] for row in rows)])


def _crowdin_rows(concept: Concept) -> Iterator[_Row]:
    name = concept.in_language("en")[0]
    renderings = grouped((form for form in concept.forms if form.lang != "en"), _locale)
    yield {**_facts(concept), **_row(name, [forms[0] for forms in renderings.values()])}
    for number in range(1, max(map(len, renderings.values()), default=0)):
        yield _row(name, [forms[number] for forms in renderings.values() if number < len(forms)])
    preferred = [form for form in concept.forms if form.lang != "en" and form.status == "preferred"]
    for other in (form for form in forms_to_use(concept, "en") if form is not name):
        yield {**_facts(concept), **_row(other, preferred)}


def _facts(concept: Concept) -> _Row:
    note = _KEPT if concept.keep >= set(TARGETS) else ""
    return dict(
        zip(_CONCEPT, map(one_line, (concept.definition, concept.domain, note, concept.reference)), strict=True)
    )


def _row(name: Form, renderings: Sequence[Form]) -> _Row:
    cells: dict[str, str] = {}
    for form in (name, *renderings):
        note = "; ".join(filter(None, (_FORBIDDEN if form.status == "wrong" else "", form.why)))
        kind = "abbreviation" if form.status == "abbreviation" else ""
        values = (form.form, _STATUS.get(form.status, "admitted"), kind, form.part_of_speech, note)
        cells |= {f"{column} [{_locale(form)}]": one_line(value) for column, value in zip(_FORM, values, strict=True)}
    return cells


def _locale(form: Form) -> str:
    return form.region or pack(form.lang).locale
