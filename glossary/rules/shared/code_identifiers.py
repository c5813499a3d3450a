"""Code identifiers: names in identifiers and code spans of a page's prose and comments, and all that the page uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.records import Segment, Span
from corpus.text.protected_spans import protected_spans
from corpus.text.segments import blanked
from glossary.inventory.names import LONGEST
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.rule import DocumentSpan
from glossary.rules.shared.code_comments import comments, without_comments

_PART = r"[A-Za-z_](?:\w|\\_)*"
_DOTTED = rf"{_PART}(?:(?:\.|::){_PART})*"
_IN_CODE = re.compile(_DOTTED, re.ASCII)
# A span that holds a name or a call and nothing else: `torch.add`, <code>F.relu(x)</code>, @torch.compile.
_ALONE = re.compile(rf"(?:[`@\s]|<[^<>]*>)*({_DOTTED})(?:\(.*\))?(?:[`\s]|</[^<>]*>)*", re.ASCII | re.DOTALL)

# A word of prose that looks like a name of code: complex32, LangChain; and one that may have lost a capital.
_WORDS = (
    re.compile(
        r"(?<![\w.@#/\\:-])(?=[A-Za-z]*\d|[A-Za-z]*[a-z][A-Z])[A-Za-z][A-Za-z0-9]{2,}(?![\w@/\\]|[.:-]\w)", re.ASCII
    ),
    re.compile(r"(?<![\w.@#/\\:-])[A-Z][a-z]{2,}(?![\w@/\\]|[.:-]\w)", re.ASCII),
)
_ESCAPED = re.compile(r"(?:\\_\w*)+(?![\w.:]\w)", re.ASCII)


class CodeName(NamedTuple):
    """A name of code at its place; offsets into the document's text."""

    start: int
    end: int
    surface: str
    text: str  # as Python spells it: with dots for ::, no character escaped
    kind: str  # identifier, code or word

    @property
    def place(self) -> DocumentSpan:
        """Its place in the document."""
        return DocumentSpan(self.start, self.end)

    def spelled(self, other: str) -> str:
        """Return another name, written the way this one is."""
        parted = other.replace(".", "::") if "::" in self.surface else other
        return parted.replace("_", "\\_") if "\\_" in self.surface else parted


@page_fact  # several rules ask for them, and for what follows
def names(page: RuleContext) -> tuple[CodeName, ...]:
    """Return the names in prose in the page's own language, and in the comments of its code, in order."""
    return tuple(_names(page))


def _names(page: RuleContext) -> Iterator[CodeName]:
    prose_ids = {segment.segment_id for segment in page.own_prose}
    for segment in page.segments:
        if segment.segment_id in prose_ids:
            yield from names_in(page.text, segment.protected)
        elif segment.kind == "code":
            yield from _in_comments(page.text, segment)


def names_in(text: str, spans: Iterable[Span]) -> Iterator[CodeName]:
    """Yield the names that protected spans of a text hold."""
    for span in spans:
        if span.kind in ("identifier", "code") and (name := _name(text, span)):
            yield name


def _in_comments(text: str, segment: Segment) -> Iterator[CodeName]:
    for start, end in comments(segment):
        spans = protected_spans(text, segment.start + start, segment.start + end, markup=False)
        yield from names_in(text, spans)


@page_fact
def words(page: RuleContext) -> tuple[CodeName, ...]:
    """Return the words of prose and of comments that look like names of code, or like one that has lost a capital."""
    return tuple(_words(page))


def _words(page: RuleContext) -> Iterator[CodeName]:
    for segment in page.own_prose:
        yield from _words_in(page.plain(segment), segment.start)
    for begin, text in plain_comments(page):
        yield from _words_in(text, begin)


@page_fact
def plain_comments(page: RuleContext) -> tuple[tuple[int, str], ...]:
    """Return the text of each comment in the page's code, with its offset; names and addresses are blanked out."""
    return tuple(
        (segment.start + start, _blank_protected(page.text, segment.start + start, segment.start + end))
        for segment in page.segments
        if segment.kind == "code"
        for start, end in comments(segment)
    )


def _words_in(text: str, begin: int) -> Iterator[CodeName]:
    for pattern in _WORDS:
        for word in pattern.finditer(text):
            yield CodeName(begin + word.start(), begin + word.end(), word[0], word[0], "word")


def _blank_protected(text: str, start: int, end: int) -> str:
    """Return a stretch of text with its protected spans blanked out."""
    spans = protected_spans(text, start, end, markup=False)
    return blanked(text, ((span.start, span.end) for span in spans), start, end)


def name_counts(page: RuleContext) -> Counter[str]:
    """Count each name on the page: in prose of any language, and in code."""
    return Counter(_names_of_kinds(page, ("code", "identifier")))


def in_code_blocks(page: RuleContext) -> frozenset[str]:
    """Return the names that the page's code blocks use, not counting those in comments."""
    return frozenset(
        name for segment in page.segments if segment.kind == "code" for name in in_code(without_comments(segment))
    )


def in_code(text: str) -> Iterator[str]:
    """Yield the names in a text of code or of prose; for `model.train`, also model and train."""
    for name in _IN_CODE.findall(text):
        spelled = python_spelling(name)
        yield spelled
        if "." in spelled:
            yield from spelled.split(".")


@page_fact  # several rules ask for them
def in_source(page: RuleContext) -> frozenset[str]:
    """Return the names in the page's English original, code or prose; empty where it has none."""
    return frozenset(in_code(page.source))


def python_spelling(surface: str) -> str:
    """Return a name with dots for ::, and without the escapes of Markdown."""
    return surface.replace("::", ".").replace("\\_", "_")


def _names_of_kinds(page: RuleContext, kinds: tuple[str, ...]) -> Iterator[str]:
    for segment in page.segments:
        for span in segment.protected:
            if span.kind in kinds:
                yield from in_code(page.text[span.start : span.end])


def _name(text: str, span: Span) -> CodeName | None:
    more = _ESCAPED.match(text, span.end)  # torch.set\_x: the span ends too early
    match = _ALONE.fullmatch(text, span.start, more.end() if more else span.end)
    if match is None or len(match[1]) > LONGEST:
        return None
    start, end = match.span(1)
    return CodeName(start, end, text[start:end], python_spelling(text[start:end]), span.kind)
