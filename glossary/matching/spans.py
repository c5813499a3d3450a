"""Protected spans: the stretches not to be searched, and the names of code in them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from corpus import lazy_re as re


class MatchedTerm(NamedTuple):
    """One use of a concept; `text[start:end] == surface`. A tuple, since making it takes much of the search time."""

    start: int
    end: int
    surface: str
    concept_id: str
    form: str  # the glossary's form, or the identifier, that was met
    status: str  # preferred, admitted, abbreviation, deprecated, wrong, source or variant
    zone: str  # prose, heading, gloss, identifier or code
    nested: bool  # lies inside a longer one
    confidence: float


_ROOT = re.compile(r"[A-Za-z_]\w*(?:\.|::)", re.ASCII)


class SpanLike(Protocol):
    """A stretch of text with its kind, such as `corpus.records.Span`."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def kind(self) -> str: ...


class Fence:
    """Keeps matches out of protected spans; there must be at least one."""

    def __init__(self, spans: Sequence[SpanLike]) -> None:
        self._spans = spans
        self._first, self._last = spans[0].start, spans[-1].end
        self._starts: list[int] = []  # made when a match comes near

    def allows(self, start: int, end: int) -> bool:
        """Return whether a match touches no span, or contains whole identifiers and more (torch.compile 模式)."""
        if end <= self._first or start >= self._last:
            return True
        self._starts = self._starts or [span.start for span in self._spans]
        place = bisect_left(self._starts, end)
        while place and self._spans[place - 1].end > start:
            place -= 1
            if not _span_holds(start, end, self._spans[place]):
                return False
        return True


def _span_holds(start: int, end: int, span: SpanLike) -> bool:
    longer = end - start > span.end - span.start
    return span.kind == "identifier" and longer and start <= span.start and span.end <= end


def code_names(text: str, spans: Sequence[SpanLike]) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and kind of each identifier and code span, without backticks and call brackets."""
    for span in spans:
        if span.kind in ("identifier", "code"):
            start, end = _trimmed(text, span.start, span.end)
            for first, last in parted_names(text, start, end):
                yield first, last, span.kind


def parted_names(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the names in a span: one, or several that ran together where a page lost its links. Each of several begins
    with the module that the first begins with: torch.linalgtorch.special.
    """
    root = _ROOT.match(text, start, end)
    if root and text.find(root[0], start + 1, end) > 0:
        for match in re.finditer(rf"(?<=\w){re.escape(root[0])}", text[start:end], re.ASCII):
            stop = root.start() + match.start()
            yield start, stop
            start = stop
    if start < end:
        yield start, end


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start] in "`@ ":
        start += 1
    while start < end and text[end - 1] in "` ":
        end -= 1
    return start, end - 2 if text.endswith("()", start, end) else end
