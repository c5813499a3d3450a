"""Drawing rows of a build at random for judgement by hand: the command line that the scripts here share."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from corpus.storage import store

Known = TypeVar("Known")
Sample = Callable[[Path, str, int, int], list[dict[str, Any]]]


def drawn(known: Sequence[Known], place: Callable[[Known], Any], number: int, seed: int) -> list[Known]:
    """So many of them (all, if there are fewer) in the order of their places; the same seed draws the same."""
    ordered = sorted(known, key=place)
    return sorted(random.Random(seed).sample(ordered, min(number, len(ordered))), key=place)


def main(said: str, ways: Mapping[str, Sample], what: str, languages: Sequence[str], number: int) -> int:
    """Print a sample of a build as JSON Lines, drawn in one of these ways; returns 2 where there is nothing to draw."""
    parser = argparse.ArgumentParser(description=said.splitlines()[0])
    parser.add_argument("build", type=Path, metavar="BUILD", help="build folder, such as outputs/latest")
    parser.add_argument("--lang", required=True, choices=languages)
    parser.add_argument("--number", type=int, default=number, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    if len(ways) > 1:
        parser.add_argument("--way", choices=list(ways), default=next(iter(ways)))
    options = parser.parse_args()
    sample = ways[getattr(options, "way", next(iter(ways)))]
    if store.read_manifest(options.build) is None:
        print(f"{options.build}: no build there; name a folder such as outputs/latest", file=sys.stderr)
        return 2
    rows = sample(options.build, options.lang, options.number, options.seed)
    for row in rows:
        print(json.dumps(row, ensure_ascii=False))
    if not rows:
        print(f"{options.build}: no {what} in {options.lang}", file=sys.stderr)
    return 0 if rows else 2
