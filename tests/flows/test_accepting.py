"""Accepting: every place of every accepted finding of a build is patched, or listed with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from corpus.records import Document
from flows.files.build_reader import built
from glossary.decisions.adjudication import settled
from glossary.decisions.decision import Decision
from glossary.fixing.edits import applied
from glossary.review.intake.corrections import CorrectedDocument, corrected, wishes
from glossary.review.packets.questions import READS, asked

Place = tuple[str, int, int]


def accepted(
    folder: Path, takes_what_is_offered: bool
) -> tuple[list[CorrectedDocument], set[Place], Mapping[str, Document]]:
    """What becomes of a build when a reviewer accepts all its findings, and the places that these have."""
    build = built(folder)
    decisions = [
        Decision(about, "accept", "Mei", "2026-11-22T10:00:00Z", words=words)
        for about, finding in zip(
            asked(build.findings, build.tables({**READS, "findings": None}), build.confidences),
            build.findings,
            strict=True,
        )
        for words in [(finding.suggestion or next(iter(finding.expected), "")) if takes_what_is_offered else ""]
    ]
    done = corrected(wishes(build.findings, settled(decisions), build.documents), build.documents)
    places = {(at.doc_id, at.start, at.end) for finding in build.findings for at in finding.locations}
    return done, places, build.documents


@pytest.mark.parametrize("takes_what_is_offered", [False, True])
def test_every_place_of_every_accepted_finding_is_patched_or_listed(any_build: Path, takes_what_is_offered: bool):
    done, places, documents = accepted(any_build, takes_what_is_offered)
    assert places == {(wish.at.doc_id, wish.at.start, wish.at.end) for page in done for wish in page.asked}
    for page in done:
        left = {(wish.at.start, wish.at.end, wish.decision.asked.rule) for wish in page.left}
        assert all(wish.reason for wish in page.left)
        for wish in page.asked:
            if (wish.at.start, wish.at.end, wish.decision.asked.rule) not in left:
                assert any(wish.at.start <= edit.end and edit.start <= wish.at.end for edit in page.edits)
        assert applied(documents[page.document.doc_id].text, page.edits) != page.document.text or not page.edits
