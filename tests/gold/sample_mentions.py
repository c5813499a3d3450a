"""Draws mentions of a build at random for judgement by hand: JSON Lines on standard output.

    .venv/bin/python -m tests.gold.sample_mentions BUILD --lang zh [--number 100] [--seed 1] > tests/gold/judged-zh-1.jsonl

README.md here says how to judge.
"""

from __future__ import annotations

import sys
from typing import Any

from corpus.storage import parquet
from tests.gold import drawing
from tests.gold.drawing import Draw

CONTEXT = 40  # code points either side
_COLUMNS = ("start", "end", "surface", "concept_id", "form", "status", "zone")


def sample(draw: Draw) -> list[dict[str, Any]]:
    """So many mentions of a language (all, if there are fewer) in the order of the texts, each yet to be judged."""
    columns = ["doc_id", "path", "text"]
    documents = {row["doc_id"]: row for row in parquet.read_table(draw.build, "documents", columns).to_pylist()}
    mentions = parquet.read_table(draw.build, "mentions", ["doc_id", "lang", *_COLUMNS]).to_pylist()
    located = [(documents[mention["doc_id"]]["path"], mention) for mention in mentions if mention["lang"] == draw.lang]
    sampled = draw.of([(path, mention) for path, mention in located if draw.has(path)], _place)
    return [_row(path, documents[mention["doc_id"]]["text"], mention) for path, mention in sampled]


def _place(located_mention: tuple[str, dict[str, Any]]) -> tuple[str, int, int, str]:
    path, mention = located_mention
    return path, mention["start"], mention["end"], mention["concept_id"]


def _row(path: str, text: str, mention: dict[str, Any]) -> dict[str, Any]:
    return {
        "path": path,
        "lang": mention["lang"],
        **{name: mention[name] for name in _COLUMNS},
        "left": text[max(0, mention["start"] - CONTEXT) : mention["start"]],
        "right": text[mention["end"] : mention["end"] + CONTEXT],
        "right_or_wrong": None,
        "why": "",
    }


def main() -> int:
    """Print the sample; returns 2 where the build has no mention of the language."""
    return drawing.main(__doc__ or "", {"": sample}, "mention", ["en", "zh", "ja"], 100)


if __name__ == "__main__":
    sys.exit(main())
