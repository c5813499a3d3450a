"""Corrections: what accepted decisions change in a build's documents, as edits; decisions outlive them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from corpus.formats import format_of
from corpus.grouping import grouped
from corpus.records import Document, Finding, Location, Segment
from corpus.text.segments import is_markdown, readable_text, segment
from corpus.vocabularies import SPAN_KIND
from glossary.decisions.adjudication import Adjudication, PlaceKey
from glossary.decisions.decision import Decision
from glossary.findings.decided import decided_places
from glossary.findings.fingerprints import mark
from glossary.fixing.edits import MENDED, Edit, Shift, apply_edits, without_conflicts
from glossary.fixing.protected_regions import lawful

# Why a change is left to a person.
NO_WORDS = "accepted without other words"
LEFT = "the finding is right, and the words are left to others"
SAME = "the same words stand there already"
UNSEEN = "the right words depend on the place"
EXTRACTED = "the text was extracted from the file"
UNCLEAR = "it is unclear where the new text belongs"
MEETS = "another correction meets it"
GUARDED = "it would change code, an address or markup"


@dataclass(frozen=True, slots=True)
class Correction:
    """An accepted change: other words at a place, or another text of the unit that holds it."""

    place: Location
    decision: Decision
    words: str  # what is to stand there: what the reviewer wrote, or else what was suggested; empty: see the text
    reason: str = ""  # why it is left to a person; empty: it is not, as far as is known


@dataclass(frozen=True, slots=True)
class CorrectedDocument:
    """The edits of a document, and the corrections left to a person; each correction is in one of the two."""

    document: Document
    corrections: tuple[Correction, ...]
    edits: tuple[Edit, ...] = ()
    unapplied: tuple[Correction, ...] = ()  # each with its reason


def accepted_corrections(
    findings: Iterable[Finding], decisions: Adjudication, documents: Mapping[str, Document]
) -> list[Correction]:
    """Return the accepted changes that are not made yet, one for each place.

    Accepting a finding without other words means the suggestion at each of its places. A reviewer who was shown
    the places and gave no words leaves the words to others; words that they gave are for each place.
    """
    decisions = decisions.rebased({document.path for document in documents.values()})
    return [
        _correction_at(finding, place, decision, mark(documents[place.doc_id].text, place.start, place.end))
        for finding in findings
        if not finding.state.is_fixed
        for place, decision in zip(finding.locations, decided_places(finding, decisions, documents), strict=True)
        if decision and decision.action == "accept"
    ]


def _correction_at(finding: Finding, place: Location, decision: Decision, name: str) -> Correction:
    """Return the correction that is wanted at a place; `name` is the place's fingerprint."""
    question, is_alike = decision.question, place.surface == decision.question.surface
    if decision.is_without_words:
        return Correction(place, decision, "", LEFT)
    if decision.placed and decision.words:
        return Correction(place, decision, decision.words, SAME if decision.words == place.surface else "")
    if not decision.words:
        words = "" if decision.text else place.suggestion or ""
        return Correction(place, decision, words, "" if words or decision.text else NO_WORDS)
    offered_words = {other.offered for other in finding.locations if other.surface == question.surface}
    if decision.words not in offered_words and not is_alike:
        reason = f"“{decision.words}” was written for “{question.surface}”"
        return Correction(place, decision, place.suggestion or "", reason)
    words = place.offered if decision.words in offered_words else decision.words
    if not words or words == place.surface:
        return Correction(place, decision, words, SAME if words else NO_WORDS)
    is_known = finding.rule in MENDED or name in question.marks[:1] or words == place.suggestion
    return Correction(place, decision, words, "" if is_known else UNSEEN)


def corrected_documents(all_wishes: Sequence[Correction], documents: Mapping[str, Document]) -> list[CorrectedDocument]:
    """Return the documents that change, in order of paths, each with the edits that keep code and markup."""
    by_document = grouped(
        sorted(all_wishes, key=lambda wish: documents[wish.place.doc_id].path), lambda wish: wish.place.doc_id
    )
    return [_correct_document(documents[doc_id], document_wishes) for doc_id, document_wishes in by_document.items()]


def _correct_document(document: Document, document_wishes: Sequence[Correction]) -> CorrectedDocument:
    form = format_of(document.media_type)
    if form.is_extracted and form.rewritten is None:
        return CorrectedDocument(
            document,
            tuple(document_wishes),
            unapplied=tuple(replace(wish, reason=EXTRACTED) for wish in document_wishes),
        )
    segments = segment(document)
    wish_edits = [(wish, _edit(wish, document, segments)) for wish in document_wishes]
    compatible_edits = without_conflicts(dict.fromkeys(edit for _, edit in wish_edits if edit), document.text)
    edits = lawful(document, segments, compatible_edits)
    among, applied_changes = _changes(compatible_edits, document.text), _changes(edits, document.text)
    unapplied = [
        replace(wish, reason=MEETS if change.isdisjoint(among) else _guarded_reason(wish.place, segments))
        if change
        else (wish if wish.reason else replace(wish, reason=UNCLEAR))
        for wish, edit in wish_edits
        if (change := _changes([edit] if edit else (), document.text)).isdisjoint(applied_changes)
    ]
    return CorrectedDocument(document, tuple(document_wishes), tuple(edits), tuple(unapplied))


def _guarded_reason(place: Location, segments: Iterable[Segment]) -> str:
    """Return why no edit may change a place: the kind of protected span it is in, or a general reason."""
    spans = (span for part in segments if part.start <= place.start < part.end for span in part.protected)
    kind = next((span.kind for span in spans if span.start <= place.start and place.end <= span.end), None)
    return f"inside {SPAN_KIND[kind]}" if kind else GUARDED


def _changes(edits: Iterable[Edit], text: str) -> set[tuple[int, int, str]]:
    """Return what edits put where, narrowed to the text that really changes."""
    return {(edit.start, edit.end, edit.words) for edit in (whole.narrowed(text) for whole in edits)}


def _edit(wish: Correction, document: Document, segments: Sequence[Segment]) -> Edit | None:
    """Return the edit that makes a change; None if it is left to a person, or unclear what the text changes."""
    decision = wish.decision
    difference = _segment_change(wish, document, segments) if decision.text else None
    if difference is None and (wish.reason or not wish.words):
        return None
    start, end, words = difference or (wish.place.start, wish.place.end, wish.words)
    return Edit(start, end, words, decision.question.rule, decision.question.finding_id, 1.0)


def _segment_change(wish: Correction, document: Document, segments: Sequence[Segment]) -> tuple[int, int, str] | None:
    """Return where a segment differs from the unit's new text, and its words; None if that is not clear."""
    old, new = wish.decision.question.target, wish.decision.text
    holder = next((candidate for candidate in segments if candidate.start <= wish.place.start < candidate.end), None)
    if holder is None or readable_text(holder, is_markdown(document)) != old:
        return None
    difference = text_change(old, new, holder.text)
    return (holder.start + difference[0], holder.start + difference[1], difference[2]) if difference else None


def text_change(old: str, new: str, text: str) -> tuple[int, int, str] | None:
    """Return where and how a text changes as `old` does to become `new`; None if that is not clear."""
    if old == text:
        first, last = next(_windows(old, new))
        return (first, len(old) - last, new[first : len(new) - last]) if old != new else None
    for first, last in _windows(old, new) if old != new else ():
        words = old[first : len(old) - last]
        if words and text.count(words) == 1:
            start = text.index(words)
            return start, start + len(words), new[first : len(new) - last]
    return None


def _windows(old: str, new: str) -> Iterator[tuple[int, int]]:
    """Yield where two texts differ, with ever more of their common text at both ends included."""
    first = next((i for i, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    most = min(len(old), len(new)) - first
    last = next((i for i in range(most) if old[-1 - i] != new[-1 - i]), most)
    while True:
        yield first, last
        if not first and not last:
            return
        first, last = max(0, first - 4), max(0, last - 4)


def carry_over(
    decisions: Iterable[Decision],
    findings: Iterable[Finding],
    documents: Mapping[str, Document],
    corrections: Iterable[CorrectedDocument],
) -> list[Decision]:
    """Return the decisions; those on places next to a correction also get the fingerprints these will have after it.

    A decision ends when the text around its words changes, but not because of reviewers' own corrections.
    """
    edited = {correction.document.doc_id: correction for correction in corrections if correction.edits}
    texts = {doc_id: apply_edits(correction.document.text, correction.edits) for doc_id, correction in edited.items()}
    later: defaultdict[PlaceKey, list[str]] = defaultdict(list)
    for finding in findings:
        path = documents[finding.doc_id].path
        for before, after in _marks(finding, texts, edited):
            if after not in (before, *later[path, finding.rule, finding.concept_id or "", before]):
                later[path, finding.rule, finding.concept_id or "", before].append(after)
    return [_with_later_fingerprints(decision, later) for decision in decisions]


def _with_later_fingerprints(decision: Decision, later: Mapping[PlaceKey, Sequence[str]]) -> Decision:
    about = decision.question
    new = [name for old in about.marks for name in later.get((about.path, about.rule, about.concept_id, old), ())]
    marks = tuple(dict.fromkeys((*about.marks, *new)))
    return decision if marks == about.marks else replace(decision, question=replace(about, marks=marks))


def _marks(
    finding: Finding, texts: Mapping[str, str], corrections: Mapping[str, CorrectedDocument]
) -> Iterator[tuple[str, str]]:
    """Yield the fingerprints of a finding's places before and after the corrections, if its words stay."""
    for place in finding.locations:
        correction = corrections.get(place.doc_id)
        if correction and not any(edit.start < place.end and place.start < edit.end for edit in correction.edits):
            start = Shift(correction.edits).start(place.start)
            yield (
                mark(correction.document.text, place.start, place.end),
                mark(texts[place.doc_id], start, start + place.end - place.start),
            )
