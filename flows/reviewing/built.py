"""A build as reviewing reads it: its manifest and tables, with a clear word where there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa

from corpus import store
from corpus.printable import printable
from corpus.records import Document, Finding
from corpus.schema import SCHEMA_VERSION
from corpus.shards import from_table
from glossary.findings.rows import finding_of
from glossary.review.decision import ReviewError
from glossary.rules import RULES


@dataclass(frozen=True)
class Built:
    """A build on disk."""

    folder: Path
    manifest: Mapping[str, Any]

    @property
    def build_id(self) -> str:
        """Its id."""
        return str(self.manifest["build_id"])

    @property
    def confidences(self) -> dict[str, float]:
        """The confidence that each rule had, by code."""
        own = self.manifest.get("confidence", {})
        return {rule.code: float(own.get(rule.code, rule.confidence)) for rule in RULES}

    def tables(self, reads: Mapping[str, list[str] | None]) -> dict[str, pa.Table]:
        """The tables that are named, with these columns."""
        return {name: store.read_table(self.folder, name, columns) for name, columns in reads.items()}

    @cached_property
    def documents(self) -> dict[str, Document]:
        """Its documents by id."""
        return {one.doc_id: one for one in from_table(store.read_table(self.folder, "documents"))}

    @cached_property
    def findings(self) -> list[Finding]:
        """Its findings."""
        return [finding_of(row) for row in store.read_table(self.folder, "findings").to_pylist()]


def built(folder: Path) -> Built:
    """The build in a folder; raises ReviewError where there is none."""
    manifest = store.read_manifest(folder)
    if manifest is None:
        raise ReviewError(f"{printable(folder)}: no build there; run `taiyaku build`, or name one with --build")
    if f"schema:{SCHEMA_VERSION}" not in str(manifest.get("signature")).split("|"):
        raise ReviewError(f"{printable(folder)}: made by another version of taiyaku; build it anew")
    return Built(folder.resolve(), manifest)
