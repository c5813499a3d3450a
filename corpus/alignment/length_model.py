"""By length: how well the lengths of segments fit those of a translation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corpus.alignment.bead_types import Scores, possible, sums
from corpus.alignment.features import SegmentFeatures
from corpus.alignment.lengths import PER_CHARACTER, LengthRatio

_WORST = -12.0


def scores(source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures], ratio: LengthRatio) -> Scores:
    """The log-odds of every bead by its lengths: of translations against pairs at random."""
    if not source or not target:
        return {}
    lengths, other = (np.array([segment.length for segment in side]) for side in (source, target))
    anywhere = float(np.hypot(np.std(np.log(lengths)), np.std(np.log(other)))) + 0.3
    scores_by_shape: Scores = {}
    for k, m in possible(len(lengths), len(other)):
        a, b = sums(lengths, k)[:, None], sums(other, m)[None, :]
        off = np.log(b) - np.log(a) - ratio.mean
        spread = np.sqrt(ratio.spread**2 + PER_CHARACTER / np.minimum(a * np.exp(ratio.mean), b))
        odds = np.log(anywhere / spread) + (off / anywhere) ** 2 / 2 - (off / spread) ** 2 / 2
        scores_by_shape[k, m] = np.maximum(odds, _WORST)
    return scores_by_shape
