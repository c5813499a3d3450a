"""Close segments are those that comparing each with each finds."""

from __future__ import annotations

import random
from collections import Counter
from math import log, sqrt
from typing import NamedTuple

import pandas as pd
import pytest

from glossary.bitext import comparable
from glossary.bitext.comparable import close


class _MentionRow(NamedTuple):
    segment_id: str
    work: str
    lang: str
    concept_id: str
    part: float


def random_mentions(seed: int) -> pd.DataFrame:
    draw = random.Random(seed)
    concepts = [f"c{number}" for number in range(40)]
    rows = {
        (f"{lang}{number}", f"w{number % 9}", lang, concept)
        for lang in ("zh", "ja")
        for number in range(120)
        for concept in draw.sample(concepts[number % 3 * 12 :][:14], draw.randint(3, 9))
    }
    columns = ["segment_id", "work", "lang", "concept_id"]
    return pd.DataFrame(sorted(rows), columns=columns).assign(part=[draw.choice([1.0, 0.5]) for _ in rows])


def pairs_of_each_with_each(mentions: pd.DataFrame) -> dict[tuple[str, str], float]:
    """Segments that are among the best three of each other, by sums that follow the definition word by word."""
    rows = [_MentionRow(*row) for row in mentions.itertuples(index=False, name=None)]
    counts = Counter((row.concept_id, row.lang) for row in rows)
    segments = {lang: {row.segment_id for row in rows if row.lang == lang} for lang in ("zh", "ja")}
    total = sum(map(len, segments.values()))
    weights: dict[str, dict[str, float]] = {}
    for row in rows:
        rarity = log((total + 1) / (counts[row.concept_id, "zh"] + counts[row.concept_id, "ja"]))
        weights.setdefault(row.segment_id, {})[row.concept_id] = rarity * row.part
    works = {row.segment_id: row.work for row in rows}
    mentioned = {(row.segment_id, row.concept_id) for row in rows if row.part == 1}
    lengths = {name: sqrt(sum(weight**2 for weight in parts.values()) + 10) for name, parts in weights.items()}
    scores = {
        (zh, ja): sum(weight * weights[ja].get(concept, 0.0) for concept, weight in weights[zh].items())
        / (lengths[zh] * lengths[ja])
        for zh in segments["zh"]
        for ja in segments["ja"]
        if works[zh] != works[ja]
    }
    near = {pair: score for pair, score in scores.items() if score >= 0.4}

    def third_best(side: int, name: str) -> float:
        return sorted((score for pair, score in near.items() if pair[side] == name), reverse=True)[:3][-1]

    return {
        pair: score
        for pair, score in near.items()
        if score >= max(third_best(side, name) for side, name in enumerate(pair))
        and sum((pair[0], concept) in mentioned and (pair[1], concept) in mentioned for concept in weights[pair[0]])
        >= 2
    }


@pytest.mark.parametrize("seed", range(6))
def test_the_close_ones_are_those_of_each_with_each(seed: int):
    mentions = random_mentions(seed)
    by_definition = pairs_of_each_with_each(mentions)
    by_search = {(pair.zh, pair.ja): pair.score for pair in close(mentions)}
    assert len(by_search) > 20
    assert by_search == pytest.approx(by_definition, abs=1e-4)


def test_the_best_of_each_are_the_same_however_often_they_are_looked_through(monkeypatch: pytest.MonkeyPatch):
    mentions = random_mentions(1)
    at_the_end = close(mentions)
    monkeypatch.setattr(comparable, "_ROWS", 3)
    monkeypatch.setattr(comparable, "_CANDIDATES", 5)
    assert close(mentions) == at_the_end


@pytest.mark.parametrize("seed", range(4))
def test_segments_that_say_the_same_are_chosen_as_if_each_were_compared(seed: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(comparable, "_FEW", 10_000)  # else what is repeated is too common to tell anything
    few = random_mentions(seed)
    works = sorted(few["work"].unique())
    copies = [
        few.assign(
            segment_id=few["segment_id"] + f"-{number}",
            work=[works[(works.index(work) * number) % (3 + seed)] for work in few["work"]],
        )
        for number in range(6)
    ]
    mentions = pd.concat(copies, ignore_index=True)
    chosen = close(mentions)
    monkeypatch.setattr(comparable, "_first_alike", lambda _, all_works: list(range(len(all_works))))
    assert len(chosen) > 20
    assert close(mentions) == chosen
