"""Questions: what reviewers are asked of each finding, in a form that outlives the build."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from corpus.records import Finding
from glossary.bitext.rendering_words import folded
from glossary.decisions.decision import Question
from glossary.desk.review.packets import packet_units
from glossary.desk.review.packets.packet_units import PacketUnit, of_documents, units_of
from glossary.findings.fingerprints import mark, rendering_id

RENDERING_READS: Mapping[str, list[str]] = {
    "renderings": ["term", "concept_id", "lang", "rendering", "relation", "confidence"]
}


def rendering_questions(renderings: pa.Table) -> list[Question]:
    """Return a question for each rendering of a concept that its entry does not list."""
    is_unlisted = pc.equal(renderings["relation"], "unlisted")
    rows = renderings.filter(pc.and_(is_unlisted, pc.is_valid(renderings["concept_id"])))
    return [_rendering_question(row) for row in rows.select(RENDERING_READS["renderings"]).to_pylist()]


def _rendering_question(row: Mapping[str, Any]) -> Question:
    """Return a question on the whole corpus: all decisions on a rendering share one place, its own id."""
    question_id = rendering_id(row["concept_id"], row["lang"], folded(row["rendering"]))
    return Question(
        finding_id=question_id,
        rule="",
        concept_id=row["concept_id"],
        lang=row["lang"],
        path="",
        surface=row["rendering"],
        marks=(question_id,),
        sure=round(row["confidence"], 4),
        source=row["term"],
    )


# The tables that this is made from besides the findings, and the columns of them that it reads.
READS: Mapping[str, list[str]] = {"documents": ["doc_id", "path", "text"], **packet_units.READS}


def questions_of(
    findings: Sequence[Finding], tables: Mapping[str, pa.Table], confidences: Mapping[str, float]
) -> list[Question]:
    """Return the question on each of these findings; `confidences` are those of the rules, by code."""
    documents = tables["documents"]
    paths = dict(zip(documents["doc_id"].to_pylist(), documents["path"].to_pylist(), strict=True))
    rows = of_documents(
        {place.doc_id for finding in findings for place in finding.locations}, documents.select(["doc_id", "text"])
    )
    texts = dict(zip(rows["doc_id"].to_pylist(), rows["text"].to_pylist(), strict=True))
    units = units_of(findings, tables)
    return [
        _make_question(finding, paths, texts, unit, confidences) for finding, unit in zip(findings, units, strict=True)
    ]


def _make_question(
    finding: Finding,
    paths: Mapping[str, str],
    texts: Mapping[str, str],
    unit: PacketUnit,
    confidences: Mapping[str, float],
) -> Question:
    whole = confidences.get(finding.rule, 0.0)  # a rule that is gone is taken to have been sure
    return Question(
        finding_id=finding.finding_id,
        rule=finding.rule,
        concept_id=finding.concept_id or "",
        lang=finding.lang,
        path=paths.get(finding.doc_id, ""),  # a document that is gone has none
        surface=finding.surface,
        marks=tuple(mark(texts[place.doc_id], place.start, place.end) for place in finding.locations),
        sure=round(min(1.0, max(0.0, finding.confidence / whole)), 4) if whole else 1.0,
        target=unit.texts[finding.lang],
        source=unit.texts["en"] if finding.lang != "en" else "",
    )
