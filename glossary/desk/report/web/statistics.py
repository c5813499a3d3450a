"""Statistics: the totals of the findings, next to the scores of languages, documents and concepts.

Totals estimate how many findings are true: each counts by its confidence, from DOUBTFUL up. Less certain ones are
probably false; they are listed but not counted.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from corpus.grouping import grouped
from corpus.records import Finding, Score
from corpus.vocabularies import FINDING_SEVERITY, FindingState
from glossary.desk.report.check_report import Threshold
from glossary.desk.report.web.tables import ReportTables
from glossary.rules.calibration import DOUBTFUL
from glossary.rules.rule import points as rule_points

CERTAIN = Threshold()  # the default of a check


@dataclass(frozen=True, slots=True)
class RuleFigures:
    """The figures of one rule."""

    code: str
    name: str
    severities: Mapping[str, float]  # how many are thought to be true
    languages: Mapping[str, float]
    places: int
    points: float  # what all places cost
    uncertain: int  # findings that count, of any severity, by which a check does not fail
    doubtful: int  # those that do not count

    @property
    def findings(self) -> float:
        """The estimated number of true findings of any severity."""
        return sum(self.severities.values())


@dataclass(frozen=True, slots=True)
class NewFindings:
    """The number of new findings of each rule and in each document."""

    rules: Counter[str]
    documents: Counter[str]


@dataclass(frozen=True)
class BuildStatistics:
    """All figures of a build; findings are those that stand in the texts and are not silenced."""

    build: ReportTables

    @cached_property
    def standing(self) -> list[Finding]:
        """The findings that are listed."""
        return [finding for finding in self.build.findings if finding.state.stands]

    @cached_property
    def counted(self) -> list[Finding]:
        """The listed findings that are more likely true than false."""
        return [finding for finding in self.standing if counts(finding)]

    @property
    def doubtful(self) -> int:
        """The number of listed findings that are probably false."""
        return len(self.standing) - len(self.counted)

    @cached_property
    def severities(self) -> dict[str, float]:
        """The estimated number of true findings of each severity, the most severe first."""
        return _expected(self.counted)

    @cached_property
    def uncertain(self) -> dict[str, int]:
        """The number of counted findings of each severity that are too uncertain to fail a check."""
        return _severities(_uncertain(self.counted))

    @cached_property
    def fresh(self) -> NewFindings:
        """The number of findings by rule and by document that the earlier build did not have."""
        new = [finding for finding in self.standing if finding.state.is_new]
        return NewFindings(Counter(finding.rule for finding in new), Counter(finding.doc_id for finding in new))

    @cached_property
    def states(self) -> dict[FindingState, int]:
        """The number of findings in each state that occurs, including those that do not stand."""
        counts = Counter(finding.state for finding in self.build.findings)
        return {state: counts[state] for state in FindingState if counts[state]}

    @cached_property
    def rules(self) -> list[RuleFigures]:
        """The rules that found something, the costliest first."""
        return rule_figures(self.standing)

    @cached_property
    def languages(self) -> dict[str, tuple[int, float, Score]]:
        """The documents read, the estimated number of true findings and the score of each language."""
        documents = Counter(document["lang"] for document in self.build.documents)
        expected = _summed((finding.lang, finding) for finding in self.counted)
        return {
            lang: (documents[lang], expected.get(lang, 0.0), self._scores["language", lang])
            for lang in self.build.languages
        }

    def document(self, doc_id: str) -> tuple[Mapping[str, int], Score]:
        """Return the number of findings of each severity in a document, and its score."""
        return _severities(self._by_document.get(doc_id, ())), self._scores["document", doc_id]

    def concept(self, concept_id: str, lang: str) -> Score | None:
        """Return the score of a concept in a language; None if it does not occur there."""
        return self._scores.get((concept_id, lang))

    @cached_property
    def _by_document(self) -> dict[str, list[Finding]]:
        return grouped(self.standing, lambda finding: finding.doc_id)

    @cached_property
    def _scores(self) -> dict[tuple[str, str], Score]:
        return {_key(score): score for score in (Score(**row) for row in self.build.whole("scores").to_pylist())}


def rule_figures(findings: Iterable[Finding]) -> list[RuleFigures]:
    """Return the figures of each rule, the costliest first: severe and sure findings before many."""
    findings_by_rule = grouped(findings, lambda finding: finding.rule)
    figures = [_of_rule(code, its_findings) for code, its_findings in findings_by_rule.items()]
    return sorted(figures, key=lambda rule: (-rule.points, -rule.findings, rule.code))


def points(finding: Finding) -> float:
    """Return what a standing finding costs in scores, at all its places; 0 if the original has it too."""
    return 0.0 if finding.inherited else rule_points(finding.severity, finding.confidence) * finding.occurrences


def counts(finding: Finding) -> bool:
    """Return whether a finding is more likely true than false."""
    return finding.confidence >= DOUBTFUL


def about(expected: float) -> int:
    """Return an estimate as readers see it: rounded to two digits, and at least 1 if it is not zero."""
    unit: int = 10 ** max(0, len(str(int(expected))) - 2)
    return max(int(expected > 0), int(expected / unit + 0.5) * unit)


def _key(score: Score) -> tuple[str, str]:
    if score.concept_id is not None:
        return score.concept_id, score.lang or ""
    return score.scope, score.doc_id or score.lang or ""


def _of_rule(code: str, findings: list[Finding]) -> RuleFigures:
    counted = [finding for finding in findings if counts(finding)]
    return RuleFigures(
        code,
        findings[0].name,
        severities=_expected(counted),
        languages=_summed((finding.lang, finding) for finding in counted),
        places=sum(finding.occurrences for finding in counted),
        points=round(sum(map(points, counted)), 3),
        uncertain=len(_uncertain(counted)),
        doubtful=len(findings) - len(counted),
    )


def _uncertain(findings: Iterable[Finding]) -> list[Finding]:
    return [finding for finding in findings if not CERTAIN.is_certain(finding)]


def _expected(findings: Iterable[Finding]) -> dict[str, float]:
    """Return the estimated number of true findings of each severity."""
    return dict.fromkeys(FINDING_SEVERITY, 0.0) | _summed((finding.severity, finding) for finding in findings)


def _summed(keyed: Iterable[tuple[str, Finding]]) -> dict[str, float]:
    """Return the estimated number of true findings of each key."""
    sums: defaultdict[str, float] = defaultdict(float)
    for key, finding in keyed:
        sums[key] += finding.confidence
    return dict(sums)


def _severities(findings: Iterable[Finding]) -> dict[str, int]:
    counts = Counter(finding.severity for finding in findings)
    return {severity: counts[severity] for severity in FINDING_SEVERITY}
