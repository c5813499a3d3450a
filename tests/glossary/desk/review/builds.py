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


def tables(
    *documents: Document, findings: Sequence[Finding] = (), beads: Sequence[Alignment] = ()
) -> dict[str, pa.Table]:
    """The tables of a build of these documents, whose segments are units as the beads say."""
    rows = rows_of(documents, matcher(*CONCEPTS))
    unit_rows = [
        unit
        for work, work_documents in groupby(documents, lambda doc: doc.work)
        for unit in _units(list(work_documents), rows, beads)
    ]
    return {
        **{name: to_table(name, table_rows) for name, table_rows in rows.items()},
        "parallel": to_table("parallel", unit_rows),
        "findings": to_table("findings", findings),
    }


def _units(documents: list[Document], rows: dict[str, list[Any]], beads: Sequence[Alignment]) -> list[Any]:
    ids = {doc.doc_id for doc in documents}
    segments: list[Segment] = [segment for segment in rows["segments"] if segment.doc_id in ids]
    mentions: list[Mention] = [mention for mention in rows["mentions"] if mention.doc_id in ids]
    return units(
        documents, segments, mentions, [alignment for alignment in beads if alignment.src_doc in ids], TERMBASE
    )


def material(*documents: Document, findings: Sequence[Finding] = (), beads: Sequence[Alignment] = ()) -> Material:
    """What packets are made from: a build of these documents."""
    build_tables = tables(*documents, findings=findings, beads=beads)
    return Material("3f2a9c11d0e4", "taiyaku:0|test", build_tables, TERMBASE, CONFIDENCES)


def bead(
    page: Document, numbers: Sequence[int], other_page: Document, others: Sequence[int], score: float = 0.9
) -> Alignment:
    """That the segments of a document with these ordinals say what those of another do."""
    page_ids, other_ids = _ids(page, numbers), _ids(other_page, others)
    return Alignment(
        alignment_id=f"{page_ids[0]} {other_ids[0]}", work=page.work, src_doc=page.doc_id, tgt_doc=other_page.doc_id, src_lang=page.lang,
        tgt_lang=other_page.lang, src_segments=page_ids, tgt_segments=other_ids, src_spans=[SegmentPlace(0, 1)] * len(page_ids),
        tgt_spans=[SegmentPlace(0, 1)] * len(other_ids), kind="", score=score, relation="translation",
    )  # fmt: skip


def _ids(page: Document, numbers: Sequence[int]) -> list[str]:
    return [f"{page.doc_id}-{number:05d}" for number in numbers]


def zh(text: str, path: str = "a/zh.md", **options: Any) -> Document:
    """A Chinese document of the work `a`."""
    return document(path, text, **{"work": "a", **options})


def ja(text: str, path: str = "a/ja.md", **options: Any) -> Document:
    """A Japanese document of the work `a`."""
    return document(path, text, **{"work": "a", "lang": "ja", "locale": "ja", **options})


def en(text: str, path: str = "a/en.md", **options: Any) -> Document:
    """The English document of the work `a`."""
    return document(path, text, **{"work": "a", "lang": "en", "locale": "en", **options})


def reported(doc: Document, surface: str = "图书馆", **options: Any) -> Finding:
    """A finding with all places of some words in a document."""
    return finding(doc, *places(doc.text, surface), **options)
