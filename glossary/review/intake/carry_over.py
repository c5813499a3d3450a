"""Carrying: decisions outlive the corrections that reviewers accepted in the words around them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from corpus.records import Document, Finding
from glossary.decisions.decision import Decision
from glossary.findings.fingerprints import mark
from glossary.fixing.edits import Edit, Shift, applied
from glossary.review.intake.corrections import CorrectedDocument

Key = tuple[str, str, str, str]  # path, rule, concept, fingerprint of a place


def carried(
    decisions: Iterable[Decision],
    found: Iterable[Finding],
    documents: Mapping[str, Document],
    made: Iterable[CorrectedDocument],
) -> list[Decision]:
    """The decisions, those on places beside a correction with the fingerprint that the place will have after it too.

    A decision ends when the text around its words changes. What reviewers changed there themselves is no reason.
    """
    later = _later(found, documents, {one.document.doc_id: one for one in made if one.edits})
    return [_carried(one, later) for one in decisions]


def _carried(one: Decision, later: Mapping[Key, Sequence[str]]) -> Decision:
    about = one.asked
    new = [name for own in about.marks for name in later.get((about.path, about.rule, about.concept_id, own), ())]
    marks = tuple(dict.fromkeys((*about.marks, *new)))
    return one if marks == about.marks else replace(one, asked=replace(about, marks=marks))


def _later(
    found: Iterable[Finding], documents: Mapping[str, Document], made: Mapping[str, CorrectedDocument]
) -> dict[Key, list[str]]:
    """What each place that findings have in corrected documents will be known by."""
    texts = {doc_id: applied(one.document.text, one.edits) for doc_id, one in made.items()}
    later: defaultdict[Key, list[str]] = defaultdict(list)
    for one in found:
        path = documents[one.doc_id].path
        for before, after in _marks(one, texts, made):
            if after not in (before, *later[path, one.rule, one.concept_id or "", before]):
                later[path, one.rule, one.concept_id or "", before].append(after)
    return later


def _marks(one: Finding, texts: Mapping[str, str], made: Mapping[str, CorrectedDocument]) -> Iterator[tuple[str, str]]:
    """The fingerprints of a finding's places now and after the corrections, where its own words stay."""
    for at in one.locations:
        own = made.get(at.doc_id)
        if own and not any(_meet(edit, at.start, at.end) for edit in own.edits):
            start = Shift(own.edits).start(at.start)
            yield (
                mark(own.document.text, at.start, at.end),
                mark(texts[at.doc_id], start, start + at.end - at.start),
            )


def _meet(edit: Edit, start: int, end: int) -> bool:
    return edit.start < end and start < edit.end
