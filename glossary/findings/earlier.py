"""Earlier: what a build that was made before found, for the states of today's findings."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from corpus import store
from corpus.printable import printable
from corpus.records import Document, Finding, Location
from glossary.findings.identity import place_id
from glossary.findings.states import Earlier, compared, gone

_PAST = ("fixed", "suppressed")  # states of findings that were no longer there, or silenced


class EarlierError(ValueError):
    """The folder is no build that findings can be compared with."""


def fingerprint(build: Path) -> str:
    """A short hash of what a build found, whatever the states; raises EarlierError."""
    rows = sorted((name, one.places) for name, one in _decisions(build).items())
    return hashlib.sha256(repr(rows).encode()).hexdigest()[:8]


def compared_with(build: Path, found: Sequence[Finding], documents: Mapping[str, Document]) -> list[Finding]:
    """Today's findings with their states, and those of the earlier build that are gone, as `fixed`."""

    def named(one: Finding, at: Location) -> str:
        return place_id(one.finding_id, documents[at.doc_id].text, at.start, at.end)

    before = _decisions(build)
    left = set(gone(found, list(before)))
    fixed = [_fixed(row) for row in _rows(build) if row["finding_id"] in left]
    return [*compared(found, before, named), *fixed]


def _decisions(build: Path) -> dict[str, Earlier]:
    texts = {row["doc_id"]: row["text"] for row in _read(build, "documents", ["doc_id", "text"])}
    found: dict[str, list[str]] = {}
    for row in _rows(build):
        name = row["finding_id"]
        places = [place_id(name, texts[at["doc_id"]], at["start"], at["end"]) for at in row["locations"]]
        found.setdefault(name, []).extend(places)
    return {name: Earlier(name, tuple(places)) for name, places in found.items()}


def _rows(build: Path) -> list[dict[str, Any]]:
    return [row for row in _read(build, "findings", None) if row["state"] not in _PAST]


def _read(build: Path, table: str, columns: list[str] | None) -> list[dict[str, Any]]:
    remedy = "name the folder of a build, such as outputs/builds/3f2a9c01d2e4"
    if store.read_manifest(build) is None:
        raise EarlierError(f"{printable(build)}: no build there; {remedy}")
    if not (build / table).is_dir():
        raise EarlierError(f"{printable(build)}: a build without {table}, made by an older taiyaku; {remedy}")
    rows: list[dict[str, Any]] = store.read_table(build, table, columns).to_pylist()
    return rows


def _fixed(row: dict[str, Any]) -> Finding:
    nowhere: dict[str, Any] = {"segment_id": None, "start": None, "end": None, "occurrences": 0, "locations": []}
    return Finding(**{**row, **nowhere, "state": "fixed"})
