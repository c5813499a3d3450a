"""Stated origins: licences and origins that a project states for pages that do not name their own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import quote

from corpus.records import Document, MetadataEntry
from corpus.sources.work_and_language import glob

ATTRIBUTION = "attribution"  # the entry of `metadata` that says whom the licence wants named


@dataclass(frozen=True, slots=True)
class StatedOrigin:
    """A statement about the pages whose paths match a pattern; empty fields state nothing."""

    path: str  # with ** for any folders and files, * for any part of a name
    license: str = ""
    origin: str = ""  # an address; {path} in it stands for the path of the page
    attribution: str = ""


def with_stated_origin(document: Document, stated: Iterable[StatedOrigin]) -> Document:
    """Return the document with the first licence, origin and attribution stated for its path, where it has none."""
    matching = [entry for entry in stated if glob(entry.path).fullmatch(document.path)]
    if not matching:
        return document
    attribution = _first(entry.attribution for entry in matching)
    entries = list(document.metadata)
    if attribution and not any(entry.key.lower() == ATTRIBUTION for entry in entries):
        entries.append(MetadataEntry(ATTRIBUTION, attribution))
    return replace(
        document,
        license=document.license or _first(entry.license for entry in matching),
        origin=document.origin or _first(entry.origin.replace("{path}", quote(document.path)) for entry in matching),
        metadata=sorted(entries, key=lambda entry: entry.key),
    )


def _first(values: Iterable[str]) -> str | None:
    return next(filter(None, values), None)
