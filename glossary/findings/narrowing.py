"""Narrowing: a finding with some of its places, when others are silenced or known already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from corpus.records import Finding, Location


def narrowed(finding: Finding, places: Sequence[Location], text: str, segment_id: str | None = None) -> Finding:
    """The finding with these of its places, in its order; `text` is its document's.

    A remedy is given for the first place alone, so it goes with it.
    """
    if len(places) == len(finding.locations):
        return finding
    own = [at for at in places if at.doc_id == finding.doc_id]
    first = own[0] if own else None
    kept = first is not None and first.start == finding.start
    return replace(
        finding,
        locations=list(places),
        occurrences=len(places),
        start=first.start if first else None,
        end=first.end if first else None,
        surface=text[first.start : first.end] if first else finding.surface,
        segment_id=finding.segment_id if kept else segment_id,
        suggestion=finding.suggestion if kept else None,
    )
