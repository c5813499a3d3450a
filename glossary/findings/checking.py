"""Checking: the rules over pages, and what they raise as findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from corpus.records import Document, Finding, Location
from glossary.findings.identity import finding_id
from glossary.findings.pages import CHECKED
from glossary.findings.selecting import Selection
from glossary.findings.suppressing import idle, suppressed, suppressions
from glossary.review.standing import silenced
from glossary.rules import BY_CODE, RULES, t900_idle_suppression
from glossary.rules.page import Page
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
    confidence: float
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
    for rule in rules:
        for one in _decisions(rule, rule.find(page), page) if rule.find else ():
            finding = _finding(one, page)
            found.append(finding)
            remedies |= {(finding.finding_id, *at): remedy for at, remedy in one.remedies.items()}
    left = list(_without_repeats(found, rules))
    if comments := suppressions(page):
        codes = frozenset(rule.code for rule in rules if rule.find)  # what pages decide together comes later
        about = idle(page, left, comments, codes) if t900_idle_suppression.RULE in rules else ()
        left = [*suppressed(page, left, comments), *_findings(t900_idle_suppression.RULE, about, page)]
    told = [silenced(one, page.decisions, {one.doc_id: page.document}) for one in left] if page.decisions else left
    return Judged(sorted(told, key=order), remedies, _places(left) - _places(told))


def _places(found: Iterable[Finding]) -> frozenset[tuple[str, int, int]]:
    """Rule and place of what stands."""
    return frozenset((one.rule, at.start, at.end) for one in found if one.state != "suppressed" for at in one.locations)


def _findings(rule: Rule, raised: Iterable[Raised], page: Page) -> list[Finding]:
    return [_finding(one, page) for one in _decisions(rule, raised, page)]


def _without_repeats(found: Sequence[Finding], rules: Sequence[Rule]) -> Iterator[Finding]:
    """The findings without those whose rule yields to another that speaks of all their places.

    It must speak of the same concept, unless a finding speaks of none.
    """
    said = {
        (one.rule, concept_id, at.start)
        for one in found
        for at in one.locations
        for concept_id in {one.concept_id, None}
    }
    yields = {rule.code: rule.yields_to for rule in rules}
    for one in found:
        places = [at.start for at in one.locations]
        if not any(all((to, one.concept_id, at) in said for at in places) for to in yields[one.rule]):
            yield one


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
            found[one.concept_id, key] = _Decision(rule, one, key, list(one.places), severity, _confidence(rule, one))
        else:
            known.places += one.places
            known.severity = min(known.severity, severity, key=SEVERITIES.index)
            known.confidence = max(known.confidence, _confidence(rule, one))
        found[one.concept_id, key].remedies.update(_remedies(rule, one, page))
    yield from found.values()


def _remedies(rule: Rule, raised: Raised, page: Page) -> Iterator[tuple[tuple[int, int], Remedy]]:
    """What can be put in the places of what was raised: its remedy suits all that have the words of the first."""
    first = raised.places[0]
    surface = page.text[first.start : first.end]
    for place in raised.places if raised.suggestion else ():
        if not place.doc_id and page.text[place.start : place.end] == surface:
            yield (place.start, place.end), Remedy(raised.suggestion, _confidence(rule, raised))


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
        confidence=one.confidence,
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


def _confidence(rule: Rule, raised: Raised) -> float:
    return round(min(raised.most, rule.confidence * raised.sure), 3)


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
