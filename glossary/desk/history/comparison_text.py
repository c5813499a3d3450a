"""A comparison of two builds as text: lines for a terminal, Markdown for a pull request, JSON for programs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from corpus.formats import format_of
from corpus.languages import NAMES, enumeration
from corpus.text.printable import escaped
from glossary.desk.history.build_comparison import (
    ADDED,
    DELETED,
    EDITED,
    UNEDITED,
    BuildComparison,
    ComparedFinding,
    DocumentChange,
    LanguageComparison,
    RenderingChange,
    RuleComparison,
)
from glossary.desk.report.positions import LineIndex, Position, place_text
from glossary.desk.report.wording import counted, flat

_VISIBLE = 0.005  # points per 1,000 characters; less rounds to nothing
_LITTLE = 1.0  # points of findings: a minor slip
_INPUTS = {
    "taiyaku": "the version of taiyaku",
    "code": "the version of taiyaku",
    "glossary": "the glossary",
    "lexicon": "the lexicons",
    "rules": "the selection of rules",
    "decisions": "the reviewers' decisions",
}
_SILENT_INPUTS = ("since",)  # changes the states of findings alone
_CAUSES = {
    EDITED: "in documents that were edited",
    ADDED: "in documents that were added",
    UNEDITED: "in documents that did not change",
}


class FindingPlace(NamedTuple):
    """The first place of a finding, as text and as position."""

    text: str  # path:line:column
    position: Position | None


def finding_place(finding: ComparedFinding, text: str | None) -> FindingPlace:
    """Return the place of a finding, given the text of its document; only the path if that is missing."""
    position = None if text is None or finding.start is None else LineIndex(text).position(finding.start)
    return FindingPlace(place_text(finding.path, position, format_of(finding.media_type).is_extracted), position)


def verdicts(comparison: BuildComparison) -> list[str]:
    """Return the verdict on each language, in one sentence."""
    return [verdict(language) for language in comparison.languages]


def verdict(language: LanguageComparison) -> str:
    """Return the verdict on a language, in one sentence."""
    name = NAMES[language.lang]
    before, after = language.documents
    counts = language.counts
    if not before:
        return f"{name} is new: {counted(after, 'document')}, {counted(counts.new, 'finding')}."
    if not after:
        return f"{name} is gone: its {counted(before, 'document')} {'is' if before == 1 else 'are'} no longer there."
    if not (counts.fixed or counts.new):
        return f"{name} is as it was: nothing fixed, nothing new, {counted(counts.standing, 'finding')} as before."
    severities = ", ".join(f"{count:,} {severity}" for severity, count in language.new_by_severity.items())
    new = f"{counts.new:,} new ({severities})" if counts.new else "none new"
    went = f"{counted(counts.fixed, 'finding')} fixed" if counts.fixed else "nothing fixed"
    return f"{name} {trend(language)}: {went}, {new}, {counts.standing:,} as before{_points(language)}."


def trend(language: LanguageComparison) -> str:
    """Return whether a language got better, got worse or changed little, by the documents in both builds."""
    if abs(language.cost) < _LITTLE:
        return "changed little"
    return "got worse" if language.cost > 0 else "got better"


def _points(language: LanguageComparison) -> str:
    """Return the points per 1,000 characters; added, removed and unreadable documents change them too."""
    before, after = language.points
    if before is None or after is None:
        return ""
    if abs(after - before) < _VISIBLE:
        return f"; still {after:.2f} points per 1,000 characters"
    disagrees = abs(language.cost) >= _LITTLE and (after > before) != (language.cost > 0)
    return f"; {'yet ' if disagrees else ''}{before:.2f} → {after:.2f} points per 1,000 characters"


def document_sentence(comparison: BuildComparison) -> str:
    """Return a sentence on how the documents changed; empty if they did not."""
    changes = comparison.documents
    counts = {"added": changes.added, "removed": changes.removed, "edited": changes.edited, "renamed": changes.renamed}
    parts = [f"{len(paths):,} {word}" for word, paths in counts.items() if paths]
    return f"Documents: {', '.join(parts)}." if parts else ""


def cause_sentences(comparison: BuildComparison) -> list[str]:
    """Return sentences on the causes of new findings, and on fixed ones that only look like repairs."""
    causes = Counter(finding.cause for finding in comparison.new)
    sentences = []
    if causes:
        parts = [(causes[cause], words) for cause, words in _CAUSES.items() if causes[cause]]
        sentences.append(_split_among(parts) if len(parts) > 1 else _only(causes))
    deleted = sum(finding.cause == DELETED for finding in comparison.fixed)
    if deleted:
        sentences.append(f"{deleted:,} of the fixed ones went with documents that were removed.")
    if comparison.silenced:
        by = (
            "was silenced by a reviewer or a page"
            if comparison.silenced == 1
            else "were silenced by reviewers or pages"
        )
        sentences.append(f"{counted(comparison.silenced, 'finding')} did not go but {by}.")
    inputs = [name for name in comparison.inputs if name not in _SILENT_INPUTS]
    names = list(dict.fromkeys(_INPUTS.get(name, "other tools") for name in inputs))
    if names:
        sentences.append(
            f"Not only the texts differ but also {enumeration(names, 'and')}: findings may come and go without an edit."
        )
    return sentences


def _split_among(parts: Sequence[tuple[int, str]]) -> str:
    (first, words), *others = parts
    clauses = [f"{first:,} {'is' if first == 1 else 'are'} {words}", *(f"{count:,} {words}" for count, words in others)]
    return f"Of the new findings, {enumeration(clauses, 'and')}."


def _only(causes: Mapping[str, int]) -> str:
    ((cause, count),) = causes.items()
    return f"{'The new finding is' if count == 1 else 'All new findings are'} {_CAUSES[cause]}."


def rule_line(rule: RuleComparison) -> str:
    """Return a line that says how many findings of a rule in a language are fixed, new or unchanged."""
    counts = rule.counts
    changes = [f"{counts.fixed:,} fixed"] * bool(counts.fixed) + [f"{counts.new:,} new"] * bool(counts.new)
    lang = NAMES.get(rule.lang, rule.lang)
    return f"{rule.rule} {rule.name}, {lang}: {', '.join(changes)}, {counts.standing:,} as before"


def rendering_line(change: RenderingChange) -> str:
    """Return a line on how the use of a rendering changed."""
    rendering = f"“{change.rendering}”" if change.rendering else "left out"
    relation = f" ({change.relation})" if change.rendering else ""
    old, new = (f"{uses:,} of {of:,}" for uses, of in zip(change.uses, change.of, strict=True))
    return f"{change.term} in {NAMES.get(change.lang, change.lang)}: {rendering}{relation} {old} → {new}"


def document_line(change: DocumentChange) -> str:
    """Return how the score of a document changed, as the part of a line after its path."""
    points = f"{change.points[0]:.2f} → {change.points[1]:.2f} points per 1,000 characters"
    before, after = change.findings
    findings = f"{before:,} → {counted(after, 'finding')}" if before != after else f"still {counted(after, 'finding')}"
    return f"{points}, {findings}{'' if change.edited else ', not edited'}"


def build_names(comparison: BuildComparison) -> str:
    """Return the ids and times of the compared builds."""
    return " with ".join(
        f"{build_id} ({created[:16].replace('T', ' ')})" for build_id, created in (comparison.before, comparison.after)
    )


def fixed_note(finding: ComparedFinding) -> str:
    """Return a note on a finding that is gone but was not fixed; empty if it was."""
    return " (its document was removed)" if finding.cause == DELETED else ""


def rest(listed: int, items: Iterable[object]) -> str:
    """Return how many items a list does not show, in words; empty if it shows all."""
    count = sum(1 for _ in items) - listed
    return f"… and {count:,} more" if count > 0 else ""


SourceAddress = Callable[[str], str]  # from a path to its address, in which {line} is left; empty without one


def comparison_markdown(
    comparison: BuildComparison, places: Mapping[str, FindingPlace], limit: int, address: SourceAddress
) -> str:
    """Return the differences as Markdown, at most `limit` items per list; `places` are those of listed findings."""
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
    """Yield a list that can be unfolded; nothing if there are no items."""
    if not items:
        return
    yield from ("", f"<details><summary>{title} ({len(items):,})</summary>", "")
    yield from (f"- {line(item)}" for item in items[:limit])
    if more := rest(min(limit, len(items)), items):
        yield f"- {more}"
    yield from ("", "</details>")


def comparison_json(comparison: BuildComparison, places: Mapping[str, FindingPlace]) -> str:
    """Return all differences as JSON; pairs are lists of the values before and after."""
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
    """Return the differences as text, verdicts first, at most `limit` lines per list; findings with `places`."""
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
    """Yield a list with its title and, if it is cut, the number of further items; nothing if it is empty."""
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
