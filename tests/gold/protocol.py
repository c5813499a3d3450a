"""A reader as judge: how often one who saw requests alone said what the gold says, of `tests/gold/protocol.jsonl`.

    .venv/bin/python -m tests.gold.protocol

The rows are findings of tf-docs that readers had judged (`rules-*`, `kept-*`), sixty of each language drawn by chance
(seed 49) from those that a build of 37 of its pages still raises. A reader who knew neither verdict nor file answered the
requests that `review ask --dry-run` would print, in their order; `judge` is that answer, with a reason of their own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.benchmarks import results
from tests.gold.judged import FOLDER, rows_in

ANSWERS = Path(__file__).with_name("protocol.jsonl")
_Place = tuple[str, str, int, int]


def _place(row: Mapping[str, Any]) -> _Place:
    return row["path"], row["rule"], row["start"], row["end"]


def gold() -> dict[_Place, bool]:
    """Whether each judged finding is true, by place."""
    files = (*FOLDER.glob("rules-*.jsonl"), *FOLDER.glob("kept-tf-docs*.jsonl"))
    return {_place(row): row["true_or_false"] == "true" for file in sorted(files) for row in rows_in(file)}


def table(answers: Iterable[Mapping[str, Any]]) -> str:
    """By language: how many agree with the gold, and how often an accept and a reject were right."""
    is_true = gold()
    judged = [(row["lang"], row["judge"] == "accept", is_true[_place(row)]) for row in answers]
    lines = []
    for lang in ("zh", "ja"):
        of_lang = [(verdict_said, true) for name, verdict_said, true in judged if name == lang]
        accepts, rejects = (
            [true for verdict_said, true in of_lang if verdict_said is verdict] for verdict in (True, False)
        )
        agreeing = sum(verdict_said is true for verdict_said, true in of_lang)
        rejected_false = len(rejects) - sum(rejects)
        lines.append(
            [
                lang,
                f"{agreeing} of {len(of_lang)}",
                f"{sum(accepts)} of {len(accepts)}",
                f"{rejected_false} of {len(rejects)}",
            ]
        )
    return results.table(["language", "agree", "accept right", "reject right"], lines)


if __name__ == "__main__":
    print(table(json.loads(line) for line in ANSWERS.read_text(encoding="utf-8").splitlines()), end="")
