"""A comparison of two builds as lines for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from glossary.desk.history.build_comparison import BuildComparison, ComparedFinding
from glossary.desk.history.comparison_words import (
    FindingPlace,
    build_names,
    cause_sentences,
    document_line,
    document_sentence,
    fixed_note,
    rendering_line,
    rest,
    rule_line,
    verdicts,
)
from glossary.desk.report.terminal_width import flat


def comparison_text(comparison: BuildComparison, places: Mapping[str, FindingPlace], limit: int) -> str:
    """Return the differences as text, verdicts first; lists show so many lines. `places` are those of findings that are
    listed.
    """
    lines = [f"Compared {build_names(comparison)}.", "", *verdicts(comparison)]
    lines += filter(None, [document_sentence(comparison), *cause_sentences(comparison)])
    lines += _listed("Findings by rule", comparison.rules, rule_line, limit)
    lines += _listed("New findings", comparison.new, lambda finding: _new_line(finding, places), limit)
    lines += _listed("Fixed findings", comparison.fixed, _fixed_line, limit)
    lines += _listed("Renderings that spread", comparison.spreading, rendering_line, limit)
    lines += _listed("Renderings that give way", comparison.shrinking, rendering_line, limit)
    for title, changes in (
        ("Documents that slipped", comparison.slipped),
        ("Documents that improved", comparison.improved),
    ):
        lines += _listed(title, changes, lambda change: f"{change.path}: {document_line(change)}", limit)
    documents = comparison.documents
    lines += _listed("Documents added", documents.added, str, limit)
    lines += _listed("Documents removed", documents.removed, str, limit)
    lines += _listed("Documents renamed", documents.renamed, " → ".join, limit)
    return "\n".join(line if not line else line[: len(line) - len(line.lstrip())] + flat(line) for line in lines) + "\n"


def _listed(title: str, items: Sequence[Any], line: Callable[[Any], str], limit: int) -> Iterator[str]:
    """Yield a list with its title and, where not all is shown, how much more there is; nothing without items."""
    if not items:
        return
    yield ""
    yield f"{title} ({len(items):,})"
    yield from (f"  {line(item)}" for item in items[:limit])
    if more := rest(min(limit, len(items)), items):
        yield f"  {more}"


def _new_line(finding: ComparedFinding, places: Mapping[str, FindingPlace]) -> str:
    place = places[finding.finding_id].text if finding.finding_id in places else finding.path
    return f"{place} {finding.rule} {finding.severity}: {finding.message}"


def _fixed_line(finding: ComparedFinding) -> str:
    return f"{finding.path} {finding.rule} {finding.severity}: {finding.message}{fixed_note(finding)}"
