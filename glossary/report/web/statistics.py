"""Figures: what the findings come to, beside the scores of languages, documents and concepts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from corpus.records import Finding, Score
from corpus.vocabularies import FINDING_SEVERITY, FindingState
from glossary.report.check_report import Threshold
from glossary.report.web.tables import ReportTables
from glossary.rules.rule import POINTS

CERTAIN = Threshold()  # as a check has it that is not told otherwise


@dataclass(frozen=True, slots=True)
class RuleFigures:
    """What one rule found."""

    code: str
    name: str
    severities: Mapping[str, int]
    languages: Mapping[str, int]
    places: int
    points: float  # what all places cost
    uncertain: int  # findings, of any severity

    @property
    def findings(self) -> int:
        """Findings of any severity."""
        return sum(self.severities.values())


@dataclass(frozen=True, slots=True)
class NewFindings:
    """How many findings are new, of each rule and in each document."""

    rules: Counter[str]
    documents: Counter[str]


@dataclass(frozen=True)
class BuildStatistics:
    """All that is counted of a build; findings are those that stand in the texts and are not silenced."""

    build: ReportTables

    @cached_property
    def standing(self) -> list[Finding]:
        """The findings that are counted."""
        return [finding for finding in self.build.findings if finding.state.stands]

    @cached_property
    def severities(self) -> dict[str, int]:
        """Findings of each severity, the gravest first."""
        return _severities(self.standing)

    @cached_property
    def uncertain(self) -> dict[str, int]:
        """Of the findings of each severity those that are too uncertain to fail a check."""
        return _severities(_uncertain(self.standing))

    @cached_property
    def fresh(self) -> NewFindings:
        """The findings that the earlier build did not have."""
        new = [finding for finding in self.standing if finding.state.is_new]
        return NewFindings(Counter(finding.rule for finding in new), Counter(finding.doc_id for finding in new))

    @cached_property
    def states(self) -> dict[FindingState, int]:
        """Findings of each state that any is in, those that do not stand as well."""
        counts = Counter(finding.state for finding in self.build.findings)
        return {state: counts[state] for state in FindingState if counts[state]}

    @cached_property
    def rules(self) -> list[RuleFigures]:
        """The rules that found something, those that cost most first."""
        return rule_figures(self.standing)

    @cached_property
    def languages(self) -> dict[str, tuple[int, int, Score]]:
        """Of each language the documents that were read, the findings, and its score."""
        documents = Counter(document["lang"] for document in self.build.documents)
        finding_counts = Counter(finding.lang for finding in self.standing)
        return {
            lang: (documents[lang], finding_counts[lang], self._scores["language", lang])
            for lang in self.build.languages
        }

    def document(self, doc_id: str) -> tuple[Mapping[str, int], Score]:
        """Of a document the findings of each severity, and its score."""
        return _severities(self._by_document.get(doc_id, ())), self._scores["document", doc_id]

    def concept(self, concept_id: str, lang: str) -> Score | None:
        """The score of a concept in a language; None where it was not met."""
        return self._scores.get((concept_id, lang))

    @cached_property
    def _by_document(self) -> dict[str, list[Finding]]:
        findings_by_doc: dict[str, list[Finding]] = {}
        for finding in self.standing:
            findings_by_doc.setdefault(finding.doc_id, []).append(finding)
        return findings_by_doc

    @cached_property
    def _scores(self) -> dict[tuple[str, str], Score]:
        return {_key(score): score for score in (Score(**row) for row in self.build.whole("scores").to_pylist())}


def rule_figures(findings: Iterable[Finding]) -> list[RuleFigures]:
    """What each rule found of these, in the order of what it costs: grave and sure findings before many."""
    findings_by_rule: dict[str, list[Finding]] = {}
    for finding in findings:
        findings_by_rule.setdefault(finding.rule, []).append(finding)
    figures = [_of_rule(code, its_findings) for code, its_findings in findings_by_rule.items()]
    return sorted(figures, key=lambda rule: (-rule.points, -rule.findings, rule.code))


def points(finding: Finding) -> float:
    """What a finding that stands costs, as scores count it: the points of its severity, times how sure it is, a place.

    What the original has wrong too costs nothing.
    """
    return 0.0 if finding.inherited else round(POINTS[finding.severity] * finding.confidence, 3) * finding.occurrences


def _key(score: Score) -> tuple[str, str]:
    if score.concept_id is not None:
        return score.concept_id, score.lang or ""
    return score.scope, score.doc_id or score.lang or ""


def _of_rule(code: str, findings: list[Finding]) -> RuleFigures:
    languages = Counter(finding.lang for finding in findings)
    places, uncertain = sum(finding.occurrences for finding in findings), len(_uncertain(findings))
    cost = round(sum(map(points, findings)), 3)
    return RuleFigures(code, findings[0].name, _severities(findings), languages, places, cost, uncertain)


def _uncertain(findings: Iterable[Finding]) -> list[Finding]:
    return [finding for finding in findings if not CERTAIN.is_certain(finding)]


def _severities(findings: Iterable[Finding]) -> dict[str, int]:
    counts = Counter(finding.severity for finding in findings)
    return {severity: counts[severity] for severity in FINDING_SEVERITY}
