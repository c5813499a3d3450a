"""A line map of a Markdown page: from line numbers to offsets and blocks, and to the markup between blocks."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from corpus import lazy_re as re
from corpus.formats.plaintext.lines import LINE_END
from corpus.records import Block

Skip = tuple[tuple[int, int], ...]

_QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)+")
_FILLED = re.compile(r"\S(?:[^\r\n]*\S)?")


class LineMap:
    """A page with the offsets of its lines. `text_attributes` name further attributes whose values readers see."""

    def __init__(self, text: str, text_attributes: Collection[str] = ()) -> None:
        ends = [match.span() for match in LINE_END.finditer(text)]
        self.text = text
        self.text_attributes = text_attributes
        self.starts = [0, *(stop for _, stop in ends)]
        self.ends = [*(begin for begin, _ in ends), len(text)]

    def line(self, number: int) -> str:
        """Return a line without its quote signs."""
        sign = _QUOTE.match(self.text, self.starts[number], self.ends[number])
        return self.text[sign.end() if sign else self.starts[number] : self.ends[number]]

    def block(self, first: int, last: int, kind: str, level: int = 0) -> Iterator[Block]:
        """Yield the block on lines first … last - 1, without surrounding white space; nothing if they are blank."""
        last = min(last, len(self.starts))
        if first < last:
            skip = self.quote_signs(first + 1, last) if kind not in ("code", "markup") else ()
            yield from self.span(self.starts[first], self.ends[last - 1], kind, level, skip)

    def span(self, start: int, end: int, kind: str, level: int = 0, skip: Skip = ()) -> Iterator[Block]:
        """Yield the block between two offsets, without surrounding white space; nothing if it is all white space."""
        text = self.text
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if start < end:
            yield Block(start, end, kind, level, tuple((a, b) for a, b in skip if a >= start and b <= end))

    def quote_signs(self, first: int, last: int) -> Skip:
        """Return the spans of the quote signs on lines first … last - 1."""
        matches = (_QUOTE.match(self.text, self.starts[n], self.ends[n]) for n in range(first, last))
        return tuple(match.span() for match in matches if match)

    def covered(self, blocks: Sequence[Block]) -> list[Block]:
        """Return the blocks, with everything between them (link definitions, empty items) as markup."""
        whole: list[Block] = []
        position = 0
        for block in blocks:
            if block.start < position:
                continue
            whole += [*self._gap(position, block.start), block]
            position = block.end
        return [*whole, *self._gap(position, len(self.text))]

    def _gap(self, start: int, end: int) -> Iterator[Block]:
        for piece in _FILLED.finditer(self.text, start, end):
            yield from self.span(piece.start(), piece.end(), "markup")
