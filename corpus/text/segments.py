"""Segments: a document cut into sentences, headings, list items and code blocks."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from corpus.formats import blocks_of, format_of
from corpus.languages.detection import segment_language
from corpus.languages.scripts import LETTER
from corpus.records import Block, Document, Segment, Span
from corpus.text.plain_text import readable
from corpus.text.protected_spans import protected_spans
from corpus.text.rst_spans import rst_spans
from corpus.text.sentences import split_sentences

PROSE = ("heading", "paragraph", "list_item", "table_cell")
_WHOLE = ("code", "markup")


def is_prose(segment: Segment) -> bool:
    """Return whether a segment is text that a translator translates: it has a letter outside of markup."""
    return segment.kind in PROSE and LETTER.search(segment.text) is not None


def _kind(block: Block, text: str, start: int, spans: Sequence[Span]) -> str:
    """Return the block's kind, or markup if all letters are in tags and link targets: an image without a name."""
    if block.kind not in PROSE or not any(span.kind in ("tag", "link") for span in spans):
        return block.kind
    position, outside = 0, ""
    for span in spans:
        if span.kind in ("tag", "link"):
            outside += text[position : span.start - start]
            position = span.end - start
    has_letter = LETTER.search(outside + text[position:]) or not LETTER.search(text)
    return block.kind if has_letter else "markup"


def is_markdown(document: Document) -> bool:
    """Return whether emphasis, links and tags in the document's text are markup."""
    return format_of(document.media_type).has_markup


def document_spans(document: Document, start: int, end: int) -> list[Span]:
    """Return the protected spans of a stretch of prose in a document, by the markup of its format."""
    form = format_of(document.media_type)
    if form.has_roles:
        return rst_spans(document.text, start, end)
    return protected_spans(document.text, start, end, form.has_markup)


def own_spans(segment: Segment) -> list[Span]:
    """Return the protected spans of a segment, with offsets from its own start."""
    return [Span(span.start - segment.start, span.end - segment.start, span.kind) for span in segment.protected]


def blanked(text: str, places: Iterable[tuple[int, int]], start: int = 0, end: int | None = None) -> str:
    """Return a text, or a stretch of it, with these places, in order, replaced by as many spaces."""
    pieces, position = [], start
    for begins, ends in places:
        pieces += [text[position:begins], " " * (ends - begins)]
        position = ends
    return "".join([*pieces, text[position:end]])


def readable_text(segment: Segment, markup: bool) -> str:
    """Return a segment as a reader sees it; `markup` where its text is Markdown."""
    return readable(segment.text, 0, len(segment.text), own_spans(segment), markup=markup)


def segment(document: Document, blocks: Sequence[Block] | None = None) -> list[Segment]:
    """Return the segments of a document, or of these blocks, without words: in order, disjoint, all but white space."""
    return list(_segments(document, blocks_of(document) if blocks is None else blocks))


def _segments(document: Document, blocks: Sequence[Block]) -> Iterator[Segment]:
    markup = is_markdown(document)
    ordinal, section = 0, None
    for block in blocks:
        spans = _spans(document, block)
        if block.kind in _WHOLE:
            pieces = [(block.start, block.end)]
        else:
            pieces = split_sentences(document.text, block.start, block.end, spans, block.skip)
        starts = [span.start for span in spans]
        for start, end in pieces:
            first = max(0, bisect_left(starts, start) - 1)
            inside = [
                Span(max(span.start, start), min(span.end, end), span.kind)
                for span in spans[first : bisect_left(starts, end)]
                if span.end > start
            ]
            yield _segment(document, block, ordinal, section, start, end, inside)
            ordinal += 1
        if block.kind == "heading" and block.level:  # a <summary> heads its own box alone
            section = readable(document.text, block.start, block.end, spans, block.skip, markup) or section


def _spans(document: Document, block: Block) -> list[Span]:
    if block.kind == "code":
        return [Span(block.start, block.end, "code")]
    if block.kind == "markup":
        return []
    spans = document_spans(document, block.start, block.end)
    return _with_borders(spans, block) if block.skip and format_of(document.media_type).has_roles else spans


def _with_borders(spans: Sequence[Span], block: Block) -> list[Span]:
    """Return the spans of a table cell, and the borders between its lines that are in no span."""
    free = [
        Span(start, end, "tag")
        for start, end in block.skip
        if not any(start < span.end and span.start < end for span in spans)
    ]
    return sorted([*spans, *free], key=lambda span: span.start)


def _segment(
    document: Document, block: Block, ordinal: int, section: str | None, start: int, end: int, spans: list[Span]
) -> Segment:
    text = document.text[start:end]
    kind = _kind(block, text, start, spans)
    return Segment(
        segment_id=f"{document.doc_id}-{ordinal:05d}",
        doc_id=document.doc_id,
        work=document.work,
        lang=document.lang,
        ordinal=ordinal,
        kind=kind,
        section=section,
        text_lang=document.lang if kind in _WHOLE else segment_language(text, document.lang),
        start=start,
        end=end,
        text=text,
        tokens=[],
        token_starts=[],
        protected=spans,
    )


def is_whole_words(segment: Segment, start: int, end: int) -> bool:
    """Return whether a place in the document begins and ends at word borders of the segment."""
    first, last = bisect_left(segment.token_starts, start), bisect_left(segment.token_starts, end) - 1
    if last < first or segment.token_starts[first] != start:
        return False
    return segment.token_starts[last] + len(segment.tokens[last]) == end
