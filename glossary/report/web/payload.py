"""What the page holds for its scripts beside texts and concordances: its own texts, documents, findings, concepts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from corpus.records import Finding
from corpus.vocabularies import FindingState
from glossary.findings.ranking import queue
from glossary.report.web.interface import LANGUAGES, native_names, words
from glossary.report.web.links import LINK_RELATIONS
from glossary.report.web.pairs import RELATIONS
from glossary.report.web.queue import COLUMNS, document_ids, row, rules
from glossary.report.web.snippets import sentences
from glossary.report.web.source_sentences import originals
from glossary.report.web.statistics import CERTAIN
from glossary.report.web.tables import ReportTables, ShownDocument


def payload(
    build: ReportTables,
    sources: Mapping[str, ShownDocument],
    findings: Sequence[Finding],
    listed: Sequence[Mapping[str, Any]],
    address: Callable[[str], str],
) -> dict[str, Any]:
    """What the scripts read at once; texts and concordances stand in blocks of their own, read when asked for."""
    sentences_by_doc, english = sentences(build, document_ids(findings)), originals(build, document_ids(findings))
    decisions = {finding.finding_id: number for number, same in enumerate(queue(findings)) for finding in same.findings}
    rows = [
        row(finding, sources, sentences_by_doc, english, build.similar, decisions[finding.finding_id])
        for finding in findings
    ]
    return {
        "build": build.build_id,
        "packet": build.packet_id,
        "words": {lang: words(lang) for lang in LANGUAGES},
        "tags": build.tags,
        "names": native_names(),
        "rules": rules(build),
        "certain": CERTAIN.confidence,
        "relations": RELATIONS,
        "link_relations": LINK_RELATIONS,
        "documents": _documents(sources, address),
        "standing": [state for state in FindingState if state.stands],
        "columns": COLUMNS,
        "findings": rows,
        "originals": english.sentences,
        "doubtful": english.doubtful,
        "concepts": listed,
    }


def _documents(sources: Mapping[str, ShownDocument], address: Callable[[str], str]) -> list[list[Any]]:
    works = {work: number for number, work in enumerate(dict.fromkeys(doc.work for doc in sources.values()))}
    return [
        [
            doc.doc_id, works[doc.work], doc.path, doc.title, doc.lang, doc.tag, doc.extracted, doc.origin,
            address(doc.file),
        ]
        for doc in sources.values()
    ]  # fmt: skip
