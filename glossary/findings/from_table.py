"""Rows: findings as the table of a build has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from corpus.records import Finding, Location
from corpus.vocabularies import FindingState


def finding_of(row: Mapping[str, Any]) -> Finding:
    """The finding in a row of the table, whose 32 bits make a confidence of 0.9 a little less."""
    places = [Location(**_exact_floats(place)) for place in row["locations"]]
    return Finding(**{**_exact_floats(row), "locations": places, "state": FindingState(row["state"])})


def _exact_floats(row: Mapping[str, Any]) -> dict[str, Any]:
    return {**row, "confidence": round(row["confidence"], 4)}
