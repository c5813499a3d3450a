"""The summary of a build: its findings as a few tables, and as verdicts in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from corpus.languages import NAMES, TARGETS
from corpus.records import Finding
from corpus.text.printable import printable
from corpus.vocabularies import FINDING_SEVERITY
from glossary.desk.report.web.heat_map import OriginalCoverage, first_folders, original_coverage
from glossary.desk.report.web.interface import phrase, words
from glossary.desk.report.web.statistics import CERTAIN, BuildStatistics, about, counts, rule_figures
from glossary.desk.report.web.tables import ReportTables
from glossary.findings.review_queue import OF_A_HABIT

_BY_DOCUMENT = {"segments": "doc_id", "alignments": "src_doc", "term_alignments": "doc_id"}
_BY_CONCEPT = ("mentions", "concepts", "renderings")


def packet_tables(tables: Mapping[str, pa.Table], finding_ids: Collection[str]) -> dict[str, pa.Table]:
    """Return the tables narrowed to these findings, the documents of their places, the English of these, and
    the concepts of the findings. All mentions of these concepts are kept.
    """
    findings = _rows(tables["findings"], "finding_id", finding_ids)
    with_places = {place["doc_id"] for places in findings["locations"].to_pylist() for place in places}
    translations = {*findings["doc_id"].to_pylist(), *with_places}
    beads = _rows(tables["alignments"], "src_doc", translations)
    doc_ids = translations | set(beads["tgt_doc"].to_pylist())
    concepts = set(findings["concept_id"].to_pylist()) - {None}
    narrowed = {
        **{name: _rows(tables[name], column, doc_ids) for name, column in _BY_DOCUMENT.items()},
        **{name: _rows(tables[name], "concept_id", concepts) for name in _BY_CONCEPT},
    }
    return {**tables, **narrowed, "documents": _rows(tables["documents"], "doc_id", doc_ids), "findings": findings}


def _rows(table: pa.Table, column: str, values: Collection[str]) -> pa.Table:
    return table.filter(pc.is_in(table[column], pa.array(sorted(values), pa.string())))


_TOLD = 3  # rules that a sentence has room for
# The most points per 1,000 characters of each grade: from one minor slip on, each twice the one before; by hand.
GRADES = {"A": 1.0, "B": 2.0, "C": 4.0, "D": 8.0}
_WORST = "E"
_COSTLY = 10  # pages that are listed


@dataclass(frozen=True, slots=True)
class Clause:
    """The findings of one rule in a language."""

    rule: str
    name: str
    count: int  # pages, where it is pages that have the fault, else findings: about as many as are thought to be true
    folder: str  # where more than half of several lies; empty where they are spread, or there is but one folder


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on the texts in a language."""

    lang: str
    failing: int  # new findings that a check fails by
    older: int  # findings as grave and sure that are not new
    clauses: Sequence[Clause]  # the faults that cost most, the costliest first
    rate: float | None = None  # points per 1,000 characters; None where nothing could be judged
    translated: int = 0  # originals that have a page in the language
    originals: int = 0

    @property
    def grade(self) -> str:
        """The grade for the rate; empty without one."""
        if self.rate is None:
            return ""
        return next((grade for grade, most in GRADES.items() if self.rate <= most), _WORST)


class CostlyPage(NamedTuple):
    """A page that costs points."""

    doc_id: str
    path: str
    points: float
    rate: float  # per 1,000 characters


def verdicts(figures: BuildStatistics) -> list[Verdict]:
    """Return the verdict on each checked language that has documents, by the default threshold of a check."""
    folder_of = first_folders(document["work"] for document in figures.build.documents)
    coverage = original_coverage(figures.build)
    return [_verdict(lang, figures, folder_of, coverage) for lang in figures.build.languages if lang in TARGETS]


def costly_pages(figures: BuildStatistics) -> list[CostlyPage]:
    """Return the costliest pages, the costliest first."""
    pages = [
        CostlyPage(document["doc_id"], printable(document["path"]), score.penalty, rate)
        for document in figures.build.documents
        for score in [figures.document(document["doc_id"])[1]]
        if document["lang"] in TARGETS and (rate := score.penalty_per_1000)
    ]
    return sorted(pages, key=lambda page: (-round(page.points, 3), page.path))[:_COSTLY]


def _verdict(lang: str, figures: BuildStatistics, folder_of: Mapping[str, str], coverage: OriginalCoverage) -> Verdict:
    findings = [finding for finding in figures.standing if finding.lang == lang]
    grave = [finding for finding in findings if CERTAIN.is_grave(finding)]
    counted = [finding for finding in findings if counts(finding)]
    costly = [rule for rule in rule_figures(counted) if rule.points][:_TOLD]
    clauses = [_clause([finding for finding in counted if finding.rule == rule.code], folder_of) for rule in costly]
    failing = sum(CERTAIN.fails(finding) for finding in grave)
    rate = figures.languages[lang][2].penalty_per_1000
    translated = coverage.originals - coverage.lack.get(lang, 0)
    return Verdict(lang, failing, len(grave) - failing, clauses, rate, translated, coverage.originals)


def _clause(findings: Sequence[Finding], folder_of: Mapping[str, str]) -> Clause:
    """Return the clause that sums up the findings of one rule."""
    first = findings[0]
    if first.rule in OF_A_HABIT:
        by_doc = {finding.doc_id: finding for finding in sorted(findings, key=lambda finding: finding.confidence)}
        findings = list(by_doc.values())  # a page has the fault if the surest of its findings is true
    weights: defaultdict[str, float] = defaultdict(float)
    for finding in findings:
        weights[folder_of.get(finding.work, "")] += finding.confidence
    expected = sum(weights.values())
    folder = min(weights, key=lambda name: (-weights[name], name))
    is_telling = len(findings) > 1 and weights[folder] > expected / 2 and len(set(folder_of.values())) > 1
    return Clause(first.rule, first.name, about(expected), folder if is_telling else "")


def sentence(verdict: Verdict) -> str:
    """Return a verdict in English, for summaries in plain words."""
    texts = words("en")["verdict"]
    outcome = phrase(texts["failed"] if verdict.failing else texts["passed"], {"n": verdict.failing})
    faults = texts["and"].join(_fault(clause) for clause in verdict.clauses) or texts["clean"]
    return f"{NAMES[verdict.lang]} {outcome}{texts['because']}{faults}{texts['end']}"


def _fault(clause: Clause) -> str:
    table = words("en")
    text = phrase(table["counts"].get(clause.rule, table["counts"]["any"]), {"n": clause.count, "name": clause.name})
    return text + (phrase(table["verdict"]["most_in"], {"folder": clause.folder}) if clause.folder else "")


_MOST = 5


@dataclass(frozen=True, slots=True)
class SummaryTable:
    """A table of a summary: caption, head, rows; without rows the caption is all."""

    caption: str
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()


def summary(build: ReportTables) -> list[SummaryTable]:
    """Return whether checks would fail and why, the findings per language and rule, and the main decisions."""
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
            *map(_percent, (score.judged, score.success, score.accuracy, score.consistency)),
            "–" if score.penalty_per_1000 is None else f"{score.penalty_per_1000:.2f}",
        ]
        for lang, (_, expected, score) in figures.languages.items()
        if lang in TARGETS
    ]
    states = ", ".join(f"{count:,} {state}" for state, count in figures.states.items())
    doubtful = f"; {figures.doubtful:,} of them are doubtful and counted nowhere below" if figures.doubtful else ""
    meaning = "Findings below are about as many as are thought to be true: each counts as much as it is sure."
    shares = ["compared", "right form", "allowed form", "leading form"]
    head = ["language", "findings", *shares, "points per 1,000 characters"]
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
        "The decisions that matter most; all stand in the table `findings`:",
        ["rule", "finding", "documents", "places", "first place"],
        table_rows,
    )
