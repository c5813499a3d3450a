"""Corrections: what accepted decisions change in the texts of pages, as edits of the documents of a build."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from corpus.records import Document, Finding, Location, Segment
from corpus.segments import is_markdown, readable_text, segment
from glossary.fixing.edits import MENDED, Edit, without_conflicts
from glossary.fixing.guarding import lawful
from glossary.review.decision import Decision
from glossary.review.settling import Settled
from glossary.review.standing import decided_places


@dataclass(frozen=True, slots=True)
class Wish:
    """A change that was accepted: other words at a place, or another text of the unit that holds it."""

    at: Location
    decision: Decision
    words: str  # what is to stand there: what the reviewer wrote, or else what was suggested; empty: see the text
    unseen: bool = False  # another place of a finding whose right words depend on the place: a person has to look


@dataclass(frozen=True, slots=True)
class Corrected:
    """What can be edited in a document, and what is left to a person."""

    document: Document
    asked: tuple[Wish, ...]
    edits: tuple[Edit, ...] = ()
    left: tuple[Wish, ...] = ()


def wishes(found: Iterable[Finding], decisions: Settled, documents: Mapping[str, Document]) -> list[Wish]:
    """The changes that are accepted and not made yet; a place whose words differ from the reviewer's is left out.

    Who accepts a finding without other words wants what it suggests, where it suggests something.
    """
    decisions = decisions.seen_from({one.path for one in documents.values()})
    return [
        Wish(at, said, said.words or ("" if said.text else one.suggestion or ""), number > 0 and one.rule not in MENDED)
        for one in found
        if one.state != "fixed"
        for number, (at, said) in enumerate(zip(one.locations, decided_places(one, decisions, documents), strict=True))
        if said and said.action == "accept"
        if documents[at.doc_id].text[at.start : at.end] == said.asked.surface
    ]


def corrected(asked: Sequence[Wish], documents: Mapping[str, Document]) -> list[Corrected]:
    """The documents that change, in order of paths, each with the edits that leave code and markup as they are."""
    by_document: defaultdict[str, list[Wish]] = defaultdict(list)
    for one in sorted(asked, key=lambda one: documents[one.at.doc_id].path):
        by_document[one.at.doc_id].append(one)
    return [_corrected(documents[doc_id], own) for doc_id, own in by_document.items()]


def _corrected(document: Document, asked: Sequence[Wish]) -> Corrected:
    if document.media_type == "text/html":  # its text was extracted
        return Corrected(document, tuple(asked), left=tuple(asked))
    segments = segment(document)
    found = {one: edit for one in asked if (edit := _edit(one, document, segments))}
    meant = without_conflicts(dict.fromkeys(found.values()), document.text)
    edits = lawful(document, segments, meant)
    made = {(one.start, one.end) for one in edits}
    left = [one for one in asked if one not in found or not _is_made(found[one], made)]
    return Corrected(document, tuple(asked), tuple(edits), tuple(left))


def _is_made(edit: Edit, made: Iterable[tuple[int, int]]) -> bool:
    return any(edit.start <= start and end <= edit.end for start, end in made)


def _edit(one: Wish, document: Document, segments: Sequence[Segment]) -> Edit | None:
    """The edit that makes a change; None where it cannot be told where the new text differs."""
    said = one.decision
    if one.unseen or not (one.words or said.text):
        return None
    if not said.text:
        place, words = (one.at.start, one.at.end), one.words
    elif (found := _differing(one, document, segments)) is not None:
        *place_and_words, words = found
        place = (int(place_and_words[0]), int(place_and_words[1]))
    else:
        return None
    return Edit(*place, words, said.asked.rule, said.asked.finding_id, 1.0)


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
