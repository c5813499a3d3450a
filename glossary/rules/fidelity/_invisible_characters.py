"""Invisible characters inside names, code and addresses: readers do not see them, and no program finds the name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.records import Segment
from corpus.text.segments import PROSE
from glossary.rules.context import RuleContext

# Soft hyphen, zero width, direction marks, byte order mark. What emoji are joined and drawn by is none of them here, as
# both neighbours must be ASCII; tabs and other spaces are layout.
_UNSEEN = "\xad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_NAME = r"A-Za-z0-9_./:@#%\-"
_BETWEEN = re.compile(rf"(?<=[{_NAME}])[{_UNSEEN}]+(?=[{_NAME}])")
_ANY = re.compile(rf"[{_UNSEEN}]+")
_SPACE = re.compile("(?<=[!-~])[\xa0\u1680\u2000-\u200a\u202f\u205f](?=[!-~])")
_ALIKE = re.compile("[\xa0\u1680\u2000-\u200a\u202f\u205f]")
_BEFORE, _AFTER = re.compile(rf"[{_NAME}{_UNSEEN}]*\Z"), re.compile(rf"[{_NAME}{_UNSEEN}]*")
_LONGEST = 80  # characters of a name either side
_SPANS = ("code", "identifier", "url", "link", "placeholder", "math")


class WordWithInvisible(NamedTuple):
    """Words with an invisible character inside; offsets into the document's text."""

    start: int
    end: int
    without: str  # the same as it was meant
    char: str


def invisible_inside(page: RuleContext) -> Iterator[WordWithInvisible]:
    """Yield the names, code and addresses with such a character, in order."""
    for segment in page.segments:
        if not segment.text.isascii():
            yield from _in_names(segment)
            if segment.kind in PROSE:
                yield from _in_spans(page, segment)


def spaces_in_code(page: RuleContext) -> list[tuple[int, int]]:
    """Return the spaces in code blocks that are none to a program, as no-break spaces; a run of them as one."""
    pattern = re.compile(f"{_ALIKE.pattern}+")
    blocks = (segment for segment in page.segments if segment.kind == "code" and not segment.text.isascii())
    return [
        (block.start + match.start(), block.start + match.end())
        for block in blocks
        for match in pattern.finditer(block.text)
    ]


def _in_names(segment: Segment) -> Iterator[WordWithInvisible]:
    text, last = segment.text, 0
    for match in _BETWEEN.finditer(text):
        if match.start() >= last:
            before = _BEFORE.search(text, max(last, match.start() - _LONGEST), match.start())
            after = _AFTER.match(text, match.end(), match.end() + _LONGEST)
            start = before.start() if before else match.start()
            last = after.end() if after else match.end()
            name = text[start:last]
            yield WordWithInvisible(segment.start + start, segment.start + last, _ANY.sub("", name), match[0][0])


def _in_spans(page: RuleContext, segment: Segment) -> Iterator[WordWithInvisible]:
    """Yield debris at the edge of code and addresses, where no name surrounds it, and spaces that are none."""
    for span in segment.protected:
        text = page.text[span.start : span.end]
        if span.kind not in _SPANS or _BETWEEN.search(text):
            continue
        if match := _ANY.search(text) or _SPACE.search(text):
            without = _ALIKE.sub(" ", _ANY.sub("", text))
            yield WordWithInvisible(span.start, span.end, without, match[0][0])
