"""The previous build: what an earlier build found, and the states of today's findings compared with it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from corpus.records import Document, Finding
from corpus.storage import parquet, store
from corpus.storage.signature import read_signature
from corpus.text.printable import printable
from corpus.vocabularies import FindingState
from glossary.findings.from_table import finding_of
from glossary.findings.rule_selection import Selection
from glossary.findings.states import EarlierDecision, TextOf, fingerprints, fixed_ids, split_places


class PreviousBuildError(ValueError):
    """The folder holds no build that findings can be compared with."""


def fingerprint(build: Path) -> str:
    """Return a short hash of a build's findings, whatever their states. Raises PreviousBuildError."""
    findings = _findings(build)
    rows = sorted(repr(replace(finding, state=FindingState.NEW, reason=None)) for finding in findings)
    places = sorted((name, earlier.places) for name, earlier in _decisions(build, findings).items())
    return hashlib.sha256(repr((rows, places)).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def compare_with_build(
    build: Path, findings: Sequence[Finding], documents: Mapping[str, Document], selection: Selection
) -> list[Finding]:
    """Return today's findings with their states, plus the earlier build's findings that are gone, as `fixed`. A
    finding stays one row: with a place that the earlier build did not have, it is new.
    """

    def text(doc_id: str) -> str:
        return documents[doc_id].text

    earlier = _findings(build)
    before = _decisions(build, earlier)
    gone_ids = set(fixed_ids(findings, list(before)))
    fixed = [
        replace(finding, segment_id=None, start=None, end=None, occurrences=0, locations=[], state=FindingState.FIXED)
        for finding in earlier
        if finding.finding_id in gone_ids and _was_checked(finding, documents, selection)
    ]
    return [*(_with_state(finding, before.get(finding.finding_id), text) for finding in findings), *fixed]


def _with_state(finding: Finding, before: EarlierDecision | None, texts: TextOf) -> Finding:
    is_known = before is not None and finding.state.is_new and not split_places(finding, before, texts)[1]
    return replace(finding, state=FindingState.OPEN) if is_known else finding


def _was_checked(finding: Finding, documents: Mapping[str, Document], selection: Selection) -> bool:
    """Return whether a rule checked a document today. A document that is gone counts as checked: its fault is fixed."""
    document = documents.get(finding.doc_id)
    if document is None:
        return True
    return document.status == "ok" and finding.rule in {rule.code for rule in selection.rules(document.path)}


def _decisions(build: Path, findings: Iterable[Finding]) -> dict[str, EarlierDecision]:
    """Return the findings of a build as earlier decisions, by id."""
    texts = {row["doc_id"]: row["text"] for row in _read_rows(build, "documents", ["doc_id", "text"])}
    return {
        finding.finding_id: EarlierDecision(finding.finding_id, fingerprints(finding, texts.__getitem__))
        for finding in findings
    }


def _findings(build: Path) -> list[Finding]:
    """Return the findings that were not suppressed or fixed in a build."""
    findings = (finding_of(row) for row in _read_rows(build, "findings", None))
    return [finding for finding in findings if finding.state.stands]


def _read_rows(build: Path, table: str, columns: list[str] | None) -> list[dict[str, Any]]:
    remedy = "name the folder of a build, such as outputs/builds/3f2a9c01d2e4"
    manifest = store.read_manifest(build)
    if manifest is None:
        raise PreviousBuildError(f"{printable(build)}: no build there; {remedy}")
    if not read_signature(manifest.get("signature")).has_our_schema:
        raise PreviousBuildError(f"{printable(build)}: made by another version of taiyaku; rebuild it")
    try:
        rows: list[dict[str, Any]] = parquet.read_table(build, table, columns).to_pylist()
    except (OSError, ValueError, KeyError) as error:  # Arrow's are ValueErrors
        cause = printable(str(error).splitlines()[0] if str(error) else type(error).__name__)
        raise PreviousBuildError(f"{printable(build)}: {table} cannot be read: {cause}; rebuild it") from None
    return rows
