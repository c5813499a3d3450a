"""Term likelihood: a logistic regression on the cues of a phrase, shifted by a terminologist's decisions.

Its weights are in `term_likelihood.toml`, fitted on phrases that readers judged (`tests/gold/candidates_model.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import tomli
from scipy.optimize import minimize
from scipy.special import expit

from glossary.desk.mining.cues import Cues

_DOUBT = 4.0  # how little the shipped weights are believed against decisions: a variance of log-odds; by hand

Coefficients = npt.NDArray[np.float64]


class LikelihoodModel(NamedTuple):
    """Coefficients in log-odds: the bias first, then those of the cues."""

    weights: Coefficients

    def probabilities(self, candidates: Sequence[Cues]) -> list[float]:
        """Return the probability that each candidate is a term."""
        if not candidates:
            return []
        return [float(value) for value in expit(_matrix(candidates) @ self.weights)]

    def after(self, decided: Sequence[tuple[Cues, bool]]) -> LikelihoodModel:
        """Return the model after decisions: the likeliest weights given these, with the old ones as priors."""
        if not decided:
            return self
        return LikelihoodModel(fit(decided, self.weights, 1 / _DOUBT))


@cache
def built_in() -> LikelihoodModel:
    """Return the model that comes with taiyaku."""
    table = tomli.loads((files("glossary.desk.mining") / "term_likelihood.toml").read_text(encoding="utf-8"))
    return LikelihoodModel(np.array([table["bias"], *(table["weights"][name] for name in Cues._fields)]))


def fit(labelled: Sequence[tuple[Cues, bool]], around: Coefficients, penalty: float) -> Coefficients:
    """Return the weights of a ridge-penalised logistic regression that is drawn towards the weights `around`."""
    matrix = _matrix([cues for cues, _ in labelled])
    truth = np.array([float(is_term) for _, is_term in labelled])

    def loss(weights: Coefficients) -> tuple[float, Coefficients]:
        log_odds, apart = matrix @ weights, weights - around
        value = (np.logaddexp(0, log_odds) - truth * log_odds).sum() + penalty * (apart**2).sum() / 2
        return float(value), matrix.T @ (expit(log_odds) - truth) + penalty * apart

    return minimize(loss, around, jac=True, method="L-BFGS-B", options={"ftol": 1e-13, "gtol": 1e-8}).x


def _matrix(candidates: Sequence[Cues]) -> Coefficients:
    return np.array([[1.0, *cues] for cues in candidates])
