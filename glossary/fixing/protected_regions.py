"""Guarding: what no edit may change – code, addresses, markup, and what links point at."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate
from typing import Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from corpus.formats import blocks
from corpus.records import Document, Segment, Span
from corpus.text.segments import PROSE, readable_text, segment
from glossary.fixing.edits import OF_NAMES, Edit, Shift, applied, places_after

_KINDS = (*PROSE, "boilerplate")
_LINE_ENDS = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_MARKUP = re.compile(r"[*_~`\[\]<>|#\\${}]")
_IN_NAMES = re.compile(r"[*~`\[\]<>|#${}]")  # names have _ and, in Markdown, \_
_WIKI = re.compile(r"\[\[[^\[\]\n]*\]\]")
_MOST = 200  # times that a page is read again to tell lawful edits from others
_CODE_TAG = re.compile(
    r"<(?P<closes>/?)(?P<name>code|pre|kbd|samp|tt|var|math|svg|script|style|textarea)(?:\s[^<>]*)?>", re.I
)
_FRAGMENT = re.compile(
    r"""\(\s*<?#([^\s)>]+)|(?:href|to)\s*=\s*["']#([^"']+)|^\s{0,3}\[[^\]]+\]:\s*<?#([^\s>]+)""", re.M
)
_UNSPOKEN = re.compile(r"[^\w\- ]")  # what GitHub leaves out of an anchor


def lawful(document: Document, segments: Sequence[Segment], edits: Sequence[Edit]) -> list[Edit]:
    """The edits after which code, addresses, placeholders, mathematics and all markup are what they were."""
    guard = _Guard(document, segments)
    own = [one for one in edits if guard.lets(one)]
    return _kept(own, _Skeleton(document).holds) if own else []


def _kept(edits: list[Edit], holds: Callable[[Sequence[Edit]], bool]) -> list[Edit]:
    """All of the edits if that is lawful, else those of each half that are, if they are lawful together."""
    if holds(edits):
        return edits
    if len(edits) == 1:
        return []
    half = len(edits) // 2
    left = [*_kept(edits[:half], holds), *_kept(edits[half:], holds)]
    return left if left and holds(left) else []


class _Guard:
    """What each edit by itself must leave alone."""

    def __init__(self, document: Document, segments: Sequence[Segment]) -> None:
        text = document.text
        self._text, self._segments = text, segments
        self._starts = [one.start for one in segments]
        self._spans = [span for one in segments for span in one.protected]
        self._is_markdown = document.media_type == "text/markdown"
        self._linked = _linked(text) if self._is_markdown else frozenset()
        wiki = (met.span() for met in _WIKI.finditer(text))
        self._closed = sorted([*_verbatim(text, segments), *wiki]) if self._is_markdown else []
        self._reach = list(accumulate((end for _, end in self._closed), max))

    def lets(self, edit: Edit) -> bool:
        """Whether an edit lies in one piece of prose, touches nothing protected and moves no mark of markup."""
        surface = self._text[edit.start : edit.end]
        number = bisect_right(self._starts, edit.start) - 1
        if number < 0 or edit.end > self._segments[number].end or self._segments[number].kind not in _KINDS:
            return False
        if _LINE_ENDS.search(surface + edit.words) or self._is_of_others(edit):
            return False
        return not self._is_markdown or (_is_same_markup(surface, edit) and not self._moves_anchor(edit, number))

    def _is_of_others(self, edit: Edit) -> bool:
        """Whether it touches what is protected, or stands where every word is code or an address."""
        first = bisect_right(self._spans, edit.start, key=lambda span: span.end)
        last = bisect_left(self._spans, edit.end, key=lambda span: span.start)
        if any(span.kind != "identifier" or edit.rule not in OF_NAMES for span in self._spans[first:last]):
            return True
        before = bisect_left(self._closed, (edit.end,))
        return before > 0 and self._reach[before - 1] > edit.start

    def _moves_anchor(self, edit: Edit, number: int) -> bool:
        """Whether it changes a heading in such a way that a link of the page to it leads nowhere."""
        own = self._segments[number]
        if not self._linked or own.kind != "heading":
            return False
        said = own.text[: edit.start - own.start] + edit.words + own.text[edit.end - own.start :]
        before, after = _anchor(own), _anchor(replace(own, text=said))
        return before in self._linked and before != after


def _is_same_markup(surface: str, edit: Edit) -> bool:
    marks = _IN_NAMES if edit.rule in OF_NAMES else _MARKUP
    return marks.findall(surface) == marks.findall(edit.words)


def _verbatim(text: str, segments: Sequence[Segment]) -> Iterator[tuple[int, int]]:
    """What stands between tags of code that are further apart than a sentence, or behind one that nothing closes."""
    tags = [span for one in segments for span in one.protected if span.kind == "tag"]
    opened: dict[str, int] = {}
    for span in tags:
        met = _CODE_TAG.match(text, span.start, span.end)
        if met and not met["closes"]:
            opened.setdefault(met["name"].lower(), span.end)
        elif met and (start := opened.pop(met["name"].lower(), None)) is not None:
            yield start, span.start
    yield from ((start, len(text)) for start in opened.values())


def _linked(text: str) -> frozenset[str]:
    """The anchors that the page itself points at."""
    return frozenset(unquote(next(filter(None, met.groups()))).casefold() for met in _FRAGMENT.finditer(text))


def _anchor(heading: Segment) -> str:
    said = readable_text(replace(heading, protected=[]), markup=True)
    return _UNSPOKEN.sub("", said.replace("`", "")).strip().replace(" ", "-").casefold()


class _Skeleton:
    """What a page has besides its words."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._spans = _spans(document)
        self._blocks = blocks(document.text, document.media_type)
        self._markup = _markup(document)
        self._left = _MOST

    def holds(self, edits: Sequence[Edit]) -> bool:
        """Whether the page with edits has the same; said of no more after so many tries."""
        self._left -= 1
        if self._left < 0:
            return False
        text = applied(self._document.text, edits)
        after = replace(self._document, text=text, chars=len(text))
        return self._has_blocks(after, edits) and self._has_spans(after, edits) and self._markup == _markup(after)

    def _has_blocks(self, after: Document, edits: Sequence[Edit]) -> bool:
        shift = Shift(edits)
        found = [(one.start, one.kind, one.level) for one in blocks(after.text, after.media_type)]
        opening = {start: at for (start, _), at in zip(places_after(edits), edits, strict=True)}
        moved = [(shift.start(one.start), one.kind, one.level) for one in self._blocks]
        return [one[1:] for one in found] == [one[1:] for one in moved] and all(
            met[0] == at[0] or met[0] in opening for met, at in zip(found, moved, strict=True)
        )

    def _has_spans(self, after: Document, edits: Sequence[Edit]) -> bool:
        """Whether all spans but the names that an edit changes are where they were, with the same characters."""
        shift = Shift(edits)
        own = [(one, at) for one, at in zip(edits, places_after(edits), strict=True) if one.rule in OF_NAMES]
        before, places = [(one.start, one.end) for one, _ in own], [at for _, at in own]
        spans, text = _spans(after), after.text
        expected = [
            (shift.start(one.start), one.kind, self._document.text[one.start : one.end])
            for one in self._spans
            if not (one.kind == "identifier" and _any_touches(before, one))
        ]
        found = [
            (one.start, one.kind, text[one.start : one.end])
            for one in spans
            if not (one.kind == "identifier" and _any_touches(places, one))
        ]
        return expected == found


def _any_touches(places: Sequence[tuple[int, int]], span: Span) -> bool:
    """Whether one of some places, in order and disjoint, shares a character with a span or stands inside it."""
    number = bisect_left(places, span.end, key=lambda at: at[0]) - 1
    return number >= 0 and (places[number][1] > span.start)


def _spans(document: Document) -> list[Span]:
    return [span for one in segment(document) for span in one.protected]


def _markup(document: Document) -> list[Any]:
    """What a Markdown page is made of, without its words: tokens of a CommonMark parser."""
    if document.media_type != "text/markdown":
        return []
    env: dict[str, Any] = {}
    tokens = _parser().parse(document.text, env)
    return [*_told(tokens), sorted((key, one["href"]) for key, one in env.get("references", {}).items())]


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"maxNesting": 60}).enable(["table", "strikethrough"])


def _told(tokens: Sequence[Token]) -> Iterator[Any]:
    for one in tokens:
        if one.type == "text":
            continue
        content = one.content if one.type in ("code_inline", "code_block", "fence", "html_block", "html_inline") else ""
        target = str(one.attrs.get("href", "")) + str(one.attrs.get("src", ""))
        yield one.type, one.tag, one.map, content, target, one.attrs.get("title", "")
        yield from _told(one.children or ())
