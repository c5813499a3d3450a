"""Structure: headings go with headings, list items with list items, and paragraphs begin together.

In a prototype the borders of paragraphs added one point of 100.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from corpus.alignment.bead_types import MOST, Figures, Scores, lowest, possible
from corpus.alignment.features import SegmentFeatures

_CLASS = {"heading": 0, "list_item": 1, "table_cell": 1, "paragraph": 2, "code": 3}
# Log-odds by the classes of both sides: heading, item, paragraph, code. By hand; no measurement is recorded.
_TOGETHER = np.array(
    [
        [1.5, -3.0, -3.0, -6.0],
        [-3.0, 0.8, -0.8, -6.0],
        [-3.0, -0.8, 0.2, -6.0],
        [-6.0, -6.0, -6.0, 2.0],
    ]
)
# Log-odds where both sides open a paragraph or one alone, and for each border inside. By hand; no measurement is
# recorded.
_BOTH_OPEN, _ONE_OPENS, _OVER_BORDER = 0.3, -0.4, -1.0


def scores(source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures], most: int = MOST) -> Scores:
    """Return the log-odds of every bead of at most so many segments a side by what they are on the page.

    Of each shape that finds room: float64[sources - k + 1, targets - m + 1].

    Raises:
        KeyError: a segment is of a kind that takes no part.
    """
    classes = [np.array([_CLASS[segment.kind] for segment in side]) for side in (source, target)]
    opens = [np.array([segment.opens for segment in side], dtype=bool) for side in (source, target)]
    kinds = _TOGETHER[classes[0]][:, classes[1]] if source and target else np.zeros((0, 0))
    begins = np.where(opens[0][:, None] & opens[1], _BOTH_OPEN, np.where(opens[0][:, None] ^ opens[1], _ONE_OPENS, 0.0))
    scores_by_shape: Scores = {}
    for k, m in possible(min(most, len(source)), min(most, len(target))):
        rows, columns = len(source) - k + 1, len(target) - m + 1
        borders = _paragraph_borders(opens[0], k)[:, None] + _paragraph_borders(opens[1], m)[None, :]
        scores_by_shape[k, m] = lowest(kinds, (k, m)) + begins[:rows, :columns] + _OVER_BORDER * borders
    return scores_by_shape


def _paragraph_borders(opens: np.ndarray, k: int) -> Figures:
    """Return for each run of k segments how many paragraphs begin inside it: float64[n - k + 1] of bool[n]."""
    rows = len(opens) - k + 1
    inside = np.zeros(rows)
    for offset in range(1, k):
        inside += opens[offset : offset + rows]
    return inside
