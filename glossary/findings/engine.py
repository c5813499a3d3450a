"""The engine: runs the rules over pages and turns what they raise into findings."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

from corpus.languages import TARGETS
from corpus.limits import MOST_PLACES
from corpus.records import Document, Finding, Location
from corpus.vocabularies import FindingState
from glossary.decisions.adjudication import Adjudication
from glossary.findings.decided import silenced
from glossary.findings.fingerprints import finding_id
from glossary.findings.place_limit import limited_violations
from glossary.findings.raised_page import (
    Pages,
    RaisedPage,
    RaisedPlace,
    RaisedViolation,
    raised_page,
    raised_violation,
    violation_on,
)
from glossary.findings.rule_selection import Selection
from glossary.findings.suppressions import idle, suppressed, suppressions
from glossary.rules.calibration import DOUBTFUL
from glossary.rules.context import RuleContext, UnreadPage
from glossary.rules.digest import Digest
from glossary.rules.meta import t900_idle_suppression, t901_more_places
from glossary.rules.registry import BY_CODE, RULES
from glossary.rules.rule import SEVERITIES, DocumentSpan, Rule, Violation, severity_at
from glossary.rules.usages.judged_usages import ComparedPages
from glossary.termbase.termbase import Termbase


class SpokenPlaces:
    """The places that some rules have raised."""

    def __init__(self, raised: Iterable[Violation | RaisedViolation]) -> None:
        places: defaultdict[str | None, set[tuple[int, int]]] = defaultdict(set)
        for violation in raised:
            for place in violation.places:
                for concept_id in (violation.concept_id, None):  # None: whatever concept
                    places[concept_id].add((place.start, place.end))
        ordered = {concept_id: sorted(spans) for concept_id, spans in places.items()}
        self._starts = {concept_id: [start for start, _ in spans] for concept_id, spans in ordered.items()}
        self._reach = {
            concept_id: list(accumulate((end for _, end in spans), max)) for concept_id, spans in ordered.items()
        }

    def has(self, place: DocumentSpan | RaisedPlace, concept_id: str) -> bool:
        """Return whether a violation of the same concept, or of none, begins at a place or contains it."""
        return any(self._has(place, key) for key in ((concept_id, "") if concept_id else (None,)))

    def _has(self, place: DocumentSpan | RaisedPlace, key: str | None) -> bool:
        starts = self._starts.get(key, [])
        before = bisect_right(starts, place.start)
        return before > 0 and (starts[before - 1] == place.start or self._reach[key][before - 1] >= place.end)


_NEUTRAL = "neutral"


@dataclass(slots=True)
class _FindingGroup:
    """The violations of one rule, concept and folded form in one document."""

    rule: Rule
    key: str
    raised: list[RaisedViolation]  # in order; the first of them is shown

    @property
    def severity(self) -> str:
        """The highest severity among the violations."""
        return min((violation.severity or self.rule.severity for violation in self.raised), key=SEVERITIES.index)


class PageFindings(NamedTuple):
    """The findings of a page by itself."""

    findings: list[Finding]
    silent: frozenset[tuple[str, int, int]] = frozenset()  # rule and place of what reviewers or comments silence


def check(page: RuleContext, rules: Sequence[Rule] = RULES, most_places: int = MOST_PLACES) -> list[Finding]:
    """Return the findings of a page by itself, in order of rules and places. What comments or reviewers silence is
    suppressed. At most so many places of each rule are listed; one more finding gives the number of the others.
    """
    return judge_page(page, rules, most_places).findings


def judge_page(page: RuleContext, rules: Sequence[Rule] = RULES, most_places: int = MOST_PLACES) -> PageFindings:
    """Return the findings of a page by itself, and the places that comments or reviewers silence."""
    return page_findings(page.document, raised_page(page, rules, most_places), rules, page.decisions)


def page_findings(
    document: Document, raised: RaisedPage, rules: Sequence[Rule], decisions: Adjudication | None = None
) -> PageFindings:
    """Return the findings of a page by itself as these rules raise them, and the silenced places."""
    violations = {rule.code: raised.violations[rule.code] for rule in rules}
    unlisted = {code: rows for code, rows in raised.unlisted.items() if code in violations}
    listed = [(rule, _without_yielded(rule, violations, document.lang)) for rule in rules]
    listed.append((t901_more_places.RULE, (row for rows in unlisted.values() for row in rows)))
    findings = [finding for rule, standing in listed for finding in _findings(rule, standing, document, raised)]
    if comments := raised.comments:
        # What pages decide together comes later, and a comment may silence what is not listed.
        codes = frozenset(rule.code for rule in rules if not rule.across and rule.code not in unlisted)
        about = idle(document.text, findings, comments, codes) if t900_idle_suppression.RULE in rules else ()
        pages = {document.doc_id: document}
        remarks = [raised_violation(t900_idle_suppression.RULE, row, document.doc_id, pages) for row in about]
        findings = [
            *suppressed(findings, {document.doc_id: (document.text, comments)}, raised.segment_ids),
            *_findings(t900_idle_suppression.RULE, remarks, document, raised),
        ]
    reviewed = (
        [silenced(finding, decisions, {finding.doc_id: document}) for finding in findings] if decisions else findings
    )
    return PageFindings(sorted(reviewed, key=order), _places(findings) - _places(reviewed))


def _places(findings: Iterable[Finding]) -> frozenset[tuple[str, int, int]]:
    """Return the rule and place of each finding that is not suppressed."""
    return frozenset(
        (finding.rule, location.start, location.end)
        for finding in findings
        if not finding.state.is_suppressed
        for location in finding.locations
    )


def _findings(rule: Rule, raised: Iterable[RaisedViolation], document: Document, page: RaisedPage) -> list[Finding]:
    groups: dict[tuple[str, str], _FindingGroup] = {}
    for violation in raised:
        key = violation.places[0].key
        groups.setdefault((violation.concept_id, key), _FindingGroup(rule, key, [])).raised.append(violation)
    return [_finding(group, document, page) for group in groups.values()]


def _without_yielded(
    rule: Rule, raised: Mapping[str, Sequence[RaisedViolation]], lang: str
) -> Iterator[RaisedViolation]:
    """Yield the violations of a rule, without places already covered by a rule that it yields to. The other violation
    must begin at the place or contain it, and be about the same concept, unless either is about none. A neutral or
    doubtful one covers only such ones.
    """
    spoken = [(BY_CODE[code], violation) for code in rule.yields_to for violation in raised.get(code, ())]
    any_places = SpokenPlaces(violation for _, violation in spoken)
    loud_places = SpokenPlaces(violation for other, violation in spoken if _is_loud(other, violation, lang))
    for violation in raised[rule.code]:
        spoken_places = loud_places if _is_loud(rule, violation, lang) else any_places
        remaining = tuple(place for place in violation.places if not spoken_places.has(place, violation.concept_id))
        if not remaining or remaining == violation.places:
            yield from (violation,) * bool(remaining)
            continue
        if remaining[0].location.surface != violation.places[0].location.surface:  # the remedy is of the first place
            remaining = tuple(place._replace(location=replace(place.location, suggestion=None)) for place in remaining)
        yield violation._replace(places=remaining)


def _is_loud(rule: Rule, violation: RaisedViolation, lang: str) -> bool:
    return (violation.severity or rule.severity) != _NEUTRAL and _confidence(rule, violation, lang) >= DOUBTFUL


def _confidence(rule: Rule, raised: RaisedViolation, lang: str) -> float:
    usual = rule.confidence_of(raised.message_id, lang, raised.sure)
    return round(max(raised.least, min(raised.most, usual)), 3)


class RaisedAcross(NamedTuple):
    """A violation found by comparing pages: its rule, and the page on which it is reported."""

    rule: str
    doc_id: str
    violation: RaisedViolation


class RaisedTogether(NamedTuple):
    """All violations found by comparing pages."""

    raised: list[RaisedAcross]


def raised_across(
    digests: Sequence[Digest], pages: Pages, termbase: Termbase, rules: Sequence[Rule], most_places: int
) -> RaisedTogether:
    """Return the violations found by comparing the pages of each language, before comments and decisions apply."""
    raised_violations: list[RaisedAcross] = []
    by_lang = {lang: ComparedPages(digest for digest in digests if digest.lang == lang) for lang in TARGETS}
    for rule in rules:
        if rule.across is None:
            continue
        for lang in filter(rule.judges, TARGETS):
            raised_here = _on_pages(rule.across(by_lang[lang], termbase), pages)
            limited = limited_violations(raised_here, most_places)
            rows = [(t901_more_places.RULE, row) for row in limited.rows(rule.code)]
            for judge, raised in (*((rule, violation) for violation in limited.listed), *rows):
                page = RuleContext(pages[raised.places[0].doc_id], (), (), termbase)
                violation = violation_on(page, judge, raised, pages)
                raised_violations.append(RaisedAcross(judge.code, page.document.doc_id, violation))
    return RaisedTogether(raised_violations)


def across_findings(
    raised: Iterable[RaisedAcross], pages: Pages, termbase: Termbase, rules: Sequence[Rule]
) -> list[Finding]:
    """Return the findings from comparing pages; `pages` are the documents by id."""
    by_code = {rule.code: rule for rule in (*rules, t901_more_places.RULE)}
    findings: list[Finding] = []
    for code, doc_id, violation in raised:
        findings += _findings(by_code[code], [violation], pages[doc_id], RaisedPage())
    shown = {location.doc_id: pages[location.doc_id] for finding in findings for location in finding.locations}
    commented = {
        doc_id: (page.text, suppressions(UnreadPage(page, (), lambda: ((), ()), termbase)))
        for doc_id, page in shown.items()
    }
    return sorted(suppressed(findings, commented, {}), key=order)


def _on_pages(raised: Iterable[Violation], pages: Pages) -> Iterator[Violation]:
    """Yield the violations, restricted to places on the pages given; other pages were only compared with."""
    for violation in raised:
        places = tuple(place for place in violation.places if place.doc_id in pages)
        if places:
            yield replace(violation, places=places)


def order(finding: Finding) -> tuple[str, str, str, str, int, str]:
    """Return the sort key of findings in the table: by document and rule, then by place."""
    return finding.work, finding.lang, finding.doc_id, finding.rule, finding.start or 0, finding.finding_id


def _finding(group: _FindingGroup, document: Document, page: RaisedPage) -> Finding:
    rule, raised = group.rule, group.raised[0]
    places = _locations(group, document.lang)
    shown_place = places[0]
    inherited = rule.inherits and shown_place.surface in page.inherited
    confidence = max(place.confidence for place in places)
    return Finding(
        finding_id=finding_id(rule.code, raised.concept_id, group.key, document),
        rule=rule.code,
        name=rule.name,
        category=rule.category,
        severity=severity_at(_severity(group, document.lang, inherited), confidence),
        confidence=confidence,
        scope=rule.scope,
        doc_id=document.doc_id,
        work=document.work,
        lang=document.lang,
        segment_id=page.segment_ids.get(shown_place.start),
        start=shown_place.start,
        end=shown_place.end,
        surface=shown_place.surface,
        concept_id=raised.concept_id or None,
        message=shown_place.message,
        message_zh=shown_place.message_zh,
        message_ja=shown_place.message_ja,
        expected=shown_place.expected,
        suggestion=shown_place.suggestion,
        occurrences=len(places),
        locations=places,
        inherited=inherited,
        state=FindingState.NEW,
    )


def _locations(group: _FindingGroup, lang: str) -> list[Location]:
    """Return the places of a finding, each as first raised: the one that is shown, then the others in order."""
    locations: dict[tuple[str, int, int], Location] = {}
    for raised in group.raised:
        confidence = _confidence(group.rule, raised, lang)
        for _, _, _, place in raised.places:
            locations.setdefault((place.doc_id, place.start, place.end), replace(place, confidence=confidence))
    shown_place, *others = locations
    return [locations[shown_place], *(locations[place] for place in sorted(others))]


def _severity(group: _FindingGroup, lang: str, inherited: bool) -> str:
    """Return the severity from the entry or the rule: lower if the original has the slip, neutral if likely false."""
    raised = group.raised[0]
    if max(raised.least, group.rule.confidence_of(raised.message_id, lang)) < DOUBTFUL:
        return _NEUTRAL
    severity = raised.entry_severity if raised.entry_severity and group.severity != _NEUTRAL else group.severity
    return SEVERITIES[min(SEVERITIES.index(severity) + inherited, len(SEVERITIES) - 1)]


def selected_across(
    digests: Sequence[Digest],
    documents: Mapping[str, Document],
    termbase: Termbase,
    selection: Selection,
    recall: Callable[[Callable[[], RaisedTogether]], RaisedTogether] = lambda make: make(),
) -> list[Finding]:
    """Return the findings from comparing pages, if their rule is selected for the page. `recall` returns the
    violations from a cache, or else makes them.
    """
    rules, most_places = selection.all, selection.most_places
    together = recall(lambda: raised_across(digests, documents, termbase, rules, most_places))
    return [
        finding
        for finding in across_findings(together.raised, documents, termbase, rules)
        if BY_CODE[finding.rule] in (*selection.rules(documents[finding.doc_id].path), t901_more_places.RULE)
    ]
