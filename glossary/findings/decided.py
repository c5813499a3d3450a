"""Decided findings: what reviewers' decisions make of the findings of a build or a check."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import fsum

from corpus.records import Document, Finding
from corpus.vocabularies import FindingState
from glossary.decisions.adjudication import Adjudication
from glossary.decisions.decision import FALSE, Decision
from glossary.findings.fingerprints import mark
from glossary.findings.review_queue import card_of
from glossary.findings.states import restrict_places
from glossary.rules.calibration import JudgedCounts

_SAID = {
    "accept": "accepted",
    "reject": "rejected",
    "admit": "to be admitted to the glossary",
    "prefer": "to be preferred by the glossary",
    "wrong": "to be listed as wrong by the glossary",
    "exclude": "to be passed over in this context",
}


def with_decisions(
    findings: Iterable[Finding], decisions: Adjudication, documents: Mapping[str, Document]
) -> list[Finding]:
    """Return the findings with their decided states: false ones suppressed, accepted ones marked so. A decision holds
    for the words and the text around them. Where that has changed, the finding is reported again.
    """
    if not decisions.by_place:
        return list(findings)
    decisions = decisions.rebased({document.path for document in documents.values()})
    before = {decision.question.finding_id: decision for decision in decisions.standing}
    return [
        _accept_finding(silenced(finding, decisions, documents), decisions, documents, before.get(finding.finding_id))
        for finding in findings
    ]


def silenced(finding: Finding, decisions: Adjudication, documents: Mapping[str, Document]) -> Finding:
    """Return a finding without the places that reviewers rejected; if none remains, it keeps them, suppressed."""
    if not finding.state.stands:
        return finding
    places = decided_places(finding, decisions, documents)
    remaining = [
        location
        for location, decision in zip(finding.locations, places, strict=True)
        if not decision or decision.action not in FALSE
    ]
    if not remaining:
        reason = _reason(next(decision for decision in places if decision))
        return replace(finding, state=FindingState.SUPPRESSED, suppressed_by="reviewer", reason=reason)
    return restrict_places(finding, remaining)


def _accept_finding(
    finding: Finding, decisions: Adjudication, documents: Mapping[str, Document], before: Decision | None
) -> Finding:
    """Accept a finding if every place was accepted; if its text has changed since, note the decision as its reason."""
    if not finding.state.stands:
        return finding
    place_decisions = decided_places(finding, decisions, documents)
    if all(place_decisions):
        return replace(finding, state=FindingState.ACCEPTED, reason=_reason(next(filter(None, place_decisions))))
    if before is None or any(place_decisions):
        return finding
    return replace(finding, reason=f"{_verdict(before)}, before the text was changed")


def decided_places(
    finding: Finding, decisions: Adjudication, documents: Mapping[str, Document]
) -> list[Decision | None]:
    """Return the decision on each place of a finding, None where there is none. See `Adjudication.rebased` for where
    paths count from.
    """
    path = documents[finding.doc_id].path
    marks = (mark(documents[location.doc_id].text, location.start, location.end) for location in finding.locations)
    return [decisions.of(path, finding.rule, finding.concept_id or "", name) for name in marks]


def _reason(decision: Decision) -> str:
    return _verdict(decision) + (f": {decision.why}" if decision.why else "")


def _verdict(decision: Decision) -> str:
    return f"{_SAID[decision.action]} by {decision.who}, {decision.when[:10]}"


def measured(decisions: Adjudication) -> dict[tuple[str, str], JudgedCounts]:
    """Return how often each rule was right in each language, by reviewers' decisions; each step counts once. A step
    decides one finding, whatever its places, or all findings folded into one card. An acceptance that did not have to
    be put into words proves nothing.
    """
    counts: defaultdict[tuple[str, str], list[tuple[bool, float]]] = defaultdict(list)
    by_finding = {
        (decision.question.rule, decision.question.finding_id, decision.action in FALSE): decision
        for decision in decisions.standing
        if not decision.question.is_rendering and not decision.is_without_words
    }
    votes: defaultdict[tuple[str, ...], list[Decision]] = defaultdict(list)
    for _, decision in sorted(by_finding.items(), key=lambda item: item[0]):
        votes[_vote(decision)].append(decision)
    for together in votes.values():
        question, is_false = together[0].question, together[0].action in FALSE
        sure = max(decision.question.sure for decision in together)
        counts[question.rule, question.lang].append((not is_false, sure))
    return {
        key: JudgedCounts(
            len(outcomes), sum(true for true, _ in outcomes), round(fsum(sure for _, sure in outcomes), 4)
        )
        for key, outcomes in sorted(counts.items())
    }


def _vote(decision: Decision) -> tuple[str, ...]:
    """Return the key of a review step: rule, language, reviewer, time, action and card."""
    question = decision.question
    card = card_of(question.rule, question.concept_id, question.path, question.surface)
    return (question.rule, question.lang, decision.who, decision.when, decision.action, *card)
