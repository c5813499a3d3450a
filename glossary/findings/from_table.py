"""Findings from table rows: the findings table of a build, read back."""

from __future__ import annotations

from collections.abc import Mapping
from sys import intern
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from corpus.records import Finding, Location
from corpus.vocabularies import FindingState

_AT_ONCE = 1_000  # rows


def finding_of(row: Mapping[str, Any]) -> Finding:
    """Return the finding in a row of the table. Its 32-bit floats make a confidence of 0.9 slightly less."""
    places = [Location(**_values(place)) for place in row["locations"]]
    return Finding(**{**_values(row), "locations": places, "state": FindingState(row["state"])})


def findings_of(rows: pa.Table) -> list[Finding]:
    """Return the findings of all rows."""
    return [finding_of(row) for batch in rows.to_batches(max_chunksize=_AT_ONCE) for row in batch.to_pylist()]


def _values(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a row, with equal texts sharing memory."""
    texts = {name: intern(value) for name, value in row.items() if type(value) is str}
    return {**row, **texts, "expected": list(map(intern, row["expected"])), "confidence": round(row["confidence"], 4)}


def not_among(findings: pa.Table, others: pa.Table) -> pa.Table:
    """Return the rows of findings whose ids occur in no row of the others."""
    return findings.filter(pc.invert(pc.is_in(findings["finding_id"], others["finding_id"].combine_chunks())))
