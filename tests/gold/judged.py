"""Takes judged findings into the project: what is kept of them, and the counts that rules have their confidence from.

    .venv/bin/python -m tests.gold.judged [FILE…]

Each FILE, drawn by `sample_findings --way each` and judged, is kept in this folder without the words of its pages, which
are not ours. Then `glossary/rules/judged.toml` is written from all that is kept.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import fsum
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
COUNTS = FOLDER.parents[1] / "glossary/rules/judged.toml"
KEPT = (
    "path",
    "lang",
    "start",
    "end",
    "rule",
    "severity",
    "concept_id",
    "occurrences",
    "inherited",
    "confidence",
    "sure",
)
_SHORT = 12  # code points of words that are kept: longer ones may be sentences
_HEAD = """\
# Findings that readers have judged (`tests/gold/rules-*.jsonl`), by rule and language; `expected` is how many would be
# true were the rule always right where it is sure. Written by `python -m tests.gold.judged`.
"""


def rows_in(file: Path) -> list[dict[str, Any]]:
    """The rows of a file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def kept(row: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of a judged row."""
    words = {"surface": row["surface"]} if len(row["surface"]) <= _SHORT else {}
    return {**{name: row[name] for name in KEPT}, **words, "true_or_false": row["true_or_false"], "why": row["why"]}


def files() -> list[Path]:
    """The judged files that are kept here."""
    return sorted(FOLDER.glob("rules-*.jsonl"))


def counts(rows: Iterable[Mapping[str, Any]]) -> str:
    """The text of `judged.toml` for these rows."""
    found: defaultdict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        found[row["rule"], row["lang"]].append(row)
    lines = [_HEAD]
    for code in sorted({code for code, _ in found}):
        lines.append(f"[{code}]\n")
        for lang in ("zh", "ja"):
            if own := found.get((code, lang)):
                true = sum(row["true_or_false"] == "true" for row in own)
                expected = round(fsum(row["sure"] for row in own), 2)
                lines.append(f"{lang} = {{ findings = {len(own)}, true = {true}, expected = {expected} }}\n")
        lines.append("\n")
    return "".join(lines).rstrip() + "\n"


def main(named: Iterable[str]) -> int:
    """Keep the judged files and write the counts; returns 2 where a row lacks its verdict."""
    for name in named:
        rows = rows_in(Path(name))
        if open_rows := [number for number, row in enumerate(rows, 1) if row["true_or_false"] not in ("true", "false")]:
            print(f"{name}: not judged yet: lines {open_rows[:10]}; judge them first", file=sys.stderr)
            return 2
        lines = (json.dumps(kept(row), ensure_ascii=False) + "\n" for row in rows)
        (FOLDER / Path(name).name).write_text("".join(lines), encoding="utf-8")
    COUNTS.write_text(counts(row for file in files() for row in rows_in(file)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
