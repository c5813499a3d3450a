"""Beads to measure on: gold with its documents, and tasks made of paragraph pairs."""

from __future__ import annotations

import json
import random
import re
import runpy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import corpus
from corpus.alignment.features import SegmentFeatures, evidence
from corpus.alignment.to_rows import AlignedDocument
from corpus.records import Document, Mention, Segment
from corpus.text.protected_spans import protected_spans
from corpus.tokenizers import tokenizer
from glossary.annotation.annotate import annotated
from glossary.annotation.pipeline import find_terms, matcher
from glossary.bitext.works import side_with
from tests.shared import SHARED

GOLD = Path(__file__).parents[1] / "gold" / "beads"
HF = SHARED / "data/hf-course"
Spans = tuple[tuple[int, int], ...]
Pair = tuple[Spans, Spans]  # of a bead with text on both sides

_MARKERS = re.compile(r"\s*(?:(?P<heading>#{1,6}\s)|(?P<list_item>(?:[-*+]|\d{1,3}\.)\s)|(?P<table_cell>\|))")


@dataclass(frozen=True)
class Task:
    """Two documents as segments, and the numbers of the segments that belong together."""

    page: str
    source: Sequence[SegmentFeatures]
    target: Sequence[SegmentFeatures]
    beads: frozenset[tuple[tuple[int, ...], tuple[int, ...]]]


@dataclass(frozen=True)
class Article:
    """Two documents with the spans of their beads, as far as someone has read them."""

    name: str
    source: AlignedDocument
    target: AlignedDocument
    beads: Mapping[Pair, str]  # with their relation
    until: int  # the source was read up to here


def tasks(lang: str, seed: int, move: int) -> list[Task]:
    """The pages of hf-course with a third of the paragraphs gone on each side, as make_beads.py makes them."""
    script = runpy.run_path(str(HF / "near-gold/make_beads.py"))
    chance = random.Random(seed)
    page_tasks = []
    for page, pairs in sorted(script["pages"](HF / f"near-gold/gold_{lang}.jsonl").items()):
        source, target, beads = script["disturb"](pairs, chance, 0.33, 0.1, move)
        aligned_beads = frozenset(
            (tuple(bead["src"]), tuple(bead["tgt"])) for bead in beads if bead["src"] and bead["tgt"]
        )
        page_tasks.append(
            Task(
                page,
                [_paragraph(paragraph, lang) for paragraph in source],
                [_paragraph(paragraph, "en") for paragraph in target],
                aligned_beads,
            )
        )
    return page_tasks


@cache
def _paragraph(text: str, lang: str) -> SegmentFeatures:
    """The evidence of a paragraph that is one segment."""
    marker = _MARKERS.match(text)
    words = tokenizer(lang)(text)
    segment = Segment(
        segment_id="",
        doc_id="",
        work="",
        lang=lang,
        ordinal=0,
        kind=(marker.lastgroup if marker else None) or "paragraph",
        section=None,
        text_lang=lang,
        start=0,
        end=len(text),
        text=text,
        tokens=[text[a:b] for a, b in words],
        token_starts=[a for a, _ in words],
        protected=protected_spans(text, 0, len(text), True),
    )
    return evidence(segment, True, {term.concept_id for term in find_terms(text, lang)})


def half(page: str) -> int:
    """Which half of the pages a page belongs to: a lexicon may have seen the other one alone."""
    return int(sha256(page.encode()).hexdigest()[:4], 16) % 2


class AnnotatedDocument(NamedTuple):
    """A document that was cut and searched for terms."""

    document: Document
    segments: Sequence[Segment]
    mentions: Sequence[Mention]


@cache
def documentation(lang: str) -> list[tuple[str, AlignedDocument, AlignedDocument]]:
    """The pages of hf-course in a language and in English, as they are aligned."""
    return [(page, side_with(*source), side_with(*target)) for page, source, target in annotated_documentation(lang)]


@cache
def annotated_documentation(lang: str) -> list[tuple[str, AnnotatedDocument, AnnotatedDocument]]:
    """The pages of hf-course in a language and in English."""
    pages = []
    for path in sorted((HF / "docs" / lang).rglob("*.mdx")):
        page = path.relative_to(HF / "docs" / lang).as_posix()
        english = HF / "docs/en" / page
        if english.exists():
            pages.append((page, _annotated(path, lang), _annotated(english, "en")))
    return pages


def _annotated(path: Path, lang: str) -> AnnotatedDocument:
    document = replace(corpus.read(path, lang), doc_id=str(path))
    return AnnotatedDocument(document, *annotated(document, matcher()))


def articles() -> Iterator[Article]:
    """The articles that someone has aligned by hand: ours, and the shared one."""
    for path in [*sorted(GOLD.glob("*.jsonl")), SHARED / "gold/pytorch-1.4.zh-en.beads.jsonl"]:
        name, langs = path.name.removesuffix(".jsonl").removesuffix(".beads").rsplit(".", 1)
        lang = langs.partition("-")[0]
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        beads = {(_spans(row["src"]), _spans(row["tgt"])): row["rel"] for row in rows if row["src"] and row["tgt"]}
        until = max(end for row in rows for _, end in row["src"])
        source, target = (side_with(*_annotated(place, tag)) for place, tag in _places(name, lang))
        yield Article(f"{name} {lang}", source, target, beads, until)


def _spans(listed: Sequence[Sequence[int]]) -> Spans:
    return tuple((start, end) for start, end in listed)


def _places(name: str, lang: str) -> list[tuple[Path, str]]:
    if not name.startswith("hf-course."):
        folder = SHARED / "articles" / name
        return [(folder / f"{lang}.txt", lang), (folder / "en.md", "en")]
    page = name.removeprefix("hf-course.").replace("-", "/") + ".mdx"
    return [(HF / "docs" / lang / page, lang), (HF / "near-gold/en-at-translation" / lang / page, "en")]
