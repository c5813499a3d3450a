"""Usage model: how likely a reviewer would change a usage, and how likely a terminologist would admit it.

The weights were fitted on usages that readers judged (`python -m tests.gold.usages`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import exp
from typing import NamedTuple

import tomli

from glossary.rules.usages.corpus_usages import CorpusUsage, TermUsages
from glossary.rules.usages.usage_features import Features, usage_features
from glossary.termbase.termbase import Termbase

BIAS = "bias"
# A confidence from .8 on fails a check. On sets that were left out 8 of 11 terms without concept were right from .8 on,
# 27 of 35 pairs on one page from .7 on.
MOST = 0.79
PAGE = "page"  # the table of what is judged on one page alone
SENSE = "sense"  # the table of ordinary words that may stand for a term


class UsageOdds(NamedTuple):
    """Probabilities of a usage; the rest is that there is nothing to decide."""

    change: float
    admit: float


def usage_odds(usage: CorpusUsage, term: TermUsages, termbase: Termbase) -> UsageOdds:
    """Return how likely a usage is to be changed, and to be admitted."""
    return odds_of(usage_features(usage, term, termbase), weights())


def odds_of(features: Features, model: Mapping[str, Mapping[str, float]]) -> UsageOdds:
    """Return the probabilities that weights give to features."""
    scores = [
        exp(model[name][BIAS] + sum(model[name].get(key, 0.0) * value for key, value in features.items()))
        for name in UsageOdds._fields
    ]
    total = 1 + sum(scores)  # 1 of what is neither to be changed nor to be admitted
    return UsageOdds(*(round(score / total, 3) for score in scores))


@cache
def weights() -> Mapping[str, Mapping[str, float]]:
    """Return the fitted weights, by outcome (or `page`) and feature."""
    text = (files("glossary.rules.usages") / "usage_model.toml").read_text(encoding="utf-8")
    return tomli.loads(text)
