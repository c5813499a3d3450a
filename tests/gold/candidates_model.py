"""Fits the ranking of candidates on phrases that readers judged, and tells how it does on corpora it was not fitted on.

    .venv/bin/python -m tests.gold.candidates_model

`candidates-*.jsonl` has the phrases with their cues: what a terminologist would take into a glossary of the field, and
whether the first rendering is right. `glossary/desk/mining/term_likelihood.toml` is written from them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from math import fsum
from pathlib import Path
from typing import Any

import numpy as np

from glossary.desk.mining.cues import Cues
from glossary.desk.mining.term_likelihood import LikelihoodModel, fit

FOLDER = Path(__file__).parent
MODEL = FOLDER.parents[1] / "glossary/desk/mining/term_likelihood.toml"
_RIDGE = 3.0  # one over the variance that is expected around the prior; by hand, 0.3 to 3 change little
# What was thought of the cues before anybody had judged: the phrases to be judged were drawn by these weights, which
# they therefore say little of (hardly one is common in general English).
_PRIOR = {
    "rarity": 6.0, "commonness": -2.0, "keyness": 2.0, "c_value": 2.0, "spread": 1.0, "burst": 0.5,
    "agreement_zh": 1.5, "agreement_ja": 1.5, "rendered_zh": 0.2, "rendered_ja": 0.2, "in_english": -0.5, "omitted": -1.0,
    "headings": 1.0, "nominal": 1.0, "verbal": -2.0, "words": 0.5, "adverb": -3.0, "participle": -0.5, "noun": 0.5,
    "capital": 0.0, "humps": -1.0, "digits": -0.5,
}  # fmt: skip
_BIAS = -4.0
_HEAD = """\
# The weights of the log-odds that a phrase is a term, fitted on phrases that readers judged by
# `python -m tests.gold.candidates_model`; `glossary/desk/mining/cues.py` says what they are.
"""

Row = dict[str, Any]


def rows() -> list[Row]:
    """All judged phrases."""
    files = sorted(FOLDER.glob("candidates-*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def fitted(judged: Iterable[Row]) -> LikelihoodModel:
    """The model for these phrases."""
    labelled = [(Cues(**row["cues"]), row["is_term"]) for row in judged]
    prior = np.array([_BIAS, *(_PRIOR[name] for name in Cues._fields)])
    return LikelihoodModel(fit(labelled, prior, _RIDGE))


def text(model: LikelihoodModel) -> str:
    """The model as TOML; weights of two decimals."""
    bias, *weights = model.weights.tolist()
    lines = [f"{name} = {weight:.2f}\n" for name, weight in zip(Cues._fields, weights, strict=True)]
    return "".join([_HEAD, f"bias = {bias:.2f}\n\n[weights]\n", *lines])


def held_out(judged: Sequence[Row]) -> dict[str, tuple[float, float]]:
    """Of each corpus: the share of terms in the first half that a model of the other corpora picks, and in all."""
    shares = {}
    for corpus in sorted({row["corpus"] for row in judged}):
        corpus_rows = [row for row in judged if row["corpus"] == corpus]
        model = fitted(row for row in judged if row["corpus"] != corpus)
        chances = model.probabilities([Cues(**row["cues"]) for row in corpus_rows])
        ranked = sorted(zip(chances, corpus_rows, strict=True), key=lambda pair: -pair[0])
        first = [row for _, row in ranked[: len(ranked) // 2]]
        shares[corpus] = _terms(first), _terms(corpus_rows)
    return shares


def _terms(judged: Sequence[Row]) -> float:
    return fsum(row["is_term"] for row in judged) / max(1, len(judged))


def main() -> int:
    """Writes the model."""
    judged = rows()
    MODEL.write_text(text(fitted(judged)), encoding="utf-8")
    for corpus, (first, whole) in held_out(judged).items():
        print(f"{corpus}: {first:.2f} of the likelier half are terms, {whole:.2f} of all")
    return 0


if __name__ == "__main__":
    sys.exit(main())
