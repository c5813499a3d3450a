"""Usage: how a build uses each concept of the glossary, counted with pandas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import pyarrow as pa

from corpus.records import ConceptUse, FormCount
from glossary.terms import LANGUAGES, UNWANTED, Concept, Termbase


def usage(termbase: Termbase, mentions: pa.Table) -> list[ConceptUse]:
    """One row per concept of the termbase, from the build's mentions (concept_id, doc_id, lang, form, status)."""
    frame = mentions.select(["concept_id", "doc_id", "lang", "form", "status"]).to_pandas(types_mapper=pd.ArrowDtype)
    frame["good"] = ~frame["status"].isin(UNWANTED)
    groups = frame.groupby(["concept_id", "lang"], sort=False)
    totals = groups.agg(mentions=("form", "size"), documents=("doc_id", "nunique"), success=("good", "mean"))
    forms = frame.groupby(["concept_id", "lang", "form"], sort=False).size()
    leading = forms.groupby(level=["concept_id", "lang"]).max()
    totals["consistency"] = leading / totals["mentions"]
    by_place = {place: row for place, row in zip(totals.index, totals.to_dict("records"), strict=True)}
    counts = {place: int(count) for place, count in forms.items()}
    return [_use(concept, termbase, by_place, counts) for concept in termbase.concepts]


def _use(
    concept: Concept,
    termbase: Termbase,
    totals: Mapping[tuple[str, str], Mapping[str, float]],
    counts: Mapping[tuple[str, str, str], int],
) -> ConceptUse:
    values: dict[str, Any] = {lang: termbase.preferred(concept.id, lang) for lang in LANGUAGES}
    for lang in LANGUAGES:
        row = totals.get((concept.id, lang))
        values[f"{lang}_mentions"] = int(row["mentions"]) if row else 0
        values[f"{lang}_documents"] = int(row["documents"]) if row else 0
        values[f"{lang}_success"] = float(row["success"]) if row else None
        values[f"{lang}_consistency"] = float(row["consistency"]) if row else None
    forms = [
        FormCount(form.lang, form.form, form.status, counts.get((concept.id, form.lang, form.form), 0))
        for form in concept.forms
    ]
    return ConceptUse(concept_id=concept.id, domain=concept.domain, forms=forms, **values)
