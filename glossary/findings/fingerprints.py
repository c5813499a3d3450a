"""Fingerprints: the ids by which a finding and its places are recognized after a rebuild, or an edit elsewhere."""

from __future__ import annotations

import hashlib

from corpus.records import Document

_AROUND = 12  # characters of context on either side that a place is known by
_WINDOW = 60  # characters read to find them


def finding_id(rule: str, concept_id: str, key: str, document: Document) -> str:
    """Return the id of a decision: 16 hex digits of rule, concept, folded form and document."""
    return _short_hash(rule, concept_id, key, document.path)


def rendering_id(concept_id: str, lang: str, rendering: str) -> str:
    """Return the id of a decision on a rendering: 16 hex digits of concept, language and the folded words."""
    return _short_hash("rendering", concept_id, lang, rendering)


def place_id(finding: str, text: str, start: int, end: int) -> str:
    """Return the fingerprint of one place: a hash of its finding, its words and a few characters around on the line."""
    before = text[max(0, start - _WINDOW) : start].rpartition("\n")[2]
    after = text[end : end + _WINDOW].partition("\n")[0]
    return _short_hash(finding, text[start:end], "".join(before.split())[-_AROUND:], "".join(after.split())[:_AROUND])


def mark(text: str, start: int, end: int) -> str:
    """Return the fingerprint of a place, whatever was found there; reviewers' decisions are matched by it."""
    return place_id("", text, start, end)


def _short_hash(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
