"""Asking of renderings: what reviewers are asked of the words that a corpus says a term with and the glossary lacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from glossary.bitext.rendering_counts import folded
from glossary.decisions.decision import Question
from glossary.findings.fingerprints import rendering_id

READS: Mapping[str, list[str]] = {
    "renderings": ["term", "concept_id", "lang", "rendering", "relation", "confidence"],
}


def rendering_questions(renderings: pa.Table) -> list[Question]:
    """Return the questions on renderings of a concept that its entry does not have."""
    is_unlisted = pc.equal(renderings["relation"], "unlisted")
    rows = renderings.filter(pc.and_(is_unlisted, pc.is_valid(renderings["concept_id"])))
    return [_make_question(row) for row in rows.select(READS["renderings"]).to_pylist()]


def _make_question(row: Mapping[str, Any]) -> Question:
    """Return a question on the corpus as a whole: all decisions on a rendering are on one place, its own id."""
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
