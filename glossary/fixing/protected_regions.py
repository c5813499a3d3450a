"""Protected regions: what no edit may change – code, addresses, markup, and link targets."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate
from typing import Any
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from corpus import lazy_re as re
from corpus.formats import blocks_of, format_of
from corpus.records import Block, Document, Segment, Span
from corpus.text.segments import PROSE, block_spans, readable_text
from glossary.fixing.edits import (
    OF_MARKUP,
    OF_NAMES,
    Edit,
    Shift,
    apply_edits,
    places_after,
    without_conflicts,
)

_KINDS = (*PROSE, "boilerplate")
_LINE_ENDS = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_MARKUP = re.compile(r"[*_~`\[\]<>|#\\${}]")
_IN_NAMES = re.compile(r"[*~`\[\]<>|#${}]")  # names have _ and, in Markdown, \_
_WIKI = re.compile(r"\[\[[^\[\]\n]*\]\]")
_MOST = 200  # times that a page is read again to tell lawful edits from others
_TAGS = re.compile(r"<[^<>]*>|\{[^{}]*\}")
_CODE_TAG = re.compile(
    r"<(?P<closes>/?)(?P<name>code|pre|kbd|samp|tt|var|math|svg|script|style|textarea)(?:\s[^<>]*)?>", re.IGNORECASE
)
_FRAGMENT = re.compile(
    r"""\(\s*<?#([^\s)>]+)|(?:href|to)\s*=\s*["']#([^"']+)|^\s{0,3}\[[^\]]+\]:\s*<?#([^\s>]+)""", re.MULTILINE
)
_UNSPOKEN = re.compile(r"[^\w\- ]")  # what GitHub leaves out of an anchor


def lawful(document: Document, segments: Sequence[Segment], edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits that leave code, addresses, placeholders, mathematics and all markup unchanged. Edits of rules
    that repair markup are kept; the next check of the page judges them.
    """
    guard = _EditGuard(document, segments)
    of_markup = [edit for edit in edits if edit.rule in OF_MARKUP]
    allowed = [edit for edit in edits if edit.rule not in OF_MARKUP and guard.allows(edit)]
    return sorted([*of_markup, *(_lawful_subset(allowed, _PageSkeleton(document).holds) if allowed else ())])


def guarded(document: Document, segments: Sequence[Segment], edits: Iterable[Edit]) -> list[Edit]:
    """Return the edits that would change code, addresses, placeholders, mathematics or markup. Those of rules that
    repair markup are left out.
    """
    guard, text = _EditGuard(document, segments), document.text
    narrowed = {edit: edit.narrowed(text) for edit in edits if edit.rule not in OF_MARKUP}
    refused = {edit for edit, narrow in narrowed.items() if not guard.allows(narrow)}
    allowed = without_conflicts((edit for edit in narrowed if edit not in refused), text)
    left = {*allowed}.difference(_lawful_subset(allowed, _PageSkeleton(document).holds) if allowed else ())
    places = {(edit.rule, edit.narrowed(text)[:3]) for edit in left}
    return [edit for edit, narrow in narrowed.items() if edit in refused or (edit.rule, narrow[:3]) in places]


def _lawful_subset(edits: list[Edit], holds: Callable[[Sequence[Edit]], bool]) -> list[Edit]:
    """Return all of the edits if that is lawful, else the lawful ones of each half if they are lawful together."""
    if holds(edits):
        return edits
    if len(edits) == 1:
        return []
    half = len(edits) // 2
    remaining = [*_lawful_subset(edits[:half], holds), *_lawful_subset(edits[half:], holds)]
    return remaining if remaining and holds(remaining) else []


class _EditGuard:
    """The check of a single edit: it must leave code, addresses and markup alone."""

    def __init__(self, document: Document, segments: Sequence[Segment]) -> None:
        text = document.text
        self._text, self._segments = text, segments
        self._starts = [part.start for part in segments]
        self._spans = [span for part in segments for span in part.protected]
        self._keeps_markup = format_of(document.media_type).keeps_markup
        self._linked = _linked(text) if self._keeps_markup else frozenset()
        wiki = (match.span() for match in _WIKI.finditer(text))
        self._closed = sorted([*_verbatim(text, segments), *wiki]) if self._keeps_markup else []
        self._reach = list(accumulate((end for _, end in self._closed), max))

    def allows(self, edit: Edit) -> bool:
        """Return whether an edit lies in one piece of prose, touches nothing protected and moves no markup."""
        surface = self._text[edit.start : edit.end]
        number = bisect_right(self._starts, edit.start) - 1
        if number < 0 or self._segments[number].kind not in _KINDS:
            return False
        if edit.end > self._segments[number].end and not self._is_between_sentences(edit, number):
            return False
        if _LINE_ENDS.search(surface + edit.words) or self._is_of_others(edit):
            return False
        return not self._keeps_markup or (_is_same_markup(surface, edit) and not self._moves_anchor(edit, number))

    def _is_between_sentences(self, edit: Edit, number: int) -> bool:
        """Return whether it only removes the space between a sentence and the next on its line."""
        if number + 1 == len(self._segments) or edit.words:
            return False
        sentence, following = self._segments[number], self._segments[number + 1]
        return (edit.start, edit.end) == (sentence.end, following.start) and sentence.kind == following.kind

    def _is_of_others(self, edit: Edit) -> bool:
        """Return whether it touches something protected, or lies in a region of code or addresses."""
        first = bisect_right(self._spans, edit.start, key=lambda span: span.end)
        last = bisect_left(self._spans, edit.end, key=lambda span: span.start)
        if any(span.kind != "identifier" or edit.rule not in OF_NAMES for span in self._spans[first:last]):
            return True
        before = bisect_left(self._closed, (edit.end,))
        return before > 0 and self._reach[before - 1] > edit.start

    def _moves_anchor(self, edit: Edit, number: int) -> bool:
        """Return whether it changes a heading so that a link on the page to it breaks."""
        heading = self._segments[number]
        if not self._linked or heading.kind != "heading":
            return False
        text = heading.text[: edit.start - heading.start] + edit.words + heading.text[edit.end - heading.start :]
        before, after = _anchor(heading), _anchor(replace(heading, text=text))
        return before in self._linked and before != after


def _is_same_markup(surface: str, edit: Edit) -> bool:
    marks = _IN_NAMES if edit.rule in OF_NAMES else _MARKUP
    return marks.findall(surface) == marks.findall(edit.words)


def _verbatim(text: str, segments: Sequence[Segment]) -> Iterator[tuple[int, int]]:
    """Yield the text between code tags that no single sentence holds, or after an unclosed one."""
    tags = [span for part in segments for span in part.protected if span.kind == "tag"]
    opened: dict[str, int] = {}
    for span in tags:
        match = _CODE_TAG.match(text, span.start, span.end)
        if match and not match["closes"]:
            opened.setdefault(match["name"].lower(), span.end)
        elif match and (start := opened.pop(match["name"].lower(), None)) is not None:
            yield start, span.start
    yield from ((start, len(text)) for start in opened.values())


def _linked(text: str) -> frozenset[str]:
    """Return the anchors that the page itself links to."""
    return frozenset(unquote(next(filter(None, match.groups()))).casefold() for match in _FRAGMENT.finditer(text))


def _anchor(heading: Segment) -> str:
    text = readable_text(replace(heading, protected=[]), markup=True)
    return _UNSPOKEN.sub("", text.replace("`", "")).strip().replace(" ", "-").casefold()


class _PageSkeleton:
    """The structure of a page without its words."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._blocks = blocks_of(document)
        self._spans = _spans(document, self._blocks)
        self._markup = _markup(document)
        self._left = _MOST

    def holds(self, edits: Sequence[Edit]) -> bool:
        """Return whether the edits leave the structure unchanged; False once the limit of tries is used up."""
        self._left -= 1
        if self._left < 0:
            return False
        text = apply_edits(self._document.text, edits)
        after = replace(self._document, text=text, chars=len(text))
        blocks = blocks_of(after)
        return (
            self._has_blocks(blocks, edits)
            and self._has_spans(_spans(after, blocks), text, edits)
            and self._markup == _markup(after)
        )

    def _has_blocks(self, blocks: Sequence[Block], edits: Sequence[Edit]) -> bool:
        shift = Shift(edits)
        actual = [(block.start, block.kind, block.level) for block in blocks]
        opening = {start: edit for (start, _), edit in zip(places_after(edits), edits, strict=True)}
        moved = [(shift.start(block.start), block.kind, block.level) for block in self._blocks]
        return [block[1:] for block in actual] == [block[1:] for block in moved] and all(
            block[0] == expected[0] or block[0] in opening for block, expected in zip(actual, moved, strict=True)
        )

    def _has_spans(self, spans: Sequence[Span], text: str, edits: Sequence[Edit]) -> bool:
        """Return whether all spans, except names that edits change, are where they were, with the same characters."""
        shift = Shift(edits)
        name_edits = [
            (edit, place) for edit, place in zip(edits, places_after(edits), strict=True) if edit.rule in OF_NAMES
        ]
        before, places = [(edit.start, edit.end) for edit, _ in name_edits], [place for _, place in name_edits]
        expected = [
            (shift.start(span.start), span.kind, self._document.text[span.start : span.end])
            for span in self._spans
            if not (span.kind == "identifier" and _any_touches(before, span))
        ]
        actual = [
            (span.start, span.kind, text[span.start : span.end])
            for span in spans
            if not (span.kind == "identifier" and _any_touches(places, span))
        ]
        return expected == actual


def _any_touches(places: Sequence[tuple[int, int]], span: Span) -> bool:
    """Return whether one of some places, sorted and disjoint, shares a character with a span or lies inside it."""
    number = bisect_left(places, span.end, key=lambda place: place[0]) - 1
    return number >= 0 and (places[number][1] > span.start)


def _spans(document: Document, blocks: Iterable[Block]) -> list[Span]:
    return [span for block in blocks for span in block_spans(document, block)]


def _markup(document: Document) -> list[Any]:
    """Return the markup of a Markdown page without its words: tokens of a CommonMark parser; else nothing."""
    if not format_of(document.media_type).keeps_markup:
        return []
    env: dict[str, Any] = {}
    tokens = _parser().parse(document.text, env)
    return [
        *_token_signature(tokens),
        sorted((key, reference["href"]) for key, reference in env.get("references", {}).items()),
    ]


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"maxNesting": 60}).enable(["table", "strikethrough"])


def _token_signature(tokens: Sequence[Token]) -> Iterator[Any]:
    for token in tokens:
        if token.type == "text":
            continue
        content = token.content if token.type in ("code_inline", "code_block", "fence", "html_inline") else ""
        if token.type == "html_block":  # text between its tags is prose
            content = "".join(_TAGS.findall(token.content))
        target = str(token.attrs.get("href", "")) + str(token.attrs.get("src", ""))
        yield token.type, token.tag, token.map, content, target, token.attrs.get("title", "")
        yield from _token_signature(token.children or ())
