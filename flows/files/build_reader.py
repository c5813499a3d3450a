"""A build reader for reviewing: manifest and tables, with a clear message where there is none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa

from corpus.records import Document, Finding
from corpus.schema import from_table
from corpus.storage import parquet, store
from corpus.storage.signature import read_signature
from corpus.text.printable import printable
from glossary.decisions.decision import ReviewError
from glossary.findings.from_table import findings_of
from glossary.rules.registry import RULES

_ANEW = "rebuild it"


@dataclass(frozen=True)
class PublishedBuild:
    """A build on disk."""

    folder: Path
    manifest: Mapping[str, Any]

    @property
    def build_id(self) -> str:
        """The id of the build."""
        return str(self.manifest["build_id"])

    @property
    def confidences(self) -> dict[str, float]:
        """The confidence of each rule, by code."""
        recorded = self.manifest.get("confidence", {})
        return {rule.code: recorded.get(rule.code, rule.confidence) for rule in RULES}

    def tables(self, reads: Mapping[str, list[str] | None]) -> dict[str, pa.Table]:
        """Return the named tables with the given columns."""
        return {name: self._read(name, columns) for name, columns in reads.items()}

    def _read(self, table: str, columns: list[str] | None = None) -> pa.Table:
        try:
            return parquet.read_table(self.folder, table, columns)
        except (OSError, ValueError, KeyError) as error:  # Arrow's are ValueErrors
            reason = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise ReviewError(
                f"{printable(self.folder)}: {table} cannot be read: {printable(reason)}; {_ANEW}"
            ) from None

    @cached_property
    def documents(self) -> dict[str, Document]:
        """Its documents by id."""
        return {document.doc_id: document for document in from_table(self._read("documents"))}

    @cached_property
    def findings(self) -> list[Finding]:
        """Its findings."""
        return findings_of(self._read("findings"))


def built(folder: Path) -> PublishedBuild:
    """Return the build in a folder; raises ReviewError where there is none."""
    manifest = store.read_manifest(folder)
    if manifest is None:
        raise ReviewError(f"{printable(folder)}: no build there; run `taiyaku build`, or name one with --build")
    if not read_signature(manifest.get("signature")).has_our_schema:
        raise ReviewError(f"{printable(folder)}: made by another version of taiyaku; {_ANEW}")
    kinds = {"build_id": str, "left_out": dict, "confidence": dict}
    is_whole = all(isinstance(manifest.get(name), kind) for name, kind in kinds.items())
    if not is_whole or not all(isinstance(confidence, int | float) for confidence in manifest["confidence"].values()):
        raise ReviewError(f"{printable(folder)}: its manifest.json is damaged; {_ANEW}")
    return PublishedBuild(folder.resolve(), manifest)
