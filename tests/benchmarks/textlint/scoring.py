"""How many findings are right: by what was judged by hand, and by the gold of the articles."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.benchmarks.textlint.pages import ARTICLES
from tests.benchmarks.textlint.running import Hit
from tests.gold.judged import rows_in
from tests.shared import SHARED

GOLD = Path(__file__).parents[2] / "gold"
FILES = sorted(GOLD.glob("textlint-*.jsonl"))

Place = tuple[str, int, int]


class Score(NamedTuple):
    """Findings that are true, that are false, and that nobody judged."""

    true: int
    false: int
    unjudged: int = 0

    @property
    def precision(self) -> float:
        """The share that is true of those that were judged."""
        return self.true / ((self.true + self.false) or 1)

    def __add__(self, other: tuple[Any, ...]) -> Score:
        return Score(*(count + more for count, more in zip(self, other, strict=True)))


@cache
def verdicts() -> Mapping[Hit, bool]:
    """What the judge said of each place and remedy."""
    rows = [row for file in FILES for row in rows_in(file)]
    return {Hit(*(row[name] for name in Hit._fields)): row["true_or_false"] == "true" for row in rows}


def by_hand(hits: Iterable[Hit]) -> Score:
    """Findings counted by what was judged by hand."""
    judgements = [verdicts().get(hit) for hit in hits]
    return Score(judgements.count(True), judgements.count(False), judgements.count(None))


def by_gold(hits: Iterable[Hit]) -> Score:
    """Findings inside the annotated parts of the articles: true is what touches any finding of the gold."""
    extent = json.loads((SHARED / "gold/EXTENT.json").read_text(encoding="utf-8"))
    places = [_place(hit) for hit in hits if hit.path.startswith(f"{ARTICLES}/")]
    inside = [
        place
        for place in places
        if place[0] in extent and extent[place[0]][0] <= place[1] and place[2] <= extent[place[0]][1]
    ]
    true = sum(any(_touch(place, other) for other in _gold()) for place in inside)
    return Score(true, len(inside) - true)


def _place(hit: Hit) -> Place:
    return hit.path.removeprefix(f"{ARTICLES}/").removesuffix(".txt"), hit.start, hit.end


@cache
def _gold() -> tuple[Place, ...]:
    """Every place of the gold's findings."""
    rows = rows_in(SHARED / "gold/findings.jsonl")
    places = [place for row in rows for place in (row, *row.get("others", ()))]
    return tuple((place["article"], place["start"], place["end"]) for place in places)


def _touch(place: Place, other: Place) -> bool:
    return place[0] == other[0] and place[1] < other[2] and other[1] < place[2]
