"""The findings as a few tables, for the summary of a build."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from corpus.languages import NAMES, TARGETS
from corpus.vocabularies import FINDING_SEVERITY
from glossary.desk.report.web.statistics import BuildStatistics, about
from glossary.desk.report.web.tables import ReportTables
from glossary.desk.report.web.verdicts import sentence, verdicts

_MOST = 5


@dataclass(frozen=True, slots=True)
class SummaryTable:
    """A table of a summary: what it tells, its head, its rows; without rows what it tells is all."""

    caption: str
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()


def summary(build: ReportTables) -> list[SummaryTable]:
    """Return whether a check would fail and by what, the findings per language and rule, the main decisions."""
    figures = BuildStatistics(build)
    if not figures.standing:
        return [SummaryTable("None: no rule found anything in these texts.")]
    sentences = [SummaryTable(sentence(verdict)) for verdict in verdicts(figures)]
    return [*sentences, _languages(figures), _rules(figures), _decisions(build)]


def _languages(figures: BuildStatistics) -> SummaryTable:
    rows = [
        [
            NAMES[lang],
            f"{about(expected):,}",
            _percent(score.judged),
            _percent(score.success),
            _percent(score.accuracy),
            _percent(score.consistency),
            "–" if score.penalty_per_1000 is None else f"{score.penalty_per_1000:.2f}",
        ]
        for lang, (_, expected, score) in figures.languages.items()
        if lang in TARGETS
    ]
    states = ", ".join(f"{count:,} {state}" for state, count in figures.states.items())
    doubtful = f"; {figures.doubtful:,} of them are doubtful and counted nowhere below" if figures.doubtful else ""
    meaning = "Findings below are about as many as are thought to be true: each counts as much as it is sure."
    head = [
        "language",
        "findings",
        "compared",
        "right form",
        "allowed form",
        "leading form",
        "points per 1,000 characters",
    ]
    return SummaryTable(f"Findings by state: {states}{doubtful}. {meaning}", head, rows)


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


def _rules(figures: BuildStatistics) -> SummaryTable:
    rows = [
        [
            f"{rule.code} {rule.name}",
            *(f"{about(count):,}" for count in (rule.findings, *rule.severities.values())),
            f"{rule.places:,}",
            f"{rule.points:,.1f}",
        ]
        for rule in figures.rules
        if rule.findings
    ]
    head = ["rule", "findings", *FINDING_SEVERITY, "places", "points"]
    return SummaryTable("By rule, what costs most first:", head, rows)


def _decisions(build: ReportTables) -> SummaryTable:
    rows = [row for row in build.queue if row.findings[0].state.stands][:_MOST]
    sources = build.sources(dict.fromkeys((row.findings[0].doc_id for row in rows), 0))
    table_rows = [
        [
            f"{first.rule} {first.severity}",
            first.message,
            f"{row.documents:,}",
            f"{row.places:,}",
            sources[first.doc_id].where(first.start),
        ]
        for row in rows
        for first in row.findings[:1]
    ]
    return SummaryTable(
        "The decisions that matter most; all stand on the page `report/index.html`:",
        ["rule", "finding", "documents", "places", "first place"],
        table_rows,
    )
