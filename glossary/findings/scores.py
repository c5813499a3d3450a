"""Scores: how well documents keep to the glossary and to themselves, and how much their faults weigh; with pandas.

Four figures, per document, concept, language, and for the whole build:

- Success: the share of mentions that are neither deprecated, wrong, nor left in English.
- Accuracy, where there is an original: of its terms in sure units, the share rendered in a form that the glossary
  allows. Words that the glossary lists for no concept, or for another one, are no such form, so that a translation
  gains nothing by them. Each term counts by how sure its rendering, or the lack of one, is.
- Consistency, after Semenov and Bojar, "Automated Evaluation Metric for Terminology Consistency in MT" (WMT 2022), who
  take one of a term's translations in a document as its pseudo-reference and score how often the others equal it. Here
  the most frequent rendering is the pseudo-reference, and as a concept is known in the target text itself, no source or
  word alignment is needed. Concepts count by how often they occur. Spellings of one form are one rendering;
  abbreviations accompany the full name by custom and are not counted.
- Penalty: MQM points (critical 25, major 5, minor 1, neutral 0) times confidence, so that a finding weighs as much as
  it is likely to be true; what is rather false (below 0.5) weighs nothing and does not count as a finding. Also per
  1,000 characters of the prose that could be judged (`judged_text`), for the findings in it. Every place counts, in
  the document where it occurs: a reader stumbles each time, a finding about several documents weighs on each of them,
  and the points of documents add up to those of the build. What the English original has wrong too (inherited), what
  was silenced and what is fixed weighs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from corpus.records import LANGUAGE_COLUMNS, ConceptUse, FormCount, Score
from corpus.vocabularies import FindingState
from glossary.findings.judged_text import judged_prose, stand_in_judged
from glossary.rules.calibration import DOUBTFUL
from glossary.rules.rule import points
from glossary.rules.shared.form_similarity import bare
from glossary.termbase.termbase import UNWANTED, Concept, Termbase

_STANDING = [state for state in FindingState if state.stands]
FAILED = (*UNWANTED, "source")
SCOPES: Mapping[str, tuple[str, ...]] = {
    "document": ("lang", "doc_id"),
    "concept": ("lang", "concept_id"),
    "language": ("lang",),
    "build": ("build",),
}
_TEXT = pd.ArrowDtype(pa.string())
_READ = ("prose", "heading", "gloss")  # where a reader meets a term
_RIGHT = ("preferred", "admitted", "variant")


SCORED_COLUMNS: Mapping[str, list[str] | None] = {
    "documents": ["doc_id", "lang", "status"],
    "segments": ["segment_id", "doc_id", "lang", "kind", "start", "end"],
    "alignments": ["src_doc", "tgt_lang", "src_segments", "score", "relation"],
    "mentions": ["concept_id", "doc_id", "lang", "form", "status", "zone"],
    "term_alignments": ["concept_id", "doc_id", "lang", "relation", "confidence"],
    "findings": [
        "doc_id",
        "lang",
        "concept_id",
        "severity",
        "confidence",
        "inherited",
        "state",
        "locations.list.element.doc_id",
        "locations.list.element.start",
    ],
}


class _Parts(NamedTuple):
    """The tables to count, each row with the keys of every scope it belongs to."""

    texts: pd.DataFrame
    terms: pd.DataFrame
    rendered: pd.DataFrame
    findings: pd.DataFrame
    places: pd.DataFrame


def scores(tables: Mapping[str, Iterable[pa.Table]]) -> list[Score]:
    """Return the scores of readable documents, concepts that occur, languages, and the build itself. The input is the
    tables of a build (`SCORED_COLUMNS`), each in parts, which are counted one at a time.
    """
    read = pd.concat(
        _frame(part.filter(pc.field("status") == "ok"), ["doc_id", "lang"]) for part in tables["documents"]
    )
    (findings,) = tables["findings"]
    counts = pc.field("state").isin(_STANDING) & ~pc.field("inherited") & (pc.field("confidence") >= DOUBTFUL)
    standing = findings.filter(counts).combine_chunks()
    rows = _rows(standing).take(pc.list_parent_indices(standing["locations"]).to_numpy()).reset_index(drop=True)
    locations = pc.list_flatten(standing["locations"])
    doc_ids, starts = (pc.struct_field(locations, name).to_pylist() for name in ("doc_id", "start"))
    costs = [points(*finding) for finding in zip(rows["severity"], rows["confidence"].astype(float), strict=True)]
    cost = pd.Series(costs, dtype=pd.ArrowDtype(pa.float64()))
    places = rows.assign(doc_id=pd.Series(doc_ids, dtype=_TEXT), start=pd.Series(starts, dtype="int64"), points=cost)
    lengths, judged = _judged(zip(tables["segments"], tables["alignments"], strict=True), places)
    parts = _Parts(
        texts=pd.concat([read.assign(chars=0, judged=0, compared=0), lengths[lengths["doc_id"].isin(read["doc_id"])]]),
        terms=terms_of(part.filter(pc.field("zone").isin(_READ)) for part in tables["mentions"]),
        rendered=pd.concat(map(_rendered, tables["term_alignments"])),
        findings=_rows(standing),
        places=places.assign(judged=places["points"].where(judged, 0.0)),
    )
    built = _Parts(*(frame.assign(build="") for frame in parts))
    return [score for scope, keys in SCOPES.items() for score in _scores(scope, list(keys), built)]


def _judged(shards: Iterable[tuple[pa.Table, pa.Table]], places: pd.DataFrame) -> tuple[pd.DataFrame, pd.Series]:
    """Return the characters of documents, and whether each place is in judged prose, from segments and beads."""
    lengths, judged = [], [pd.Series(dtype=bool)]
    for segments, alignments in shards:
        prose = judged_prose(segments, alignments)
        lengths.append(_lengths(prose).groupby(["doc_id", "lang"], as_index=False).sum())
        judged.append(stand_in_judged(places[places["doc_id"].isin(prose["doc_id"].unique())], prose))
    return pd.concat(lengths), pd.concat(judged).astype(bool).reindex(places.index, fill_value=False)


def _lengths(prose: pd.DataFrame) -> pd.DataFrame:
    """Return the characters of each segment: all, judged, and compared with an original."""
    judged = prose["chars"].where(prose["judged"], 0)
    return prose.assign(judged=judged, compared=prose["chars"].where(prose["is_compared"], 0))[
        ["doc_id", "lang", "chars", "judged", "compared"]
    ].assign(held=judged.where(prose["is_compared"], 0))


def _rendered(term_alignments: pa.Table) -> pd.DataFrame:
    """Return, by concept and document, the summed confidence of renderings and the part of it in allowed forms."""
    keys = ["concept_id", "doc_id", "lang"]
    rows = _frame(term_alignments.filter(pc.field("concept_id").is_valid()), [*keys, "relation", "confidence"])
    sure = rows["confidence"].astype(float)
    right = sure.where(rows["relation"].isin(_RIGHT).astype(bool), 0.0)
    return rows.assign(sure=sure, right=right).groupby(keys, as_index=False)[["sure", "right"]].sum()


def terms_of(mentions: Iterable[pa.Table]) -> pd.DataFrame:
    """Count mentions, given in parts with concept_id, doc_id, lang, form and status: one row for each combination.
    Each row has its `count`, how many of these are `good`, and `written`: the form without differences of spelling,
    null for abbreviations.
    """
    keys = ["concept_id", "doc_id", "lang", "form", "status"]
    counted = pa.concat_tables(part.group_by(keys).aggregate([([], "count_all")]) for part in mentions)
    terms = _frame(counted.rename_columns({"count_all": "count"}), [*keys, "count"])
    forms = terms[["lang", "form"]].drop_duplicates()
    bare_forms = [bare(form, lang) for lang, form in zip(forms["lang"], forms["form"], strict=True)]
    terms = terms.merge(forms.assign(written=pd.Series(bare_forms, index=forms.index, dtype=_TEXT)), "left")
    good = terms["count"].where(~terms["status"].isin(FAILED).astype(bool), 0)
    return terms.assign(good=good, written=terms["written"].where(terms["status"] != "abbreviation"))


def shares(terms: pd.DataFrame, keys: Sequence[str]) -> pd.DataFrame:
    """Return mentions, success and consistency of the terms, grouped by the keys."""
    sums = terms.groupby(list(keys))[["count", "good"]].sum()
    figures = pd.DataFrame(
        {"mentions": sums["count"], "success": sums["good"].astype(float) / sums["count"].astype(float)}
    )
    return figures.join(_consistency(terms, list(keys)))


def _consistency(terms: pd.DataFrame, keys: list[str]) -> pd.Series:
    """Return the share of mentions written in the leading rendering of their concept."""
    concept = list(dict.fromkeys([*keys, "lang", "concept_id"]))
    sizes = terms.groupby([*concept, "written"])["count"].sum()
    summed = sizes.groupby(level=concept).agg(["max", "sum"]).groupby(level=keys).sum()
    return (summed["max"] / summed["sum"]).rename("consistency")


def _frame(table: pa.Table, columns: Sequence[str]) -> pd.DataFrame:
    frame: pd.DataFrame = table.select(list(columns)).to_pandas(types_mapper=pd.ArrowDtype)
    return frame


def _rows(findings: pa.Table) -> pd.DataFrame:
    return _frame(findings, ["doc_id", "lang", "concept_id", "severity", "confidence"])


def _scores(scope: str, keys: list[str], parts: _Parts) -> list[Score]:
    """Return the scores of one scope, in order of their keys."""
    sums = parts.rendered.groupby(keys)[["sure", "right"]].sum()
    counted = {
        "accuracy": sums["right"] / sums["sure"],
        "findings": parts.findings.groupby(keys).size(),
        "penalty": parts.places.groupby(keys)["points"].sum(),
    }
    if scope != "concept":  # which has no text of its own
        lengths = parts.texts.groupby(keys)[["chars", "judged", "compared", "held"]].sum()
        counted |= {
            "chars": lengths["chars"],
            "judged": lengths["held"] / lengths["compared"].where(lengths["compared"] > 0),
            "rate": 1000 * parts.places.groupby(keys)["judged"].sum().reindex(lengths.index, fill_value=0.0)
            / lengths["judged"].where(lengths["judged"] > 0),
        }  # fmt: skip
    table = pd.concat([shares(parts.terms, keys), pd.DataFrame(counted)], axis=1).sort_index().reset_index(names=keys)
    return [_score(scope, row) for row in _records(table)]


def _score(scope: str, row: Mapping[str, Any]) -> Score:
    chars = number(row.get("chars"))
    return Score(
        scope=scope,
        lang=row.get("lang"),
        doc_id=row.get("doc_id"),
        concept_id=row.get("concept_id"),
        mentions=int(number(row["mentions"]) or 0),
        success=number(row["success"]),
        accuracy=number(row["accuracy"]),
        consistency=number(row["consistency"]),
        findings=int(number(row["findings"]) or 0),
        penalty=number(row["penalty"]) or 0.0,
        chars=None if chars is None else int(chars),
        judged=number(row.get("judged")),
        penalty_per_1000=number(row.get("rate")),
    )


def _records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a frame as dicts; Arrow takes a fifth of the time that pandas takes."""
    rows: list[dict[str, Any]] = pa.Table.from_pandas(frame, preserve_index=False).to_pylist()
    return rows


def number(value: Any) -> float | None:
    """Return a cell as a number; None if it is empty."""
    return None if value is None or pd.isna(value) else float(value)


def usage(termbase: Termbase, mentions: Iterable[pa.Table]) -> list[ConceptUse]:
    """Return one row per concept of the termbase, from the parts of a build's mentions. The columns read are
    concept_id, doc_id, lang, form and status.
    """
    terms = terms_of(mentions)
    keys = ["concept_id", "lang"]
    totals = shares(terms, keys).assign(documents=terms.groupby(keys)["doc_id"].nunique())
    forms = terms.groupby([*keys, "form"], sort=False)["count"].sum()
    by_place = {(row["concept_id"], row["lang"]): row for row in _records(totals.reset_index())}
    counts = {(row["concept_id"], row["lang"], row["form"]): row["count"] for row in _records(forms.reset_index())}
    return [_use(concept, termbase, by_place, counts) for concept in termbase.concepts]


def _use(
    concept: Concept,
    termbase: Termbase,
    totals: Mapping[tuple[str, str], Mapping[str, float]],
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
