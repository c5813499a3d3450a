"""Two builds compared: what was fixed, what is new, which renderings spread, which documents slipped."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from corpus.languages import TARGETS
from corpus.storage.signature import read_signature
from corpus.vocabularies import FINDING_SEVERITY, FindingState
from glossary.desk.history.build_series import build_figures, standing_findings
from glossary.desk.history.history_entry import figure_changes
from glossary.findings.from_table import not_among
from glossary.rules.rule import points

# The tables that are compared, and the columns of them, beside those of the figures (`build_series.READS`).
COMPARED: Mapping[str, list[str]] = {
    "documents": ["doc_id", "work", "lang", "path", "sha256", "chars", "status", "media_type"],
    "segments": ["doc_id"],
    "parallel": ["score"],
    "renderings": ["term", "concept_id", "lang", "rendering", "relation", "uses", "documents"],
    "concepts": ["concept_id", "en", "en_mentions", "zh_mentions", "ja_mentions"],
    "findings": [
        "finding_id", "rule", "name", "severity", "confidence", "doc_id", "lang", "start", "surface", "concept_id",
        "message", "expected", "occurrences", "inherited", "state",
    ],
    "scores": [
        "scope", "lang", "doc_id", "success", "accuracy", "consistency", "findings", "penalty", "penalty_per_1000",
    ],
}  # fmt: skip
EDITED, ADDED, UNEDITED = "edited", "added", "unedited"  # why a finding is new: its document was, or neither
DELETED = "deleted"  # why a finding is gone: its document is

_POINTS_NOTED = 0.05  # per 1,000 characters; less is no change that anybody would see
_USES_NOTED = 1.0  # beyond what growth of the corpus explains


@dataclass(frozen=True, slots=True)
class BuildTables:
    """The parts of a build that are compared: ids of its manifest, and the tables that COMPARED names."""

    build_id: str
    created: str
    signature: str
    tables: Mapping[str, pa.Table]

    def figures(self) -> dict[str, float]:
        """Return the figures of the build, as in a history entry."""
        return build_figures({name: [table] for name, table in self.tables.items()})


@dataclass(frozen=True, slots=True)
class ComparedFinding:
    """A finding that only one of the builds has."""

    finding_id: str
    rule: str
    name: str
    severity: str
    confidence: float
    lang: str
    doc_id: str
    path: str
    media_type: str
    start: int | None  # first character of its first place
    surface: str
    concept_id: str | None
    message: str
    expected: tuple[str, ...]
    occurrences: int
    inherited: bool
    cause: str  # EDITED, ADDED, UNEDITED or DELETED

    @property
    def points(self) -> float:
        """The MQM points of its places times its confidence; 0 if the original has the same slip."""
        return 0.0 if self.inherited else points(self.severity, self.confidence) * self.occurrences


class FindingCounts(NamedTuple):
    """The numbers of findings that are fixed, new or still there."""

    fixed: int
    new: int
    standing: int  # in both builds


@dataclass(frozen=True, slots=True)
class LanguageComparison:
    """The change in the translations into a language."""

    lang: str
    counts: FindingCounts
    new_by_severity: Mapping[str, int]
    cost: float  # MQM points of new findings less those of fixed ones, in documents that both builds have
    points: tuple[float | None, float | None]  # per 1,000 characters, before and after
    documents: tuple[int, int]


@dataclass(frozen=True, slots=True)
class RuleComparison:
    """The change in a rule's findings in a language."""

    rule: str
    name: str
    lang: str
    counts: FindingCounts


@dataclass(frozen=True, slots=True)
class RenderingChange:
    """The change in the use of a concept's rendering."""

    concept_id: str
    term: str
    lang: str
    rendering: str  # empty: left out in the translation
    relation: str
    uses: tuple[int, int]  # before and after
    of: tuple[int, int]  # uses of the concept's English in all renderings
    beyond_growth: float  # uses more than its earlier share would give; less than 0: fewer


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """The change in the score of a document that both builds have."""

    doc_id: str
    path: str
    lang: str
    points: tuple[float, float]  # per 1,000 characters of judged prose, before and after
    penalty: tuple[float, float]
    findings: tuple[int, int]
    edited: bool


@dataclass(frozen=True, slots=True)
class DocumentChanges:
    """The paths of the documents that were added, removed, edited or renamed, in order."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    edited: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...]  # before and after, where the text is the same


@dataclass(frozen=True, slots=True)
class BuildComparison:
    """The differences of a later build; lists begin with what matters most."""

    before: tuple[str, str]  # build id, and when it was made
    after: tuple[str, str]
    inputs: tuple[str, ...]  # parts of the signature that differ, such as `glossary` and `rules`
    languages: tuple[LanguageComparison, ...]
    rules: tuple[RuleComparison, ...]
    new: tuple[ComparedFinding, ...]
    fixed: tuple[ComparedFinding, ...]  # those with documents that are gone as well
    silenced: int  # findings that stood before, and are there but suppressed now
    spreading: tuple[RenderingChange, ...]
    shrinking: tuple[RenderingChange, ...]
    slipped: tuple[DocumentChange, ...]
    improved: tuple[DocumentChange, ...]
    documents: DocumentChanges
    figures: tuple[Mapping[str, float], Mapping[str, float]] = field(default=({}, {}))

    @property
    def difference(self) -> dict[str, float]:
        """The changes of the figures."""
        return figure_changes(*self.figures)

    def new_at_least(self, severity: str, confidence: float) -> list[ComparedFinding]:
        """Return the new findings of at least this severity and confidence."""
        grave = set(list(FINDING_SEVERITY)[: list(FINDING_SEVERITY).index(severity) + 1])
        return [finding for finding in self.new if finding.severity in grave and finding.confidence >= confidence]


def compared(before: BuildTables, after: BuildTables) -> BuildComparison:
    """Return the differences between two builds."""
    old_documents, new_documents = _documents(before), _documents(after)
    documents = _document_changes(old_documents, new_documents)
    renamed = {old_documents.by_path[old]: new_documents.by_path[new] for old, new in documents.renamed}
    old, new = (standing_findings([build.tables["findings"]]) for build in (before, after))
    gone, came = not_among(old, new), not_among(new, old)
    moved = _moved(gone, came, renamed)
    gone, came = _without(gone, moved), _without(came, set(moved.values()))
    findings = after.tables["findings"]
    suppressed = findings.filter(pc.equal(findings["state"], FindingState.SUPPRESSED.value))["finding_id"]
    silenced = set(gone["finding_id"].to_pylist()) & set(suppressed.to_pylist())
    gone = _without(gone, silenced)
    fixed = [
        _finding(row, old_documents, EDITED if row["doc_id"] in new_documents.by_id else DELETED)
        for row in gone.to_pylist()
    ]
    fresh = [_finding(row, new_documents, _cause_new(row, old_documents, new_documents)) for row in came.to_pylist()]
    counts = _counts(fixed, fresh, old, set(gone["finding_id"].to_pylist()) | silenced)
    slipped, improved = _document_scores(before, after, old_documents, new_documents)
    renderings = _rendering_changes(before, after)
    names: dict[str, str] = {}
    for table in (old, new):
        names |= dict(zip(table["rule"].to_pylist(), table["name"].to_pylist(), strict=True))
    changed = [RuleComparison(rule, names[rule], lang, count) for (rule, lang), count in counts.items()]
    changed = [rule for rule in changed if rule.counts.fixed or rule.counts.new]
    old, new = read_signature(before.signature).parts, read_signature(after.signature).parts
    return BuildComparison(
        before=(before.build_id, before.created),
        after=(after.build_id, after.created),
        inputs=tuple(name for name in {**old, **new} if old.get(name) != new.get(name)),
        languages=tuple(_languages(before, after, counts, (fixed, fresh))),
        rules=tuple(sorted(changed, key=lambda rule: (-(rule.counts.fixed + rule.counts.new), rule.rule, rule.lang))),
        new=tuple(sorted(fresh, key=_gravity)),
        fixed=tuple(sorted(fixed, key=lambda finding: (finding.cause == DELETED, *_gravity(finding)))),
        silenced=len(silenced),
        spreading=tuple(change for change in renderings if change.uses[1] > change.uses[0]),
        shrinking=tuple(change for change in renderings if change.uses[1] < change.uses[0]),
        slipped=tuple(slipped),
        improved=tuple(improved),
        documents=documents,
        figures=(before.figures(), after.figures()),
    )


class _ReadDocuments(NamedTuple):
    """The documents of a build that were read."""

    by_id: Mapping[str, Mapping[str, Any]]
    by_path: Mapping[str, str]  # to the id


def _documents(build: BuildTables) -> _ReadDocuments:
    table = build.tables["documents"]
    rows = table.filter(pc.equal(table["status"], "ok")).to_pylist()
    return _ReadDocuments({row["doc_id"]: row for row in rows}, {row["path"]: row["doc_id"] for row in rows})


def _document_changes(old: _ReadDocuments, new: _ReadDocuments) -> DocumentChanges:
    added = [row for doc_id, row in new.by_id.items() if doc_id not in old.by_id]
    removed = [row for doc_id, row in old.by_id.items() if doc_id not in new.by_id]
    edited = [
        row["path"]
        for doc_id, row in new.by_id.items()
        if doc_id in old.by_id and old.by_id[doc_id]["sha256"] != row["sha256"]
    ]
    by_hash = {row["sha256"]: row["path"] for row in added}
    renamed: dict[str, str] = {}
    for row in removed:
        path = by_hash.pop(row["sha256"], None)
        if path is not None:
            renamed[row["path"]] = path
    return DocumentChanges(
        added=tuple(row["path"] for row in added if row["path"] not in renamed.values()),
        removed=tuple(row["path"] for row in removed if row["path"] not in renamed),
        edited=tuple(edited),
        renamed=tuple(renamed.items()),
    )


def _without(findings: pa.Table, ids: Iterable[str]) -> pa.Table:
    return findings.filter(pc.invert(pc.is_in(findings["finding_id"], pa.array(sorted(ids), pa.string()))))


def _moved(gone: pa.Table, came: pa.Table, renamed: Mapping[str, str]) -> dict[str, str]:
    """Return the findings that moved with a renamed document: old id → new id."""
    if not renamed:
        return {}
    waiting: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for row in came.to_pylist():
        waiting[row["doc_id"], row["rule"], row["concept_id"] or "", row["surface"]].append(row["finding_id"])
    moved: dict[str, str] = {}
    for row in gone.to_pylist():
        doc_id = renamed.get(row["doc_id"], "")
        ids = waiting.get((doc_id, row["rule"], row["concept_id"] or "", row["surface"]))
        if ids:
            moved[row["finding_id"]] = ids.pop()
    return moved


def _cause_new(row: Mapping[str, Any], old: _ReadDocuments, new: _ReadDocuments) -> str:
    earlier, later = old.by_id.get(row["doc_id"]), new.by_id.get(row["doc_id"])
    if earlier is None or later is None:
        return ADDED
    return UNEDITED if earlier["sha256"] == later["sha256"] else EDITED


def _finding(row: Mapping[str, Any], documents: _ReadDocuments, cause: str) -> ComparedFinding:
    document = documents.by_id.get(row["doc_id"], {})
    return ComparedFinding(
        finding_id=row["finding_id"],
        rule=row["rule"],
        name=row["name"],
        severity=row["severity"],
        confidence=round(row["confidence"], 4),
        lang=row["lang"],
        doc_id=row["doc_id"],
        path=document.get("path", ""),
        media_type=document.get("media_type", ""),
        start=row["start"],
        surface=row["surface"],
        concept_id=row["concept_id"],
        message=row["message"],
        expected=tuple(row["expected"]),
        occurrences=row["occurrences"],
        inherited=row["inherited"],
        cause=cause,
    )


def _gravity(finding: ComparedFinding) -> tuple[Any, ...]:
    rank = list(FINDING_SEVERITY).index(finding.severity)
    return rank, -finding.confidence, finding.path, finding.start or 0, finding.finding_id


_RuleKey = tuple[str, str]  # rule and language


def _counts(
    fixed: Iterable[ComparedFinding], new: Iterable[ComparedFinding], old: pa.Table, gone: set[str]
) -> dict[_RuleKey, FindingCounts]:
    went = Counter((finding.rule, finding.lang) for finding in fixed)
    came = Counter((finding.rule, finding.lang) for finding in new)
    stayed = _without(old, gone)
    standing = Counter(zip(stayed["rule"].to_pylist(), stayed["lang"].to_pylist(), strict=True))
    keys = sorted({*went, *came, *standing})
    return {key: FindingCounts(went[key], came[key], standing[key]) for key in keys}


def _languages(
    before: BuildTables,
    after: BuildTables,
    counts: Mapping[_RuleKey, FindingCounts],
    findings: tuple[Iterable[ComparedFinding], Iterable[ComparedFinding]],
) -> Iterable[LanguageComparison]:
    fixed, new = findings
    rates = [_points(build) for build in (before, after)]
    documents = [Counter(row["lang"] for row in _documents(build).by_id.values()) for build in (before, after)]
    severities: defaultdict[str, Counter[str]] = defaultdict(Counter)
    cost: defaultdict[str, float] = defaultdict(float)
    for finding in new:
        severities[finding.lang][finding.severity] += 1
        cost[finding.lang] += finding.points * (finding.cause != ADDED)
    for finding in fixed:
        cost[finding.lang] -= finding.points * (finding.cause != DELETED)
    for lang in TARGETS:
        if not any(count[lang] for count in documents):
            continue
        of_lang = [count for (_, language), count in counts.items() if language == lang]
        total = FindingCounts(*(sum(values) for values in zip(*of_lang, strict=True))) if of_lang else None
        yield LanguageComparison(
            lang=lang,
            counts=total or FindingCounts(0, 0, 0),
            new_by_severity={name: severities[lang][name] for name in FINDING_SEVERITY if severities[lang][name]},
            cost=round(cost[lang], 2),
            points=(rates[0].get(lang), rates[1].get(lang)),
            documents=(documents[0][lang], documents[1][lang]),
        )


def _points(build: BuildTables) -> dict[str, float]:
    scores = build.tables["scores"]
    rows = scores.filter(pc.equal(scores["scope"], "language")).to_pylist()
    return {row["lang"]: row["penalty_per_1000"] for row in rows if row["penalty_per_1000"] is not None}


def _document_scores(
    before: BuildTables, after: BuildTables, old: _ReadDocuments, new: _ReadDocuments
) -> tuple[list[DocumentChange], list[DocumentChange]]:
    """Return the documents that got worse, and those that got better, the largest change of penalty first."""
    old_scores, new_scores = _scores_by_document(before), _scores_by_document(after)
    changes = []
    for doc_id, score in new_scores.items():
        earlier = old_scores.get(doc_id)
        if earlier is None or doc_id not in old.by_id or doc_id not in new.by_id:
            continue
        change = DocumentChange(
            doc_id=doc_id,
            path=new.by_id[doc_id]["path"],
            lang=score["lang"],
            points=(_rate(earlier), _rate(score)),
            penalty=(round(earlier["penalty"], 3), round(score["penalty"], 3)),
            findings=(earlier["findings"], score["findings"]),
            edited=old.by_id[doc_id]["sha256"] != new.by_id[doc_id]["sha256"],
        )
        if abs(change.points[1] - change.points[0]) >= _POINTS_NOTED:
            changes.append(change)
    changes.sort(key=lambda change: (-abs(change.penalty[1] - change.penalty[0]), change.path))
    slipped = [change for change in changes if change.points[1] > change.points[0]]
    return slipped, [change for change in changes if change.points[1] < change.points[0]]


def _rate(score: Mapping[str, Any]) -> float:
    return round(score["penalty_per_1000"] or 0.0, 4)


def _scores_by_document(build: BuildTables) -> dict[str, dict[str, Any]]:
    scores = build.tables["scores"]
    rows = scores.filter(pc.and_(pc.equal(scores["scope"], "document"), pc.is_in(scores["lang"], pa.array([*TARGETS]))))
    return {row["doc_id"]: row for row in rows.to_pylist()}


_Rendered = tuple[str, str, str, str]  # concept, language, rendering and relation


def _rendering_changes(before: BuildTables, after: BuildTables) -> list[RenderingChange]:
    """Return the renderings of concepts used more or less than growth explains, the largest change first."""
    terms: dict[str, str] = {}
    old, new = _rendering_uses(before, terms), _rendering_uses(after, terms)
    old_totals, new_totals = _totals(old), _totals(new)
    changes = []
    for key in sorted({*old, *new}):
        concept, lang, rendering, relation = key
        total = old_totals[concept, lang], new_totals[concept, lang]
        if not all(total):  # the concept itself came or went
            continue
        beyond = new[key] - old[key] * total[1] / total[0]
        uses = old[key], new[key]
        if abs(beyond) >= _USES_NOTED and beyond * (uses[1] - uses[0]) > 0:
            changes.append(
                RenderingChange(concept, terms[concept], lang, rendering, relation, uses, total, round(beyond, 2))
            )
    return sorted(changes, key=lambda change: (-abs(change.beyond_growth), change.concept_id, change.rendering))


def _rendering_uses(build: BuildTables, terms: dict[str, str]) -> Counter[_Rendered]:
    """Return the uses of each rendering of a concept; add the English of each concept to `terms`."""
    table = build.tables["renderings"]
    uses: Counter[_Rendered] = Counter()
    for row in table.filter(pc.is_valid(table["concept_id"])).to_pylist():
        uses[row["concept_id"], row["lang"], row["rendering"] or "", row["relation"]] += row["uses"]
        terms.setdefault(row["concept_id"], row["term"])
    return uses


def _totals(uses: Mapping[_Rendered, int]) -> Counter[tuple[str, str]]:
    totals: Counter[tuple[str, str]] = Counter()
    for (concept, lang, _, _), count in uses.items():
        totals[concept, lang] += count
    return totals
