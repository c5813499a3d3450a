"""Content: what stands on a page of so much room, and what lies in volumes beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from corpus.records import Finding
from glossary.desk.report.web.concepts import collect_renderings, concepts, lines
from glossary.desk.report.web.payload import document_rows, payload, work_folders
from glossary.desk.report.web.queue import QueueNumbers, document_ids, places
from glossary.desk.report.web.statistics import BuildStatistics
from glossary.desk.report.web.tables import ReportTables, ShownDocument
from glossary.desk.report.web.texts import texts
from glossary.desk.report.web.volumes import Volumes, Write, document_figures, write_findings, write_texts
from glossary.findings.ranking import in_turn


class Room(NamedTuple):
    """How much a page holds."""

    findings: int
    documents: int
    text: int  # bytes of texts that are whole


@dataclass(frozen=True, slots=True)
class ReportContent:
    """What a page holds."""

    sources: Mapping[str, ShownDocument]  # by id, in table order
    tabled: Sequence[ShownDocument]  # those that its table lists
    findings: Sequence[Finding]  # in the order of the queue
    concepts: Sequence[Mapping[str, Any]]
    lines: Mapping[str, Any]  # concordances
    texts: Sequence[Mapping[str, Any]]  # of the sources
    data: Mapping[str, Any]

    @property
    def has_volumes(self) -> bool:
        """Return whether there is more beside it."""
        return self.data["volumes"] is not None


def page_content(
    build: ReportTables, figures: BuildStatistics, room: Room, address: Callable[[str], str], write: Write | None
) -> ReportContent:
    """Return the content of a page with so much room; the rest is written into volumes, or left out where nothing
    writes them.
    """
    all_findings = in_turn(build.queue)
    findings = all_findings[: room.findings]
    on_page = build.on_page(document_ids(findings), room.documents)
    numbers = {doc_id: number for number, doc_id in enumerate(dict.fromkeys((*on_page, *build.doc_ids)))}
    sources = build.sources({doc_id: numbers[doc_id] for doc_id in on_page})
    tabled = set(list(dict.fromkeys([*document_ids(findings), *sources]))[: room.documents])
    renderings = collect_renderings(build, sources)
    listed = concepts(build, figures, renderings)
    concept_numbers = {concept["id"]: number for number, concept in enumerate(listed)}
    shown_texts = texts(build, sources, findings, renderings, concept_numbers, room.text)
    found_at = places(build.shards(), findings, numbers)
    queue_numbers = QueueNumbers(numbers, _decisions(build), build.similar)
    volumes = Volumes({}, {})
    if write:
        whole = {doc_id for doc_id, text in zip(sources, shown_texts, strict=True) if text["whole"]}
        text_volumes = write_texts(build, whole, numbers, concept_numbers, write)
        others = dict(enumerate(all_findings[len(findings) :], len(findings)))
        volumes = write_findings(build, others, queue_numbers, text_volumes, write)
    documents = build.listed(numbers)
    rows = document_rows(documents, address, volumes)
    beside = None
    if write and (volumes.texts or volumes.findings or len(tabled) < len(numbers)):
        beside = {
            "findings": sorted(set().union(*volumes.findings.values())),
            "standing": len(figures.standing),
            "all_new": all(finding.state.is_new for finding in all_findings),
        }
        untabled = (document for document in documents if document.doc_id not in tabled)
        own_figures = {document.number: document_figures(figures, document) for document in untabled}
        write("documents", {"rows": rows[len(on_page) :], "figures": own_figures})
    return ReportContent(
        sources=sources,
        tabled=[source for source in sources.values() if source.doc_id in tabled],
        findings=findings,
        concepts=listed,
        lines=lines(renderings, sources),
        texts=shown_texts,
        data=payload(
            build, rows[: len(on_page)], work_folders(documents), findings, found_at, listed, queue_numbers, beside
        ),
    )


def _decisions(build: ReportTables) -> dict[str, tuple[int, int]]:
    """Return the number of the decision that each finding belongs to, and how many findings that is about."""
    return {
        finding.finding_id: (number, len(row.findings))
        for number, row in enumerate(build.queue)
        for finding in row.findings
    }
