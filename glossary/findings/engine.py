"""The engine: the rules over pages, and what they raise as findings."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages import TARGETS, pack
from corpus.records import MESSAGE_COLUMNS, Document, Finding, Location
from corpus.vocabularies import FindingState
from glossary.findings.decided import silenced
from glossary.findings.fingerprints import finding_id
from glossary.findings.place_limit import MOST_PLACES, LimitedViolations, limited_violations
from glossary.findings.rule_selection import Selection
from glossary.findings.suppressions import idle, suppressed, suppressions
from glossary.rules.calibration import DOUBTFUL
from glossary.rules.context import RuleContext
from glossary.rules.digest import Digest
from glossary.rules.messages import message
from glossary.rules.meta import t900_idle_suppression, t901_more_places
from glossary.rules.registry import BY_CODE, RULES
from glossary.rules.rule import SEVERITIES, DocumentSpan, Rule, Violation, fold_surface, severity_at
from glossary.rules.shared.page_coverage import has_other_original, other_language
from glossary.rules.shared.source_pairs import source_name_of
from glossary.rules.usages.judged_usages import ComparedPages
from glossary.termbase.termbase import Termbase


class SpokenPlaces:
    """The places of what some rules have raised."""

    def __init__(self, raised: Iterable[Violation]) -> None:
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

    def has(self, place: DocumentSpan, concept_id: str) -> bool:
        """Return whether something begins at a place, or holds it, that speaks of the same concept, or one of none."""
        return any(self._has(place, key) for key in ((concept_id, "") if concept_id else (None,)))

    def _has(self, place: DocumentSpan, key: str | None) -> bool:
        starts = self._starts.get(key, [])
        before = bisect_right(starts, place.start)
        return before > 0 and (starts[before - 1] == place.start or self._reach[key][before - 1] >= place.end)


_NEUTRAL = "neutral"
_OF_MARKS = ("design/markup", "locale-conventions", "none")  # categories whose places are marks and spaces
# What stands at the ends of a line's words: white space, bars, signs of quotations, titles and items, bold.
_HEAD = re.compile(r"(?:[\s|>]|#{1,6}(?=\s)|[-+*](?=\s)|\*(?=\S))*")
_TAIL = re.compile(r"(?:[\s|]|(?<=\S)\*|\\)*\Z")
_LONGEST_TAIL = 200  # characters of marks and spaces at the end of a place
Pages = Mapping[str, Document]  # by id


@dataclass(slots=True)
class _FindingGroup:
    """What was raised of one rule, concept and folded form in one document."""

    rule: Rule
    key: str
    raised: list[Violation]  # in order; the first of them is shown

    @property
    def severity(self) -> str:
        """The most severe that was raised."""
        return min((violation.severity or self.rule.severity for violation in self.raised), key=SEVERITIES.index)


class PlaceBasis(NamedTuple):
    """What the confidence of a place follows from, beside what is judged of its rule."""

    doc_id: str
    start: int
    end: int
    message_id: str
    sure: float
    least: float
    most: float


class FindingBasis(NamedTuple):
    """What confidence and severity of a finding follow from, beside what is judged of its rule."""

    finding_id: str
    message_id: str
    least: float
    severity: str  # what the entry says, else the rule
    places: tuple[PlaceBasis, ...]


class PageFindings(NamedTuple):
    """What is to be said of a page by itself."""

    findings: list[Finding]
    silent: frozenset[tuple[str, int, int]] = frozenset()  # rule and place of what reviewers or comments silence
    bases: tuple[FindingBasis, ...] = ()


def check(page: RuleContext, rules: Sequence[Rule] = RULES, most_places: int = MOST_PLACES) -> list[Finding]:
    """Return the findings of a page by itself, in order of rules and places; what its comments or reviewers silence is
    suppressed. Of each rule so many places are listed; one more finding says how many others there are.
    """
    return judge_page(page, rules, most_places).findings


def judge_page(page: RuleContext, rules: Sequence[Rule] = RULES, most_places: int = MOST_PLACES) -> PageFindings:
    """Return the findings of a page by itself, and the places that comments or reviewers silence."""
    limited = _raised(page, rules, most_places)
    raised = {code: violations.listed for code, violations in limited.items()}
    documents = {page.document.doc_id: page.document}
    groups = [group for rule in rules for group in _groups(rule, _without_yielded(rule, raised, page), page, documents)]
    findings = [_finding(group, page, documents) for group in groups]
    bases = tuple(_basis(group, page) for group in groups)
    cut_off = frozenset(code for code, violations in limited.items() if violations.unlisted)
    rows = [row for code, violations in limited.items() for row in violations.rows(code)]
    findings += _findings(t901_more_places.RULE, rows, page)
    if comments := suppressions(page):
        # What pages decide together comes later, and a comment may silence what is not listed.
        codes = frozenset(rule.code for rule in rules if not rule.across and rule.code not in cut_off)
        about = idle(page, findings, comments, codes) if t900_idle_suppression.RULE in rules else ()
        findings = [*suppressed(page, findings, comments), *_findings(t900_idle_suppression.RULE, about, page)]
    reviewed = (
        [silenced(finding, page.decisions, {finding.doc_id: page.document}) for finding in findings]
        if page.decisions
        else findings
    )
    return PageFindings(sorted(reviewed, key=order), _places(findings) - _places(reviewed), bases)


def _raised(page: RuleContext, rules: Sequence[Rule], most_places: int) -> dict[str, LimitedViolations]:
    """Return the violations that rules raise. A page in another language than its folder's is not judged, but for being
    that; one beside the original of another page is judged as one without original.
    """
    finders = {rule: rule.find for rule in rules if rule.find and rule.judges(page.lang)}
    if other_language(page):
        finders = {rule: find for rule, find in finders.items() if rule.judges_original}
    # What compares nothing with the original does not wait for it to be aligned.
    aligns = any(rule.trusts_original or rule.judges_original for rule in finders)
    judged = replace(page, original=None) if aligns and has_other_original(page) else page
    return {
        rule.code: limited_violations(find(page if rule.judges_original else judged), most_places)
        for rule, find in finders.items()
    }


def _places(findings: Iterable[Finding]) -> frozenset[tuple[str, int, int]]:
    """Return rule and place of what stands."""
    return frozenset(
        (finding.rule, location.start, location.end)
        for finding in findings
        if not finding.state.is_suppressed
        for location in finding.locations
    )


def _findings(rule: Rule, raised: Iterable[Violation], page: RuleContext, pages: Pages | None = None) -> list[Finding]:
    documents = pages or {page.document.doc_id: page.document}
    return [_finding(group, page, documents) for group in _groups(rule, raised, page, documents)]


def _groups(rule: Rule, raised: Iterable[Violation], page: RuleContext, documents: Pages) -> Iterable[_FindingGroup]:
    decisions: dict[tuple[str, str], _FindingGroup] = {}
    for violation in raised:
        first = violation.places[0]
        key = violation.key or fold_surface(page.text[first.start : first.end])
        group = decisions.setdefault((violation.concept_id, key), _FindingGroup(rule, key, []))
        group.raised.append(_trimmed(violation, rule, page, documents))
    return decisions.values()


def _basis(group: _FindingGroup, page: RuleContext) -> FindingBasis:
    places: dict[tuple[str, int, int], PlaceBasis] = {}
    for raised in group.raised:
        for place in raised.places:
            where = place.doc_id or page.document.doc_id, place.start, place.end
            basis = PlaceBasis(*where, raised.message_id, raised.sure, raised.least, raised.most)
            places.setdefault(where, basis)
    first = group.raised[0]
    entry = page.termbase.by_id.get(first.concept_id)
    severity = entry.severity if entry and entry.severity and group.severity != "neutral" else group.severity
    name = finding_id(group.rule.code, first.concept_id, group.key, page.document)
    return FindingBasis(name, first.message_id, first.least, severity, tuple(places.values()))


def with_project_counts(
    findings: Sequence[Finding], bases: Iterable[FindingBasis], selection: Selection
) -> list[Finding]:
    """Return findings of pages by themselves, judged without the project's decisions, as these make them."""
    rules = {rule.code: rule for rule in selection.all if rule.project_counts}
    basis_of = {basis.finding_id: basis for basis in bases} if rules else {}
    return [
        _calibrated(finding, basis_of[finding.finding_id], rules[finding.rule])
        if finding.rule in rules and finding.finding_id in basis_of
        else finding
        for finding in findings
    ]


def _calibrated(finding: Finding, basis: FindingBasis, rule: Rule) -> Finding:
    places = {place[:3]: place for place in basis.places}
    confidences = [
        _confidence(rule, finding.lang, places[location.doc_id, location.start, location.end])
        for location in finding.locations
    ]
    locations = [
        replace(location, confidence=confidence)
        for location, confidence in zip(finding.locations, confidences, strict=True)
    ]
    severity = _severity(rule, basis, finding.lang, finding.inherited)
    return replace(
        finding,
        locations=locations,
        confidence=max(confidences),
        severity=severity_at(severity, max(confidences)),
    )


def _confidence(rule: Rule, lang: str, basis: PlaceBasis | Violation) -> float:
    return max(basis.least, min(basis.most, rule.confidence_of(basis.message_id, lang, basis.sure)))


def _without_yielded(rule: Rule, raised: Mapping[str, Sequence[Violation]], page: RuleContext) -> Iterator[Violation]:
    """Yield the violations of a rule, without the places of which a rule that it yields to says more.

    That must begin at the place, or hold it, and speak of the same concept, unless either speaks of none. What is only
    neutral takes the place of nothing that is more.
    """
    spoken = [(BY_CODE[code].severity, violation) for code in rule.yields_to for violation in raised.get(code, ())]
    any_places = SpokenPlaces(violation for _, violation in spoken)
    grave_places = SpokenPlaces(violation for usual, violation in spoken if (violation.severity or usual) != _NEUTRAL)
    for violation in raised.get(rule.code, ()):
        spoken_places = any_places if (violation.severity or rule.severity) == _NEUTRAL else grave_places
        remaining = tuple(place for place in violation.places if not spoken_places.has(place, violation.concept_id))
        if remaining == violation.places:
            yield violation
        elif remaining:
            first, shown_place = violation.places[0], remaining[0]
            alike = page.text[first.start : first.end] == page.text[shown_place.start : shown_place.end]
            yield replace(violation, places=remaining, suggestion=violation.suggestion if alike else "")


def check_across(
    digests: Sequence[Digest],
    pages: Pages,
    termbase: Termbase,
    rules: Sequence[Rule] = RULES,
    most_places: int = MOST_PLACES,
) -> list[Finding]:
    """Return the findings of the pages of each language together; `pages` are the documents by id."""
    findings: list[Finding] = []
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
                findings += suppressed(page, _findings(judge, [raised], page, pages), suppressions(page))
    return sorted(findings, key=order)


def _on_pages(raised: Iterable[Violation], pages: Pages) -> Iterator[Violation]:
    """Yield the violations with the places on pages that are at hand; others were compared as a build had them."""
    for violation in raised:
        places = tuple(place for place in violation.places if place.doc_id in pages)
        if places:
            yield replace(violation, places=places)


def order(finding: Finding) -> tuple[str, str, str, str, int, str]:
    """Return the order of findings in the table: by document and rule, then by place."""
    return finding.work, finding.lang, finding.doc_id, finding.rule, finding.start or 0, finding.finding_id


def _trimmed(violation: Violation, rule: Rule, page: RuleContext, pages: Pages) -> Violation:
    """Return what was raised with places that hold words alone: no white space at their ends, no bars, hashes, stars.

    A remedy is of the whole place; rules of markup and of spaces speak of what they mark.
    """
    if violation.suggestion or rule.category in _OF_MARKS:
        return violation
    places = []
    for place in violation.places:
        surface = pages[place.doc_id or page.document.doc_id].text[place.start : place.end]
        head, tail = _HEAD.match(surface), _TAIL.search(surface, max(0, len(surface) - _LONGEST_TAIL))
        start, end = head.end() if head else 0, tail.start() if tail else len(surface)
        has_words = any(map(str.isalnum, surface[start:end])) and "**" not in surface[start:end]
        places.append(place._replace(start=place.start + start, end=place.start + end) if has_words else place)
    return replace(violation, places=tuple(places))


def _finding(decision: _FindingGroup, page: RuleContext, pages: Pages) -> Finding:
    document, rule, raised = page.document, decision.rule, decision.raised[0]
    places = _locations(decision, page, pages)
    shown_place = places[0]
    inherited = rule.inherits and page.original_has(shown_place.surface)
    segment = page.segment_at(shown_place.start)
    confidence = max(place.confidence for place in places)
    basis = _basis(decision, page)
    return Finding(
        finding_id=basis.finding_id,
        rule=rule.code,
        name=rule.name,
        category=rule.category,
        severity=severity_at(_severity(rule, basis, page.lang, inherited), confidence),
        confidence=confidence,
        scope=rule.scope,
        doc_id=document.doc_id,
        work=document.work,
        lang=document.lang,
        segment_id=segment.segment_id if segment else None,
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


def _locations(decision: _FindingGroup, page: RuleContext, pages: Pages) -> list[Location]:
    """Return the places of a decision, each with what was raised there first: the one that is shown, then in order."""
    first = decision.raised[0].places[0]
    locations: dict[tuple[str, int, int], Location] = {}
    for raised in decision.raised:
        for location in _violation_locations(raised, decision.rule, page, pages):
            locations.setdefault((location.doc_id, location.start, location.end), location)
    shown_place = locations.pop((first.doc_id or page.document.doc_id, first.start, first.end))
    return [shown_place, *(locations[place] for place in sorted(locations))]


def _violation_locations(raised: Violation, rule: Rule, page: RuleContext, pages: Pages) -> Iterator[Location]:
    """Yield the places of what was raised; its remedy fits those that have the words of the first."""
    doc_id = page.document.doc_id
    surfaces = [pages[place.doc_id or doc_id].text[place.start : place.end] for place in raised.places]
    messages: dict[tuple[str, str], dict[str, str]] = {}
    entry = page.termbase.by_id.get(raised.concept_id)
    table_line = f" ({entry.table_line})" if entry and entry.table_line else ""
    for place, surface in zip(raised.places, surfaces, strict=True):
        concept = _concept_name(rule, raised, page, place)
        if (surface, concept) not in messages:
            words = {"surface": " ".join(surface.split()), "concept": concept, **raised.words}
            messages[surface, concept] = {
                name: message(rule.code, raised.message_id, {**_forms_in_message(raised.expected, lang), **words}, lang)
                + table_line
                for lang, name in MESSAGE_COLUMNS.items()
            }
        yield Location(
            doc_id=place.doc_id or doc_id,
            start=place.start,
            end=place.end,
            surface=surface,
            **messages[surface, concept],
            expected=list(raised.expected),
            suggestion=raised.suggestion or None if surface == surfaces[0] else None,
            confidence=_confidence(rule, page.lang, raised),
        )


def _concept_name(rule: Rule, raised: Violation, page: RuleContext, place: DocumentSpan) -> str:
    """Return the name of a concept in a message: as the original of a place has it, where the finding is of places."""
    if raised.concept_id not in page.termbase.by_id:
        return raised.concept_id
    is_here = rule.scope == "segment" and place.doc_id in ("", page.document.doc_id)
    named = source_name_of(page, place.start, raised.concept_id) if is_here else ""
    return named or page.termbase.preferred(raised.concept_id, "en")


def _forms_in_message(forms: Sequence[str], lang: str) -> dict[str, str]:
    """Return what may stand here instead, as messages of a language name it: as it is, and within quotation marks."""
    language = pack(lang)
    return {"expected": language.alternatives.join(forms), "quoted": language.quoted_alternatives.join(forms)}


def _severity(rule: Rule, basis: FindingBasis, lang: str, inherited: bool) -> str:
    """Return the severity of a message: lower where the original has the same, neutral if it is rather false."""
    if max(basis.least, rule.confidence_of(basis.message_id, lang)) < DOUBTFUL:
        return "neutral"
    return _lower_severity(basis.severity) if inherited else basis.severity


def _lower_severity(severity: str) -> str:
    return SEVERITIES[min(SEVERITIES.index(severity) + 1, len(SEVERITIES) - 1)]


def selected_across(
    digests: Sequence[Digest], documents: Mapping[str, Document], termbase: Termbase, selection: Selection
) -> list[Finding]:
    """Return what the pages of each language decide together, if selected for its page."""
    findings = check_across(digests, documents, termbase, selection.all, selection.most_places)
    return [
        finding
        for finding in findings
        if BY_CODE[finding.rule] in (*selection.rules(documents[finding.doc_id].path), t901_more_places.RULE)
    ]
