"""Masking: hide every stretch of a text that may be personal data, and as little harmless text as possible.

Counting and flagging in documents follow other rules: there examples do not count (`personal_spans`).
"""

from __future__ import annotations

import html
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate

from corpus import lazy_re as re
from corpus.personal_data.mask_addresses import mask_addresses
from corpus.personal_data.mask_numbers import mask_numbers
from corpus.personal_data.mask_patterns import pattern_spans
from corpus.personal_data.mask_secrets import mask_secrets
from corpus.personal_data.personal_spans import PersonalSpan, disjoint, masked_text, personal_spans

# In it full-width signs are ASCII, signs without width are gone, `&#64;` and `%40` are what they stand for, and
# neither marks of emphasis nor tags within a line cut a word in two.
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
    """A normalized view of a text, with the places of its pieces in the text."""

    text: str
    starts: Sequence[int]  # of pieces in the view, in order
    offsets: Sequence[int]  # of the same pieces in the text
    ends: Sequence[int]  # of pieces that are one sign for many, in the text; 0 for those that are as they were

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the place in the text of a nonempty stretch of the view, including what was dropped inside it."""
        first, last = bisect_right(self.starts, start) - 1, bisect_right(self.starts, end - 1) - 1
        begins = self.offsets[first] + start - self.starts[first]
        return begins, self.ends[last] or self.offsets[last] + end - self.starts[last]


def mask_view(text: str) -> MaskView:
    """Return the view of a text, in time linear in the text's length."""
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
    """Return the replacement in the view for a stretch of the text: one character, or nothing."""
    kind, written = match.lastgroup or "", match.group()
    if kind == "percent":
        return chr(int(written[1:], 16))
    if kind == "entity":
        sign = html.unescape(written).translate(_ALIKE)
        return "" if _SIGN.match(sign) and _CHANGED.match(sign) else sign[:1]
    return _PIECES.get(kind, "")


_FINDERS: Mapping[str, Callable[[str], Iterable[tuple[int, int]]]] = {
    "key": mask_secrets,
    "email": mask_addresses,
    "phone": mask_numbers,
}
_BETWEEN = "\n\0\n"  # texts that are masked together
_SHORTEST, _SHORTEST_IN_WORDS = 6, 12  # characters of a secret that is looked for where nothing announces it


@dataclass(frozen=True, slots=True)
class Mask:
    """What to mask: kinds of personal data, and matches of the project's own patterns."""

    kinds: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.kinds or self.patterns)

    @property
    def patterns_fingerprint(self) -> str:
        """A short hash of the patterns; empty without any."""
        return sha256(repr(sorted(set(self.patterns))).encode()).hexdigest()[:8] if self.patterns else ""

    def spans(self, text: str, lang: str = "") -> list[PersonalSpan]:
        """Return the spans of a text to mask, in order and disjoint."""
        view = mask_view(text)
        spans = [
            PersonalSpan(*view.span(start, end), kind)
            for kind, finder in _FINDERS.items()
            if kind in self.kinds
            for start, end in finder(view.text)
        ]
        spans += personal_spans(text, lang, self.kinds)
        for pattern in self.patterns:
            spans += [PersonalSpan(start, end, "pattern") for start, end in pattern_spans(pattern, text)]
        return disjoint([*spans, *_again(text, spans)]) if spans else []

    def text(self, text: str, lang: str = "") -> str:
        """Return the text with everything that this mask covers hidden; its length does not change."""
        return masked_text(text, self.spans(text, lang)) if self and text else text

    def texts(self, texts: Sequence[str], lang: str = "") -> list[str]:
        """Return many short texts masked at once; a secret found in one is masked in all."""
        masked = self.text(_BETWEEN.join(texts), lang)
        starts = accumulate((len(text) + len(_BETWEEN) for text in texts), initial=0)
        return [masked[start : start + len(text)] for text, start in zip(texts, starts, strict=False)]


def _again(text: str, spans: Collection[PersonalSpan]) -> Iterator[PersonalSpan]:
    """Yield the other places, as whole words, of keys and numbers that were found by their context."""
    surfaces = {text[span.start : span.end]: span.kind for span in spans if span.kind in ("key", "phone")}
    for surface, kind in surfaces.items():
        if len(surface) < (_SHORTEST if any(map(str.isdigit, surface)) else _SHORTEST_IN_WORDS):
            continue
        start = text.find(surface)
        while start >= 0:
            end = start + len(surface)
            if not _is_alphanumeric(text[start - 1 : start] if start else "") and not _is_alphanumeric(
                text[end : end + 1]
            ):
                yield PersonalSpan(start, end, kind)
            start = text.find(surface, end)


def _is_alphanumeric(sign: str) -> bool:
    return sign.isascii() and sign.isalnum()
