"""Draws findings of a build at random for judgement by hand: JSON Lines on standard output.

    .venv/bin/python -m tests.gold.sample_findings BUILD --lang zh [--number 30] [--seed 1] > findings-zh-1.jsonl

Those of confidence 0.8 or above and severity minor or above are drawn, in the state new. README.md here says how to judge.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from corpus import store
from tests.gold import drawing
from tests.gold.drawing import drawn

CERTAIN = 0.8
CONTEXT = 60  # code points either side
_COLUMNS = (
    "start",
    "end",
    "surface",
    "rule",
    "severity",
    "concept_id",
    "message",
    "expected",
    "occurrences",
    "inherited",
)


def sample(build: Path, lang: str, number: int, seed: int) -> list[dict[str, Any]]:
    """So many findings of a language (all, if there are fewer) in the order of the texts, each yet to be judged."""
    columns = ["doc_id", "path", "text"]
    documents = {row["doc_id"]: row for row in store.read_table(build, "documents", columns).to_pylist()}
    rows = store.read_table(build, "findings").to_pylist()
    known = [(documents[one["doc_id"]], one) for one in rows if one["lang"] == lang and _counts(one)]
    return [_row(document, one) for document, one in drawn(known, _place, number, seed)]


def _counts(row: dict[str, Any]) -> bool:
    certain = row["confidence"] >= CERTAIN - 1e-6
    return bool(certain and row["state"] == "new" and row["severity"] != "neutral")


def _place(found: tuple[dict[str, Any], dict[str, Any]]) -> tuple[str, int, str, str]:
    document, one = found
    return document["path"], one["start"], one["rule"], one["finding_id"]


def _row(document: dict[str, Any], one: dict[str, Any]) -> dict[str, Any]:
    text = document["text"]
    return {
        "path": document["path"],
        "lang": one["lang"],
        **{name: one[name] for name in _COLUMNS},
        "confidence": round(one["confidence"], 3),
        "left": text[max(0, one["start"] - CONTEXT) : one["start"]],
        "right": text[one["end"] : one["end"] + CONTEXT],
        "true_or_false": None,
        "why": "",
    }


def main() -> int:
    """Print the sample; returns 2 where the build has no such finding."""
    return drawing.main(__doc__ or "", sample, "such finding", ["zh", "ja"], 30)


if __name__ == "__main__":
    sys.exit(main())
