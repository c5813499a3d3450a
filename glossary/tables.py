"""Tables: from documents to the rows of `documents`, `segments`, `mentions` and `parallel`."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import takewhile
from typing import Any

from corpus.readable import readable
from corpus.records import Document, Mention, Segment
from corpus.segments import is_markdown, is_prose, own_spans, segment
from corpus.words import tokenizer
from glossary.matching import Matcher
from glossary.mentions import annotate_all
from glossary.terms import Termbase
from glossary.units import alone


@contextmanager
def _no_collection() -> Iterator[None]:
    """No search for reference cycles: a shard's records have none, and looking took a tenth of its time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


_LEAD = 3  # sentences that may stand above the title; a heading further down is a section's


def rows_of(documents: Sequence[Document], termbase: Termbase, matcher: Matcher) -> dict[str, list[Any]]:
    """The rows of every table that documents and glossary alone decide, by table."""
    with _no_collection():
        return _rows_of(documents, termbase, matcher)


def _rows_of(documents: Sequence[Document], termbase: Termbase, matcher: Matcher) -> dict[str, list[Any]]:
    rows: dict[str, list[Any]] = {table: [] for table in ("documents", "segments", "mentions", "parallel")}
    for document in documents:
        markup = is_markdown(document)
        segments, mentions = annotated(document, matcher) if document.status == "ok" else ([], [])
        rows["documents"].append(replace(document, title=document.title or _title(segments, markup)))
        rows["segments"] += segments
        rows["mentions"] += mentions
        rows["parallel"] += alone(segments, mentions, termbase, markup)
    return rows


def annotated(document: Document, matcher: Matcher) -> tuple[list[Segment], list[Mention]]:
    """The segments of a document with their published tokens, and its mentions."""
    segments = segment(document)
    worded = [one for one in segments if one.kind not in ("code", "markup")]
    words = [tokenizer(one.text_lang)(one.text) for one in worded]
    done = annotate_all(worded, words, matcher)
    published = {one.segment_id: one for one, _ in done}
    mentions = [mention for _, found in done for mention in found]
    return [published.get(one.segment_id, one) for one in segments], mentions


def _title(segments: Sequence[Segment], markup: bool) -> str | None:
    before = list(takewhile(lambda one: one.kind != "heading", segments))
    heading = segments[len(before)] if len(before) < len(segments) else None
    if heading is None or sum(map(is_prose, before)) > _LEAD:
        return None
    return readable(heading.text, 0, len(heading.text), own_spans(heading), markup=markup)
