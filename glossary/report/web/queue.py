"""The queue: findings as rows for the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from corpus.records import Finding, Location
from glossary.findings.fingerprints import mark
from glossary.report.web.snippets import Sentences, place
from glossary.report.web.source_sentences import Originals
from glossary.report.web.tables import ReportTables, ShownDocument
from glossary.rules.docs import about
from glossary.rules.registry import BY_CODE

COLUMNS = (
    "id", "rule", "severity", "certainty", "document", "surface", "concept", "says", "expected", "suggestion",
    "occurrences", "places", "remedies", "originals", "inherited", "state", "reason", "similar",
    "marks",
)  # fmt: skip


def spoken_of(found: Iterable[Finding]) -> dict[str, None]:
    """The documents that findings speak of, in order."""
    return dict.fromkeys(doc_id for one in found for doc_id in (one.doc_id, *(at.doc_id for at in one.locations)))


def row(
    one: Finding,
    sources: Mapping[str, ShownDocument],
    sentences: Mapping[str, Sentences],
    originals: Originals,
    similar: Mapping[str, tuple[str, str, float]],
) -> list[Any]:
    """A finding as the page embeds it, in the order of COLUMNS."""
    shown = _shown(one, sources)
    return [
        one.finding_id,
        one.rule,
        one.severity,
        round(one.confidence, 4),
        sources[one.doc_id].number,
        one.surface,
        one.concept_id or "",
        [one.message, one.message_zh, one.message_ja],
        one.expected,
        one.suggestion or "",
        one.occurrences,
        [place(sources[at.doc_id], at.start, at.end, sentences.get(at.doc_id, ((), ()))) for at in shown],
        _remedies(shown),
        _numbers(shown, originals),
        one.inherited,
        one.state,
        one.reason or "",
        list(similar.get(one.finding_id, ())),
        _marks(one, shown, sources),
    ]


def _shown(one: Finding, sources: Mapping[str, ShownDocument]) -> list[Location]:
    return [] if one.state == "fixed" else [at for at in one.locations if at.doc_id in sources]


def _remedies(shown: Iterable[Location]) -> list[str]:
    """What is offered at each place; nothing where it is the same at all of them, which the finding says already."""
    offered = [place.offered for place in shown]
    return offered if len(set(offered)) > 1 else []


def _marks(one: Finding, shown: Sequence[Location], sources: Mapping[str, ShownDocument]) -> str:
    """The fingerprints of the places that are shown, and the number of all where there are more, in 8 digits each."""
    marks = [mark(sources[at.doc_id].text, at.start, at.end)[:8] for at in shown]
    return "".join(marks) + (f"{one.occurrences:08x}" if one.occurrences > len(shown) > 0 else "")


def _numbers(shown: Iterable[Location], originals: Originals) -> list[int]:
    """The number of each place's original; nothing where no place has one."""
    numbers = [originals.number(at) for at in shown]
    return numbers if any(number >= 0 for number in numbers) else []


def rules(build: ReportTables) -> dict[str, list[str]]:
    """Code → name, bad and good example, for the rules that found something."""
    names = {one.rule: one.name for one in build.findings}
    return {code: [name, *_told(code)] for code, name in sorted(names.items())}


def _told(code: str) -> list[str]:
    """How a rule shows itself; nothing where it is a rule of another version."""
    if code not in BY_CODE:
        return ["", ""]
    said = about(BY_CODE[code])
    return [said.bad, said.good]
