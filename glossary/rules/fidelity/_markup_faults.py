"""Markup faults: failed markup, and the lines of a page in which a parser looks for markup."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.records import Segment

_COMMENT_MARK = re.compile(r"<!--|\{/\*")
_CLOSERS = {"<!--": "-->", "{/*": "*/}"}
_NOT_SPACE = re.compile(r"\S")
_HIDDEN_KINDS = ("code", "metadata")
_HIDDEN_SPANS = ("code", "math", "url", "link", "placeholder")


class MarkupFault(NamedTuple):
    """A place where markup does not work; offsets into the document's text."""

    start: int
    end: int
    kind: str  # the message of T310
    right: str = ""  # what to write instead
    words: Mapping[str, str] = {}
    sure: float = 1.0
    severity: str = ""


class Side(NamedTuple):
    """A page or its original, as the detectors of markup see it; `masked` has the same offsets as `text`."""

    text: str
    segments: Sequence[Segment]
    masked: str  # code, comments, addresses and front matter blanked out
    lines: Sequence[tuple[int, int]]  # start and end of each line outside code and front matter


def side_of(text: str, segments: Sequence[Segment]) -> Side:
    """Return a text prepared for the detectors of markup."""
    hidden = [(part.start, part.end) for part in segments if part.kind in _HIDDEN_KINDS]
    spans = [(s.start, s.end) for part in segments for s in part.protected if s.kind in _HIDDEN_SPANS]
    pieces, position = [], 0
    for start, end in sorted([*hidden, *spans, *_comments(text)]):
        start = max(start, position)
        if start < end:
            pieces += [text[position:start], _NOT_SPACE.sub(" ", text[start:end])]
            position = end
    masked = "".join([*pieces, text[position:]])
    return Side(text, segments, masked, tuple(_lines(text, hidden)))


def _comments(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of comments; an opening mark without a closing one is skipped."""
    last = {mark: text.rfind(closer) for mark, closer in _CLOSERS.items()}
    position = 0
    for match in _COMMENT_MARK.finditer(text):
        if position <= match.start() and match.end() <= last[match[0]]:
            position = text.index(_CLOSERS[match[0]], match.end()) + 3
            yield match.start(), position


def _lines(text: str, hidden: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    number, start = 0, 0
    for line in text.splitlines(keepends=True):
        end = start + len(line.rstrip("\r\n"))
        while number < len(hidden) and hidden[number][1] <= start:
            number += 1
        if number == len(hidden) or hidden[number][0] >= max(end, start + 1):
            yield start, end
        start += len(line)
