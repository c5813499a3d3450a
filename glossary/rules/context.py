"""The context of a rule: a page with its segments and mentions, and answers to questions that several rules ask."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property, wraps
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar, TypeVarTuple, cast

from corpus import lazy_re as re
from corpus.formats import format_of
from corpus.records import Document, Mention, Segment, Span, TermAlignment
from corpus.text.segments import PROSE, blanked, document_spans, is_prose, own_spans, pairs_in
from glossary.decisions.adjudication import Adjudication
from glossary.matching import MatchedTerm
from glossary.matching.compounds import before_closers
from glossary.matching.glosses import glosses
from glossary.rules.source_context import Original, SegmentPair
from glossary.termbase.termbase import ALLOWED, UNWANTED, Concept, Termbase

_LONGEST_QUOTATION = 400  # a quotation mark that is not closed within so many characters quotes nothing
_QUOTES = '「『《〈“‘"｢'
_QUOTED_LINE = re.compile(r"[ \t]*>")
# > [!TIP], > 💡 …, > **注意**：…
_ADMONITION = re.compile(r"[ \t]*>[ \t]*(?:\[!\w+\]|[\u2600-\u27bf\U0001f000-\U0001faff]|\*\*[^*\n]{1,12}\*\*)")


class GlossPair(NamedTuple):
    """A term and the bracketed gloss that repeats it; offsets into the document's text."""

    start: int
    end: int
    gloss_start: int  # without the brackets
    gloss_end: int
    concept_id: str | None  # what both speak of, where the glossary knows it


@dataclass(frozen=True, eq=False)
class RuleContext:
    """A Chinese or Japanese document with its segments and mentions; offsets count in `document.text`."""

    document: Document
    segments: tuple[Segment, ...]
    mentions: tuple[Mention, ...]  # in order, nested ones included
    termbase: Termbase
    original: Original | None = None  # what it translates, where the work has an English version
    decisions: Adjudication | None = None  # what reviewers have decided of its findings
    _facts: dict[tuple[object, ...], Any] = field(default_factory=dict, init=False, repr=False)  # see `page_fact`

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the state for copies and pickles, without facts, which are computed again."""
        return RuleContext, tuple(getattr(self, part.name) for part in fields(self) if part.init)

    @property
    def blocks(self) -> tuple[Segment, ...]:
        """The segments for rules that need no words; on a page whose words were never requested they have none."""
        return self.segments

    @property
    def text(self) -> str:
        """The text that offsets refer to."""
        return self.document.text

    @property
    def lang(self) -> str:
        """The language, zh or ja."""
        return self.document.lang

    @property
    def source(self) -> str:
        """The text of the English original; empty if there is none."""
        return self.original.document.text if self.original else ""

    @cached_property
    def pairs(self) -> tuple[SegmentPair, ...]:
        """The pairs of page and original that have text on both sides, in page order."""
        return tuple(pair for pair in self.original.pairs if pair.target and pair.source) if self.original else ()

    @property
    def terms(self) -> tuple[TermAlignment, ...]:
        """The terms of the original, each with its rendering here; empty if there is no original."""
        return self.original.terms if self.original else ()

    @cached_property
    def prose(self) -> tuple[Segment, ...]:
        """The headings, sentences, list items and table cells that contain a letter, in any language."""
        return tuple(segment for segment in self.segments if is_prose(segment))

    @cached_property
    def own_prose(self) -> tuple[Segment, ...]:
        """The prose in the page's own language, without sentences left in English."""
        return tuple(segment for segment in self.prose if segment.text_lang == self.lang)

    @cached_property
    def prose_blocks(self) -> tuple[Segment, ...]:
        """The prose, possibly without its words."""
        return tuple(segment for segment in self.blocks if is_prose(segment))

    @cached_property
    def own_prose_blocks(self) -> tuple[Segment, ...]:
        """The prose in the page's own language, possibly without its words."""
        return tuple(segment for segment in self.prose_blocks if segment.text_lang == self.lang)

    @cached_property
    def uses(self) -> tuple[Mention, ...]:
        """The mentions in prose, headings and glosses that are not nested in a longer one."""
        return tuple(use for use in self.mentions if use.zone in ("prose", "heading", "gloss") and not use.nested)

    def concept(self, mention: Mention) -> Concept:
        """Return the concept of a mention."""
        return self.termbase.by_id[mention.concept_id]

    @cached_property
    def by_id(self) -> dict[str, Segment]:
        """The segments by id."""
        return {segment.segment_id: segment for segment in self.segments}

    @cached_property
    def _starts(self) -> list[int]:
        return [segment.start for segment in self.blocks]

    def segment_at(self, offset: int) -> Segment | None:
        """Return the segment that holds the character at an offset."""
        number = bisect_right(self._starts, offset) - 1
        return self.segments[number] if number >= 0 and offset < self.segments[number].end else None

    def block_at(self, offset: int) -> Segment | None:
        """Return the segment that holds the character at an offset, possibly without its words."""
        number = bisect_right(self._starts, offset) - 1
        return self.blocks[number] if number >= 0 and offset < self.blocks[number].end else None

    def mentions_in(self, segment: Segment) -> tuple[Mention, ...]:
        """Return the mentions that lie in a segment, nested ones included."""
        starts = self._mention_starts
        return self.mentions[bisect_left(starts, segment.start) : bisect_left(starts, segment.end)]

    def mentions_touching(self, start: int, end: int) -> tuple[Mention, ...]:
        """Return the mentions that share a character with a place, including nested ones."""
        starts = self._mention_starts
        near = self.mentions[bisect_left(starts, start - self._longest) : bisect_left(starts, end)]
        return tuple(mention for mention in near if mention.end > start)

    @cached_property
    def _longest(self) -> int:
        return max((mention.end - mention.start for mention in self.mentions), default=0)

    @cached_property
    def _mention_starts(self) -> list[int]:
        return [mention.start for mention in self.mentions]

    def is_protected(self, start: int, end: int) -> bool:
        """Return whether a place touches code, an address, a tag or a name of code."""
        starts, ends = self._protected
        return bisect_right(ends, start) < bisect_left(starts, end)

    @cached_property
    def _protected(self) -> tuple[list[int], list[int]]:
        """The start offsets of the protected spans, and their end offsets."""
        spans = [span for segment in self.blocks for span in segment.protected]
        return [span.start for span in spans], [span.end for span in spans]

    def plain(self, segment: Segment) -> str:
        """Return a segment's text with its protected stretches as spaces, one per character: offsets stay."""
        return blanked(segment.text, ((span.start, span.end) for span in own_spans(segment)))

    def original_has(self, surface: str) -> bool:
        """Return whether the original has these words exactly: in prose, or as a whole name of code."""
        words = " ".join(surface.split())
        if not words or words not in self.source:
            return False
        whole = re.compile(rf"(?<![A-Za-z0-9_/]){re.escape(words)}(?![A-Za-z0-9_/])")
        return any(self._is_said(*match.span()) for match in whole.finditer(self.source))

    def _is_said(self, start: int, end: int) -> bool:
        """Return whether a place of the original is not part of an address, a path or a longer name."""
        spans = self._original_spans
        near = spans[max(0, bisect_right(spans, start, key=_end) - 1) : bisect_left(spans, end, key=_start)]
        touching = [span for span in near if span.start < end and start < span.end]
        return all(
            span.kind in ("code", "identifier") and span.end - span.start <= end - start + 4 for span in touching
        )

    @cached_property
    def _original_spans(self) -> list[Span]:
        return document_spans(self.original.document, 0, len(self.source)) if self.original else []

    @cached_property
    def quotations(self) -> tuple[tuple[int, int], ...]:
        """The places of quoted text, with its quotation marks, and of quoted lines (`>`), in order."""
        quotes = [
            (segment.start + start, segment.start + end)
            for segment in self.blocks
            if segment.kind in PROSE
            for start, end in _quotation_spans(segment.text)
        ]
        return tuple(sorted([*quotes, *self._quoted_lines]))

    @cached_property
    def _quoted_lines(self) -> list[tuple[int, int]]:
        """The segments in block quotes, without tips and warnings, which begin with a mark of their own."""
        spans: list[tuple[int, int]] = []
        is_admonition, last = False, -1
        for segment in self.blocks if format_of(self.document.media_type).keeps_markup else ():
            line = line_start(self.text, segment.start)
            if not in_quoted_line(self.text, segment.start):
                continue
            if last < 0 or "\n\n" in self.text[last:line]:
                is_admonition = _ADMONITION.match(self.text, line) is not None
            last = segment.end
            if not is_admonition:
                spans.append((segment.start, segment.end))
        return spans

    def is_quoted(self, start: int, end: int, marks: str = "") -> bool:
        """Return whether a place lies in a quotation or title; with `marks`, in one that opens with one of these."""
        places = self.quotations
        before = bisect_right(places, (start, len(self.text)))
        return any(
            first <= start and end <= last and (not marks or self.text[first] in marks)
            for first, last in places[max(0, before - 8) : before]
        )

    @cached_property
    def form_counts(self) -> dict[str, Counter[str]]:
        """The number of times that the page uses each allowed form of each concept."""
        form_counts: dict[str, Counter[str]] = {}
        for use in self.uses:
            if use.status in ALLOWED:
                form_counts.setdefault(use.concept_id, Counter())[use.form] += 1
        return form_counts

    @cached_property
    def gloss_pairs(self) -> tuple[GlossPair, ...]:
        """The glosses in the page's own prose, such as 自动混合精度(AMP), in order."""
        return tuple(pair for segment in self.own_prose for pair in self._glosses(segment))

    def _glosses(self, segment: Segment) -> Iterator[GlossPair]:
        if "(" not in segment.text and "（" not in segment.text:
            return
        begin = segment.start
        terms = [
            MatchedTerm(
                use.start - begin, use.end - begin, use.surface, use.concept_id, use.form, use.status, use.zone,
                use.nested, use.confidence,
            )
            for use in self.mentions_in(segment)
        ]  # fmt: skip
        terms = sorted([*terms, *self._bracketed_forms(segment.text, terms)], key=attrgetter("start", "end"))
        borders = {0, len(segment.text)}
        for start, token in zip(segment.token_starts, segment.tokens, strict=True):
            borders |= {start - begin, start - begin + len(token)}
        for gloss in glosses(segment.text, terms, own_spans(segment), borders):
            yield GlossPair(
                begin + gloss.term[0],
                begin + gloss.term[1],
                begin + gloss.gloss[0],
                begin + gloss.gloss[1],
                gloss.concept_id,
            )

    def _bracketed_forms(self, text: str, terms: Sequence[MatchedTerm]) -> Iterator[MatchedTerm]:
        """Yield the unwanted forms that the English in a bracket confirms, without context words on the page."""
        for term in terms:
            end = before_closers(text, term.start - 1) if text[term.start - 1 : term.start] in {"(", "（"} else 0
            concept = self.termbase.by_id[term.concept_id]
            for form in concept.in_language(self.lang) if end else ():
                if form.status in UNWANTED and form.only_near and text.endswith(form.form, 0, end):
                    start = end - len(form.form)
                    yield term._replace(start=start, end=end, surface=form.form, form=form.form, status=form.status)


class UnreadPage(RuleContext):
    """A page whose words are split, and whose terms are found, when a rule first needs them."""

    _blocks: tuple[Segment, ...]
    _read: Callable[[], tuple[Sequence[Segment], Sequence[Mention]]]

    def __init__(
        self,
        document: Document,
        blocks: Sequence[Segment],
        read: Callable[[], tuple[Sequence[Segment], Sequence[Mention]]],
        termbase: Termbase,
        original: Original | None = None,
        decisions: Adjudication | None = None,
    ) -> None:
        """Make a page from its segments without words; `read` returns them with words, and the mentions in them."""
        parts = {"document": document, "termbase": termbase, "original": original, "decisions": decisions}
        vars(self).update(parts, _blocks=tuple(blocks), _read=read, _facts={})

    @property
    def blocks(self) -> tuple[Segment, ...]:
        """The segments without their words."""
        return self._blocks

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The segments with their words."""
        return tuple(self._read()[0])

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """The mentions in order, nested ones included."""
        return tuple(self._read()[1])


_Fact = TypeVar("_Fact")
_Arguments = TypeVarTuple("_Arguments")


def page_fact(find: Callable[[RuleContext, *_Arguments], _Fact]) -> Callable[[RuleContext, *_Arguments], _Fact]:
    """Return a function whose results are cached in the page: each is computed once, and freed with the page."""

    @wraps(find)
    def fact(page: RuleContext, *arguments: *_Arguments) -> _Fact:
        facts, key = page._facts, (find, *arguments)  # noqa: SLF001 (the cache is the page’s own)
        if key not in facts:
            facts[key] = find(page, *arguments)
        return cast("_Fact", facts[key])

    return fact


def line_start(text: str, offset: int) -> int:
    """Return the start of the line that holds an offset."""
    above = text.rfind("\n", 0, offset) + 1
    return max(above, text.rfind("\r", above, offset) + 1)


def in_quoted_line(text: str, offset: int) -> bool:
    """Return whether the line that holds an offset begins with a block quote mark."""
    return _QUOTED_LINE.match(text, line_start(text, offset)) is not None


_start, _end = attrgetter("start"), attrgetter("end")


def _quotation_spans(text: str) -> Iterator[tuple[int, int]]:
    for opens, closes in pairs_in(text):
        if text[opens] in _QUOTES and closes - opens < _LONGEST_QUOTATION:
            yield opens, closes + 1
