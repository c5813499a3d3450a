"""How findings fare on texts that nobody had looked at while the rules were made: what README says of them.

    .venv/bin/python -m tests.gold.kept [FILE…]

Each FILE, drawn by `sample_findings --way certain` or `--way likely` and judged, is kept here without the words of its
pages, as `kept-SET-LANG.jsonl`: such rows measure, and neither rules nor confidence are made of them. Then the table of
all of them is put into README and RESULTS.md, the worst set first.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from pathlib import Path
from typing import Any

from tests.benchmarks import results
from tests.gold.confidence_model import band_of
from tests.gold.judged import FOLDER, kept, rows_in

TITLE = "Findings on texts that were kept back"
_SHOWN = {"certain": "0.8 or more: true", "likely": "0.5 to 0.8: true"}
_HEAD = ["set", "language", *(cell for title in _SHOWN.values() for cell in (title, "claimed"))]
_Row = dict[str, Any]
_NAMES = {
    "chinese-first": "projects documented in Chinese first",
    "deb": "help and handbooks in Debian packages",
    "deb-again": "help and handbooks in Debian packages, drawn again",
    "llm-docs": "llm-docs, pages kept back, first draw",
    "llm-docs-newest": "llm-docs, pages kept back",
    "tf-docs": "tf-docs, pages kept back, first draw",
    "tf-docs-again": "tf-docs, pages kept back, second draw",
    "tf-docs-newest": "tf-docs, pages kept back",
}
_OLDER = ("llm-docs", "tf-docs", "tf-docs-again", "deb")  # README leaves them out: their pages were drawn from again


def files() -> list[Path]:
    """The judged files."""
    return sorted(FOLDER.glob("kept-*.jsonl"))


def by_set(paths: Iterable[Path], older: bool = True) -> str:
    """The table: of each set and language how many were true of those with so much confidence, the worst first."""
    judged = {path.stem.split("-", 1)[1]: rows_in(path) for path in paths}
    judged = {name: rows for name, rows in judged.items() if older or name.rpartition("-")[0] not in _OLDER}
    names = sorted(judged, key=lambda name: (_true(_banded(judged[name])["certain"]), name))
    return results.table(_HEAD, [_row(name, _banded(judged[name])) for name in names])


def _banded(rows: Iterable[_Row]) -> dict[str, list[_Row]]:
    by_band: defaultdict[str, list[_Row]] = defaultdict(list)
    for row in rows:
        by_band[band_of(row["confidence"])].append(row)
    return by_band


def _true(rows: Sequence[_Row]) -> float:
    true = [row for row in rows if row["true_or_false"] == "true"]
    return len(true) / max(1, len(rows))


def _row(name: str, banded: Mapping[str, Sequence[_Row]]) -> list[str]:
    folder, _, lang = name.rpartition("-")
    cells = []
    for band in _SHOWN:
        rows = banded[band]
        claimed = fsum(row["confidence"] for row in rows) / max(1, len(rows))
        cells += [f"{sum(row['true_or_false'] == 'true' for row in rows)} of {len(rows)}", f"{claimed:.2f}"]
    return [_NAMES.get(folder, folder), lang, *cells]


def main(names: Iterable[str]) -> int:
    """Keep the judged files and show the table; returns 2 where a row lacks its verdict."""
    for name in names:
        rows = rows_in(Path(name))
        if any(row["true_or_false"] not in ("true", "false") for row in rows):
            print(f"{name}: not all rows are judged; judge them first", file=sys.stderr)
            return 2
        lines = (json.dumps(kept(row), ensure_ascii=False) + "\n" for row in rows)
        (FOLDER / Path(name).name).write_text("".join(lines), encoding="utf-8")
    table = by_set(files())
    results.record(TITLE, table)
    results.show("kept", by_set(files(), older=False))
    print(table)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
