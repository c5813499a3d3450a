"""Carrying: decisions outlive the corrections that reviewers accepted in the words around them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from corpus.records import Document, Finding
from glossary.decisions.adjudication import PlaceKey
from glossary.decisions.decision import Decision
from glossary.desk.review.intake.corrections import CorrectedDocument
from glossary.findings.fingerprints import mark
from glossary.fixing.edits import Edit, Shift, apply_edits


def carry_over(
    decisions: Iterable[Decision],
    findings: Iterable[Finding],
    documents: Mapping[str, Document],
    corrections: Iterable[CorrectedDocument],
) -> list[Decision]:
    """Return the decisions, those on places beside a correction with the fingerprint that the place will have after it
    too.

    A decision ends when the text around its words changes. What reviewers changed there themselves is no reason.
    """
    later = _later_fingerprints(
        findings, documents, {correction.document.doc_id: correction for correction in corrections if correction.edits}
    )
    return [_with_later_fingerprints(decision, later) for decision in decisions]


def _with_later_fingerprints(decision: Decision, later: Mapping[PlaceKey, Sequence[str]]) -> Decision:
    about = decision.question
    new = [name for old in about.marks for name in later.get((about.path, about.rule, about.concept_id, old), ())]
    marks = tuple(dict.fromkeys((*about.marks, *new)))
    return decision if marks == about.marks else replace(decision, question=replace(about, marks=marks))


def _later_fingerprints(
    findings: Iterable[Finding], documents: Mapping[str, Document], corrections: Mapping[str, CorrectedDocument]
) -> dict[PlaceKey, list[str]]:
    """Return the fingerprints that each place of a finding will have in corrected documents."""
    texts = {
        doc_id: apply_edits(correction.document.text, correction.edits) for doc_id, correction in corrections.items()
    }
    later: defaultdict[PlaceKey, list[str]] = defaultdict(list)
    for finding in findings:
        path = documents[finding.doc_id].path
        for before, after in _marks(finding, texts, corrections):
            if after not in (before, *later[path, finding.rule, finding.concept_id or "", before]):
                later[path, finding.rule, finding.concept_id or "", before].append(after)
    return later


def _marks(
    finding: Finding, texts: Mapping[str, str], corrections: Mapping[str, CorrectedDocument]
) -> Iterator[tuple[str, str]]:
    """Yield the fingerprints of a finding's places now and after the corrections, where its own words stay."""
    for place in finding.locations:
        correction = corrections.get(place.doc_id)
        if correction and not any(_touches_place(edit, place.start, place.end) for edit in correction.edits):
            start = Shift(correction.edits).start(place.start)
            yield (
                mark(correction.document.text, place.start, place.end),
                mark(texts[place.doc_id], start, start + place.end - place.start),
            )


def _touches_place(edit: Edit, start: int, end: int) -> bool:
    return edit.start < end and start < edit.end
