"""Content of a page: what fits on it, and what goes into volumes next to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from corpus.languages import TARGETS
from corpus.languages.scripts import WIDE
from corpus.records import Finding
from corpus.vocabularies import FINDING_SEVERITY, FindingState
from glossary.desk.report.web.concepts import collect_renderings, concepts, lines, texts
from glossary.desk.report.web.heat_map import folder_numbers
from glossary.desk.report.web.interface import LANGUAGES, native_names, words
from glossary.desk.report.web.pairs import LINK_RELATIONS, RELATIONS
from glossary.desk.report.web.queue import COLUMNS, PlacesByFinding, QueueNumbers, document_ids, places, row, rules
from glossary.desk.report.web.source_sentences import OriginalNumbers
from glossary.desk.report.web.statistics import CERTAIN, BuildStatistics
from glossary.desk.report.web.tables import ListedDocument, ReportTables, ShownDocument
from glossary.desk.report.web.volumes import Volumes, Write, document_figures, write_findings, write_texts
from glossary.findings.review_queue import PACE, in_turn
from glossary.rules.calibration import DOUBTFUL, PRIOR_DECISIONS
from glossary.rules.rule import SEVERITIES

STEP = 5  # percent


@dataclass(frozen=True, slots=True)
class ConfidenceStep:
    """The findings in one step of confidence."""

    low: int  # percent; from there up to the next step, and for the last one, all of 100
    severities: Mapping[str, int]
    is_certain: bool  # whether a check may fail by them

    @property
    def count(self) -> int:
        """The number of findings of any severity."""
        return sum(self.severities.values())


def confidence_steps(findings: Iterable[Finding]) -> list[ConfidenceStep]:
    """Return findings counted in steps of STEP percent up to 100, from the lowest that has any or the bar's."""
    counts = Counter((_step(finding.confidence), finding.severity) for finding in findings)
    bar = _step(CERTAIN.confidence)
    return [
        ConfidenceStep(low, {severity: counts[low, severity] for severity in FINDING_SEVERITY}, low >= bar)
        for low in range(min([bar, *(low for low, _ in counts)]), 100, STEP)
    ]


def _step(confidence: float) -> int:
    """Return where the step of a confidence begins, in percent; tables store 0.8 as slightly more."""
    return min(100 - STEP, int(round(100 * confidence, 2) // STEP * STEP))


def payload(
    build: ReportTables,
    documents: Sequence[list[Any]],
    folders: tuple[list[str], list[int]],
    findings: Sequence[Finding],
    places: PlacesByFinding,
    listed: Sequence[Mapping[str, Any]],
    numbers: QueueNumbers,
    beside: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """Return the data that scripts read at once; texts and concordances are in blocks read on demand."""
    originals = OriginalNumbers()
    rows = [row(finding, places.get(finding.finding_id, {}), numbers, originals) for finding in findings]
    return {
        "build": build.build_id,
        "packet": build.packet_id,
        "words": {lang: words(lang) for lang in LANGUAGES},
        "tags": build.tags,
        "names": native_names(),
        "rules": rules(build),
        "certain": CERTAIN.confidence,
        "likely": DOUBTFUL,
        "prior": PRIOR_DECISIONS,
        "grave": SEVERITIES[: SEVERITIES.index(CERTAIN.severity) + 1],
        "step": STEP,
        "pace": {**PACE._asdict(), "wide": WIDE},
        "relations": RELATIONS,
        "link_relations": LINK_RELATIONS,
        "documents": documents,
        "folders": folders,
        "severities": list(FINDING_SEVERITY),
        "checked": list(TARGETS),
        "standing": [state for state in FindingState if state.stands],
        "columns": COLUMNS,
        "findings": rows,
        "originals": originals.sentences,
        "doubtful": originals.doubtful,
        "elsewhere": originals.elsewhere,
        "concepts": listed,
        "volumes": beside,
    }


def document_rows(
    documents: Iterable[ListedDocument], address: Callable[[str], str], volumes: Volumes
) -> list[list[Any]]:
    """Return documents as the page lists them, in the order of their numbers."""
    in_order = _in_order(documents)
    works = {work: number for number, work in enumerate(_works(in_order))}
    return [
        [
            doc.doc_id, works[doc.work], doc.path, doc.title, doc.lang, doc.tag, doc.extracted, doc.origin,
            address(doc.file), volumes.texts.get(doc.doc_id, 0), sorted(volumes.findings.get(doc.doc_id, ())),
        ]
        for doc in in_order
    ]  # fmt: skip


def _in_order(documents: Iterable[ListedDocument]) -> list[ListedDocument]:
    return sorted(documents, key=lambda document: document.number)


def _works(in_order: Iterable[ListedDocument]) -> list[str]:
    return list(dict.fromkeys(document.work for document in in_order))


class Room(NamedTuple):
    """The limits of a page."""

    findings: int
    documents: int
    text: int  # bytes of texts that are whole


@dataclass(frozen=True, slots=True)
class ReportContent:
    """The content of a page."""

    sources: Mapping[str, ShownDocument]  # by id, in table order
    tabled: Sequence[ShownDocument]  # those that its table lists
    findings: Sequence[Finding]  # in the order of the queue
    concepts: Sequence[Mapping[str, Any]]
    lines: Mapping[str, Any]  # concordances
    texts: Sequence[Mapping[str, Any]]  # of the sources
    data: Mapping[str, Any]

    @property
    def has_volumes(self) -> bool:
        """Return whether there are volumes next to the page."""
        return self.data["volumes"] is not None


def page_content(
    build: ReportTables, figures: BuildStatistics, room: Room, address: Callable[[str], str], write: Write | None
) -> ReportContent:
    """Return the content of a page of limited room; the rest goes into volumes, or nowhere without `write`."""
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
    queue_numbers = QueueNumbers(
        numbers,
        {
            finding.finding_id: (number, len(row.findings))
            for number, row in enumerate(build.queue)
            for finding in row.findings
        },
        build.similar,
        build.opinions,
    )
    volumes = Volumes({}, {})
    if write:
        whole = {doc_id for doc_id, text in zip(sources, shown_texts, strict=True) if text["whole"]}
        text_volumes = write_texts(build, whole, numbers, concept_numbers, write)
        others = dict(enumerate(all_findings[len(findings) :], len(findings)))
        volumes = write_findings(build, others, queue_numbers, text_volumes, write)
    documents = build.listed(numbers)
    rows, folders = document_rows(documents, address, volumes), folder_numbers(_works(_in_order(documents)))
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
        data=payload(build, rows[: len(on_page)], folders, findings, found_at, listed, queue_numbers, beside),
    )
