"""Units as a memory: of those that may be examples, the ones whose English is most like a text."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from corpus.records import LANGUAGE_COLUMNS

# The table that a memory is made from, and the columns of it that it reads.
READS: Mapping[str, list[str]] = {
    "parallel": [
        "unit_id",
        "work",
        *LANGUAGE_COLUMNS,
        *(f"{lang}_segments" for lang in LANGUAGE_COLUMNS),
        "quality",
        "flags",
    ]
}
LIKE = 0.7  # of two English texts; of matches seen, all above it helped, of those from 0.6 on half
_HARMLESS = frozenset({"duplicate"})
_QUALITY = 0.8  # of a unit that may be an example


class MemoryUnit(NamedTuple):
    """A unit that may be an example, in English and one other language."""

    unit_id: str
    work: str
    source: str
    target: str
    quality: float


class MemoryMatch(NamedTuple):
    """A unit, and how much its English is like a text: 1 where casing alone may differ, `LIKE` or more."""

    unit: MemoryUnit
    score: float


@dataclass(frozen=True, slots=True)
class Memory:
    """Units that may be examples, by the length of their English."""

    units: Sequence[MemoryUnit]
    english: Sequence[str]  # as it is compared
    lengths: np.ndarray[Any, np.dtype[np.int64]]


def memory_of(parallel: pa.Table, lang: str, faulty: Collection[str] = ()) -> Memory:
    """Return the units of a build that may be examples in a language: good ones, without these segments."""
    table = parallel.select(READS["parallel"])
    rows = table.filter(_may_be_example(table, faulty, lang)).select(["unit_id", "work", "en", lang, "quality"])
    units = sorted((MemoryUnit(*row.values()) for row in rows.to_pylist()), key=lambda unit: len(_key(unit.source)))
    english = [_key(unit.source) for unit in units]
    return Memory(units, english, np.array([len(text) for text in english], np.int64))


def nearest(
    memory: Memory, english: str, most: int = 1, passes: Callable[[MemoryUnit], bool] = lambda _: True
) -> list[MemoryMatch]:
    """Return the units that pass whose English is most like a text; of equals the surest, then the first."""
    text = _key(english)
    # Texts that are shorter or longer than these cannot be so like.
    first, last = np.searchsorted(memory.lengths, [int(len(text) * LIKE), len(text) / LIKE + 1])
    scores = process.cdist(
        [text], memory.english[first:last], scorer=Levenshtein.normalized_similarity, score_cutoff=LIKE
    )[0]
    candidates = (
        MemoryMatch(memory.units[first + row], round(float(scores[row]), 4)) for row in np.flatnonzero(scores)
    )
    matches = (match for match in candidates if passes(match.unit))
    return sorted(matches, key=lambda match: (-match.score, -match.unit.quality))[:most]


def flattened(lists: pa.ChunkedArray) -> tuple[pa.Array, pa.Array]:
    """Return the values of a column of lists, and the number of the row that each stands in."""
    whole = pa.concat_arrays(lists.chunks) if lists.num_chunks else pa.array([], lists.type)
    return pc.list_flatten(whole), pc.list_parent_indices(whole)


def _may_be_example(table: pa.Table, faulty: Collection[str], lang: str) -> pa.ChunkedArray:
    bilingual = pc.and_(pc.is_valid(table["en"]), pc.is_valid(table[lang]))
    good = pc.and_(pc.greater_equal(table["quality"], _QUALITY), _is_unflagged(table["flags"]))
    segments, rows = flattened(table[f"{lang}_segments"])
    bad = rows.filter(pc.is_in(segments, pa.array(sorted(faulty), pa.string())))
    clean = np.ones(table.num_rows, bool)
    clean[bad.to_numpy()] = False
    return pc.and_(pc.and_(bilingual, pc.fill_null(good, False)), pa.chunked_array([pa.array(clean)]))


def _is_unflagged(flags: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return whether nothing speaks against a unit; that another work has the same texts speaks for it."""
    flag_lists = flags.to_pylist()
    return pa.chunked_array([pa.array([set(unit_flags) <= _HARMLESS for unit_flags in flag_lists], pa.bool_())])


def _key(english: str) -> str:
    return english.casefold()
