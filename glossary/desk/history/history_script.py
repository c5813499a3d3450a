"""The script with which the report of a build shows its figures over the builds, if it lies beside them."""

from __future__ import annotations

from collections.abc import Sequence

from glossary.desk.history.history_entry import HistoryEntry
from glossary.desk.report.web.volumes import embedded

NAME = "history"  # by which the page takes it; no build has this id
_MOST = 120  # builds that a sparkline has room for


def history_script(entries: Sequence[HistoryEntry]) -> str:
    """Return a script that hands the ids, days and figures of the last builds to the page that loads it."""
    listed = entries[-_MOST:]
    names = sorted(set().union(*(entry.figures for entry in listed)) if listed else ())
    value = {
        "builds": [[entry.build_id, entry.created[:10]] for entry in listed],
        "figures": {name: [entry.figures.get(name) for entry in listed] for name in names},
    }
    return f'taiyaku("{NAME}", "{NAME}", {embedded(value)});\n'
