"""Measures which faults that readers marked have a finding: in single sentences, single renderings, and whole pages.

    python -m tests.benchmarks.term_alignment.faults NAME=BUILD… [open | final]

A fault is found where a finding that speaks of words touches its place, or the sentence that omits it. Good words with
such a finding at their place are false alarms, as far as the gold goes: the finding may speak of something else.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import duckdb

from tests.benchmarks.term_alignment.gold_beads import FAULTY, GOLD, LANGS, RENDERED
from tests.shared import DOCUMENTATION, SHARED

LIKELY = 0.5
MUTE = ("T106", "T108", "T109", "T405")  # they ask, or speak of signs


class FoundPlace(NamedTuple):
    """A place of a finding."""

    start: int
    end: int
    confidence: float


Found = Mapping[tuple[str, str], Sequence[FoundPlace]]  # by set and path


def found_places(builds: Mapping[str, Path]) -> Found:
    """The places of the findings of builds of the sets."""
    places: defaultdict[tuple[str, str], list[FoundPlace]] = defaultdict(list)
    for set_name, build in builds.items():
        rows = duckdb.execute(
            """select documents.path, place.start, place."end", findings.confidence
               from (select rule, confidence, unnest(locations) as place from read_parquet($findings)) as findings
               join read_parquet($documents) as documents on documents.doc_id = findings.place.doc_id
               where not list_contains($mute, rule)""",
            {
                "findings": str(build / "findings" / "*.parquet"),
                "documents": str(build / "documents" / "*.parquet"),
                "mute": list(MUTE),
            },
        ).fetchall()
        folder = DOCUMENTATION.get(set_name, SHARED / "data" / set_name)
        prefix = folder.relative_to(SHARED / "data" / set_name).as_posix().strip(".")
        for path, start, end, confidence in rows:
            places[set_name, path.removeprefix(f"{prefix}/")].append(FoundPlace(start, end, confidence))
    return places


def _rows(pattern: str) -> Iterator[dict[str, Any]]:
    for file in sorted(GOLD.glob(pattern)):
        yield from map(json.loads, file.read_text(encoding="utf-8").splitlines())


def _best(row: Mapping[str, Any], places: Found) -> float:
    """The confidence of the surest finding at the place of a row; 0 without one."""
    stretches = row.get("places") or [(row["start"], row["end"]) if row["start"] is not None else row["segment"]]
    page_places = places.get((row["set"], row["path"]), ())
    return max(
        (
            place.confidence
            for place in page_places
            for start, end in stretches
            if place.start < end and start < place.end
        ),
        default=0.0,
    )


def measured(rows: Sequence[Mapping[str, Any]], places: Found, sets: Sequence[str]) -> Iterator[str]:
    """A line for each set and kind of fault, and one for the good words."""
    counts: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for row in rows:
        kind = row.get("kind") or row["verdict"]
        if row["set"] in sets and ("kind" in row or kind in (*FAULTY, *RENDERED)):
            best = _best(row, places)
            name = "good" if kind in RENDERED else kind
            for key in ((row["set"], name), (row["set"], "faults")) if name != "good" else ((row["set"], name),):
                counts[key].update(all=1, found=best > 0, likely=best >= LIKELY)
    for (set_name, name), count in sorted(counts.items()):
        yield f"  {set_name:10} {name:13} {count['found']:3} of {count['all']:3}, {count['likely']:3} at {LIKELY} or more"


def main() -> None:
    builds = {name: Path(folder) for name, _, folder in (word.partition("=") for word in sys.argv[1:] if "=" in word)}
    half = next((word for word in sys.argv[1:] if "=" not in word), "open")
    places = found_places(builds)
    for lang in LANGS:
        for title, pattern in (
            ("sentences", f"links-{lang}-{half}.jsonl"),
            ("renderings", f"renderings-{lang}.jsonl"),
            ("whole pages", f"page-faults-{lang}.jsonl"),
            ("whole pages, all places", f"whole-pages-{lang}.jsonl"),
        ):
            print(f"{title}, {lang}")
            print("\n".join(measured(list(_rows(pattern)), places, list(builds))))


if __name__ == "__main__":
    main()
