"""By length: how well the lengths of segments fit those of a translation.

After Gale and Church (1993), with two differences: it is the log of the ratio of lengths that is normally distributed,
and its density is compared with that of segments paired at random, which gives log-odds instead of a cost. In a
prototype lengths added 5 to 7 points of 100 to other evidence, and were useless alone (0.5).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corpus.alignment.bead_types import Scores, possible, sums
from corpus.alignment.features import SegmentFeatures
from corpus.alignment.lengths import PER_CHARACTER, LengthRatio

_WORST = -12.0  # log-odds, so that a length alone rules nothing out; by hand, no measurement is recorded


def scores(source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures], ratio: LengthRatio) -> Scores:
    """The log-odds of every bead by its lengths: of translations against pairs at random; at least -12.

    Of each shape float64[sources - k + 1, targets - m + 1]; none where a side has no segment.
    """
    if not source or not target:
        return {}
    lengths, other = (np.array([segment.length for segment in side]) for side in (source, target))
    # The spread at random; 0.3 by hand, so that it is not 0 where all segments are equally long.
    anywhere = float(np.hypot(np.std(np.log(lengths)), np.std(np.log(other)))) + 0.3
    scores_by_shape: Scores = {}
    for k, m in possible(len(lengths), len(other)):
        a, b = sums(lengths, k)[:, None], sums(other, m)[None, :]
        off = np.log(b) - np.log(a) - ratio.mean
        spread = np.sqrt(ratio.spread**2 + PER_CHARACTER / np.minimum(a * np.exp(ratio.mean), b))
        odds = np.log(anywhere / spread) + (off / anywhere) ** 2 / 2 - (off / spread) ** 2 / 2
        scores_by_shape[k, m] = np.maximum(odds, _WORST)
    return scores_by_shape
