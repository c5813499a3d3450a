"""Figures: what the findings come to, beside the scores of languages, documents and concepts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from corpus.records import Finding, Score
from corpus.vocabularies import FINDING_SEVERITY, FINDING_STATE
from glossary.findings.scores import STANDING
from glossary.report.check_report import Threshold
from glossary.report.web.tables import ReportTables

CERTAIN = Threshold()  # as a check has it that is not told otherwise


@dataclass(frozen=True, slots=True)
class RuleFigures:
    """What one rule found."""

    code: str
    name: str
    severities: Mapping[str, int]
    languages: Mapping[str, int]
    places: int
    uncertain: int  # findings, of any severity

    @property
    def findings(self) -> int:
        """Findings of any severity."""
        return sum(self.severities.values())


@dataclass(frozen=True, slots=True)
class Fresh:
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
        return [one for one in self.build.findings if one.state in STANDING]

    @cached_property
    def severities(self) -> dict[str, int]:
        """Findings of each severity, the gravest first."""
        return _severities(self.standing)

    @cached_property
    def uncertain(self) -> dict[str, int]:
        """Of the findings of each severity those that are too uncertain to fail a check."""
        return _severities(_uncertain(self.standing))

    @cached_property
    def fresh(self) -> Fresh:
        """The findings that the earlier build did not have."""
        new = [one for one in self.standing if one.state == "new"]
        return Fresh(Counter(one.rule for one in new), Counter(one.doc_id for one in new))

    @cached_property
    def states(self) -> dict[str, int]:
        """Findings of each state that any is in, those that do not stand as well."""
        counts = Counter(one.state for one in self.build.findings)
        return {state: counts[state] for state in FINDING_STATE if counts[state]}

    @cached_property
    def rules(self) -> list[RuleFigures]:
        """The rules that found something, in the order of their codes."""
        own: dict[str, list[Finding]] = {}
        for one in sorted(self.standing, key=lambda one: one.rule):
            own.setdefault(one.rule, []).append(one)
        return [_of_rule(code, found) for code, found in own.items()]

    @cached_property
    def languages(self) -> dict[str, tuple[int, int, Score]]:
        """Of each language the documents that were read, the findings, and its score."""
        documents = Counter(one["lang"] for one in self.build.documents)
        found = Counter(one.lang for one in self.standing)
        return {lang: (documents[lang], found[lang], self._scores["language", lang]) for lang in self.build.languages}

    def document(self, doc_id: str) -> tuple[Mapping[str, int], Score]:
        """Of a document the findings of each severity, and its score."""
        return _severities(self._by_document.get(doc_id, ())), self._scores["document", doc_id]

    def concept(self, concept_id: str, lang: str) -> Score | None:
        """The score of a concept in a language; None where it was not met."""
        return self._scores.get((concept_id, lang))

    @cached_property
    def _by_document(self) -> dict[str, list[Finding]]:
        own: dict[str, list[Finding]] = {}
        for one in self.standing:
            own.setdefault(one.doc_id, []).append(one)
        return own

    @cached_property
    def _scores(self) -> dict[tuple[str, str], Score]:
        return {_key(one): one for one in (Score(**row) for row in self.build.tables["scores"].to_pylist())}


def _key(score: Score) -> tuple[str, str]:
    if score.concept_id is not None:
        return score.concept_id, score.lang or ""
    return score.scope, score.doc_id or score.lang or ""


def _of_rule(code: str, found: list[Finding]) -> RuleFigures:
    languages = Counter(one.lang for one in found)
    places, uncertain = sum(one.occurrences for one in found), len(_uncertain(found))
    return RuleFigures(code, found[0].name, _severities(found), languages, places, uncertain)


def _uncertain(found: Iterable[Finding]) -> list[Finding]:
    return [one for one in found if not CERTAIN.is_certain(one)]


def _severities(found: Iterable[Finding]) -> dict[str, int]:
    counts = Counter(one.severity for one in found)
    return {severity: counts[severity] for severity in FINDING_SEVERITY}
