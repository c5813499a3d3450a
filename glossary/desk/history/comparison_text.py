"""A comparison of two builds as text: lines for a terminal, Markdown for a pull request, JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from corpus.languages import NAMES
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
    trend,
    verdicts,
)
from glossary.desk.report.markdown_summary import escaped
from glossary.desk.report.wording import flat

SourceAddress = Callable[[str], str]  # from a path to its address, in which {line} is left; empty without one


def comparison_markdown(
    comparison: BuildComparison, places: Mapping[str, FindingPlace], limit: int, address: SourceAddress
) -> str:
    """Return the differences as Markdown; each list shows so many items. `places` are those of listed findings."""
    lines = [f"### Terminology: {_title(comparison)}", ""]
    sentences = [*verdicts(comparison), document_sentence(comparison), *cause_sentences(comparison)]
    lines += [f"- {sentence}" for sentence in sentences if sentence]

    def linked(path: str, words: str, line: int | None = None) -> str:
        target = address(path).replace("{line}", str(line or 1))
        return f"[{escaped(words)}]({target})" if target else escaped(words)

    def new(finding: ComparedFinding) -> str:
        place = places.get(finding.finding_id, FindingPlace(finding.path, None))
        link = linked(finding.path, place.text, place.position.line if place.position else None)
        return f"**{finding.severity}** {link} {finding.rule}: {escaped(finding.message)}"

    def fixed(finding: ComparedFinding) -> str:
        message = f"{escaped(finding.message)}{fixed_note(finding)}"
        return f"**{finding.severity}** {escaped(finding.path)} {finding.rule}: {message}"

    def scored(change: Any) -> str:
        return f"{linked(change.path, change.path)}: {document_line(change)}"

    lines += _folded("New findings", comparison.new, new, limit)
    lines += _folded("Fixed findings", comparison.fixed, fixed, limit)
    lines += _folded("Findings by rule", comparison.rules, lambda rule: escaped(rule_line(rule)), limit)
    renderings = (*comparison.spreading, *comparison.shrinking)
    renderings = tuple(sorted(renderings, key=lambda change: -abs(change.beyond_growth)))
    lines += _folded(
        "Renderings that spread or give way", renderings, lambda change: escaped(rendering_line(change)), limit
    )
    lines += _folded("Documents that slipped", comparison.slipped, scored, limit)
    lines += _folded("Documents that improved", comparison.improved, scored, limit)
    return "\n".join([*lines, "", f"<sub>Builds {escaped(build_names(comparison))}</sub>"]) + "\n"


def _title(comparison: BuildComparison) -> str:
    """Return the verdicts in a few words."""
    if not comparison.languages:
        return "no translations"
    return ", ".join(f"{NAMES[language.lang]} {_trend(language)}" for language in comparison.languages)


def _trend(language: Any) -> str:
    before, after = language.documents
    if not before or not after:
        return "is new" if after else "is gone"
    return trend(language) if language.counts.fixed or language.counts.new else "is as it was"


def _folded(title: str, items: Sequence[Any], line: Callable[[Any], str], limit: int) -> Iterator[str]:
    """Yield a list that unfolds; nothing where there are no items."""
    if not items:
        return
    yield from ("", f"<details><summary>{title} ({len(items):,})</summary>", "")
    yield from (f"- {line(item)}" for item in items[:limit])
    if more := rest(min(limit, len(items)), items):
        yield f"- {more}"
    yield from ("", "</details>")


def comparison_json(comparison: BuildComparison, places: Mapping[str, FindingPlace]) -> str:
    """Return all that differs; pairs are lists of what was before and what is after."""
    values = asdict(comparison)
    before, after = (
        {"build_id": build_id, "created": created, "figures": dict(figures)}
        for (build_id, created), figures in zip((comparison.before, comparison.after), comparison.figures, strict=True)
    )
    content = {
        "before": before,
        "after": after,
        "difference": comparison.difference,
        "verdicts": verdicts(comparison),
        "languages": [
            {**language, "counts": counted.counts._asdict()}
            for language, counted in zip(values["languages"], comparison.languages, strict=True)
        ],
        "rules": [
            {**rule, "counts": counted.counts._asdict()}
            for rule, counted in zip(values["rules"], comparison.rules, strict=True)
        ],
        "new": [_finding(finding, places) for finding in comparison.new],
        "fixed": [_finding(finding, {}) for finding in comparison.fixed],
        **{
            name: values[name]
            for name in ("silenced", "inputs", "spreading", "shrinking", "slipped", "improved", "documents")
        },
    }
    text = json.dumps(content, ensure_ascii=False, indent=1)
    return text.encode("utf-8", "replace").decode("utf-8") + "\n"  # a name of a file may hold bytes that are no text


def _finding(finding: ComparedFinding, places: Mapping[str, FindingPlace]) -> dict[str, Any]:
    values = asdict(finding)
    del values["start"], values["media_type"]
    place = places.get(finding.finding_id)
    if place and place.position:
        values |= {"line": place.position.line, "column": place.position.column}
    return values


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
