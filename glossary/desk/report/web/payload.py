"""The payload for the page's scripts, without texts and concordances: its own texts, documents, findings, concepts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from corpus.languages import TARGETS
from corpus.records import Finding
from corpus.vocabularies import FINDING_SEVERITY, FindingState
from glossary.desk.report.web.confidences import STEP
from glossary.desk.report.web.folders import folder_numbers
from glossary.desk.report.web.interface import LANGUAGES, native_names, words
from glossary.desk.report.web.links import LINK_RELATIONS
from glossary.desk.report.web.pairs import RELATIONS
from glossary.desk.report.web.queue import COLUMNS, PlacesByFinding, QueueNumbers, row, rules
from glossary.desk.report.web.source_sentences import OriginalNumbers
from glossary.desk.report.web.statistics import CERTAIN
from glossary.desk.report.web.tables import ListedDocument, ReportTables
from glossary.desk.report.web.volumes import Volumes
from glossary.rules.calibration import DOUBTFUL, PRIOR_DECISIONS
from glossary.rules.rule import SEVERITIES


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
    """Return what the scripts read at once; texts and concordances stand in blocks read when asked for."""
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
    """Return documents in the order of their numbers as the page lists them."""
    in_order = _in_order(documents)
    works = {work: number for number, work in enumerate(_works(in_order))}
    return [
        [
            doc.doc_id, works[doc.work], doc.path, doc.title, doc.lang, doc.tag, doc.extracted, doc.origin,
            address(doc.file), volumes.texts.get(doc.doc_id, 0), sorted(volumes.findings.get(doc.doc_id, ())),
        ]
        for doc in in_order
    ]  # fmt: skip


def work_folders(documents: Iterable[ListedDocument]) -> tuple[list[str], list[int]]:
    """Return the names of the folders that works lie in, and the number of each work's, as `document_rows` counts
    works.
    """
    return folder_numbers(_works(_in_order(documents)))


def _in_order(documents: Iterable[ListedDocument]) -> list[ListedDocument]:
    return sorted(documents, key=lambda document: document.number)


def _works(in_order: Iterable[ListedDocument]) -> list[str]:
    return list(dict.fromkeys(document.work for document in in_order))
