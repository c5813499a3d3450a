"""Volumes: what does not fit on a page, in files next to it that it loads on demand.

A page opened from a disk may load scripts but no other files, so a volume is a script that hands over its data.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from corpus import lazy_re as re
from corpus.languages import TARGETS
from corpus.records import Finding
from corpus.storage.store import write_text
from corpus.vocabularies import FINDING_SEVERITY
from glossary.desk.report.web.concepts import texts
from glossary.desk.report.web.queue import PlacesByFinding, QueueNumbers, document_ids, places, row
from glossary.desk.report.web.source_sentences import OriginalNumbers
from glossary.desk.report.web.statistics import BuildStatistics
from glossary.desk.report.web.tables import ListedDocument, ReportTables, TextPassage

# `<` would let a text end the element that holds it; the others are line ends to old scripts, or no UTF-8.
_RISKY = re.compile("[<\u2028\u2029\ud800-\udfff]")


def embedded(value: object) -> Markup:
    """Return a value as JSON that is safe inside a script element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(_RISKY.sub(lambda match: f"\\u{ord(match[0]):04x}", text))  # noqa: S704 (JSON, with all that could end the element escaped)


def policy(style: str, script: str, volumes: bool = False) -> str:
    """Return a content security policy that runs only this style and script; nothing is loaded from anywhere.

    With `volumes` the script may load others, from addresses made by a trusted-types policy of its own.
    """
    loading = [" 'strict-dynamic'", "trusted-types volumes"] if volumes else [""]
    return "; ".join(
        [
            "default-src 'none'",
            f"style-src '{_digest(style)}'",
            f"script-src '{_digest(script)}'{loading[0]}",
            *loading[1:],
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",  # no text is ever taken for markup
        ]
    )


def _digest(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"


FOLDER = "data"  # beside the page
Write = Callable[[str, Any], None]  # takes the name of a volume and what it holds


class Volumes(NamedTuple):
    """The volumes written next to a page."""

    texts: Mapping[str, int]  # document → the volume of its text, where the page does not have it whole
    findings: Mapping[str, Collection[int]]  # document → the volumes of what was found in it and the page does not hold


def writer(folder: Path, build_id: str) -> Write:
    """Return a function that writes volumes into a folder, which is created with the first one."""

    def write(name: str, value: object) -> None:
        folder.mkdir(exist_ok=True)
        script = f'taiyaku("{build_id}", "{name}", {embedded(value)});\n'
        write_text(folder / f"{name}.js", script)

    return write


def write_texts(
    build: ReportTables, whole: Collection[str], numbers: Mapping[str, int], concepts: Mapping[str, int], write: Write
) -> dict[str, int]:
    """Write the texts of works that the page does not have whole; return the volume of each document."""
    volumes: dict[str, int] = {}
    for number, shard in enumerate(build.shards(), 1):
        works = {document["work"] for document in shard.documents if document["doc_id"] not in whole}
        doc_ids = [document["doc_id"] for document in shard.documents if document["work"] in works]
        if doc_ids:
            sources = shard.sources({doc_id: numbers[doc_id] for doc_id in doc_ids})
            whole_texts = texts(shard, sources, (), {}, concepts, room=None)
            write(f"texts-{number}", {numbers[doc_id]: text for doc_id, text in zip(sources, whole_texts, strict=True)})
            volumes |= dict.fromkeys(doc_ids, number)
    return volumes


def write_findings(
    build: ReportTables, ranked: Mapping[int, Finding], numbers: QueueNumbers, texts: Mapping[str, int], write: Write
) -> Volumes:
    """Write the findings that the page does not hold, by rank, one volume per shard of their documents.

    `texts` are the volumes of texts written before, by document.
    """
    if not ranked:
        return Volumes(texts, {})
    shards = {doc_id: number for number, ids in enumerate(build.doc_ids_by_shard(), 1) for doc_id in ids}
    ranks: defaultdict[int, list[int]] = defaultdict(list)
    volumes: defaultdict[str, set[int]] = defaultdict(set)
    for rank, finding in ranked.items():
        ranks[shards[finding.doc_id]].append(rank)
        for doc_id in document_ids([finding]):
            volumes[doc_id].add(shards[finding.doc_id])
    afar = [
        finding for finding in ranked.values() if len({shards.get(doc_id) for doc_id in document_ids([finding])}) > 1
    ]
    places_afar = places(build.shards() if afar else (), afar, numbers.documents)
    for number, shard in enumerate(build.shards(), 1):
        if of_shard := {rank: ranked[rank] for rank in ranks.get(number, ())}:
            near = places([shard], of_shard.values(), numbers.documents)
            write(f"findings-{number}", _findings_volume(of_shard, {**near, **places_afar}, numbers))
    return Volumes(texts, volumes)


def _findings_volume(ranked: Mapping[int, Finding], places: PlacesByFinding, numbers: QueueNumbers) -> dict[str, Any]:
    """Return findings with their ranks, and the passages shown around their places."""
    originals = OriginalNumbers()
    passages: defaultdict[int, set[TextPassage]] = defaultdict(set)  # of each document, by its number, each once
    by_finding = {finding.finding_id: places.get(finding.finding_id, {}) for finding in ranked.values()}
    for place in (place for by_number in by_finding.values() for place in by_number.values()):
        passages[place.row[0]].add(place.passage)
    return {
        "ranks": list(ranked),
        "findings": [row(finding, by_finding[finding.finding_id], numbers, originals) for finding in ranked.values()],
        "originals": originals.sentences,
        "doubtful": originals.doubtful,
        "elsewhere": originals.elsewhere,
        "passages": {number: sorted(group) for number, group in sorted(passages.items())},
    }


def document_figures(figures: BuildStatistics, document: ListedDocument) -> list[Any]:
    """Return a row of the table of documents: characters, shares, terms, findings of each severity, points."""
    counts, score = figures.document(document.doc_id)
    points = score.penalty_per_1000 if document.lang in TARGETS else None
    return [
        score.chars, _rounded(score.judged), score.mentions, _rounded(score.success), _rounded(score.accuracy),
        [counts[severity] for severity in FINDING_SEVERITY], _rounded(points),
    ]  # fmt: skip


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
