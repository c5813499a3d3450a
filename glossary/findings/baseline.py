"""The baseline: the findings that a project lives with, in a file under version control, so that only new ones fail."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from corpus.records import Finding
from glossary.findings.states import EarlierDecision, TextOf, fingerprints

VERSION = 1
_REMEDY = "make it again with --update-baseline"


class BaselineError(ValueError):
    """An invalid baseline file; the message says what is wrong with it and what to do."""


class BaselineEntry(NamedTuple):
    """One decision that the project lives with."""

    path: str
    finding_id: str
    rule: str
    surface: str
    places: tuple[str, ...]


def read(text: str) -> list[BaselineEntry]:
    """Return the entries of a baseline; raises BaselineError."""
    try:
        loaded = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BaselineError(f"not JSON: {error}; {_REMEDY}") from None
    if not isinstance(loaded, dict) or loaded.get("version") != VERSION or not isinstance(loaded.get("findings"), list):
        raise BaselineError(f"no baseline of version {VERSION}; {_REMEDY}")
    return [_entry(row, number) for number, row in enumerate(loaded["findings"], 1)]


def _entry(row: Any, number: int) -> BaselineEntry:
    fields = BaselineEntry._fields
    if not isinstance(row, dict) or any(not isinstance(row.get(name), str) for name in fields[:-1]):
        raise BaselineError(f"finding {number} lacks {', '.join(fields[:-1])}; {_REMEDY}")
    places = row.get("places")
    if not isinstance(places, list) or not all(isinstance(place, str) for place in places):
        raise BaselineError(f"finding {number}: places is no list of fingerprints; {_REMEDY}")
    return BaselineEntry(row["path"], row["finding_id"], row["rule"], row["surface"], tuple(places))


def baseline_text(entries: Iterable[BaselineEntry]) -> str:
    """Return the text of a baseline: one decision per line, sorted by path, so that versions diff and merge well."""
    lines = [json.dumps(entry._asdict(), ensure_ascii=False) for entry in sorted(entries)]
    inner = ",\n".join(f"    {line}" for line in lines)
    return f'{{\n  "version": {VERSION},\n  "findings": [\n{inner}\n  ]\n}}\n'


def entries(path: str, findings: Sequence[Finding], texts: TextOf) -> Iterator[BaselineEntry]:
    """Yield the baseline entries of a page's findings; suppressed findings need none."""
    for finding in findings:
        if not finding.state.is_suppressed:
            yield BaselineEntry(path, finding.finding_id, finding.rule, finding.surface, fingerprints(finding, texts))


def earlier(baseline_entries: Iterable[BaselineEntry]) -> Mapping[str, EarlierDecision]:
    """Return a baseline as earlier decisions, by finding, for comparison."""
    return {entry.finding_id: EarlierDecision(entry.finding_id, entry.places) for entry in baseline_entries}
