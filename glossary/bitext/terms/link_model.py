"""The model: how likely a stretch stands for a term, by a logistic regression on its evidence.

Its weights stand in `link_model.toml`, fitted on links that readers judged (tests/benchmarks/term_alignment).
"""

from __future__ import annotations

import math
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import tomli

from glossary.bitext.terms.counterparts import Evidence


class Model(NamedTuple):
    """WordWeights of the evidence, in log-odds."""

    bias: float
    weights: Evidence
    least: float  # log-odds below which nothing stands for a term rather than this
    omitted: float  # how often nothing stands for a term where nothing speaks for any stretch

    def log_odds(self, evidence: Evidence) -> float:
        """Return the log-odds that a stretch with this evidence is the right one."""
        return self.bias + math.fsum(map(float.__mul__, self.weights, map(float, evidence)))


@cache
def built_in() -> Model:
    """Return the model that comes with taiyaku."""
    table = tomli.loads((files("glossary.bitext.terms") / "link_model.toml").read_text(encoding="utf-8"))
    return Model(
        table["bias"],
        Evidence(**{name: float(weight) for name, weight in table["weights"].items()}),
        table["least"],
        table["omitted"],
    )


def probability(log_odds: float) -> float:
    """Return log-odds as a probability."""
    return 1 / (1 + math.exp(-log_odds))
