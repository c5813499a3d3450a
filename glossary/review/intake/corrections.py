"""Corrections: what accepted decisions change in the texts of pages, as edits of the documents of a build."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from corpus.records import Document, Finding, Location, Segment
from corpus.text.segments import is_markdown, readable_text, segment
from glossary.decisions.adjudication import Settled
from glossary.decisions.decision import Decision
from glossary.findings.decided import decided_places
from glossary.findings.fingerprints import mark
from glossary.fixing.edits import MENDED, Edit, without_conflicts
from glossary.fixing.protected_regions import lawful

# Why a change is left to a person.
NO_WORDS = "accepted without other words"
SAME = "the same words stand there already"
UNSEEN = "the right words depend on the place"
EXTRACTED = "the text was extracted from HTML"
UNCLEAR = "where the new text belongs cannot be told"
MEETS = "another correction meets it"
GUARDED = "it would change code, an address or markup"


@dataclass(frozen=True, slots=True)
class Wish:
    """A change that was accepted: other words at a place, or another text of the unit that holds it."""

    at: Location
    decision: Decision
    words: str  # what is to stand there: what the reviewer wrote, or else what was suggested; empty: see the text
    reason: str = ""  # why it is left to a person; empty: it is not, as far as is known


@dataclass(frozen=True, slots=True)
class CorrectedDocument:
    """What can be edited in a document, and what is left to a person: each change that was asked is in one of both."""

    document: Document
    asked: tuple[Wish, ...]
    edits: tuple[Edit, ...] = ()
    left: tuple[Wish, ...] = ()  # each with its reason


def wishes(found: Iterable[Finding], decisions: Settled, documents: Mapping[str, Document]) -> list[Wish]:
    """The changes that are accepted and not made yet, one for each place.

    Who accepts a finding without other words wants at each of its places what is suggested there.
    """
    decisions = decisions.seen_from({one.path for one in documents.values()})
    return [
        _wish(finding, place, decision, mark(documents[place.doc_id].text, place.start, place.end))
        for finding in found
        if finding.state != "fixed"
        for place, decision in zip(finding.locations, decided_places(finding, decisions, documents), strict=True)
        if decision and decision.action == "accept"
    ]


def _wish(finding: Finding, place: Location, decision: Decision, name: str) -> Wish:
    """What is wanted at a place, which is known by its name."""
    asked, is_alike = decision.asked, place.surface == decision.asked.surface
    if not decision.words:
        words = "" if decision.text else place.suggestion or ""
        return Wish(place, decision, words, "" if words or decision.text else NO_WORDS)
    seen = {other.offered for other in finding.locations if other.surface == asked.surface}
    if decision.words not in seen and not is_alike:
        reason = f"“{decision.words}” was written for “{asked.surface}”"
        return Wish(place, decision, place.suggestion or "", reason)
    words = place.offered if decision.words in seen else decision.words
    if not words or words == place.surface:
        return Wish(place, decision, words, SAME if words else NO_WORDS)
    is_known = finding.rule in MENDED or name in asked.marks[:1] or words == place.suggestion
    return Wish(place, decision, words, "" if is_known else UNSEEN)


def corrected(asked: Sequence[Wish], documents: Mapping[str, Document]) -> list[CorrectedDocument]:
    """The documents that change, in order of paths, each with the edits that leave code and markup as they are."""
    by_document: defaultdict[str, list[Wish]] = defaultdict(list)
    for one in sorted(asked, key=lambda one: documents[one.at.doc_id].path):
        by_document[one.at.doc_id].append(one)
    return [_corrected(documents[doc_id], own) for doc_id, own in by_document.items()]


def _corrected(document: Document, asked: Sequence[Wish]) -> CorrectedDocument:
    if document.media_type == "text/html":
        return CorrectedDocument(document, tuple(asked), left=tuple(replace(wish, reason=EXTRACTED) for wish in asked))
    segments = segment(document)
    wanted = [(wish, _edit(wish, document, segments)) for wish in asked]
    meant = without_conflicts(dict.fromkeys(edit for _, edit in wanted if edit), document.text)
    edits = lawful(document, segments, meant)
    among, done = _changes(meant, document.text), _changes(edits, document.text)
    left = [
        replace(wish, reason=MEETS if change.isdisjoint(among) else GUARDED) if change else _unclear(wish)
        for wish, edit in wanted
        if (change := _changes([edit] if edit else (), document.text)).isdisjoint(done)
    ]
    return CorrectedDocument(document, tuple(asked), tuple(edits), tuple(left))


def _unclear(wish: Wish) -> Wish:
    return wish if wish.reason else replace(wish, reason=UNCLEAR)


def _changes(edits: Iterable[Edit], text: str) -> set[tuple[int, int, str]]:
    """What edits put where, whatever of what stays each of them holds."""
    return {(edit.start, edit.end, edit.words) for edit in (each.narrowed(text) for each in edits)}


def _edit(wish: Wish, document: Document, segments: Sequence[Segment]) -> Edit | None:
    """The edit that makes a change; None where it is left to a person, or where the new text differs cannot be told."""
    decision = wish.decision
    found = _differing(wish, document, segments) if decision.text else None
    if found is None and (wish.reason or not wish.words):
        return None
    start, end, words = found or (wish.at.start, wish.at.end, wish.words)
    return Edit(start, end, words, decision.asked.rule, decision.asked.finding_id, 1.0)


def _differing(one: Wish, document: Document, segments: Sequence[Segment]) -> tuple[int, int, str] | None:
    """Where a segment differs from the unit's new text, if what is replaced stands in it once."""
    old, new = one.decision.asked.target, one.decision.text
    own = next((each for each in segments if each.start <= one.at.start < each.end), None)
    if own is None or readable_text(own, is_markdown(document)) != old:
        return None
    found = differing(old, new, own.text)
    return (own.start + found[0], own.start + found[1], found[2]) if found else None


def differing(old: str, new: str, text: str) -> tuple[int, int, str] | None:
    """Where a text is to change, and to what, if it is to change as from `old` to `new`; None where that cannot be
    told, as what is replaced does not stand in it, or more than once."""
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
    """How much both texts begin and end alike, with ever more of what is alike on either side left in."""
    first = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    most = min(len(old), len(new)) - first
    last = next((at for at in range(most) if old[-1 - at] != new[-1 - at]), most)
    while True:
        yield first, last
        if not first and not last:
            return
        first, last = max(0, first - 4), max(0, last - 4)
