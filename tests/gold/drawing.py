"""Drawing rows of a build at random for judgement by hand: the command line that the scripts here share."""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from corpus.storage import store

Known = TypeVar("Known")
_ALL_PAGES = "0123456789abcdef"


def drawn(items: Sequence[Known], place: Callable[[Known], Any], number: int, seed: int) -> list[Known]:
    """So many of them (all, if there are fewer) in the order of their places; the same seed draws the same."""
    ordered = sorted(items, key=place)
    return sorted(random.Random(seed).sample(ordered, min(number, len(ordered))), key=place)


class Draw(NamedTuple):
    """What is to be drawn: so many rows of a language in a build."""

    build: Path
    lang: str
    number: int
    seed: int
    pages: str = _ALL_PAGES  # first digits of SHA-1 sums; a set is split by them, whatever is added to it later

    def has(self, path: str) -> bool:
        """Whether a page is among those that are drawn from."""
        return hashlib.sha1(path.encode(), usedforsecurity=False).hexdigest()[0] in self.pages

    def of(self, items: Sequence[Known], place: Callable[[Known], Any]) -> list[Known]:
        """So many of them in the order of their places."""
        return drawn(items, place, self.number, self.seed)


Sample = Callable[[Draw], list[dict[str, Any]]]


def main(description: str, samplers: Mapping[str, Sample], noun: str, languages: Sequence[str], number: int) -> int:
    """Print a sample of a build as JSON Lines, drawn in one of these ways; returns 2 where there is nothing to draw."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("build", type=Path, metavar="BUILD", help="build folder, such as outputs/latest")
    parser.add_argument("--lang", required=True, choices=languages)
    parser.add_argument("--number", type=int, default=number, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pages", default=_ALL_PAGES, metavar="DIGITS", help="how the SHA-1 of a page's path begins")
    if len(samplers) > 1:
        parser.add_argument("--way", choices=list(samplers), default=next(iter(samplers)))
    options = parser.parse_args()
    sample = samplers[getattr(options, "way", next(iter(samplers)))]
    if store.read_manifest(options.build) is None:
        print(f"{options.build}: no build there; name a folder such as outputs/latest", file=sys.stderr)
        return 2
    rows = sample(Draw(options.build, options.lang, options.number, options.seed, options.pages))
    for row in rows:
        print(json.dumps(row, ensure_ascii=False))
    if not rows:
        print(f"{options.build}: no {noun} in {options.lang}", file=sys.stderr)
    return 0 if rows else 2
