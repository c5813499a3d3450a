"""Counts: the places and decisions of each kind in a report, and the line that sums them up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from corpus.formats.units import COUNTS, UNJUDGED
from corpus.vocabularies import FindingState
from glossary.desk.report.check_report import Report
from glossary.desk.report.wording import way_to_fix, word, word_list
from glossary.rules.rule import SEVERITIES


@dataclass(frozen=True, slots=True)
class Counts:
    """How many places there are of each kind."""

    files: int  # that were checked
    unread: int  # files that could not be read
    affected: int  # files with new problems
    decisions: int  # what the new problems ask for
    new: dict[str, int]  # problems by severity, the most severe first; those that an earlier run had are not among them
    failing: int  # of the new ones: fail the check
    uncertain: int  # of the new ones: not certain enough to fail it
    fixable: int  # of the new ones: those that `--fix` fixes
    by_hand: int  # of the new ones: have a sure remedy that `--fix` leaves to people
    known: int
    suppressed: int
    fixed: int

    @property
    def problems(self) -> int:
        """The number of new problems of all severities."""
        return sum(self.new.values())


def counts(report: Report) -> Counts:
    """Count what a report has of each kind."""
    new = report.new
    severities = Counter(place.finding.severity for place in new)
    ways = Counter(way_to_fix(place, report) for place in new)
    states = Counter(reported.finding.state for reported in report.findings for _ in reported.places)
    return Counts(
        files=sum(page.was_read for page in report.pages),
        unread=sum(not page.was_read for page in report.pages),
        affected=len({place.page.document.doc_id for place in new}),
        decisions=len({place.finding.finding_id for place in new}),
        new={severity: severities[severity] for severity in SEVERITIES},
        failing=sum(report.threshold.fails(place.finding, place.location) for place in new),
        uncertain=sum(not report.threshold.is_certain(place.record) for place in new),
        fixable=ways["fixable"],
        by_hand=ways["by-hand"],
        known=sum(count for state, count in states.items() if state.is_known),
        suppressed=states[FindingState.SUPPRESSED],
        fixed=states[FindingState.FIXED],
    )


def summary(report: Report) -> str:
    """Return a line: 12 problems in 3 of 120 files: 2 major, 10 minor; 2 fail the check (not shown: 1 suppressed)."""
    tally, lang = counts(report), report.lang
    hidden = [word(key, lang, n) for key in ("known", "suppressed") if (n := getattr(tally, key))]
    alone = sum(page.was_read and page.english is None for page in report.pages) if not tally.problems else 0
    clauses = [*_clauses(tally, lang), *([word("no-original", lang, alone)] if alone else [])]
    text = word("clause", lang).join(clauses)
    return text + (word("hidden", lang, what=word_list(hidden, lang)) if hidden else "")


def unit_summary(report: Report) -> str:
    """Return how many units of catalogues were checked, and how many not and why; empty without catalogues."""
    units: Counter[str] = Counter()
    for page in report.pages:
        units.update({e.key: int(e.value) for e in page.document.metadata if page.lines.in_file and e.key in COUNTS})
    left_out = [word(key, report.lang, units[key]) for key in UNJUDGED if units[key]]
    reasons = word("not-judged", report.lang, what=word_list(left_out, report.lang)) if left_out else ""
    return word("units", report.lang, units["units"]) + reasons if units else ""


def _clauses(tally: Counts, lang: str) -> Iterator[str]:
    files = word("files", lang, tally.files)
    severities = word_list(
        [word("severity", lang, n, severity=severity) for severity, n in tally.new.items() if n], lang
    )
    problems = word("problems", lang, tally.problems)
    if tally.decisions < tally.problems:
        problems = word("decisions", lang, tally.decisions, problems=problems)
    if not tally.problems:
        yield word("none", lang, files=files)
    elif tally.affected == tally.files:
        yield word("all", lang, problems=problems, files=files, severities=severities)
    else:
        values = {"problems": problems, "files": files, "severities": severities}
        yield word("some", lang, tally.affected, **values)
    for key in ("failing", "uncertain", "fixable", "by_hand", "unread"):
        if n := getattr(tally, key):
            yield word(key, lang, n)
