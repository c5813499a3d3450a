"""Near copies: documents that share most of their text with an earlier document in the same language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from corpus.grouping import grouped
from corpus.languages.scripts import FULLWIDTH_ASCII, IDEOGRAPHIC_SPACE

# They are MinHash sketches of one permutation: each stretch of eight characters is hashed once, the hashes fall into
# bins, and of each bin the least is kept. Empty bins take what the next one has.
SIZE = 512  # bins: twice the standard error of a resemblance of 0.8 is 0.035
_STRETCH = 8  # characters that make one; a changed word costs about fourteen of them
_FIRST_WIDE, _LAST_WIDE = ord(FULLWIDTH_ASCII[0]), ord(FULLWIDTH_ASCII[-1])
_BITS = 9  # of a hash that say its bin
_FACTOR, _MIX = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)

Sketch = np.ndarray[Any, np.dtype[np.uint16]]


def sketch(text: str) -> Sketch | None:
    """Return the sketch of a text, ignoring spaces, case, width and the values of digits; None if nothing is left."""
    # Its characters as numbers: without spaces and controls, full width as half, lower case, figures as 0.
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    wide = (points >= _FIRST_WIDE) & (points <= _LAST_WIDE)
    points = np.where(wide, points - (_FIRST_WIDE - ord("!")), points)
    points = points[(points > 0x20) & (points != 0xA0) & (points != ord(IDEOGRAPHIC_SPACE))]
    points = np.where((points >= 0x41) & (points <= 0x5A), points + 0x20, points)
    characters = np.where((points >= 0x30) & (points <= 0x39), 0x30, points).astype(np.uint64)
    if not characters.size:
        return None
    hashes = np.sort(_hashes(characters))
    borders = np.arange(SIZE, dtype=np.uint64) << np.uint64(64 - _BITS)
    firsts = np.searchsorted(hashes, borders)
    filled = np.flatnonzero(np.diff(np.append(firsts, hashes.size)))
    nearest = filled[np.searchsorted(filled, np.arange(SIZE)) % filled.size]
    return hashes[firsts[nearest]].astype(np.uint16)  # the low bits, which say nothing of the bin


def resemblance(sketch: Sketch, others: Sketch) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return the estimated Jaccard similarity of a text's stretches to those of each row of `others`."""
    return np.asarray((others == sketch).mean(axis=1))


def _hashes(characters: np.ndarray[Any, np.dtype[np.uint64]]) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Return a hash of each stretch of characters; a shorter text has one hash in all."""
    length = min(_STRETCH, characters.size)
    count = characters.size - length + 1
    hashes = np.zeros(count, np.uint64)
    for offset in range(length):
        hashes = hashes * _FACTOR + characters[offset : offset + count]
    for _ in range(2):
        hashes = (hashes ^ (hashes >> np.uint64(32))) * _MIX
    return hashes ^ (hashes >> np.uint64(32))


LEAST = 0.8  # share of all stretches of two texts that both have, from which one is nearly a copy
_BANDS, _ROWS = 16, 4  # texts that share 0.8 agree in no band once in 5,000 times


class SketchedDocument(NamedTuple):
    """A document with the sketch of its text."""

    doc_id: str
    lang: str
    sketch: Sketch


def near_copies(documents: Iterable[SketchedDocument]) -> dict[str, str]:
    """Return the documents that are nearly copies, each with the first original that it resembles."""
    by_language = grouped(documents, lambda document: document.lang)
    return {copy: first for group in by_language.values() for copy, first in _near_copies(group).items()}


def _near_copies(documents: Sequence[SketchedDocument]) -> dict[str, str]:
    """Return the same for documents in one language."""
    sketches = np.stack([document.sketch for document in documents])
    bands = _shared_bands(sketches)
    firsts: defaultdict[tuple[int, int], list[int]] = defaultdict(list)  # band → documents that are no copies
    copies: dict[str, str] = {}
    for number, document in enumerate(documents):
        keys = [(band, int(group)) for band, group in enumerate(bands[number]) if group >= 0]
        candidates = sorted({other for key in keys for other in firsts[key]})
        likeness = resemblance(sketches[number], sketches[candidates]) if candidates else np.empty(0)
        near = np.flatnonzero(likeness >= LEAST)
        if near.size:
            copies[document.doc_id] = documents[candidates[near[0]]].doc_id
            continue
        for key in keys:
            firsts[key].append(number)
    return copies


def _shared_bands(sketches: Sketch) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return, by document and band, the number of the group that agrees in that band; -1 if no other document does."""
    keys = np.ascontiguousarray(sketches[:, : _BANDS * _ROWS]).view(np.uint64)
    groups = np.empty(keys.shape, np.int64)
    for band in range(_BANDS):
        _, inverse, counts = np.unique(keys[:, band], return_inverse=True, return_counts=True)
        groups[:, band] = np.where(counts[inverse] > 1, inverse, -1)
    return groups
