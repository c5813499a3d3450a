"""Data figures: how much of a build is nearly a copy, repeats something, or holds personal data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

READS = {"documents": ["status", "emails", "phones", "keys", "duplicate_of"], "parallel": ["flags"]}
_KINDS = {"emails": "e-mail addresses", "phones": "telephone numbers", "keys": "secret keys"}


def data_figures(documents: Iterable[Mapping[str, Any]], unit_flags: Iterable[Sequence[str]]) -> dict[str, int]:
    """Count what there is of each in rows of `documents` and the flags of units; all of them, those that are 0 too.

    What a build masked counts as personal data of its documents, but no longer of its units.
    """
    rows = [row for row in documents if row["status"] == "ok"]
    flags = Counter(flag for flags in unit_flags for flag in flags)
    return {
        "documents that are nearly copies of others": sum(row["duplicate_of"] is not None for row in rows),
        **{f"documents with {words}": sum(bool(row[name]) for row in rows) for name, words in _KINDS.items()},
        "units that repeat others": flags["duplicate"],
        "units with personal data": flags["personal-data"],
    }
