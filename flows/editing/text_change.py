"""A change of a text: what was written between two of its states, and where the rest stands now."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class TextChange(NamedTuple):
    """A stretch of a text that became another one; offsets are code points."""

    start: int  # in both texts
    before_end: int  # in the text before
    after_end: int  # in the text after

    def after(self, start: int, end: int) -> tuple[int, int] | None:
        """Return where a stretch of the text before stands in the text after; None of one that was written in."""
        if end <= self.start:
            return start, end
        shift = self.after_end - self.before_end
        return (start + shift, end + shift) if start >= self.before_end else None

    def before(self, offset: int) -> int | None:
        """Return where a character of the text after stood in the text before; None of one that is new."""
        if offset < self.start:
            return offset
        return offset - self.after_end + self.before_end if offset >= self.after_end else None


NO_CHANGE = TextChange(0, 0, 0)


def change_between(before: str, after: str) -> TextChange:
    """Return the shortest stretch outside of which two texts are the same."""
    most = min(len(before), len(after))
    start = _largest(most, lambda count: before[:count] == after[:count])
    same = _largest(most - start, lambda count: before[len(before) - count :] == after[len(after) - count :])
    return TextChange(start, len(before) - same, len(after) - same)


def _largest(most: int, holds: Callable[[int], bool]) -> int:
    """Return the largest number up to `most` for which something holds that holds for all below it, 0 among them."""
    least = 0
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if holds(middle) else (least, middle - 1)
    return least
