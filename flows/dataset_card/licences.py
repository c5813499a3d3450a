"""Licences of a build's documents: how much there is under each, in which languages, and whom it wants named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from corpus.sources.stated_origins import ATTRIBUTION

READS = ["lang", "status", "chars", "license", "metadata"]  # columns of `documents`
NOT_STATED = "not stated"


@dataclass(frozen=True, slots=True)
class LicenceShare:
    """What of a build is under one licence."""

    license: str | None  # as it is written first; None where neither page nor settings state any
    documents: int
    characters: int
    languages: tuple[str, ...]
    attribution: tuple[str, ...]


def licence_shares(documents: Iterable[Mapping[str, Any]]) -> list[LicenceShare]:
    """Return the licences of rows of `documents`, the one with most documents first and what is not stated last.

    Licences that differ in case and spaces alone are one; documents that were not read are left out.
    """
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for row in documents:
        if row["status"] == "ok":
            groups.setdefault(_key(row["license"]), []).append(row)
    shares = [_share(rows) for rows in groups.values()]
    return sorted(shares, key=lambda share: (share.license is None, -share.documents, share.license or ""))


def is_licence(name: str, stated: str | None) -> bool:
    """Return whether a licence is the one of that name; `not stated` names that of documents without any."""
    return _key(stated) == _key(None if _key(name) == NOT_STATED else name)


def _key(stated: str | None) -> str:
    return " ".join((stated or "").casefold().split())


def _share(rows: Sequence[Mapping[str, Any]]) -> LicenceShare:
    entries = (entry for row in rows for entry in row["metadata"])
    attributions = {entry["value"] for entry in entries if entry["key"].lower() == ATTRIBUTION}
    return LicenceShare(
        license=" ".join((rows[0]["license"] or "").split()) or None,
        documents=len(rows),
        characters=sum(row["chars"] for row in rows),
        languages=tuple(sorted({row["lang"] for row in rows})),
        attribution=tuple(sorted(attributions)),
    )
