"""Memory: for a unit, the one of the corpus whose English is most like its own, as translation memories offer it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import pyarrow as pa

from corpus.records import Finding
from glossary.desk.memory import memory_units
from glossary.desk.memory.leverage import word_differences
from glossary.desk.memory.memory_units import MemoryUnit
from glossary.desk.review.packets.row import SimilarUnit, Stretch
from glossary.desk.review.packets.unit_lookup import PacketUnit, segments_at

# The table that this is made from besides those of `held`, and the columns of it that it reads.
READS = memory_units.READS


def matches(
    units: Iterable[PacketUnit], findings: Sequence[Finding], tables: Mapping[str, pa.Table], lang: str
) -> dict[str, SimilarUnit]:
    """Return the match of each of these units that has one; none in which one of the build's findings stands."""
    memory = memory_units.memory_of(tables["parallel"], lang, _faulty(findings, tables["segments"]))
    units_by_id = {unit.unit_id: unit for unit in units if unit.texts["en"]}
    best = {unit_id: _most_similar(unit, memory) for unit_id, unit in units_by_id.items()}
    return {unit_id: match for unit_id, match in best.items() if match}


def _faulty(findings: Iterable[Finding], segments: pa.Table) -> set[str]:
    """Return the segments in which a place of a finding stands; neutral ones are no faults."""
    standing = (finding for finding in findings if finding.state.stands and finding.severity != "neutral")
    places = [place for finding in standing for place in finding.locations]
    return set(segments_at(places, segments)) - {""}


def _most_similar(unit: PacketUnit, memory: memory_units.Memory) -> SimilarUnit | None:
    """Return the unit whose English is most like that of another, which it is not itself."""
    for other, score in memory_units.nearest(memory, unit.texts["en"], 1, lambda other: not _is_same(other, unit)):
        unlike = tuple(_unlike(unit.texts["en"], other.source))
        return SimilarUnit(source=other.source, target=other.target, score=score, work=other.work, unlike=unlike)
    return None


def _unlike(english: str, similar: str) -> Iterator[Stretch]:
    """Yield the words of a text that another one has not."""
    start = 0
    for sign, words in word_differences(english, similar):
        if sign == "+" and words.strip():
            yield start, start + len(words)
        start += len(words) if sign != "-" else 0


def _is_same(other: MemoryUnit, unit: PacketUnit) -> bool:
    return other.unit_id == unit.unit_id or (other.work == unit.work and other.source == unit.texts["en"])
