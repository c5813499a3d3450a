"""Draws findings of a build for judgement by hand: JSON Lines on standard output.

    .venv/bin/python -m tests.gold.sample_findings BUILD --lang zh [--way each] [--number 30] [--seed 1] \
        [--pages 0123456789ab] > findings-zh-1.jsonl

In four ways: `certain`, at random from those of confidence 0.8 or above and severity minor or above; `likely`, the same
between 0.5 and 0.8; `each`, so many at random of each rule, of any severity and confidence; `first`, the first of the
queue. All are in the state new. `--pages` takes only pages whose path has a SHA-1 that begins with one of these digits.
README.md here says how to judge.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

from corpus.records import Document
from corpus.schema import from_table
from corpus.storage import parquet
from glossary.findings.direction import english_page, translated_works
from glossary.findings.from_table import finding_of
from glossary.findings.review_queue import ranked
from glossary.rules.calibration import factor, logit, model, sigmoid
from glossary.rules.messages import message_id_of
from glossary.rules.registry import BY_CODE
from tests.gold import drawing
from tests.gold.drawing import Draw

CERTAIN = 0.8
LIKELY = 0.5
_ROUNDING = 1e-6  # the table has single precision
CONTEXT = 60  # code points either side
_COLUMNS = (
    "start",
    "end",
    "surface",
    "rule",
    "severity",
    "concept_id",
    "message",
    "expected",
    "occurrences",
    "inherited",
)


class _Known(NamedTuple):
    document: dict[str, Any]
    finding: dict[str, Any]
    english: str
    translated: bool  # the English was made from the page


def certain(draw: Draw) -> list[dict[str, Any]]:
    """So many certain findings (all, if there are fewer) in the order of the texts, each yet to be judged."""
    return _between(draw, CERTAIN, 1.0)


def likely(draw: Draw) -> list[dict[str, Any]]:
    """So many findings that are likely and not certain."""
    return _between(draw, LIKELY, CERTAIN)


def _between(draw: Draw, least: float, below: float) -> list[dict[str, Any]]:
    candidates = [
        candidate
        for candidate in _known(draw)
        if candidate.finding["severity"] != "neutral"
        and least - _ROUNDING <= candidate.finding["confidence"] < below - _ROUNDING
    ]
    return list(map(_row, draw.of(candidates, _place)))


def each(draw: Draw) -> list[dict[str, Any]]:
    """So many findings of each rule."""
    by_rule: defaultdict[str, list[_Known]] = defaultdict(list)
    for candidate in _known(draw):
        by_rule[candidate.finding["rule"]].append(candidate)
    return [
        _row(candidate)
        for _, rule_candidates in sorted(by_rule.items())
        for candidate in draw.of(rule_candidates, _place)
    ]


def first(draw: Draw) -> list[dict[str, Any]]:
    """The first so many of the queue; there is nothing random about them."""
    by_id = {candidate.finding["finding_id"]: candidate for candidate in _known(draw)}
    queue = ranked(finding_of(candidate.finding) for candidate in by_id.values())
    return [_row(by_id[finding.finding_id]) for finding in queue[: draw.number]]


def _known(draw: Draw) -> list[_Known]:
    columns = ["doc_id", "path", "text"]
    documents = {row["doc_id"]: row for row in parquet.read_table(draw.build, "documents", columns).to_pylist()}
    english = _english(draw.build, documents)
    translated = translated_works(map(english_page, _english_documents(draw.build)))
    rows = parquet.read_table(draw.build, "findings").to_pylist()
    return [
        _Known(documents[row["doc_id"]], row, english.get(row["segment_id"], ""), row["work"] in translated)
        for row in rows
        if row["lang"] == draw.lang and row["state"] == "new" and draw.has(documents[row["doc_id"]]["path"])
    ]


def _english_documents(build: Path) -> list[Document]:
    return [document for document in from_table(parquet.read_table(build, "documents")) if document.lang == "en"]


def _english(build: Path, documents: dict[str, dict[str, Any]]) -> dict[str, str]:
    """What each segment translates."""
    beads = parquet.read_table(build, "alignments", ["src_segments", "tgt_doc", "tgt_lang", "tgt_spans"]).to_pylist()
    return {
        segment: " ".join(documents[bead["tgt_doc"]]["text"][span["start"] : span["end"]] for span in bead["tgt_spans"])
        for bead in beads
        if bead["tgt_lang"] == "en"
        for segment in bead["src_segments"]
    }


def _place(candidate: _Known) -> tuple[str, int, str, str]:
    finding = candidate.finding
    return candidate.document["path"], finding["start"], finding["rule"], finding["finding_id"]


def _row(candidate: _Known) -> dict[str, Any]:
    text, finding = candidate.document["text"], candidate.finding
    message_id = message_id_of(finding["rule"], finding["message"])
    return {
        "path": candidate.document["path"],
        "lang": finding["lang"],
        **{name: finding[name] for name in _COLUMNS},
        "confidence": round(finding["confidence"], 3),
        "message_id": message_id,
        "sure": round(
            factor(_untempered(candidate), BY_CODE[finding["rule"]].confidence_of(message_id, finding["lang"])), 3
        ),
        **({"translated": True} if candidate.translated else {}),
        "left": text[max(0, finding["start"] - CONTEXT) : finding["start"]],
        "right": text[finding["end"] : finding["end"] + CONTEXT],
        "english": candidate.english,
        "true_or_false": None,
        "why": "",
    }


def _untempered(candidate: _Known) -> float:
    """The confidence as it would be, were the English the original."""
    shift = model().translated.get(candidate.finding["rule"], 0.0) if candidate.translated else 0.0
    confidence: float = candidate.finding["confidence"]
    return sigmoid(logit(min(0.999, max(0.001, confidence))) - shift) if shift else confidence


def main() -> int:
    """Print the sample; returns 2 where the build has no such finding."""
    samplers = {"certain": certain, "likely": likely, "each": each, "first": first}
    return drawing.main(__doc__ or "", samplers, "such finding", ["zh", "ja"], 30)


if __name__ == "__main__":
    sys.exit(main())
