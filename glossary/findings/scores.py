"""Scores: how well documents keep to the glossary and to themselves, and what their faults weigh; with pandas.

Three figures, per document, concept, language, and for the whole build:

- Success: the share of mentions that are neither deprecated, wrong, nor left in English.
- Consistency, after Semenov and Bojar, "Automated Evaluation Metric for Terminology Consistency in MT" (WMT 2022), who
  take one of a term's translations in a document as its pseudo-reference and score how often the others equal it. Here
  the most frequent rendering is the pseudo-reference, and as a concept is known in the target text itself, no source or
  word alignment is needed. Concepts count by how often they are met. Spellings of one form are one rendering;
  abbreviations stand beside the full name by custom and are not counted.
- Penalty: MQM points (critical 25, major 5, minor 1, neutral 0) times confidence, so that the doubtful weighs as much
  as it is likely to be true; also per 1,000 characters. Every place counts, in the document where it stands: a reader
  stumbles anew each time, a finding about several documents weighs on each of them, and the points of documents add
  up to those of the build. What the English original has wrong too (inherited), what was silenced and what is mended
  weighs nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from corpus.records import Score
from corpus.vocabularies import FindingState
from glossary.rules.rule import POINTS
from glossary.rules.shared.form_similarity import bare
from glossary.termbase.termbase import UNWANTED

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


def scores(documents: pa.Table, mentions: pa.Table, findings: pa.Table) -> list[Score]:
    """The scores of a build's tables: documents that were read, concepts that are met, languages, the build itself."""
    texts = _frame(documents.filter(pc.field("status") == "ok"), ["doc_id", "lang", "chars"])
    terms = terms_of(mentions.filter(pc.field("zone").isin(_READ)))
    standing = findings.filter(pc.field("state").isin(_STANDING) & ~pc.field("inherited")).combine_chunks()
    parts = [frame.assign(build="") for frame in (texts, terms, _rows(standing), _places(standing))]
    return [score for scope, keys in SCOPES.items() for score in _scores(scope, list(keys), *parts)]


def terms_of(mentions: pa.Table) -> pd.DataFrame:
    """What is counted of mentions, from concept_id, doc_id, lang, form and status: `good`, and `written`, how it is
    written but for spelling; null for abbreviations.
    """
    terms = _frame(mentions, ["concept_id", "doc_id", "lang", "form", "status"])
    forms = terms[["lang", "form"]].drop_duplicates()
    bare_forms = [bare(form, lang) for lang, form in zip(forms["lang"], forms["form"], strict=True)]
    terms = terms.merge(forms.assign(written=pd.Series(bare_forms, index=forms.index, dtype=_TEXT)), "left")
    good = ~terms["status"].isin(FAILED).astype(bool)
    return terms.assign(good=good, written=terms["written"].where(terms["status"] != "abbreviation"))


def shares(terms: pd.DataFrame, keys: Sequence[str]) -> pd.DataFrame:
    """Mentions, success and consistency of the terms that have the same keys."""
    figures = terms.groupby(list(keys)).agg(mentions=("form", "size"), success=("good", "mean"))
    return figures.join(_consistency(terms, list(keys)))


def _consistency(terms: pd.DataFrame, keys: list[str]) -> pd.Series:
    """How much of it is written in the leading rendering, concept by concept."""
    concept = list(dict.fromkeys([*keys, "lang", "concept_id"]))
    sizes = terms.groupby([*concept, "written"]).size()
    summed = sizes.groupby(level=concept).agg(["max", "sum"]).groupby(level=keys).sum()
    return (summed["max"] / summed["sum"]).rename("consistency")


def _frame(table: pa.Table, columns: Sequence[str]) -> pd.DataFrame:
    frame: pd.DataFrame = table.select(list(columns)).to_pandas(types_mapper=pd.ArrowDtype)
    return frame


def _rows(findings: pa.Table) -> pd.DataFrame:
    return _frame(findings, ["doc_id", "lang", "concept_id", "severity", "confidence"])


def _places(findings: pa.Table) -> pd.DataFrame:
    """The places of findings, each in its own document and with its points."""
    rows = _rows(findings).take(pc.list_parent_indices(findings["locations"]).to_numpy()).reset_index(drop=True)
    doc_ids = pc.struct_field(pc.list_flatten(findings["locations"]), "doc_id").to_pylist()
    severity_points = pd.Series([POINTS[severity] for severity in rows["severity"]], dtype=pd.ArrowDtype(pa.float64()))
    points = (severity_points * rows["confidence"].astype(severity_points.dtype)).round(3)
    return rows.assign(doc_id=pd.Series(doc_ids, dtype=_TEXT), points=points)


def _scores(
    scope: str, keys: list[str], texts: pd.DataFrame, terms: pd.DataFrame, standing: pd.DataFrame, places: pd.DataFrame
) -> list[Score]:
    """The scores of one scope, in order of their keys."""
    counted = {
        "findings": standing.groupby(keys).size(),
        "penalty": places.groupby(keys)["points"].sum(),
    }
    if scope != "concept":  # which has no text of its own
        counted["chars"] = texts.groupby(keys)["chars"].sum()
    table = pd.concat([shares(terms, keys), pd.DataFrame(counted)], axis=1).sort_index().reset_index(names=keys)
    return [_score(scope, row) for row in table.to_dict("records")]


def _score(scope: str, row: Mapping[Hashable, Any]) -> Score:
    chars, penalty = number(row.get("chars")), number(row["penalty"]) or 0.0
    return Score(
        scope=scope,
        lang=row.get("lang"),
        doc_id=row.get("doc_id"),
        concept_id=row.get("concept_id"),
        mentions=int(number(row["mentions"]) or 0),
        success=number(row["success"]),
        consistency=number(row["consistency"]),
        findings=int(number(row["findings"]) or 0),
        penalty=penalty,
        chars=None if chars is None else int(chars),
        penalty_per_1000=1000 * penalty / chars if chars else None,
    )


def number(value: Any) -> float | None:
    """A cell as a number; None where it is empty."""
    return None if value is None or pd.isna(value) else float(value)
