"""Positions of terms: where words of a document stand in the readable text of their unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus.records import Span
from corpus.text.plain_text import readable
from glossary.desk.review.packets.row import Stretch

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
    plain_start: int
    plain: str

    @property
    def end(self) -> int:
        """One past its last character in its document."""
        return self.start + len(self.text)


def stretch(pieces: Sequence[Piece], doc_id: str, start: int, end: int) -> Stretch | None:
    """Return the place in the readable text of a unit for a place of a document; None where it has none."""
    stretches = list(_stretches_in(pieces, doc_id, start, end))
    return (stretches[0][0], stretches[-1][1]) if stretches else None


def _stretches_in(pieces: Sequence[Piece], doc_id: str, start: int, end: int) -> Iterator[Stretch]:
    for piece in pieces:
        if piece.doc_id == doc_id and start < piece.end and end > piece.start:
            a, b = max(start, piece.start) - piece.start, min(end, piece.end) - piece.start
            first, last = _edge(piece, a), _edge(piece, b)
            part = None if first is None or last is None else _trimmed(piece.plain, first, last)
            if part:
                yield piece.plain_start + part[0], piece.plain_start + part[1]


def _trimmed(text: str, start: int, end: int) -> Stretch | None:
    """Return the stretch without white space around it."""
    words = text[start:end]
    start += len(words) - len(words.lstrip())
    end = start + len(words.strip())
    return (start, end) if start < end else None


def _edge(piece: Piece, offset: int) -> int | None:
    """Return the readable character before which an offset of the segment stands; None where there is none."""
    if not piece.text[:offset].strip():
        return 0
    if not piece.text[offset:].strip():
        return len(piece.plain)
    return next((position for sign in _SIGNS if (position := _find_offset(piece, offset, sign)) is not None), None)


def _find_offset(piece: Piece, offset: int, sign: str) -> int | None:
    spans = [
        Span(span.start + (span.start >= offset), span.end + (span.end > offset), span.kind) for span in piece.spans
    ]
    text = readable(
        piece.text[:offset] + sign + piece.text[offset:], 0, len(piece.text) + 1, spans, markup=piece.markup
    )
    position = text.find(sign)
    return position if position >= 0 and text[:position] + text[position + 1 :] == piece.plain else None
