"""Builds made for tests of histories: their tables without their texts, and entries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pyarrow as pa

from corpus.records import Document, Finding, Rendering
from corpus.schema import to_table
from glossary.desk.history.build_comparison import BuildTables
from glossary.desk.history.build_series import READS
from glossary.desk.history.history_entry import HistoryEntry
from tests.glossary.desk.report.built import build
from tests.glossary.desk.report.made import document, finding, places

SIGNATURE = "taiyaku:0|schema:5|glossary:{}"


def page_of(path: str, text: str, **options: Any) -> Document:
    """A page whose hash is told by its text."""
    options.setdefault("work", path.rsplit("/", 1)[0])
    return document(path, text, sha256=sha256(text.encode()).hexdigest(), **options)


def slip(page: Document, words: str = "图书馆", **options: Any) -> Finding:
    """A finding at all places of these words; its id is that of page, rule and words."""
    rule = options.get("rule", "T101")
    return finding(page, *places(page.text, words), **{"finding_id": f"{page.doc_id} {rule} {words}", **options})


def rendering(words: str | None, uses: int, relation: str = "preferred", **options: Any) -> Rendering:
    """A rendering of the concept `library`."""
    row: dict[str, Any] = {
        "term": "library", "concept_id": "library", "lang": "zh", "rendering": words, "relation": relation,
        "uses": uses, "documents": 1, "works": 1, "share": 0.5, "confidence": 0.9, "example": "a",
    }  # fmt: skip
    return Rendering(**{**row, **options})


def tables_of(
    *pages: Document, findings: list[Finding] | None = None, renderings: list[Rendering] | None = None
) -> dict[str, pa.Table]:
    """The tables of a build of these pages."""
    report = build(*pages, findings=findings or [])
    tables = {name: report.whole(name) for name in report.tables}
    tables["parallel"] = to_table("parallel", [])
    if renderings is not None:
        tables["renderings"] = to_table("renderings", renderings)
    return tables


def parts_of(tables: Mapping[str, pa.Table]) -> dict[str, list[pa.Table]]:
    """The tables as series are made of them."""
    return {name: [tables[name].select(columns)] for name, columns in READS.items()}


def build_of(build_id: str, *pages: Document, glossary: str = "a", **options: Any) -> BuildTables:
    """A build of these pages that can be compared."""
    return BuildTables(build_id, "2026-11-01T03:00:00Z", SIGNATURE.format(glossary), tables_of(*pages, **options))


def entries(*build_ids: str) -> list[HistoryEntry]:
    """An entry for each of these builds, a day each; figures rise, and the first one counted no critical findings."""
    first = HistoryEntry(1, "", "", "taiyaku:0", "sources", {}, {})
    return [
        replace(
            first,
            number=number + 1,
            build_id=build_id,
            created=f"2026-11-{number + 1:02}T03:00:00Z",
            figures={
                "documents": 1000 + number,
                "findings": 20 + number,
                "success.zh": 0.9 + number / 100,
                **({"findings.critical": 1 + number} if number else {}),
            },
        )
        for number, build_id in enumerate(build_ids)
    ]
