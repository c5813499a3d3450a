"""Annotated tables: from documents to the rows of `documents`, `segments` and `mentions`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from corpus.gc_pause import uncollected
from corpus.limits import SECONDS, LimitError, limited
from corpus.personal_data.mask import with_personal_counts
from corpus.records import Document, Mention, Segment
from corpus.sources.documents import quarantined
from corpus.text.segments import is_markdown, is_prose, readable_text, segment
from corpus.tokenizers import Words, tokenizer
from glossary.annotation.mentions import annotate_all
from glossary.matching import Matcher

_LEAD = 3  # sentences that may stand above the title; a heading further down is a section's


@uncollected()
def rows_of(documents: Sequence[Document], matcher: Matcher, seconds: float = SECONDS) -> dict[str, list[Any]]:
    """Return, by table, the rows that each document alone determines."""
    rows: dict[str, list[Any]] = {table: [] for table in ("documents", "segments", "mentions")}
    for document in documents:
        try:
            with limited(seconds, document.doc_id):
                read, segments, mentions = _rows(document, matcher)
        except LimitError as error:
            read, segments, mentions = quarantined(document, str(error)), [], []
        rows["documents"].append(read)
        rows["segments"] += segments
        rows["mentions"] += mentions
    return rows


def _rows(document: Document, matcher: Matcher) -> tuple[Document, list[Segment], list[Mention]]:
    """Return a document with its title, its segments and its mentions."""
    if document.status != "ok":
        return document, [], []
    segments, mentions = annotated(document, matcher)
    titled = replace(document, title=document.title or _title(segments, is_markdown(document)))
    return with_personal_counts(titled), segments, mentions


def annotated(
    document: Document, matcher: Matcher, cutter: Callable[[str], Callable[[str], Words]] = tokenizer
) -> tuple[list[Segment], list[Mention]]:
    """Return the segments of a document with published tokens, and its mentions; `cutter` gives tokenizers."""
    return with_words(segment(document), matcher, cutter)


def with_words(
    segments: Sequence[Segment], matcher: Matcher, cutter: Callable[[str], Callable[[str], Words]] = tokenizer
) -> tuple[list[Segment], list[Mention]]:
    """Return the given segments of a document with their published tokens, and its mentions."""
    worded = [part for part in segments if part.kind not in ("code", "markup")]
    words = [cutter(part.text_lang)(part.text) for part in worded]
    annotated_segments = annotate_all(worded, words, matcher)
    published = {part.segment_id: part for part, _ in annotated_segments}
    mentions = [mention for _, segment_mentions in annotated_segments for mention in segment_mentions]
    return [published.get(part.segment_id, part) for part in segments], mentions


def _title(segments: Sequence[Segment], markup: bool) -> str | None:
    before = list(takewhile(lambda part: part.kind != "heading", segments))
    heading = segments[len(before)] if len(before) < len(segments) else None
    if heading is None or sum(map(is_prose, before)) > _LEAD:
        return None
    return readable_text(heading, markup)
