"""The packet: what reviewers of a language are asked next, starting with what repairs most in their time.

Findings of one decision go together. Whole passages that were left in English are to be translated, not judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

import pyarrow as pa
import pyarrow.compute as pc

from corpus.records import Finding
from glossary.decisions.decision import Question
from glossary.desk.memory import memory_units
from glossary.desk.memory.memory_units import MemoryUnit, word_differences
from glossary.desk.review.packets import build_rows, packet_units, questions
from glossary.desk.review.packets.packet_units import PacketUnit, segments_at
from glossary.desk.review.packets.row import Packet, PacketRow, SimilarUnit, Stretch
from glossary.desk.review.packets.sent_log import SentPacket, unsent
from glossary.desk.review.packets.time_budget import by_second, seconds, within
from glossary.findings.from_table import findings_of
from glossary.findings.review_queue import QueueRow, queue, worth
from glossary.findings.states import restrict_places
from glossary.rules.messages import message_id_of
from glossary.termbase.termbase import Termbase


def memory_matches(
    units: Iterable[PacketUnit], findings: Sequence[Finding], tables: Mapping[str, pa.Table], lang: str
) -> dict[str, SimilarUnit]:
    """Return, by unit, the best match of each unit that has one; units with findings are no matches."""
    standing = (finding for finding in findings if finding.state.stands and finding.severity != "neutral")
    places = [place for finding in standing for place in finding.locations]
    memory = memory_units.memory_of(tables["parallel"], lang, set(segments_at(places, tables["segments"])) - {""})
    units_by_id = {unit.unit_id: unit for unit in units if unit.texts["en"]}
    best = {unit_id: _most_similar(unit, memory) for unit_id, unit in units_by_id.items()}
    return {unit_id: match for unit_id, match in best.items() if match}


def _most_similar(unit: PacketUnit, memory: memory_units.Memory) -> SimilarUnit | None:
    """Return the unit whose English is most like that of another unit."""
    english = unit.texts["en"]

    def is_other(other: MemoryUnit) -> bool:
        return other.unit_id != unit.unit_id and (other.work, other.source) != (unit.work, english)

    for other, score in memory_units.nearest(memory, english, 1, is_other):
        unlike = tuple(_unlike(english, other.source))
        return SimilarUnit(source=other.source, target=other.target, score=score, work=other.work, unlike=unlike)
    return None


def _unlike(english: str, similar: str) -> Iterator[Stretch]:
    """Yield the spans of a text whose words the other text lacks."""
    start = 0
    for sign, words in word_differences(english, similar):
        if sign == "+" and words.strip():
            yield start, start + len(words)
        start += len(words) if sign != "-" else 0


# Rule and message of findings whose places are whole sentences. Headings, cells and pictures are short enough to be
# judged together, clauses stand in a sentence that is translated, and of pages only the beginning is a place.
_WHOLE = frozenset([("T110", ""), ("T110", "passage"), ("T504", "sentence"), ("T504", "item")])


def is_passage(finding: Finding) -> bool:
    """Return whether a finding says that whole sentences were left in English."""
    return (finding.rule, message_id_of(finding.rule, finding.message)) in _WHOLE


def passage_order(finding: Finding) -> tuple[float, str, int]:
    """Return the sort key of passages: those worth most first, those of a document together."""
    return -round(worth(finding), 6), finding.doc_id, finding.start or 0


# The tables that packets are made from, and the columns of them that are read; None: all.
_OWN = {"documents": ["lang", "locale", "status"]}
_PARTS: Sequence[Mapping[str, Sequence[str]]] = (
    _OWN,
    questions.READS,
    packet_units.PIECE_READS,
    build_rows.MENTION_READS,
    memory_units.READS,
    build_rows.READS,
)
READS: Mapping[str, list[str] | None] = {
    "findings": None,
    **{
        table: sorted({name for part in _PARTS for name in part.get(table, ())})
        for table in ("documents", "segments", "mentions", "parallel")
    },
}


@dataclass(frozen=True, slots=True)
class Material:
    """What packets are built from: a build and the glossary that it was made with."""

    build_id: str
    signature: str
    tables: Mapping[str, pa.Table]  # those that READS names
    termbase: Termbase
    confidences: Mapping[str, float]  # of the rules, by code


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of what goes into a packet; None: no bound."""

    minutes: float | None = None  # that its decisions take
    decisions: int | None = None
    passages: int | None = None
    findings: Collection[str] | None = None  # the ids of those that may go in
    last: Mapping[str, Collection[str]] = field(default_factory=dict)  # by finding, the places that are asked last


UNBOUNDED = Bounds()


def packet(
    material: Material,
    lang: str,
    packet_id: str,
    sent: Iterable[SentPacket] = (),
    decided: Iterable[Question] = (),
    bounds: Bounds = UNBOUNDED,
) -> Packet:
    """Return the next packet of a language: what was neither sent nor decided, within the bounds."""
    findings = findings_of(material.tables["findings"])
    eligible = [
        finding
        for finding in findings
        if finding.lang == lang and (bounds.findings is None or finding.finding_id in bounds.findings)
    ]
    question_by_id, fresh = _fresh(eligible, material, sent, decided)
    decisions = by_second(queue(finding for finding in fresh if not is_passage(finding)), question_by_id)
    first_ids = (row.findings[0].finding_id for row in decisions)
    last_ids = {name for name in first_ids if {*question_by_id[name].marks} <= {*bounds.last.get(name, ())}}
    decisions.sort(key=lambda row: row.findings[0].finding_id in last_ids)
    affordable = decisions if bounds.minutes is None else within(decisions, question_by_id, bounds.minutes * 60)
    chosen = affordable[: bounds.decisions]
    passages = sorted(filter(is_passage, fresh), key=passage_order)
    chosen_passages = [_restrict_finding(finding, [0], material) for finding in passages[: bounds.passages]]
    rows = rows_of([finding for row in chosen for finding in row.findings], findings, material, lang)
    documents = material.tables["documents"]
    read = pc.and_(pc.equal(documents["lang"], lang), pc.equal(documents["status"], "ok"))
    counts = Counter(documents["locale"].filter(read).to_pylist())
    return Packet(
        packet_id=packet_id,
        build_id=material.build_id,
        signature=material.signature,
        lang=lang,
        locale=min(counts, key=lambda locale: (-counts[locale], locale), default=lang),
        rows=tuple(_told_together(rows, chosen)),
        passages=tuple(rows_of(chosen_passages, findings, material, lang)),
        seconds=sum(seconds(row, question_by_id[row.findings[0].finding_id]) for row in chosen),
        bound=bounds.minutes,
        later=len(decisions) - len(chosen),
        later_passages=sum(finding.occurrences for finding in passages) - len(chosen_passages),
        asked_before=0 if bounds.findings is None else len(eligible) - len(fresh),
    )


def _fresh(
    findings: Sequence[Finding], material: Material, sent: Iterable[SentPacket], decided: Iterable[Question]
) -> tuple[dict[str, Question], list[Finding]]:
    """Return the question on each undecided finding, and the findings with places neither sent nor decided."""
    standing = [finding for finding in findings if finding.state.is_undecided]
    standing_questions = questions.questions_of(standing, material.tables, material.confidences)
    new = unsent(standing_questions, sent, decided, material.build_id)
    fresh = [
        _restrict_finding(finding, new[finding.finding_id], material)
        for finding in standing
        if finding.finding_id in new
    ]
    return {question.finding_id: question for question in standing_questions}, fresh


def _restrict_finding(finding: Finding, numbers: Sequence[int], material: Material) -> Finding:
    """Return the finding with only those of its places that are asked about."""
    if len(numbers) == len(finding.locations):
        return finding
    places = [finding.locations[number] for number in numbers]
    first = next((place for place in places if place.doc_id == finding.doc_id), None)
    segment = packet_units.segments_at([first], material.tables["segments"])[0] if first else ""
    return restrict_places(finding, places, segment or None)


def _told_together(rows: Iterable[PacketRow], decisions: Iterable[QueueRow]) -> Iterator[PacketRow]:
    """Yield the rows with the decisions that they are part of; rows are in the order of the decisions' findings."""
    remaining = iter(rows)
    for number, decision in enumerate(decisions, 1):
        first, *others = islice(remaining, len(decision.findings))
        yield replace(first, decision=number, alike=len(others))
        yield from (replace(row, decision=number, follows=first.question.finding_id) for row in others)


def rows_of(chosen: Sequence[Finding], findings: Sequence[Finding], material: Material, lang: str) -> list[PacketRow]:
    """Return a row for each of the chosen findings of a language; `findings` are all those of the build."""
    row_questions = questions.questions_of(chosen, material.tables, material.confidences)
    alike = memory_matches(packet_units.units_of(chosen, material.tables), findings, material.tables, lang)
    return build_rows.rows(chosen, row_questions, material.tables, material.termbase, alike, lang)
