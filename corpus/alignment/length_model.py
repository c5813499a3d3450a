"""By length: how well the lengths of segments fit those of a translation.

After Gale and Church (1993), with two differences: it is the log of the ratio of lengths that is normally distributed,
and its density is compared with that of segments paired at random, which gives log-odds instead of a cost. In a
prototype lengths added 5 to 7 points of 100 to other evidence, and were useless alone (0.5).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corpus.alignment.bead_types import MOST, Scores, possible, sums
from corpus.alignment.features import SegmentFeatures
from corpus.alignment.lengths import PER_CHARACTER, LengthRatio

_WORST = -12.0  # log-odds, so that a length alone rules nothing out; by hand, no measurement is recorded


def random_spread(source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures]) -> float:
    """Return the spread of the log of the ratio of lengths, of random pairs of one segment a side at least."""
    lengths, other = (np.array([segment.length for segment in side]) for side in (source, target))
    # 0.3 by hand, so that it is not 0 where all segments are equally long.
    return float(np.hypot(np.std(np.log(lengths)), np.std(np.log(other)))) + 0.3


def scores(
    source: Sequence[SegmentFeatures],
    target: Sequence[SegmentFeatures],
    ratio: LengthRatio,
    anywhere: float,
    most: int = MOST,
) -> Scores:
    """Return the log-odds of every bead by its lengths: of translations against pairs at random; at least -12.

    `anywhere` is the spread at random, `most` how many segments of a side a bead has at most. Of each shape
    float64[sources - k + 1, targets - m + 1]; none where a side has no segment.
    """
    if not source or not target:
        return {}
    lengths, other = (np.array([segment.length for segment in side]) for side in (source, target))
    scores_by_shape: Scores = {}
    for k, m in possible(min(most, len(lengths)), min(most, len(other))):
        a, b = sums(lengths, k)[:, None], sums(other, m)[None, :]
        off = np.log(b) - np.log(a) - ratio.mean
        spread = np.sqrt(ratio.spread**2 + PER_CHARACTER / np.minimum(a * np.exp(ratio.mean), b))
        odds = np.log(anywhere / spread) + (off / anywhere) ** 2 / 2 - (off / spread) ** 2 / 2
        scores_by_shape[k, m] = np.maximum(odds, _WORST)
    return scores_by_shape
