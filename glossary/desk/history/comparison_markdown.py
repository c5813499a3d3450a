"""A comparison of two builds as Markdown for a pull request: verdicts in the open, lists to unfold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from corpus.languages import NAMES
from glossary.desk.history.build_comparison import BuildComparison, ComparedFinding, RenderingChange
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

    def rendering(change: RenderingChange) -> str:
        return escaped(rendering_line(change))

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
