"""The ranking of candidates: what was fitted is what stands there, and decisions teach it."""

from __future__ import annotations

import numpy as np
import pytest

from glossary.desk.mining.cues import Cues
from glossary.desk.mining.term_likelihood import LikelihoodModel, built_in, fit
from tests.gold import candidates_model

_NONE = Cues(*([0.0] * len(Cues._fields)))
NAMED, PLAIN = _NONE._replace(capital=1.0), _NONE._replace(adverb=1.0)


def test_shipped_weights_are_those_that_the_judged_phrases_give():
    fitted = candidates_model.fitted(candidates_model.rows())
    assert built_in().weights == pytest.approx(fitted.weights, abs=0.011)


def test_likelier_half_of_a_corpus_that_the_model_was_not_fitted_on_has_more_terms():
    for corpus, (first, whole) in candidates_model.held_out(candidates_model.rows()).items():
        print(f"{corpus}: {first:.2f} of the likelier half are terms, {whole:.2f} of all")
        assert first > whole + 0.1


def test_decisions_move_what_is_like_them():
    model = built_in()
    taught = model.after([(NAMED, False)] * 10 + [(PLAIN, True)] * 10)
    (named_before, plain_before), (named_then, plain_then) = (
        likelihood.probabilities([NAMED, PLAIN]) for likelihood in (model, taught)
    )
    assert named_before > plain_before
    assert named_then < plain_then
    assert model.after([]) is model


def test_fit_stays_where_it_was_without_evidence_and_does_not_run_away():
    around = np.zeros(len(Cues._fields) + 1)
    assert fit([(_NONE, True), (_NONE, False)], around, 1.0) == pytest.approx(around, abs=1e-6)
    separable = fit([(NAMED, True), (PLAIN, False)] * 50, around - 5, 1.0)
    assert np.isfinite(separable).all()
    assert LikelihoodModel(separable).probabilities([]) == []
