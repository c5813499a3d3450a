"""Applying fixes: a page gets every safe remedy, and is read and checked again until nothing more changes."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from corpus.records import Document, Finding
from glossary.desk.report.check_report import Threshold
from glossary.findings.engine import PageFindings, judge_page
from glossary.findings.place_limit import MOST_FIXED
from glossary.findings.states import EarlierDecision, compare_findings
from glossary.fixing.edits import Edit, Shift, apply_edits, places_after, proposed_edits, without_conflicts
from glossary.fixing.protected_regions import lawful
from glossary.rules.context import RuleContext
from glossary.rules.rule import Rule

SilencedPlaces = frozenset[tuple[str, int, int]]  # rule and place

_ROUNDS = 8  # a space beside a name that was fixed itself takes two
_TRIES = 4  # times that a round is tried without the edits that made things worse


def _holds_all(words: str) -> bool:
    """Return True: a Unicode encoding can hold all characters."""
    return True


@dataclass(frozen=True, slots=True)
class FixRequest:
    """The findings to fix: new ones that `check` shows, sure enough, and not inherited from the original."""

    threshold: Threshold = field(default_factory=Threshold)
    earlier: Mapping[str, EarlierDecision] = field(default_factory=dict)  # what the project lives with
    can_write: Callable[[str], bool] = _holds_all  # whether the file's encoding has these characters

    def edits(self, document: Document, judged: PageFindings) -> list[Edit]:
        """Return the edits that the requested findings propose, sure or not."""
        texts = {document.doc_id: document.text}.__getitem__
        findings = compare_findings(judged.findings, self.earlier, texts) if self.earlier else judged.findings
        return proposed_edits(filter(self.takes, findings))

    def takes(self, finding: Finding) -> bool:
        """Return whether a finding is new, not inherited, and shown."""
        return finding.state.is_new and not finding.inherited and self.threshold.shows(finding)

    def is_sure(self, edit: Edit) -> bool:
        """Return whether an edit is sure enough to be made."""
        return edit.confidence >= self.threshold.confidence


@dataclass(frozen=True, slots=True)
class FixResult:
    """A page after fixes, with its remaining findings."""

    page: RuleContext
    findings: Sequence[Finding]
    edits: tuple[Edit, ...] = ()  # of all rounds, with the offsets that each round had
    unsure: int = 0  # places whose remedy is less sure
    guarded: int = 0  # places whose remedy is sure and would change code, markup or an address
    unwritable: tuple[str, ...] = ()  # words that the file's encoding cannot hold


def fix_page(
    page: RuleContext,
    first: PageFindings,
    rules: Sequence[Rule],
    request: FixRequest,
    page_of: Callable[[Document], RuleContext],
) -> FixResult:
    """Return the page with every safe remedy applied; `first` are its findings as it is. `page_of` makes a page of the
    document with another text. If remedies undo each other, nothing is fixed.
    """
    current, page_findings, all_edits = page, first, list[Edit]()
    silent = first.silent
    for number in range(_ROUNDS):
        after = _round(current, page_findings, rules, request, silent, page_of)
        if after is None:
            return _fix_result(current, page_findings, request, all_edits)
        current, page_findings, edits = after
        shift = Shift(edits)
        moved = ((rule, shift.start(start), end - start) for rule, start, end in silent)
        silent = page_findings.silent | frozenset((rule, start, start + size) for rule, start, size in moved)
        all_edits += [edit._replace(round=number) for edit in edits]
    return _fix_result(page, first, request, [])


def _fix_result(
    page: RuleContext, page_findings: PageFindings, request: FixRequest, all_edits: Sequence[Edit]
) -> FixResult:
    remaining = request.edits(page.document, page_findings)
    unwritable = dict.fromkeys(
        edit.words for edit in remaining if request.is_sure(edit) and not request.can_write(edit.words)
    )
    unsure = sum(not request.is_sure(edit) for edit in remaining)
    sure = [edit for edit in remaining if request.is_sure(edit) and edit.words not in unwritable]
    guarded = len(sure) - len(lawful(page.document, page.segments, sure))
    return FixResult(page, page_findings.findings, tuple(all_edits), unsure, guarded, tuple(unwritable))


def _round(
    page: RuleContext,
    page_findings: PageFindings,
    rules: Sequence[Rule],
    request: FixRequest,
    silent: SilencedPlaces,
    page_of: Callable[[Document], RuleContext],
) -> tuple[RuleContext, PageFindings, list[Edit]] | None:
    """Return the page with the edits of its findings, except those that raise a new finding; None if none is left."""
    document = page.document
    requested = [
        edit
        for edit in request.edits(document, page_findings)
        if request.is_sure(edit) and request.can_write(edit.words) and (edit.rule, edit.start, edit.end) not in silent
    ]
    edits = lawful(document, page.segments, without_conflicts(requested, document.text))
    for _ in range(_TRIES):
        if not edits:
            return None
        text = apply_edits(document.text, edits)
        after = page_of(replace(document, text=text, chars=len(text)))
        judged_after = judge_page(after, rules, MOST_FIXED)
        worse = _harmful_edits(edits, page_findings.findings, judged_after.findings)
        if not worse:
            return after, judged_after, edits
        edits = [edit for edit in edits if edit not in worse]
    return None


def _harmful_edits(edits: Sequence[Edit], before: Sequence[Finding], after: Sequence[Finding]) -> set[Edit]:
    """Return the edits at whose place a rule finds something it did not find there before, neutral findings aside. An
    edit is also harmful if the rule that proposed it objects to the new words.
    """
    places = list(places_after(edits))
    rules_before = _rules_at([(edit.start, edit.end) for edit in edits], before)
    rules_after, unwanted = _rules_at(places, after), _rules_at(places, after, inside=True)
    return {
        edit
        for number, edit in enumerate(edits)
        if rules_after[number] - rules_before[number] or edit.rule in unwanted[number]
    }


def _rules_at(
    places: Sequence[tuple[int, int]], findings: Sequence[Finding], *, inside: bool = False
) -> dict[int, set[str]]:
    """Return the rules with new findings at each of some places, by number; the places are sorted and disjoint. With
    `inside`, only findings that begin and end there count.
    """
    starts, ends = [start for start, _ in places], [max(end, start + 1) for start, end in places]
    rules: defaultdict[int, set[str]] = defaultdict(set)
    for finding in findings:
        for location in finding.locations if finding.state.is_new and finding.severity != "neutral" else ():
            for number in range(bisect_right(ends, location.start), bisect_left(starts, location.end)):
                start, end = places[number]
                if not inside or (start <= location.start and location.end <= end):
                    rules[number].add(finding.rule)
    return rules
