"""Builds made for tests of packets: tables of a few documents, with the beads and the findings that a test names."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import pyarrow as pa

from corpus.records import Alignment, Document, Finding, Mention, Segment, SegmentPlace
from corpus.schema import to_table
from glossary.annotation.annotate import rows_of
from glossary.bitext.translation_units import units
from glossary.desk.review.packets.packet import Material
from glossary.termbase.termbase import Termbase
from tests.glossary.desk.report.made import document, finding, places
from tests.glossary.small import TENSOR, matcher, termbase

LIBRARY = """
id = "library"
definition = "A body of code that other programs call."
en.preferred = "library"
zh.preferred = "库"
zh.wrong = ["图书馆"]
ja.preferred = "ライブラリ"
ja.wrong = ["図書館"]
"""
CONCEPTS = (LIBRARY, TENSOR.replace("[[concept]]", ""))
TERMBASE: Termbase = termbase(*CONCEPTS)
CONFIDENCES = {"T101": 0.95, "T202": 0.8}


def tables(*documents: Document, found: Sequence[Finding] = (), beads: Sequence[Alignment] = ()) -> dict[str, pa.Table]:
    """The tables of a build of these documents, whose segments are units as the beads say."""
    rows = rows_of(documents, matcher(*CONCEPTS))
    made = [one for work, own in groupby(documents, lambda one: one.work) for one in _units(list(own), rows, beads)]
    return {
        **{name: to_table(name, own) for name, own in rows.items()},
        "parallel": to_table("parallel", made),
        "findings": to_table("findings", found),
    }


def _units(documents: list[Document], rows: dict[str, list[Any]], beads: Sequence[Alignment]) -> list[Any]:
    ids = {one.doc_id for one in documents}
    segments: list[Segment] = [segment for segment in rows["segments"] if segment.doc_id in ids]
    mentions: list[Mention] = [mention for mention in rows["mentions"] if mention.doc_id in ids]
    return units(documents, segments, mentions, [one for one in beads if one.src_doc in ids], TERMBASE)


def material(*documents: Document, found: Sequence[Finding] = (), beads: Sequence[Alignment] = ()) -> Material:
    """What packets are made from: a build of these documents."""
    own = tables(*documents, found=found, beads=beads)
    return Material("3f2a9c11d0e4", "taiyaku:0|test", own, TERMBASE, CONFIDENCES)


def bead(
    one: Document, numbers: Sequence[int], other: Document, others: Sequence[int], score: float = 0.9
) -> Alignment:
    """That the segments of a document with these ordinals say what those of another do."""
    own, meant = _ids(one, numbers), _ids(other, others)
    return Alignment(
        alignment_id=f"{own[0]} {meant[0]}", work=one.work, src_doc=one.doc_id, tgt_doc=other.doc_id, src_lang=one.lang,
        tgt_lang=other.lang, src_segments=own, tgt_segments=meant, src_spans=[SegmentPlace(0, 1)] * len(own),
        tgt_spans=[SegmentPlace(0, 1)] * len(meant), kind="", score=score, relation="translation",
    )  # fmt: skip


def _ids(one: Document, numbers: Sequence[int]) -> list[str]:
    return [f"{one.doc_id}-{number:05d}" for number in numbers]


def zh(text: str, path: str = "a/zh.md", **options: Any) -> Document:
    """A Chinese document of the work `a`."""
    return document(path, text, **{"work": "a", **options})


def ja(text: str, path: str = "a/ja.md", **options: Any) -> Document:
    """A Japanese document of the work `a`."""
    return document(path, text, **{"work": "a", "lang": "ja", "locale": "ja", **options})


def en(text: str, path: str = "a/en.md", **options: Any) -> Document:
    """The English document of the work `a`."""
    return document(path, text, **{"work": "a", "lang": "en", "locale": "en", **options})


def told(at: Document, surface: str = "图书馆", **options: Any) -> Finding:
    """A finding with all places of some words in a document."""
    return finding(at, *places(at.text, surface), **options)
