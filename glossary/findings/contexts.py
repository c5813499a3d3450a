"""Contexts: documents prepared for the rules, each with the English original that it translates."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, TypeVar

from corpus.alignment.features import takes_part
from corpus.formats import keyed_texts_of, template_of
from corpus.grouping import grouped
from corpus.languages import TARGETS
from corpus.records import Alignment, Document, Mention, Segment, TermAlignment
from corpus.tokenizers import Words
from glossary.annotation.annotate import annotated
from glossary.matching import Matcher
from glossary.rules.context import RuleContext
from glossary.rules.source_context import Original, ReadOriginal, SegmentPair
from glossary.termbase.termbase import Termbase

if TYPE_CHECKING:
    from corpus.alignment.lexicon import Lexicons
    from corpus.alignment.to_rows import AlignedDocument
    from glossary.bitext.works import Work


def pages_of(
    works: Iterable[Work], beads: Iterable[Alignment], termbase: Termbase, terms: Iterable[TermAlignment] = ()
) -> Iterator[RuleContext]:
    """Yield the checked pages of works, in table order, with the beads and terms that a build has aligned."""
    aligned = grouped(beads, lambda bead: bead.src_doc)
    aligned_terms = _by_document(terms)
    for work in works:
        segments, mentions = _by_document(work.segments), _by_document(work.mentions)
        documents = {document.doc_id: document for document in work.documents}
        for document in work.documents:
            if document.status == "ok" and document.lang in TARGETS:
                rows = aligned[document.doc_id]
                source = documents[rows[0].tgt_doc] if rows else None
                inside = segments.get(document.doc_id, ()), mentions.get(document.doc_id, ())
                original = None
                if source is not None and source.lang == "en":
                    source_parts = segments.get(source.doc_id, ()), mentions.get(source.doc_id, ())
                    read = translated_units(document, source, ReadOriginal(*source_parts))
                    original = _original(source, read, inside[0], rows, aligned_terms.get(document.doc_id, ()))
                yield RuleContext(document, *inside, termbase, original)


def _original(
    document: Document,
    read: ReadOriginal,
    page: Sequence[Segment],
    rows: Sequence[Alignment],
    terms: Sequence[TermAlignment],
) -> Original:
    return Original(document, lambda: read, lambda read: _pairs(rows, page, read.segments), lambda: terms)


def translated_units(document: Document, source: Document, read: ReadOriginal) -> ReadOriginal:
    """Return the part of an original to compare with a page; in the same catalogue, the units judged there."""
    template = template_of(document)
    if not template or template != template_of(source):
        return read
    judged = {unit.key for unit in keyed_texts_of(document)}
    bounds = [(unit.start, unit.end) for unit in keyed_texts_of(source) if unit.key in judged]
    starts = [start for start, _ in bounds]

    def holds(place: Segment | Mention) -> bool:
        number = bisect_right(starts, place.start) - 1
        return number >= 0 and place.start < bounds[number][1]

    return ReadOriginal(tuple(filter(holds, read.segments)), tuple(filter(holds, read.mentions)))


class SourcePage:
    """An English document that pages are compared with, segmented and searched for terms once, on first use.

    `cutter` returns the tokenizer of a language.
    """

    def __init__(
        self, document: Document, matcher: Callable[[], Matcher], cutter: Callable[[str], Callable[[str], Words]]
    ) -> None:
        self.document, self.matcher, self._cutter = document, matcher, cutter

    @cached_property
    def read(self) -> ReadOriginal:
        """The segments and mentions of the page."""
        segments, mentions = annotated(self.document, self.matcher(), self._cutter)
        return ReadOriginal(tuple(segments), tuple(mentions))

    @cached_property
    def side(self) -> AlignedDocument:
        """The document as alignment needs it."""
        from glossary.bitext.works import side_with

        return side_with(self.document, *self.read)


def original_with(
    document: Document,
    source: SourcePage,
    read: Callable[[], tuple[Sequence[Segment], Sequence[Mention]]],
    lexicons: Callable[[], Lexicons],
) -> Original:
    """Return the original of a single page. It is aligned, with what the lexicons know, once a rule asks. `read`
    returns the segments and mentions of the page.
    """

    @cache
    def beads() -> list[Alignment]:
        from glossary.bitext.works import aligned_untaught, side_with  # no page without original needs it

        return aligned_untaught(side_with(document, *read()), source.side, lexicons())

    def align_terms() -> list[TermAlignment]:
        from glossary.bitext.term_alignments import terms_of_pair

        segments, mentions = read()
        pair = [*segments, *source.read.segments], [*mentions, *source.read.mentions]
        return terms_of_pair(beads(), *pair, {document.doc_id: document.text}, source.matcher().termbase)

    return Original(
        source.document,
        lambda: translated_units(document, source.document, source.read),
        lambda original: _pairs(beads(), read()[0], original.segments),
        align_terms,
    )


def _pairs(
    rows: Iterable[Alignment], page_segments: Iterable[Segment], source: Iterable[Segment]
) -> Iterator[SegmentPair]:
    """Yield the beads as pairs of segments, without beads that have a segment left out of alignment or comparison."""
    by_id = {segment.segment_id: segment for segment in (*page_segments, *source)}
    for row in rows:
        if not by_id.keys() >= {*row.src_segments, *row.tgt_segments}:
            continue
        page = tuple(by_id[segment_id] for segment_id in row.src_segments)
        original = tuple(by_id[segment_id] for segment_id in row.tgt_segments)
        if all(map(takes_part, (*page, *original))):
            yield SegmentPair(page, original, row.score, row.relation == "copy")


DocumentRow = TypeVar("DocumentRow", Segment, Mention, TermAlignment)


def _by_document(rows: Iterable[DocumentRow]) -> dict[str, tuple[DocumentRow, ...]]:
    by_document = grouped(rows, lambda row: row.doc_id)
    return {doc_id: tuple(group) for doc_id, group in by_document.items()}
