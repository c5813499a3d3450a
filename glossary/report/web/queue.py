"""The queue: findings as rows for the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from corpus.records import Finding, Location
from glossary.findings.fingerprints import mark
from glossary.report.web.snippets import Sentences, place
from glossary.report.web.source_sentences import Originals
from glossary.report.web.tables import ReportTables, ShownDocument
from glossary.rules.registry import BY_CODE

COLUMNS = (
    "id", "rule", "severity", "certainty", "document", "surface", "concept", "says", "expected", "suggestion",
    "occurrences", "places", "remedies", "originals", "inherited", "state", "reason", "similar",
    "marks", "alike",
)  # fmt: skip


def document_ids(findings: Iterable[Finding]) -> dict[str, None]:
    """The documents that findings speak of, in order."""
    return dict.fromkeys(
        doc_id
        for finding in findings
        for doc_id in (finding.doc_id, *(location.doc_id for location in finding.locations))
    )


def row(
    finding: Finding,
    sources: Mapping[str, ShownDocument],
    sentences: Mapping[str, Sentences],
    originals: Originals,
    similar: Mapping[str, tuple[str, str, float]],
    alike: int,
) -> list[Any]:
    """A finding as the page embeds it, in the order of COLUMNS; `alike` is the number of its decision."""
    locations = _shown_locations(finding, sources)
    return [
        finding.finding_id,
        finding.rule,
        finding.severity,
        round(finding.confidence, 4),
        sources[finding.doc_id].number,
        finding.surface,
        finding.concept_id or "",
        [finding.message, finding.message_zh, finding.message_ja],
        finding.expected,
        finding.suggestion or "",
        finding.occurrences,
        [
            place(sources[location.doc_id], location.start, location.end, sentences.get(location.doc_id, ((), ())))
            for location in locations
        ],
        _remedies(locations),
        _numbers(locations, originals),
        finding.inherited,
        finding.state,
        finding.reason or "",
        list(similar.get(finding.finding_id, ())),
        _marks(finding, locations, sources),
        alike,
    ]


def _shown_locations(finding: Finding, sources: Mapping[str, ShownDocument]) -> list[Location]:
    return [] if finding.state.is_fixed else [place for place in finding.locations if place.doc_id in sources]


def _remedies(locations: Iterable[Location]) -> list[str]:
    """What is offered at each place; nothing where it is the same at all of them, which the finding says already."""
    offered = [place.offered for place in locations]
    return offered if len(set(offered)) > 1 else []


def _marks(finding: Finding, locations: Sequence[Location], sources: Mapping[str, ShownDocument]) -> str:
    """The fingerprints of the places that are shown, and the number of all where there are more, in 8 digits each."""
    marks = [mark(sources[location.doc_id].text, location.start, location.end)[:8] for location in locations]
    return "".join(marks) + (f"{finding.occurrences:08x}" if finding.occurrences > len(locations) > 0 else "")


def _numbers(locations: Iterable[Location], originals: Originals) -> list[int]:
    """The number of each place's original; nothing where no place has one."""
    numbers = [originals.number(location) for location in locations]
    return numbers if any(number >= 0 for number in numbers) else []


def rules(build: ReportTables) -> dict[str, list[str]]:
    """Code → name, bad and good example, for the rules that found something."""
    names = {finding.rule: finding.name for finding in build.findings}
    return {code: [name, *_rule_examples(code)] for code, name in sorted(names.items())}


def _rule_examples(code: str) -> list[str]:
    """How a rule shows itself; nothing where it is a rule of another version."""
    if code not in BY_CODE:
        return ["", ""]
    docs = BY_CODE[code].description
    return [docs.bad, docs.good]
