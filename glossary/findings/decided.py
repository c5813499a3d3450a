"""Standing: what reviewers' decisions make of the findings of a build or a check."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from math import fsum

from corpus.records import Document, Finding
from glossary.decisions.adjudication import Settled
from glossary.decisions.decision import FALSE, Decision
from glossary.findings.fingerprints import mark
from glossary.findings.restrict import narrowed
from glossary.rules.calibration import JudgedCounts

_SAID = {
    "accept": "accepted",
    "reject": "rejected",
    "admit": "to be admitted to the glossary",
    "prefer": "to be preferred by the glossary",
    "exclude": "to be passed over in this company",
}
_UNTOUCHED = ("suppressed", "fixed")


def with_decisions(found: Iterable[Finding], decisions: Settled, documents: Mapping[str, Document]) -> list[Finding]:
    """The findings with their states as decided: what is none is silenced, what was accepted says so.

    A decision holds for the words in the text that surrounds them; where that has changed, the finding stands again.
    """
    if not decisions.by_place:
        return list(found)
    decisions = decisions.seen_from({one.path for one in documents.values()})
    before = {one.asked.finding_id: one for one in decisions.standing}
    return [
        _accepted(silenced(one, decisions, documents), decisions, documents, before.get(one.finding_id))
        for one in found
    ]


def silenced(one: Finding, decisions: Settled, documents: Mapping[str, Document]) -> Finding:
    """A finding without the places that reviewers decided are none; one that loses all keeps them and is suppressed."""
    if one.state in _UNTOUCHED:
        return one
    places = decided_places(one, decisions, documents)
    left = [at for at, said in zip(one.locations, places, strict=True) if not said or said.action not in FALSE]
    if not left:
        return _with_state(one, "suppressed", next(said for said in places if said))
    return narrowed(one, left)


def _accepted(one: Finding, decisions: Settled, documents: Mapping[str, Document], before: Decision | None) -> Finding:
    """A finding all of whose places were accepted says so; one whose text has changed since says what was decided."""
    if one.state in _UNTOUCHED:
        return one
    said = decided_places(one, decisions, documents)
    if all(said):
        return _with_state(one, "accepted", next(filter(None, said)))
    if before is None or any(said):
        return one
    return replace(one, reason=f"{_told(before)}, before the text was changed")


def decided_places(one: Finding, decisions: Settled, documents: Mapping[str, Document]) -> list[Decision | None]:
    """What is decided of each place of a finding; see `Settled.seen_from` for where paths count from."""
    path = documents[one.doc_id].path
    marks = (mark(documents[at.doc_id].text, at.start, at.end) for at in one.locations)
    return [decisions.of(path, one.rule, one.concept_id or "", name) for name in marks]


def _with_state(one: Finding, state: str, by: Decision) -> Finding:
    return replace(one, state=state, reason=_told(by) + (f": {by.why}" if by.why else ""))


def _told(one: Decision) -> str:
    return f"{_SAID[one.action]} by {one.who}, {one.when[:10]}"


def measured(decisions: Settled) -> dict[str, JudgedCounts]:
    """How often each rule was right, as reviewers have decided: each decision on a finding counts once."""
    counts: defaultdict[str, list[tuple[bool, float]]] = defaultdict(list)
    judged = {(one.asked.rule, one.asked.finding_id, one.action in FALSE): one for one in decisions.standing}
    for (rule, _, is_false), one in sorted(judged.items(), key=lambda item: item[0]):
        counts[rule].append((not is_false, one.asked.sure))
    return {
        rule: JudgedCounts(len(own), sum(true for true, _ in own), round(fsum(sure for _, sure in own), 4))
        for rule, own in counts.items()
    }
