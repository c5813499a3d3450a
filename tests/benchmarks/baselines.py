"""Two naive ways of finding terms, as builds beside ours: the same glossary, documents and segments, other mentions.

A naive tool looks for every form of the language and every English form, knows no identifiers and addresses, no
company (`only_near`, `not_in`) and no longer term; hits may overlap. We grant it what costs nothing: the segments that
we search too (all but code and markup; gold has mentions in boilerplate, so prose alone would rob it of recall), casing
as the entry says, each concept at each place once, and its longest hits as tokens over the same base words.
"""

from __future__ import annotations

import re
import shutil
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pyarrow as pa

from corpus.records import Mention, Segment
from corpus.schema import to_table
from corpus.storage import parquet
from corpus.tokenizers import Words, tokenizer
from glossary.annotation.mentions import publish
from glossary.termbase.termbase import Concept, Form, Termbase
from tests.benchmarks.term_alignment.word_pairs import segment_of

PATTERNS = {"substring": "{}", r"`\b`": r"\b{}\b"}
UNSEARCHED = ("code", "markup")


def write(ours: Path, folder: Path, termbase: Termbase, pattern: str) -> Path:
    """A build in `folder` like `ours`, but with the mentions and tokens that this pattern finds."""
    for table in ("documents", "concepts"):
        shutil.copytree(ours / table, folder / table)
    segments = [segment_of(row) for row in parquet.read_table(ours, "segments").to_pylist()]
    texts = {
        row["doc_id"]: row["text"] for row in parquet.read_table(ours, "documents", ["doc_id", "text"]).to_pylist()
    }
    cut: list[Segment] = []
    mentions: list[Mention] = []
    for doc_id, text in texts.items():
        page_segments = [segment for segment in segments if segment.doc_id == doc_id]
        page_mentions = list(_mentions(text, page_segments, termbase, pattern)) if page_segments else []
        cut += _cut(page_segments, page_mentions)
        mentions += page_mentions
    parquet.write_part(folder, "segments", 0, to_table("segments", cut), "")
    parquet.write_part(folder, "mentions", 0, to_table("mentions", mentions), "")
    return folder


def without_nested(build: Path, folder: Path) -> Path:
    """A build like `build` without the mentions that lie inside a longer one, whatever their `nested` says."""
    for table in ("documents", "concepts", "segments"):
        shutil.copytree(build / table, folder / table)
    rows = parquet.read_table(build, "mentions")
    spans = list(zip(*(rows[name].to_pylist() for name in ("doc_id", "start", "end")), strict=True))
    inside = _inside(spans)
    parquet.write_part(folder, "mentions", 0, rows.filter(pa.array([span not in inside for span in spans])), "")
    return folder


def _inside(spans: list[tuple[str, int, int]]) -> set[tuple[str, int, int]]:
    """The spans that lie inside a longer one of their document."""
    inside = set()
    reach: dict[str, int] = {}
    for doc_id, start, end in sorted(set(spans), key=lambda span: (span[0], span[1], -span[2])):
        if end <= reach.get(doc_id, -1):
            inside.add((doc_id, start, end))
        reach[doc_id] = max(end, reach.get(doc_id, -1))
    return inside


def _mentions(text: str, segments: list[Segment], termbase: Termbase, pattern: str) -> Iterator[Mention]:
    """Every hit that lies within one searched segment; hits of a form do not overlap each other, as in `str.count`."""
    starts = [segment.start for segment in segments]
    yielded: set[tuple[str, int, int]] = set()
    for concept, form in _forms(termbase, segments[0].lang):
        flags = re.IGNORECASE if form.case == "any" else 0
        for match in re.finditer(pattern.format(re.escape(form.form)), text, flags):
            segment = segments[bisect_right(starts, match.start()) - 1]
            key = (concept.id, *match.span())
            if segment.kind not in UNSEARCHED and segment.start <= match.start() and match.end() <= segment.end:
                if key not in yielded:
                    yield _mention(segment, concept, form, match, len(yielded))
                yielded.add(key)


def _forms(termbase: Termbase, lang: str) -> Iterator[tuple[Concept, Form]]:
    for concept in termbase.concepts:
        yield from ((concept, form) for form in concept.in_language(lang))
        if lang != "en":
            yield from ((concept, form._replace(status="source")) for form in concept.in_language("en"))


def _mention(segment: Segment, concept: Concept, form: Form, match: re.Match[str], number: int) -> Mention:
    return Mention(
        mention_id=f"{segment.doc_id}-{number}",
        segment_id=segment.segment_id,
        doc_id=segment.doc_id,
        work=segment.work,
        lang=segment.lang,
        concept_id=concept.id,
        form=form.form,
        status=form.status,
        surface=match.group(),
        start=match.start(),
        end=match.end(),
        zone="heading" if segment.kind == "heading" else "prose",
        token_aligned=False,
        nested=False,
        confidence=1.0,
    )


def _cut(segments: list[Segment], mentions: list[Mention]) -> Iterator[Segment]:
    """The segments with the base words of their language, and each longest hit as one token."""
    spans: dict[str, set[tuple[int, int]]] = {}
    for mention in mentions:
        spans.setdefault(mention.segment_id, set()).add((mention.start, mention.end))
    for segment in segments:
        words: Words = tokenizer(segment.text_lang)(segment.text) if segment.kind not in UNSEARCHED else []
        whole = [(a - segment.start, b - segment.start) for a, b in longest(spans.get(segment.segment_id, set()))]
        tokens = publish(words, whole)
        yield replace(
            segment,
            tokens=[segment.text[start:end] for start, end in tokens],
            token_starts=[segment.start + start for start, _ in tokens],
        )


def longest(spans: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans that do not overlap, in order: the longest first, of equals the first."""
    numbers: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda span: (span[0] - span[1], span[0])):
        if all(end <= other or start >= stop for other, stop in numbers):
            numbers.append((start, end))
    return sorted(numbers)
