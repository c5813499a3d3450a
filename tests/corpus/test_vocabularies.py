"""Vocabularies: every word has its meaning, and which states of findings are alike is as readers of a build expect."""

from __future__ import annotations

import pytest

from corpus.vocabularies import FINDING_STATE, FindingState


def test_every_state_has_its_meaning_in_order():
    assert list(FINDING_STATE) == list(FindingState)


@pytest.mark.parametrize(
    ("predicate", "states"),
    [
        ("is_new", ["new"]),
        ("is_known", ["open", "accepted"]),
        ("is_undecided", ["new", "open"]),
        ("stands", ["new", "open", "accepted"]),
        ("is_suppressed", ["suppressed"]),
        ("is_fixed", ["fixed"]),
    ],
)
def test_states_of_a_predicate(predicate: str, states: list[str]):
    assert [state for state in FindingState if getattr(state, predicate)] == states


def test_state_is_one_of_standing_suppressed_and_fixed():
    assert all(state.stands + state.is_suppressed + state.is_fixed == 1 for state in FindingState)
