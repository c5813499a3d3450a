"""Rows: findings as the table of a build has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from corpus.records import Finding, Location


def finding_of(row: Mapping[str, Any]) -> Finding:
    """The finding in a row of the table, whose 32 bits make a confidence of 0.9 a little less."""
    places = [Location(**at) for at in row["locations"]]
    return Finding(**{**row, "confidence": round(row["confidence"], 4), "locations": places})
