"""Sketches of texts: a few hundred numbers, as many of which agree as the texts share of their stretches.

They are MinHash sketches of one permutation: each stretch of eight characters is hashed once, the hashes fall into
bins, and of each bin the least is kept. Empty bins take what the next one has.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from corpus.languages.scripts import FULLWIDTH_ASCII, IDEOGRAPHIC_SPACE

SIZE = 512  # bins: twice the standard error of a resemblance of 0.8 is 0.035
_STRETCH = 8  # characters that make one; a changed word costs about fourteen of them
_FIRST_WIDE, _LAST_WIDE = ord(FULLWIDTH_ASCII[0]), ord(FULLWIDTH_ASCII[-1])
_BITS = 9  # of a hash that say its bin
_FACTOR, _MIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)

Sketch = np.ndarray[Any, np.dtype[np.uint16]]


def sketch(text: str) -> Sketch | None:
    """Return the sketch of a text without regard to spaces, case, width and figures; None if nothing is left of it."""
    characters = _folded(text)
    if not characters.size:
        return None
    hashes = np.sort(_hashes(characters))
    borders = np.arange(SIZE, dtype=np.uint64) << np.uint64(64 - _BITS)
    firsts = np.searchsorted(hashes, borders)
    filled = np.flatnonzero(np.diff(np.append(firsts, hashes.size)))
    nearest = filled[np.searchsorted(filled, np.arange(SIZE)) % filled.size]
    return hashes[firsts[nearest]].astype(np.uint16)  # the low bits, which say nothing of the bin


def resemblance(sketch: Sketch, others: Sketch) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return about how much of all stretches that either has a text shares with each of others, given as rows."""
    return np.asarray((others == sketch).mean(axis=1))


def _folded(text: str) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Return its characters as numbers: without spaces and controls, full width as half, lower case, figures as 0."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    wide = (points >= _FIRST_WIDE) & (points <= _LAST_WIDE)
    points = np.where(wide, points - (_FIRST_WIDE - ord("!")), points)
    points = points[(points > 0x20) & (points != 0xA0) & (points != ord(IDEOGRAPHIC_SPACE))]
    points = np.where((points >= 0x41) & (points <= 0x5A), points + 0x20, points)
    return np.where((points >= 0x30) & (points <= 0x39), 0x30, points).astype(np.uint64)


def _hashes(characters: np.ndarray[Any, np.dtype[np.uint64]]) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Return a hash of each stretch; of a text that is shorter, one of it all."""
    length = min(_STRETCH, characters.size)
    count = characters.size - length + 1
    hashes = np.zeros(count, np.uint64)
    for offset in range(length):
        hashes = hashes * _FACTOR + characters[offset : offset + count]
    for _ in range(2):
        hashes = (hashes ^ (hashes >> np.uint64(32))) * _MIX
    return hashes ^ (hashes >> np.uint64(32))
