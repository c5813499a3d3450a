"""Records by which signs today's rules are as sure as they are of the findings that readers judged.

    .venv/bin/python -m tests.gold.signs SOURCE…

Each SOURCE, a folder of documentation, is built, and the rows of `rules-*.jsonl` whose findings are still raised get the
names of their signs; from how sure the rule was, the fitted weights of these are taken out. Rows that have their signs
stay as they are. `python -m tests.gold.judged` then fits the weights.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from math import exp, fsum
from pathlib import Path
from typing import Any
from unittest.mock import patch

from corpus.storage import parquet
from flows.command_line import cli
from glossary.findings import raised_page
from glossary.findings.raised_page import RaisedViolation
from glossary.rules.calibration import model
from tests.gold.judged import files, rows_in

SignsOf = dict[tuple[str, str, int, str], tuple[str, ...]]  # the signs, by path, rule, start and message


def signs_in(source: Path) -> SignsOf:
    """The signs of the findings of a folder, by the places of each."""
    raised: list[tuple[str, RaisedViolation, tuple[str, ...]]] = []
    build_one = raised_page.raised_violation

    def recorded(rule: Any, violation: Any, *details: Any) -> RaisedViolation:
        result = build_one(rule, violation, *details)
        raised.append((rule.code, result, getattr(violation.sure, "names", ())))
        return result

    with tempfile.TemporaryDirectory() as folder, patch.object(raised_page, "raised_violation", recorded):
        cli.main(["build", "--quiet", "--report", "never", "--jobs", "1", "--out", folder, str(source)])
        latest = (Path(folder) / "latest").resolve()
        paths = {
            row["doc_id"]: row["path"]
            for row in parquet.read_table(latest, "documents", ["doc_id", "path"]).to_pylist()
        }
    signs_of: defaultdict[tuple[str, str, int, str], list[tuple[float, tuple[str, ...]]]] = defaultdict(list)
    for code, result, names in raised:
        for place in result.places:
            key = (paths.get(place.location.doc_id, ""), code, place.location.start, result.message_id)
            signs_of[key].append((float(result.sure), names))
    return {key: max(pairs)[1] for key, pairs in signs_of.items()}


def with_signs(row: dict[str, Any], signs_of: SignsOf) -> dict[str, Any]:
    """A row with the signs of its finding, if it has none yet and the finding is still raised."""
    key = (row["path"], row["rule"], row["start"], row.get("message_id", ""))
    if "signs" in row or key not in signs_of:
        return row
    names = signs_of[key]
    shift = fsum(model().signs.get(name, 0.0) for name in names)
    return {**row, "sure": round(row["sure"] / exp(shift / model().sure), 3), "signs": list(names)}


def main(sources: Iterable[str]) -> None:
    """Build the sources and write the rows."""
    signs_of = {key: value for source in sources for key, value in signs_in(Path(source)).items()}
    total = 0
    for file in files():
        rows = [with_signs(row, signs_of) for row in rows_in(file)]
        total += sum("signs" in row for row in rows)
        file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    print(f"{total} rows have their signs")


if __name__ == "__main__":
    main(sys.argv[1:])
