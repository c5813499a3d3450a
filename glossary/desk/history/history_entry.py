"""History entries: one for each publication of a build, with its figures and their changes since the last one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


class HistoryError(ValueError):
    """A history that is damaged or lacks what was requested; the message names the place and the remedy."""


_KINDS = {"number": int, "build_id": str, "created": str, "figures": dict, "difference": dict}


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One publication: of a new build, or of an older one that became the latest again."""

    number: int  # from 1, in the order of publications
    build_id: str
    created: str  # when the build was made, UTC
    signature: str
    sources: str  # the fingerprint of its sources
    rows: Mapping[str, int]  # table → rows
    figures: Mapping[str, float]  # `documents`, `findings.critical`, `success.zh` … : `build_figures`
    difference: Mapping[str, float] = field(default_factory=dict)  # by how much figures changed; those alone that did
    new_findings: Mapping[str, int] = field(default_factory=dict)  # severity → findings that the one before lacks
    fixed_findings: Mapping[str, int] = field(default_factory=dict)  # severity → findings that the one before had alone

    def as_line(self) -> str:
        """Return the entry as a line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":")) + "\n"


def entry_of_line(line: str) -> HistoryEntry:
    """Return the entry in a line of JSON; raises ValueError if it is invalid. Keys of later versions are ignored."""
    try:
        values: Any = json.loads(line)
        entry = HistoryEntry(**{name: values[name] for name in HistoryEntry.__dataclass_fields__ if name in values})
    except TypeError as error:
        raise ValueError(f"lacks a field: {error}") from None
    for name, kind in _KINDS.items():
        if not isinstance(getattr(entry, name), kind):
            raise ValueError(f"{name} is of the wrong type")  # noqa: TRY004 (the text is at fault, not the call)
    return entry


def figure_changes(before: Mapping[str, float], after: Mapping[str, float]) -> dict[str, float]:
    """Return the changes of figures that differ; a figure that one side lacks counts as 0 there."""
    changes = {name: round(after.get(name, 0) - before.get(name, 0), 6) for name in {**before, **after}}
    return {name: change for name, change in changes.items() if change}
