"""Questions: what reviewers are asked of each finding of a build, as it is kept when the build is long gone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pyarrow as pa

from corpus.records import Finding
from glossary.decisions.decision import Question
from glossary.desk.review.packets import unit_lookup
from glossary.desk.review.packets.unit_lookup import PacketUnit, of_documents, units_of
from glossary.findings.fingerprints import mark

# The tables that this is made from besides the findings, and the columns of them that it reads.
READS: Mapping[str, list[str]] = {"documents": ["doc_id", "path", "text"], **unit_lookup.READS}


def questions_of(
    findings: Sequence[Finding], tables: Mapping[str, pa.Table], confidences: Mapping[str, float]
) -> list[Question]:
    """Return the question on each of these findings; `confidences` are those of the rules, by code."""
    paths, texts = _documents(findings, tables["documents"])
    units = units_of(findings, tables)
    return [
        _make_question(finding, paths, texts, unit, confidences) for finding, unit in zip(findings, units, strict=True)
    ]


def _documents(findings: Iterable[Finding], documents: pa.Table) -> tuple[dict[str, str], dict[str, str]]:
    """Return the paths of all documents, and the texts of those in which findings have places, by id."""
    paths = dict(zip(documents["doc_id"].to_pylist(), documents["path"].to_pylist(), strict=True))
    rows = of_documents(
        {place.doc_id for finding in findings for place in finding.locations}, documents.select(["doc_id", "text"])
    )
    return paths, dict(zip(rows["doc_id"].to_pylist(), rows["text"].to_pylist(), strict=True))


def _make_question(
    finding: Finding,
    paths: Mapping[str, str],
    texts: Mapping[str, str],
    unit: PacketUnit,
    confidences: Mapping[str, float],
) -> Question:
    return Question(
        finding_id=finding.finding_id,
        rule=finding.rule,
        concept_id=finding.concept_id or "",
        lang=finding.lang,
        path=paths.get(finding.doc_id, ""),  # a document that is gone has none
        surface=finding.surface,
        marks=tuple(mark(texts[place.doc_id], place.start, place.end) for place in finding.locations),
        sure=_confidence_factor(finding, confidences),
        target=unit.texts[finding.lang],
        source=unit.texts["en"] if finding.lang != "en" else "",
    )


def _confidence_factor(finding: Finding, confidences: Mapping[str, float]) -> float:
    """Return the factor that a finding was raised with; a rule that is gone is taken to have been sure."""
    whole = confidences.get(finding.rule, 0.0)
    return round(min(1.0, max(0.0, finding.confidence / whole)), 4) if whole else 1.0
