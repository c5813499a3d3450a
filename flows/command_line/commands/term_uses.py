"""Where a build uses a concept, and the pages that it does so in."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pyarrow.compute as pc
import pyarrow.dataset as ds

from corpus.formats import format_of
from glossary.desk.report.concordance import ConcordancePage, ConcordanceUse


def read_uses(folder: Path, concept_id: str, lang: str | None) -> list[ConcordanceUse]:
    """Return the mentions of a concept, in table order."""
    condition = pc.field("concept_id") == concept_id
    if lang:
        condition &= pc.field("lang") == lang
    return [
        ConcordanceUse(**row) for row in _rows(folder, "mentions", list(ConcordanceUse.__dataclass_fields__), condition)
    ]


def read_pages(folder: Path, doc_ids: Iterable[str]) -> dict[str, ConcordancePage]:
    """Return documents by their ids, each with its path and text."""
    condition = pc.field("doc_id").isin(sorted(set(doc_ids)))
    return {
        row["doc_id"]: ConcordancePage(row["path"], row["text"], format_of(row["media_type"]).is_extracted)
        for row in _rows(folder, "documents", ["doc_id", "path", "text", "media_type"], condition)
    }


def _rows(folder: Path, table: str, columns: list[str], condition: pc.Expression) -> list[dict[str, Any]]:
    parts = [str(part) for part in sorted((folder / table).glob("part-*.parquet"))]
    if not parts:
        return []
    rows: list[dict[str, Any]] = ds.dataset(parts, format="parquet").to_table(columns, filter=condition).to_pylist()
    return rows
