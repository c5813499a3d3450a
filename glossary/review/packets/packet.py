"""The packet: the findings that reviewers of a language are asked about next, those first that are worth most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from corpus.records import Finding
from glossary.decisions.decision import Question
from glossary.findings.from_table import findings_of
from glossary.findings.ranking import ranked
from glossary.findings.restrict import restrict_places
from glossary.review.packets import build_rows, questions, source_terms, translation_memory, unit_lookup, unit_segments
from glossary.review.packets.row import Packet, PacketRow
from glossary.review.packets.sent_log import SentPacket, unsent
from glossary.termbase.termbase import Termbase

# The tables that packets are made from, and the columns of them that are read; None: all.
_OWN = {"documents": ["lang", "locale", "status"]}
_PARTS: Sequence[Mapping[str, Sequence[str]]] = (
    _OWN,
    questions.READS,
    unit_segments.READS,
    source_terms.READS,
    translation_memory.READS,
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
    """What packets are made from: a build with the glossary that it was made with."""

    build_id: str
    signature: str
    tables: Mapping[str, pa.Table]  # those that READS names
    termbase: Termbase
    confidences: Mapping[str, float]  # of the rules, by code


def packet(
    material: Material,
    lang: str,
    packet_id: str,
    sent: Iterable[SentPacket] = (),
    decided: Iterable[Question] = (),
    limit: int | None = None,
) -> Packet:
    """The next packet of a language: of the places that were neither sent nor decided those that are worth most, the
    worthiest first.
    """
    findings = findings_of(material.tables["findings"])
    standing = ranked(finding for finding in findings if finding.lang == lang and finding.state.is_undecided)
    new = unsent(
        questions.questions_of(standing, material.tables, material.confidences), sent, decided, material.build_id
    )
    chosen = [
        _restrict_finding(finding, new[finding.finding_id], material)
        for finding in standing
        if finding.finding_id in new
    ][:limit]
    return Packet(
        packet_id=packet_id,
        build_id=material.build_id,
        signature=material.signature,
        lang=lang,
        locale=_locale(material.tables["documents"], lang),
        rows=tuple(_rows(chosen, findings, material, lang)),
    )


def _restrict_finding(finding: Finding, numbers: Sequence[int], material: Material) -> Finding:
    """The finding with those of its places that are asked about."""
    if len(numbers) == len(finding.locations):
        return finding
    places = [finding.locations[number] for number in numbers]
    first = next((place for place in places if place.doc_id == finding.doc_id), None)
    segment = unit_lookup.segments_at([first], material.tables["segments"])[0] if first else ""
    return restrict_places(finding, places, segment or None)


def _rows(chosen: Sequence[Finding], findings: Sequence[Finding], material: Material, lang: str) -> list[PacketRow]:
    row_questions = questions.questions_of(chosen, material.tables, material.confidences)
    alike = translation_memory.matches(unit_lookup.units_of(chosen, material.tables), findings, material.tables, lang)
    return build_rows.rows(chosen, row_questions, material.tables, material.termbase, alike, lang)


def _locale(documents: pa.Table, lang: str) -> str:
    """The tag that most documents of a language have; the language alone where it has none."""
    read = pc.and_(pc.equal(documents["lang"], lang), pc.equal(documents["status"], "ok"))
    counts = Counter(documents["locale"].filter(read).to_pylist())
    return min(counts, key=lambda locale: (-counts[locale], locale), default=lang)
