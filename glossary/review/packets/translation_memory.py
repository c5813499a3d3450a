"""Memory: for a unit, the one of the corpus whose English is most like its own, as translation memories offer it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from corpus.records import LANGUAGE_COLUMNS, Finding
from glossary.review.packets.row import SimilarUnit
from glossary.review.packets.unit_lookup import PacketUnit, flattened, segments_at

# The table that this is made from besides those of `held`, and the columns of it that it reads.
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


@dataclass(frozen=True, slots=True)
class _Memory:
    """Units that may be examples, by the length of their English."""

    units: Sequence[Mapping[str, Any]]
    english: Sequence[str]  # as it is compared
    lengths: np.ndarray[Any, np.dtype[np.int64]]


def matches(
    units: Iterable[PacketUnit], findings: Sequence[Finding], tables: Mapping[str, pa.Table], lang: str
) -> dict[str, SimilarUnit]:
    """Unit → its match, for those of these units that have one; none in which one of the build's findings stands."""
    faulty = _faulty(findings, tables["segments"])
    memory = _memory(tables["parallel"], faulty, lang)
    units_by_id = {unit.unit_id: unit for unit in units if unit.texts["en"]}
    best = {unit_id: _most_similar(unit, memory) for unit_id, unit in units_by_id.items()}
    return {unit_id: _match(*match, lang) for unit_id, match in best.items() if match}


def _faulty(findings: Iterable[Finding], segments: pa.Table) -> set[str]:
    """The segments in which a place of a finding stands; neutral ones are no faults."""
    standing = (finding for finding in findings if finding.state.stands and finding.severity != "neutral")
    places = [place for finding in standing for place in finding.locations]
    return set(segments_at(places, segments)) - {""}


def _memory(parallel: pa.Table, faulty: Collection[str], lang: str) -> _Memory:
    table = parallel.select(READS["parallel"])
    rows = table.filter(_may_be_example(table, faulty, lang)).select(["unit_id", "work", "en", lang, "quality"])
    units = sorted(rows.to_pylist(), key=lambda unit: len(_comparison_key(unit["en"])))
    english = [_comparison_key(unit["en"]) for unit in units]
    return _Memory(units, english, np.array([len(text) for text in english], np.int64))


def _may_be_example(table: pa.Table, faulty: Collection[str], lang: str) -> pa.ChunkedArray:
    bilingual = pc.and_(pc.is_valid(table["en"]), pc.is_valid(table[lang]))
    good = pc.and_(pc.greater_equal(table["quality"], _QUALITY), _is_unflagged(table["flags"]))
    segments, rows = flattened(table[f"{lang}_segments"])
    bad = rows.filter(pc.is_in(segments, pa.array(sorted(faulty), pa.string())))
    clean = np.ones(table.num_rows, bool)
    clean[bad.to_numpy()] = False
    return pc.and_(pc.and_(bilingual, pc.fill_null(good, False)), pa.chunked_array([pa.array(clean)]))


def _is_unflagged(flags: pa.ChunkedArray) -> pa.ChunkedArray:
    """Whether nothing speaks against a unit; that another work has the same texts speaks for it."""
    flag_lists = flags.to_pylist()
    return pa.chunked_array([pa.array([set(unit_flags) <= _HARMLESS for unit_flags in flag_lists], pa.bool_())])


def _comparison_key(english: str) -> str:
    return english.casefold()


def _most_similar(unit: PacketUnit, memory: _Memory) -> tuple[Mapping[str, Any], float] | None:
    """The unit whose English is most like that of another, and how much; of equals the surest, then the first."""
    text = _comparison_key(unit.texts["en"])
    # Texts that are shorter or longer than these cannot be so like.
    first, last = np.searchsorted(memory.lengths, [int(len(text) * LIKE), len(text) / LIKE + 1])
    scores = process.cdist(
        [text], memory.english[first:last], scorer=Levenshtein.normalized_similarity, score_cutoff=LIKE
    )[0]
    like = [(number, float(scores[number])) for number in np.flatnonzero(scores)]
    others = [(memory.units[first + number], round(score, 4)) for number, score in like]
    candidates = [other for other in others if not _is_same_unit(other[0], unit)]
    return max(candidates, key=lambda candidate: (candidate[1], candidate[0]["quality"]), default=None)


def _is_same_unit(row: Mapping[str, Any], unit: PacketUnit) -> bool:
    return bool(row["unit_id"] == unit.unit_id or (row["work"] == unit.work and row["en"] == unit.texts["en"]))


def _match(row: Mapping[str, Any], score: float, lang: str) -> SimilarUnit:
    return SimilarUnit(source=row["en"], target=row[lang], score=score, work=row["work"])
