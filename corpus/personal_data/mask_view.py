"""The view that a mask looks at: a text as its readers see it, with the way back to each character.

In it full-width signs are ASCII, signs without width are gone, `&#64;` and `%40` are what they stand for, and neither
marks of emphasis nor tags within a line cut a word in two.
"""

from __future__ import annotations

import html
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from corpus import lazy_re as re

_HYPHENS, _SPACES = "‐‑‒–—―−﹣", "\u00a0\u2002\u2003\u2007\u2009\u200a\u202f\u205f\u3000"
_ALIKE: dict[int, str] = {
    **{ord("！") + offset: chr(ord("!") + offset) for offset in range(ord("~") - ord("!") + 1)},
    **{ord(hyphen): "-" for hyphen in _HYPHENS},
    **{ord(space): " " for space in _SPACES},
    **{zero + digit: str(digit) for zero in (0x660, 0x6F0, 0x966) for digit in range(10)},
    ord("﹫"): "@",
}
_UNSEEN = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff"
_SIGN = re.compile(rf"[{_UNSEEN}&%\\<*`\[({{ーｰ]")  # what begins a stretch that the view has otherwise
_CHANGED = re.compile(
    rf"(?P<unseen>[{_UNSEEN}]+)"
    r"|(?P<entity>&(?:#[0-9]{2,6}|#[xX][0-9A-Fa-f]{2,5}|[A-Za-z]{2,8});)"
    r"|(?P<percent>%[2-7][0-9A-Fa-f])"
    r"|(?P<escape>\\(?=[_.@+*~#$&%-]))"
    r"|(?P<tag></?(?:a|abbr|b|bdi|code|em|font|i|kbd|mark|small|span|strong|tt|u|wbr)(?:\s[^<>]{0,200})?/?>)"
    r"|(?P<comment><!--[^<>]{0,200}?-->)"
    r"|(?P<emphasis>(?<=[A-Za-z@.;>])(?:\*{1,3}|`{1,2})(?=[A-Za-z@.\\&<]))"
    r"|(?P<at>[\[({<] ?(?:at|AT|At) ?[\])}>] ?)"
    r"|(?P<dot>[\[({<] ?(?:dot|DOT|Dot) ?[\])}>] ?)"
    r"|(?P<dash>(?<=[0-9])[ーｰ](?=[0-9]))"
)
_PIECES = {"at": "@", "dot": ".", "dash": "-"}


@dataclass(frozen=True, slots=True)
class MaskView:
    """A view of a text, and where the pieces that it is made of stand in the text."""

    text: str
    starts: Sequence[int]  # of pieces in the view, in order
    offsets: Sequence[int]  # of the same pieces in the text
    ends: Sequence[int]  # of pieces that are one sign for many, in the text; 0 for those that are as they were

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the place in the text of a stretch of the view that is not empty; with what was dropped in it."""
        first, last = bisect_right(self.starts, start) - 1, bisect_right(self.starts, end - 1) - 1
        begins = self.offsets[first] + start - self.starts[first]
        return begins, self.ends[last] or self.offsets[last] + end - self.starts[last]


def mask_view(text: str) -> MaskView:
    """Return the view of a text; it takes time in proportion to the text's length."""
    plain = text if text.isascii() else text.translate(_ALIKE)
    pieces, starts, offsets, ends, length, position = [], [], [], [], 0, 0

    def add(piece: str, offset: int, end: int = 0) -> None:
        nonlocal length
        if piece:
            pieces.append(piece)
            starts.append(length)
            offsets.append(offset)
            ends.append(end)
            length += len(piece)

    for sign in _SIGN.finditer(plain):
        match = _CHANGED.match(plain, sign.start()) if sign.start() >= position else None
        if match:
            before = plain[position : match.start()]
            add(before[:-1] if match.lastgroup in ("at", "dot") and before.endswith(" ") else before, position)
            add(_instead(match), match.start(), match.end())
            position = match.end()
    add(plain[position:], position)
    return MaskView("".join(pieces), starts, offsets, ends)


def _instead(match: re.Match[str]) -> str:
    """Return what the view has instead of a stretch of the text: one sign, or nothing."""
    kind, written = match.lastgroup or "", match.group()
    if kind == "percent":
        return chr(int(written[1:], 16))
    if kind == "entity":
        sign = html.unescape(written).translate(_ALIKE)
        return "" if _SIGN.match(sign) and _CHANGED.match(sign) else sign[:1]
    return _PIECES.get(kind, "")
