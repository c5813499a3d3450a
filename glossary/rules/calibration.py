"""Calibration: how often a rule is right in what it raises, as readers have judged it.

A small model, fitted on findings that readers judged (`tests.gold.judged`), computes log-odds from the estimate made
for the rule before any judgement, the rule, its message, the language, and how sure the rule is at the place. What was
judged less leans on the rest: a message on its rule, a rule on how far other rules were right. `judged.toml` has the
counts, `confidence.toml` the weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import Any, NamedTuple, Self

import tomli

PLAIN = "plain"  # the name in the tables of the message that has none
_KINDS, _BANDS = "kinds", "bands"
# Decisions of a project that the model counts for: a few say little. With 8, one rejection took a rule of 0.85 below
# the bar of a check in that language; with 20, it takes two.
PRIOR_DECISIONS = 20.0
MOST = 0.99  # nothing is certain
LEAST = 0.01
# Below, a finding is rather false than true: no figure counts it, and a message that is so at its surest is neutral.
DOUBTFUL = 0.5
FAINT = 0.3  # below, nothing is more severe than minor: seven in ten and more are false
UNPROVEN = 0.49  # of what is inferred from what a sentence lacks: shown as doubtful, and fails nothing
SUREST, _FAINTEST = 1.3, 0.05  # bounds of a factor: what entries list is surer than the rule's other findings
# How sure a rule is where it sees a sign, beside 1, as thought before any judgement. A few levels are enough: with
# factors rounded to eight such levels models fitted on the other draws give judged findings a log loss of 831.3 and an
# AUC of .787, with values of their own for each 833.0 and .786.
SURER, NEARLY, LIKELY, RATHER, PERHAPS, HALF, HARDLY, FAINTLY = 1.1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3


class Sign(float):
    """How sure a rule is at a place by what it sees there. A product has the names of all its signs."""

    names: tuple[str, ...]

    def __new__(cls, factor: float, *names: str) -> Self:
        """Return the sign of a factor on how sure the rule is."""
        new = super().__new__(cls, factor)
        new.names = names
        return new

    def __mul__(self, other: float) -> Sign:
        """Return both together."""
        return Sign(float(self) * float(other), *self.names, *getattr(other, "names", ()))

    __rmul__ = __mul__


def sign(name: str, level: float) -> Sign:
    """Return a sign with the weight that was fitted for it; `level` is the factor thought before any judgement."""
    weights = model()
    return Sign(bounded_factor(level * exp(weights.signs.get(name, 0.0) / weights.sure)), name)


class JudgedCounts(NamedTuple):
    """The findings of one rule in one language that readers have judged."""

    findings: int
    true: int
    expected: float  # how many would be, were the rule always right where it is sure: the sum of `Raised.sure`


def pooled(counts: Iterable[JudgedCounts]) -> JudgedCounts | None:
    """Return the counts of several languages together; None if there are none."""
    judged = list(counts)
    return JudgedCounts(*map(sum, zip(*judged, strict=True))) if judged else None


class ConfidenceModel(NamedTuple):
    """The weights for the log-odds that a finding is true."""

    bias: float
    prior: float  # of the log-odds that were thought before
    sure: float  # of the logarithm of the factor at the place
    lang: Mapping[str, float]
    rules: Mapping[str, float]
    kinds: Mapping[str, float]  # by rule and message: T101.why
    translated: Mapping[str, float]  # by rule: what is added where the original was itself made from the page
    signs: Mapping[str, float]  # by name: what is added to the level of a sign

    def log_odds(self, code: str, prior: float, message_id: str | None, lang: str) -> float:
        """Return the log-odds of a finding where its rule is surest; without a language, averaged over both."""
        kind = 0.0 if message_id is None else self.kinds.get(kind_key(code, message_id), 0.0)
        by_lang = self.lang.get(lang, sum(self.lang.values()) / max(1, len(self.lang)))
        return self.bias + self.prior * logit(prior) + self.rules.get(code, 0.0) + kind + by_lang


@cache
def judged_counts() -> Mapping[str, Mapping[str, JudgedCounts]]:
    """Return the judged counts, by rule and language."""
    return {
        code: {lang: JudgedCounts(**counts) for lang, counts in table.items() if lang not in (_KINDS, _BANDS)}
        for code, table in _table("judged.toml").items()
    }


@cache
def judged_kinds() -> Mapping[str, Mapping[str, JudgedCounts]]:
    """Return the judged counts, by rule and message, both languages together."""
    return _judged_apart(_KINDS)


@cache
def judged_bands() -> Mapping[str, Mapping[str, JudgedCounts]]:
    """Return the same by rule and band of confidence; `expected` is the claim of a model fitted on other pages."""
    return _judged_apart(_BANDS)


def _judged_apart(group: str) -> Mapping[str, Mapping[str, JudgedCounts]]:
    return {
        code: {name: JudgedCounts(**counts) for name, counts in table.get(group, {}).items()}
        for code, table in _table("judged.toml").items()
    }


@cache
def model() -> ConfidenceModel:
    """Return the model fitted on judged findings."""
    return ConfidenceModel(**_table("confidence.toml"))


def _table(name: str) -> dict[str, Any]:
    return tomli.loads((files("glossary.rules") / name).read_text(encoding="utf-8"))


def confidence(
    code: str,
    prior: float,
    project_counts: JudgedCounts | None = None,
    message_id: str | None = None,
    lang: str = "",
    sure: float = 1.0,
) -> float:
    """Return how often a rule, or one of its messages, is right at places where it is so sure; 1 is the surest.
    `project_counts` are the judgements by a project's reviewers in this language. About the project's texts they say
    more than judgements made elsewhere, which weigh as many decisions as a prior does.
    """
    of_model = model()
    log_odds = of_model.log_odds(code, prior, message_id, lang)
    if project_counts:
        log_odds += _moved(sigmoid(of_model.log_odds(code, prior, None, lang)), project_counts)
    return round(_bounded(sigmoid(log_odds + of_model.sure * log(bounded_factor(sure)))), 3)


def factor(confidence: float, base: float) -> float:
    """Return how sure a rule was at a place, from the confidence there and that of its message where it is surest."""
    return exp((logit(_bounded(confidence)) - logit(_bounded(base))) / model().sure)


def _moved(base: float, counts: JudgedCounts) -> float:
    """Return the shift of a rule's log-odds by a project's judgements."""
    share = (counts.true + PRIOR_DECISIONS * base) / (counts.expected + PRIOR_DECISIONS)
    return logit(_bounded(share)) - logit(_bounded(base))


def _bounded(share: float) -> float:
    return min(MOST, max(LEAST, share))


def bounded_factor(sure: float) -> float:
    """Return how sure a rule is at a place, limited to the range that the model was fitted on."""
    return min(SUREST, max(_FAINTEST, sure))


def kind_key(code: str, message_id: str) -> str:
    """Return the key of a message in the model."""
    return f"{code}.{message_id or PLAIN}"


def logit(share: float) -> float:
    """Return the log-odds of a share."""
    return log(share / (1 - share))


def sigmoid(log_odds: float) -> float:
    """Return the share for log-odds."""
    return 1 / (1 + exp(-log_odds))
