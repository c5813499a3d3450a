"""Checking: the rules over pages, and what they raise as findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from corpus.records import Document, Finding, Location
from glossary.findings.identity import finding_id
from glossary.findings.pages import CHECKED
from glossary.findings.selecting import Selection
from glossary.findings.suppressing import idle, suppressed, suppressions
from glossary.findings.told import Told
from glossary.review.standing import silenced
from glossary.rules import BY_CODE, RULES, t900_idle_suppression
from glossary.rules.page import Page
from glossary.rules.precision import MOST
from glossary.rules.rule import SEVERITIES, Place, Raised, Rule, folded
from glossary.rules.saying import message
from glossary.rules.signs.renderings import Digest
from glossary.terms import LANGUAGES, Termbase


@dataclass(slots=True)
class _Decision:
    """What was raised of one rule, concept and folded form in one document."""

    rule: Rule
    first: Raised
    key: str
    places: list[Place]
    severity: str
    sure: float
    remedies: dict[tuple[int, int], Remedy] = field(default_factory=dict)  # by place


class Remedy(NamedTuple):
    """What can be put in one place of a finding, and how sure it is that this place is wrong."""

    words: str
    confidence: float


Remedies = Mapping[tuple[str, int, int], Remedy]  # by a finding's id and one of its places


class Judged(NamedTuple):
    """What is to be said of a page by itself."""

    findings: list[Finding]
    remedies: Remedies
    silent: frozenset[tuple[str, int, int]] = frozenset()  # rule and place of what reviewers or comments silence


def check(page: Page, rules: Sequence[Rule] = RULES) -> list[Finding]:
    """The findings of a page by itself, in order of rules and places; what its comments or reviewers silence is
    suppressed."""
    return judged(page, rules).findings


def judged(page: Page, rules: Sequence[Rule] = RULES) -> Judged:
    """The findings of a page by itself, and what can be put in their places without reading further."""
    found: list[Finding] = []
    remedies: dict[tuple[str, int, int], Remedy] = {}
    raised = {rule.code: tuple(rule.find(page)) for rule in rules if rule.find}
    for rule in rules:
        for one in _decisions(rule, _untold(rule, raised, page), page):
            finding = _finding(one, page)
            found.append(finding)
            remedies |= {(finding.finding_id, *at): remedy for at, remedy in one.remedies.items()}
    if comments := suppressions(page):
        codes = frozenset(rule.code for rule in rules if rule.find)  # what pages decide together comes later
        about = idle(page, found, comments, codes) if t900_idle_suppression.RULE in rules else ()
        found = [*suppressed(page, found, comments), *_findings(t900_idle_suppression.RULE, about, page)]
    told = [silenced(one, page.decisions, {one.doc_id: page.document}) for one in found] if page.decisions else found
    return Judged(sorted(told, key=order), remedies, _places(found) - _places(told))


def _places(found: Iterable[Finding]) -> frozenset[tuple[str, int, int]]:
    """Rule and place of what stands."""
    return frozenset((one.rule, at.start, at.end) for one in found if one.state != "suppressed" for at in one.locations)


def _findings(rule: Rule, raised: Iterable[Raised], page: Page) -> list[Finding]:
    return [_finding(one, page) for one in _decisions(rule, raised, page)]


def _untold(rule: Rule, raised: Mapping[str, Sequence[Raised]], page: Page) -> Iterator[Raised]:
    """What a rule has raised, without the places of which a rule that it yields to says more.

    That must begin at the place, or hold it, and speak of the same concept, unless either speaks of none.
    """
    told = Told(one for code in rule.yields_to for one in raised.get(code, ()))
    for violation in raised.get(rule.code, ()):
        left = tuple(place for place in violation.places if not told.has(place, violation.concept_id))
        if left == violation.places:
            yield violation
        elif left:
            first, shown = violation.places[0], left[0]
            alike = page.text[first.start : first.end] == page.text[shown.start : shown.end]
            yield replace(violation, places=left, suggestion=violation.suggestion if alike else "")


def check_across(
    digests: Sequence[Digest], pages: Mapping[str, Document], termbase: Termbase, rules: Sequence[Rule] = RULES
) -> list[Finding]:
    """The findings of the pages of each language together; `pages` are the documents by id."""
    found: list[Finding] = []
    for rule in rules:
        if rule.across is None:
            continue
        for lang in CHECKED:
            own = [one for one in digests if one.lang == lang]
            for raised in rule.across(own, termbase):
                page = Page(pages[raised.places[0].doc_id], (), (), termbase)
                found += suppressed(page, _findings(rule, [raised], page), suppressions(page))
    return sorted(found, key=order)


def order(finding: Finding) -> tuple[str, str, str, str, int, str]:
    """The order of findings in the table: by document and rule, then by place."""
    return finding.work, finding.lang, finding.doc_id, finding.rule, finding.start or 0, finding.finding_id


def _decisions(rule: Rule, raised: Iterable[Raised], page: Page) -> Iterator[_Decision]:
    """What was raised, joined where it is the same decision."""
    found: dict[tuple[str, str], _Decision] = {}
    for one in raised:
        place = one.places[0]
        key = one.key or folded(page.text[place.start : place.end])
        severity = one.severity or rule.severity
        known = found.get((one.concept_id, key))
        if known is None:
            found[one.concept_id, key] = _Decision(rule, one, key, list(one.places), severity, one.sure)
        else:
            known.places += one.places
            known.severity = min(known.severity, severity, key=SEVERITIES.index)
            known.sure = max(known.sure, one.sure)
        found[one.concept_id, key].remedies.update(_remedies(rule, one, page))
    yield from found.values()


def _remedies(rule: Rule, raised: Raised, page: Page) -> Iterator[tuple[tuple[int, int], Remedy]]:
    """What can be put in the places of what was raised: its remedy suits all that have the words of the first."""
    first = raised.places[0]
    surface = page.text[first.start : first.end]
    for place in raised.places if raised.suggestion else ():
        if not place.doc_id and page.text[place.start : place.end] == surface:
            yield (place.start, place.end), Remedy(raised.suggestion, _confidence(rule, raised.sure))


def _finding(one: _Decision, page: Page) -> Finding:
    document, rule, raised = page.document, one.rule, one.first
    place = raised.places[0]
    surface = page.text[place.start : place.end]
    inherited = rule.inherits and page.original_has(surface)
    words = _words(surface, raised, page.termbase)
    says = {lang: message(rule.code, raised.says, words[lang], lang) for lang in LANGUAGES}
    segment = page.segment_at(place.start)
    places = sorted({(at.doc_id or document.doc_id, at.start, at.end) for at in one.places})
    shown = (document.doc_id, place.start, place.end)
    ordered = places if shown == places[0] else [shown, *(at for at in places if at != shown)]
    return Finding(
        finding_id=finding_id(rule.code, raised.concept_id, one.key, document),
        rule=rule.code,
        name=rule.name,
        category=rule.category,
        severity=_lower(one.severity) if inherited else one.severity,
        confidence=_confidence(rule, one.sure),
        scope=rule.scope,
        doc_id=document.doc_id,
        work=document.work,
        lang=document.lang,
        segment_id=segment.segment_id if segment else None,
        start=place.start,
        end=place.end,
        surface=surface,
        concept_id=raised.concept_id or None,
        message=says["en"],
        message_zh=says["zh"],
        message_ja=says["ja"],
        expected=list(raised.expected),
        suggestion=raised.suggestion or None,
        occurrences=len(ordered),
        locations=[Location(*at) for at in ordered],
        inherited=inherited,
        state="new",
        reason=None,
    )


def _confidence(rule: Rule, sure: float) -> float:
    return round(min(MOST, rule.confidence * sure), 3)


def _words(surface: str, raised: Raised, termbase: Termbase) -> dict[str, dict[str, str]]:
    """What the placeholders of a message stand for, in each language that messages are written in."""
    known = raised.concept_id in termbase.by_id
    concept = termbase.preferred(raised.concept_id, "en") if known else raised.concept_id
    own = {"surface": " ".join(surface.split()), "concept": concept, **raised.words}
    either = {"en": " or ", "zh": " 或 ", "ja": " または "}
    return {lang: {"expected": either[lang].join(raised.expected), **own} for lang in LANGUAGES}


def _lower(severity: str) -> str:
    return SEVERITIES[min(SEVERITIES.index(severity) + 1, len(SEVERITIES) - 1)]


def wanted_across(
    digests: Sequence[Digest], documents: Mapping[str, Document], termbase: Termbase, selection: Selection
) -> list[Finding]:
    """What the pages of each language decide together, as far as it is selected for the page that it is told of."""
    found = check_across(digests, documents, termbase, selection.all)
    return [one for one in found if BY_CODE[one.rule] in selection.rules(documents[one.doc_id].path)]
