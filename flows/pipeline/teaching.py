"""Teaching: which works a build learns its languages from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import accumulate, groupby

from corpus.alignment import multilingual_groups
from corpus.records import Document

_ENOUGH = 2_400_000  # characters of works in several languages


def teaching(documents: Iterable[Document]) -> frozenset[str]:
    """Return the names of the works that are learned from: those in several languages, or as many of them as are
    enough.

    Which ones follows from names and sizes alone, so that an edit of another work changes nothing of what is learned.
    """
    several = [
        (work, sum(document.chars for document in versions))
        for work, versions in _by_work(documents)
        if multilingual_groups.pairs(versions)
    ]
    drawn = sorted(several, key=lambda work: sha256(work[0].encode()).digest())
    sizes = accumulate(size for _, size in drawn)
    return frozenset(work for (work, size), until in zip(drawn, sizes, strict=True) if until - size < _ENOUGH)


def _by_work(documents: Iterable[Document]) -> Iterator[tuple[str, list[Document]]]:
    for work, versions in groupby(documents, key=lambda document: document.work):
        yield work, list(versions)
