"""The words of a comparison, as a careful colleague would say them: a verdict for each language, and single lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from corpus.formats import format_of
from corpus.languages import NAMES
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
    """Where a finding's first place stands."""

    text: str  # path:line:column
    position: Position | None


def finding_place(finding: ComparedFinding, text: str | None) -> FindingPlace:
    """Return the place of a finding, given the text of its document; the path alone where that is not there."""
    position = None if text is None or finding.start is None else LineIndex(text).position(finding.start)
    return FindingPlace(place_text(finding.path, position, format_of(finding.media_type).is_extracted), position)


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: 1 finding, 2,000 findings."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def verdicts(comparison: BuildComparison) -> list[str]:
    """Return one sentence for each language."""
    return [verdict(language) for language in comparison.languages]


def verdict(language: LanguageComparison) -> str:
    """Return what became of a language, in one sentence."""
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
    """Return whether a language got better, got worse or changed little: by what was fixed and what is new in documents
    that both builds have.
    """
    if abs(language.cost) < _LITTLE:
        return "changed little"
    return "got worse" if language.cost > 0 else "got better"


def _points(language: LanguageComparison) -> str:
    """Return the points per 1,000 characters, which documents that came or went, and unreadable text, move too."""
    before, after = language.points
    if before is None or after is None:
        return ""
    if abs(after - before) < _VISIBLE:
        return f"; still {after:.2f} points per 1,000 characters"
    disagrees = abs(language.cost) >= _LITTLE and (after > before) != (language.cost > 0)
    return f"; {'yet ' if disagrees else ''}{before:.2f} → {after:.2f} points per 1,000 characters"


def document_sentence(comparison: BuildComparison) -> str:
    """Return how the documents changed; empty where they did not."""
    changes = comparison.documents
    counts = {"added": changes.added, "removed": changes.removed, "edited": changes.edited, "renamed": changes.renamed}
    parts = [f"{len(paths):,} {word}" for word, paths in counts.items() if paths]
    return f"Documents: {', '.join(parts)}." if parts else ""


def cause_sentences(comparison: BuildComparison) -> list[str]:
    """Return where new findings come from, and what else of fixed ones a reader would take for a repair."""
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
            f"Not only the texts differ but also {_enumerated(names)}: findings may come and go without an edit."
        )
    return sentences


def _split_among(parts: Sequence[tuple[int, str]]) -> str:
    (first, words), *others = parts
    clauses = [f"{first:,} {'is' if first == 1 else 'are'} {words}", *(f"{count:,} {words}" for count, words in others)]
    return f"Of the new findings, {_enumerated(clauses)}."


def _only(causes: Mapping[str, int]) -> str:
    ((cause, count),) = causes.items()
    return f"{'The new finding is' if count == 1 else 'All new findings are'} {_CAUSES[cause]}."


def _enumerated(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def rule_line(rule: RuleComparison) -> str:
    """Return what became of the findings of a rule in a language."""
    counts = rule.counts
    changes = [f"{counts.fixed:,} fixed"] * bool(counts.fixed) + [f"{counts.new:,} new"] * bool(counts.new)
    lang = NAMES.get(rule.lang, rule.lang)
    return f"{rule.rule} {rule.name}, {lang}: {', '.join(changes)}, {counts.standing:,} as before"


def rendering_line(change: RenderingChange) -> str:
    """Return how the use of a rendering changed."""
    rendering = f"“{change.rendering}”" if change.rendering else "left out"
    relation = f" ({change.relation})" if change.rendering else ""
    old, new = (f"{uses:,} of {of:,}" for uses, of in zip(change.uses, change.of, strict=True))
    return f"{change.term} in {NAMES.get(change.lang, change.lang)}: {rendering}{relation} {old} → {new}"


def document_line(change: DocumentChange) -> str:
    """Return how the score of a document changed; its path goes before it."""
    points = f"{change.points[0]:.2f} → {change.points[1]:.2f} points per 1,000 characters"
    before, after = change.findings
    findings = f"{before:,} → {counted(after, 'finding')}" if before != after else f"still {counted(after, 'finding')}"
    return f"{points}, {findings}{'' if change.edited else ', not edited'}"


def build_names(comparison: BuildComparison) -> str:
    """Return which builds are compared."""
    return " with ".join(
        f"{build_id} ({_minute(created)})" for build_id, created in (comparison.before, comparison.after)
    )


def _minute(created: str) -> str:
    return created[:16].replace("T", " ")


def fixed_note(finding: ComparedFinding) -> str:
    """Return a note on a finding that is gone but was not fixed; empty where it was."""
    return " (its document was removed)" if finding.cause == DELETED else ""


def rest(listed: int, items: Iterable[object]) -> str:
    """Return what a list does not show; empty where it shows all."""
    count = sum(1 for _ in items) - listed
    return f"… and {count:,} more" if count > 0 else ""
