"""Nulls: how often segments have no counterpart, as a chain of two states, within translated text and outside of it.

The rates are learned from each pair. In a prototype, which learned them from a corpus, and a rate of unexplained words
as well, that added 3 points of 100 on noisy documents.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

_DOUBT = 10.0  # steps that the usual rates count for; by hand, no measurement is recorded


@dataclass(frozen=True, slots=True)
class NullRates:
    """The rates of one document pair: probabilities above 0 and below 1. Those to begin with are set by hand."""

    enter: float = 0.3  # after a bead, the next segment has no counterpart
    stay: float = 0.6  # after such a segment, so has the next

    @property
    def logs(self) -> tuple[float, float, float, float]:
        """The logs of: bead after bead, null after bead, bead after null, null after null."""
        return math.log(1 - self.enter), math.log(self.enter), math.log(1 - self.stay), math.log(self.stay)


def rates_of(steps: Sequence[bool], usual: NullRates) -> NullRates:
    """Return the rates of a path, given whether each step is a null, drawn towards the usual ones: 0.02 to 0.95."""
    after = {False: [usual.enter * _DOUBT, _DOUBT], True: [usual.stay * _DOUBT, _DOUBT]}
    for before, null in zip((False, *steps), steps, strict=False):
        after[before][0] += null
        after[before][1] += 1
    # Limits by hand, no measurement is recorded: a rate of 0 or 1 has no logs.
    enter, stay = (min(0.95, max(0.02, null / all_)) for null, all_ in (after[False], after[True]))
    return NullRates(enter, stay)
