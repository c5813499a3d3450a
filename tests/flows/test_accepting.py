"""Accepting: every place of every accepted finding of a build is patched, or listed with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from corpus.records import Document
from flows.files.build_reader import built
from glossary.decisions.adjudication import adjudicate
from glossary.decisions.decision import Decision
from glossary.desk.review.intake.corrections import CorrectedDocument, accepted_corrections, corrected_documents
from glossary.desk.review.packets.questions import READS, questions_of
from glossary.fixing.edits import apply_edits

pytestmark = pytest.mark.slow

Place = tuple[str, int, int]


def accepted(
    folder: Path, takes_what_is_offered: bool
) -> tuple[list[CorrectedDocument], set[Place], Mapping[str, Document]]:
    """What becomes of a build when a reviewer accepts all its findings, and the places that these have."""
    build = built(folder)
    decisions = [
        Decision(about, "accept", "Mei", "2026-11-22T10:00:00Z", words=words)
        for about, finding in zip(
            questions_of(build.findings, build.tables({**READS, "findings": None}), build.confidences),
            build.findings,
            strict=True,
        )
        for words in [(finding.suggestion or next(iter(finding.expected), "")) if takes_what_is_offered else ""]
    ]
    documents = corrected_documents(
        accepted_corrections(build.findings, adjudicate(decisions), build.documents), build.documents
    )
    places = {
        (location.doc_id, location.start, location.end) for finding in build.findings for location in finding.locations
    }
    return documents, places, build.documents


@pytest.mark.parametrize("takes_what_is_offered", [False, True])
def test_every_place_of_every_accepted_finding_is_patched_or_listed(any_build: Path, takes_what_is_offered: bool):
    pages, places, documents = accepted(any_build, takes_what_is_offered)
    assert places == {
        (wish.place.doc_id, wish.place.start, wish.place.end) for page in pages for wish in page.corrections
    }
    for page in pages:
        left = {(wish.place.start, wish.place.end, wish.decision.question.rule) for wish in page.unapplied}
        assert all(wish.reason for wish in page.unapplied)
        for wish in page.corrections:
            if (wish.place.start, wish.place.end, wish.decision.question.rule) not in left:
                assert any(wish.place.start <= edit.end and edit.start <= wish.place.end for edit in page.edits)
        assert apply_edits(documents[page.document.doc_id].text, page.edits) != page.document.text or not page.edits
