"""Marking: where words of a document stand in the readable text of their unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus.records import Span
from corpus.text.plain_text import readable
from glossary.review.packets.row import Stretch

# What is put where words begin or end, to be found again when the text was made readable: no characters, and the
# second is Han to the patterns of `corpus.text.plain_text`, some of which look at what stands on either side.
_SIGNS = ("\U000ffffe", "\U0002fffe")


@dataclass(frozen=True, slots=True)
class Piece:
    """A segment of a unit, and where its readable text stands in that of the unit."""

    doc_id: str
    start: int  # in its document
    text: str
    spans: tuple[Span, ...]  # protected, counted from the segment's start
    markup: bool
    at: int
    plain: str

    @property
    def end(self) -> int:
        """One past its last character in its document."""
        return self.start + len(self.text)


def stretch(pieces: Sequence[Piece], doc_id: str, start: int, end: int) -> Stretch | None:
    """Where the readable text of a unit has what stands at a place of a document; None where it cannot be told."""
    found = list(_within(pieces, doc_id, start, end))
    return (found[0][0], found[-1][1]) if found else None


def _within(pieces: Sequence[Piece], doc_id: str, start: int, end: int) -> Iterator[Stretch]:
    for one in pieces:
        if one.doc_id == doc_id and start < one.end and end > one.start:
            a, b = max(start, one.start) - one.start, min(end, one.end) - one.start
            own = _exact(one, a, b)
            if own:
                yield one.at + own[0], one.at + own[1]


def _exact(one: Piece, start: int, end: int) -> Stretch | None:
    first, last = _edge(one, start), _edge(one, end)
    return None if first is None or last is None else _trimmed(one.plain, first, last)


def _trimmed(text: str, start: int, end: int) -> Stretch | None:
    """The stretch without white space around it."""
    words = text[start:end]
    start += len(words) - len(words.lstrip())
    end = start + len(words.strip())
    return (start, end) if start < end else None


def _edge(one: Piece, offset: int) -> int | None:
    """The readable character before which an offset of the segment stands; None where that cannot be told."""
    if not one.text[:offset].strip():
        return 0
    if not one.text[offset:].strip():
        return len(one.plain)
    return next((at for sign in _SIGNS if (at := _found_again(one, offset, sign)) is not None), None)


def _found_again(one: Piece, offset: int, sign: str) -> int | None:
    spans = [Span(each.start + (each.start >= offset), each.end + (each.end > offset), each.kind) for each in one.spans]
    said = readable(one.text[:offset] + sign + one.text[offset:], 0, len(one.text) + 1, spans, markup=one.markup)
    at = said.find(sign)
    return at if at >= 0 and said[:at] + said[at + 1 :] == one.plain else None
