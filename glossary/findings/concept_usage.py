"""Usage: how a build uses each concept of the glossary, counted with pandas."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

import pyarrow as pa

from corpus.records import LANGUAGE_COLUMNS, ConceptUse, FormCount
from glossary.findings.scores import number, shares, terms_of
from glossary.termbase.termbase import Concept, Termbase


def usage(termbase: Termbase, mentions: Iterable[pa.Table]) -> list[ConceptUse]:
    """Return one row per concept of the termbase, from the parts of a build's mentions.

    Read are concept_id, doc_id, lang, form and status.
    """
    terms = terms_of(mentions)
    keys = ["concept_id", "lang"]
    totals = shares(terms, keys).assign(documents=terms.groupby(keys)["doc_id"].nunique())
    forms = terms.groupby([*keys, "form"], sort=False)["count"].sum()
    by_place = dict(zip(totals.index, totals.to_dict("records"), strict=True))
    counts = {place: int(count) for place, count in zip(forms.index, forms, strict=True)}
    return [_use(concept, termbase, by_place, counts) for concept in termbase.concepts]


def _use(
    concept: Concept,
    termbase: Termbase,
    totals: Mapping[tuple[str, str], Mapping[Hashable, float]],
    counts: Mapping[tuple[str, str, str], int],
) -> ConceptUse:
    values: dict[str, Any] = {lang: termbase.preferred(concept.id, lang) for lang in LANGUAGE_COLUMNS}
    for lang in LANGUAGE_COLUMNS:
        row = totals.get((concept.id, lang))
        values[f"{lang}_mentions"] = int(row["mentions"]) if row else 0
        values[f"{lang}_documents"] = int(row["documents"]) if row else 0
        values[f"{lang}_success"] = number(row["success"]) if row else None
        values[f"{lang}_consistency"] = number(row["consistency"]) if row else None
    forms = [
        FormCount(form.lang, form.form, form.status, counts.get((concept.id, form.lang, form.form), 0))
        for form in concept.forms
    ]
    return ConceptUse(concept_id=concept.id, domain=concept.domain, forms=forms, **values)
