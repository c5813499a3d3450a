"""Near copies: documents that share most of their text with an earlier one of their language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from corpus.duplicates.text_sketch import Sketch, resemblance

LEAST = 0.8  # share of all stretches of two texts that both have, from which one is nearly a copy
_BANDS, _ROWS = 16, 4  # texts that share 0.8 agree in no band once in 5,000 times


class SketchedDocument(NamedTuple):
    """A document with the sketch of its text."""

    doc_id: str
    lang: str
    sketch: Sketch


def near_copies(documents: Iterable[SketchedDocument]) -> dict[str, str]:
    """Return the documents that are nearly copies, each with the first that it resembles and that is no copy itself."""
    by_language: defaultdict[str, list[SketchedDocument]] = defaultdict(list)
    for document in documents:
        by_language[document.lang].append(document)
    return {copy: first for group in by_language.values() for copy, first in _near_copies(group).items()}


def _near_copies(documents: Sequence[SketchedDocument]) -> dict[str, str]:
    """Return the same for documents of one language."""
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
    """Return by document and band the number of the group that agrees in that band; -1 if it agrees with none."""
    keys = np.ascontiguousarray(sketches[:, : _BANDS * _ROWS]).view(np.uint64)
    groups = np.empty(keys.shape, np.int64)
    for band in range(_BANDS):
        _, inverse, counts = np.unique(keys[:, band], return_inverse=True, return_counts=True)
        groups[:, band] = np.where(counts[inverse] > 1, inverse, -1)
    return groups
