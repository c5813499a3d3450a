"""A history for programs: builds with their figures, or the series of one subject, as JSON and as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from glossary.desk.history.history_entry import HistoryEntry
from glossary.desk.history.history_text import Course

_BUILD = ("number", "build_id", "created")


def builds_json(entries: Sequence[HistoryEntry]) -> str:
    """Return a list with an object for each build: all that the history keeps of it."""
    return json.dumps([asdict(entry) for entry in entries], ensure_ascii=False, indent=1) + "\n"


def builds_csv(entries: Sequence[HistoryEntry]) -> str:
    """Return a row for each build with its figures."""
    names = list(dict.fromkeys(name for entry in entries for name in entry.figures))
    rows = [[*_build(entry), *(entry.figures.get(name, "") for name in names)] for entry in entries]
    return _csv([[*_BUILD, *names], *rows])


def subject_json(courses: Iterable[Course], entries: Sequence[HistoryEntry]) -> str:
    """Return an object with the builds, and the series with a value for each of them."""
    content = {
        "builds": [dict(zip(_BUILD, _build(entry), strict=True)) for entry in entries],
        "series": [{**key._asdict(), "values": list(values)} for key, values in courses],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def subject_csv(courses: Iterable[Course], entries: Sequence[HistoryEntry]) -> str:
    """Return a row for each series and build."""
    head = ["kind", "subject", "lang", "form", "measure", *_BUILD, "value"]
    rows = [
        [*key, *_build(entry), value] for key, values in courses for entry, value in zip(entries, values, strict=True)
    ]
    return _csv([head, *rows])


def _build(entry: HistoryEntry) -> list[Any]:
    return [entry.number, entry.build_id, entry.created]


def _csv(rows: Iterable[Iterable[Any]]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue()
