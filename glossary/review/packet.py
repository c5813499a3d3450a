"""The packet: the findings that reviewers of a language are asked about next, those first that are worth most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from corpus.records import Finding
from glossary.findings.narrowing import narrowed
from glossary.findings.queue import ranked
from glossary.findings.rows import finding_of
from glossary.review import asking, held, memory, pieces, rows, source_terms
from glossary.review.decision import Asked
from glossary.review.row import Packet, Row
from glossary.review.sent import Sent, unsent
from glossary.terms import Termbase

# The tables that packets are made from, and the columns of them that are read; None: all.
_OWN = {"documents": ["lang", "locale", "status"]}
_PARTS: Sequence[Mapping[str, Sequence[str]]] = (
    _OWN,
    asking.READS,
    pieces.READS,
    source_terms.READS,
    memory.READS,
    rows.READS,
)
READS: Mapping[str, list[str] | None] = {
    "findings": None,
    **{
        table: sorted({name for part in _PARTS for name in part.get(table, ())})
        for table in ("documents", "segments", "mentions", "parallel")
    },
}
_ASKED = ("new", "open")  # states of findings that nobody has decided


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
    sent: Iterable[Sent] = (),
    decided: Iterable[Asked] = (),
    limit: int | None = None,
) -> Packet:
    """The next packet of a language: of the places that were neither sent nor decided those that are worth most, the
    worthiest first."""
    found = [finding_of(row) for row in material.tables["findings"].to_pylist()]
    standing = ranked(one for one in found if one.lang == lang and one.state in _ASKED)
    new = unsent(asking.asked(standing, material.tables, material.confidences), sent, decided, material.build_id)
    chosen = [_narrowed(one, new[one.finding_id], material) for one in standing if one.finding_id in new][:limit]
    return Packet(
        packet_id=packet_id,
        build_id=material.build_id,
        signature=material.signature,
        lang=lang,
        locale=_locale(material.tables["documents"], lang),
        rows=tuple(_rows(chosen, found, material, lang)),
    )


def _narrowed(finding: Finding, numbers: Sequence[int], material: Material) -> Finding:
    """The finding with those of its places that are asked about."""
    if len(numbers) == len(finding.locations):
        return finding
    places = [finding.locations[number] for number in numbers]
    first = next((place for place in places if place.doc_id == finding.doc_id), None)
    segment = held.segments_at([first], material.tables["segments"])[0] if first else ""
    return narrowed(finding, places, segment or None)


def _rows(chosen: Sequence[Finding], found: Sequence[Finding], material: Material, lang: str) -> list[Row]:
    asked = asking.asked(chosen, material.tables, material.confidences)
    alike = memory.matches(held.units_of(chosen, material.tables), found, material.tables, lang)
    return rows.rows(chosen, asked, material.tables, material.termbase, alike, lang)


def _locale(documents: pa.Table, lang: str) -> str:
    """The tag that most documents of a language have; the language alone where it has none."""
    read = pc.and_(pc.equal(documents["lang"], lang), pc.equal(documents["status"], "ok"))
    counts = Counter(documents["locale"].filter(read).to_pylist())
    return min(counts, key=lambda locale: (-counts[locale], locale), default=lang)
