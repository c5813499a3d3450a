"""A raised page: what rules raise on a page, before selections, comments and reviewers' decisions are applied.

It holds plain values, so that it can be cached: another selection or decision does not need the page to be read again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages import pack
from corpus.records import MESSAGE_COLUMNS, Document, Location
from glossary.findings.place_limit import limited_violations
from glossary.findings.suppressions import Suppression, suppressions
from glossary.rules.context import RuleContext
from glossary.rules.messages import message
from glossary.rules.meta import t901_more_places
from glossary.rules.rule import DocumentSpan, Rule, Violation, fold_surface
from glossary.rules.shared.page_coverage import has_other_original, other_language
from glossary.rules.shared.source_pairs import source_name_of

_OF_MARKS = ("design/markup", "locale-conventions", "none")  # categories whose places are marks and spaces
# What stands at the ends of a line's words: white space, bars, signs of quotations, titles and items, bold.
_HEAD = re.compile(r"(?:[\s|>]|#{1,6}(?=\s)|[-+*](?=\s)|\*(?=\S))*")
_TAIL = re.compile(r"(?:[\s|]|(?<=\S)\*|\\)*\Z")
_LONGEST_TAIL = 200  # characters of marks and spaces at the end of a place
_NUMBER = re.compile(r"\d*")
Pages = Mapping[str, Document]  # by id


class RaisedPlace(NamedTuple):
    """A place of a violation: as the rule raised it, and as findings list it."""

    start: int
    end: int
    key: str  # of the decision, where this is its first place
    location: Location  # holds words alone; how sure it is, the rule says


class RaisedViolation(NamedTuple):
    """A violation with its messages in all languages; most fields are those of `Violation`."""

    places: tuple[RaisedPlace, ...]
    concept_id: str
    message_id: str
    severity: str
    sure: float
    most: float
    least: float
    entry_severity: str = ""  # what the entry of its concept says


@dataclass(frozen=True, slots=True)
class RaisedPage:
    """What rules raise on a page, with an entry for each rule that was run and no other."""

    violations: dict[str, tuple[RaisedViolation, ...]] = field(default_factory=dict)  # by rule, those that are listed
    unlisted: dict[str, tuple[RaisedViolation, ...]] = field(default_factory=dict)  # by rule, how many more there are
    segment_ids: dict[int, str] = field(default_factory=dict)  # by the offset at which a place or a comment begins
    inherited: frozenset[str] = frozenset()  # words of slips that the original has too
    comments: tuple[Suppression, ...] = ()
    original: str = (
        "unknown"  # whether the original is that of the page: own, other, or unknown as no rule compared both
    )

    def lacks(self, rules: Iterable[Rule]) -> list[Rule] | None:
        """Return the rules that were not run yet; None if the earlier ones must be run again with them. If no rule
        compares the page with its original, all rules take the original for the page's own.
        """
        asked = list(rules)
        is_known = self.original == "own" or (self.original == "other") == compares(asked)
        return [rule for rule in asked if rule.code not in self.violations] if is_known else None

    def joined(self, other: RaisedPage) -> RaisedPage:
        """Return this joined with what other rules raised on the same page."""
        return RaisedPage(
            self.violations | other.violations,
            self.unlisted | other.unlisted,
            self.segment_ids | other.segment_ids,
            self.inherited | other.inherited,
            self.comments,
            self.original if other.original == "unknown" else other.original,
        )


def compares(rules: Iterable[Rule]) -> bool:
    """Return whether any rule compares pages with their original, which requires both to be aligned."""
    return any(rule.find and (rule.trusts_original or rule.judges_original) for rule in rules)


def raised_page(
    page: RuleContext, rules: Sequence[Rule], most_places: int, is_compared: bool | None = None
) -> RaisedPage:
    """Return the violations that rules raise. A page in another language than its folder's is checked for that alone.
    A page paired with another page's original is judged as if it had none, if rules that run now or ran before compare
    both.
    """
    is_compared = compares(rules) if is_compared is None else is_compared
    documents = {page.document.doc_id: page.document}
    is_other_language, is_other = other_language(page), is_compared and has_other_original(page)
    judged = _without_original(page) if is_other else page
    violations: dict[str, tuple[RaisedViolation, ...]] = {}
    unlisted: dict[str, tuple[RaisedViolation, ...]] = {}
    inherited: set[str] = set()
    for rule in rules:
        violations[rule.code] = ()
        if not (rule.find and rule.judges(page.lang)) or (is_other_language and not rule.judges_original):
            continue
        limited = limited_violations(rule.find(page if rule.judges_original else judged), most_places)
        violations[rule.code] = tuple(violation_on(page, rule, violation, documents) for violation in limited.listed)
        if limited.unlisted:
            rows = limited.rows(rule.code)
            unlisted[rule.code] = tuple(violation_on(page, t901_more_places.RULE, row, documents) for row in rows)
        if rule.inherits:
            locations = [place.location for raised in violations[rule.code] for place in raised.places]
            surfaces = {(at.surface, at.surface + _NUMBER.match(page.text, at.end)[0]) for at in locations}  # type: ignore[index]
            inherited |= {surface for surface, numbered in surfaces if any(map(page.original_has, (surface, numbered)))}
    comments = suppressions(page)
    starts = {place.location.start for listed in (violations, unlisted) for place in _places(listed.values())}
    segments = {start: page.block_at(start) for start in (*starts, *(comment.start for comment in comments))}
    segment_ids = {start: segment.segment_id for start, segment in segments.items() if segment}
    is_own = page.original is None or (is_compared and not is_other)
    original = "own" if is_own else "other" if is_other else "unknown"
    return RaisedPage(violations, unlisted, segment_ids, frozenset(inherited), comments, original)


def _without_original(page: RuleContext) -> RuleContext:
    return RuleContext(page.document, page.segments, page.mentions, page.termbase, None, page.decisions)


def _places(listed: Iterable[Sequence[RaisedViolation]]) -> Iterator[RaisedPlace]:
    return (place for violations in listed for violation in violations for place in violation.places)


def violation_on(page: RuleContext, rule: Rule, violation: Violation, pages: Pages) -> RaisedViolation:
    """Return a violation of a page with the messages of its places and the severity from its concept's entry."""
    entry = page.termbase.by_id.get(violation.concept_id) if violation.concept_id else None
    table_line = f" ({entry.table_line})" if entry and entry.table_line else ""
    name_of = partial(_name, page, rule, violation)
    raised = raised_violation(rule, violation, page.document.doc_id, pages, name_of, table_line)
    return raised._replace(entry_severity=entry.severity if entry else "")


def _name(page: RuleContext, rule: Rule, violation: Violation, place: DocumentSpan) -> str:
    """Return the name of a concept for a message: on this page, rules about segments use the original's name."""
    if not violation.concept_id or violation.concept_id not in page.termbase.by_id:
        return violation.concept_id
    is_here = rule.scope == "segment" and place.doc_id in ("", page.document.doc_id)
    source_name = source_name_of(page, place.start, violation.concept_id) if is_here else ""
    return source_name or page.termbase.preferred(violation.concept_id, "en")


def raised_violation(
    rule: Rule,
    violation: Violation,
    doc_id: str,
    pages: Pages,
    name_of: Callable[[DocumentSpan], str] | None = None,
    after: str = "",
) -> RaisedViolation:
    """Return a violation with the messages of its places. `name_of` gives the name of its concept at a place; `after`
    is appended to each message. The remedy is offered at the places that have the same words as the first.
    """
    places: list[RaisedPlace] = []
    messages: dict[tuple[str, str], dict[str, str]] = {}
    for raised, place in zip(violation.places, _trimmed(violation, rule, doc_id, pages), strict=True):
        text, name = pages[place.doc_id or doc_id].text, name_of(place) if name_of else ""
        surface = text[place.start : place.end]
        if (surface, name) not in messages:
            words = {"surface": " ".join(surface.split()), "concept": name, **violation.words}
            messages[surface, name] = {
                column: message(rule.code, violation.message_id, {**_forms(violation.expected, lang), **words}, lang)
                + after
                for lang, column in MESSAGE_COLUMNS.items()
            }
        is_alike = not places or surface == places[0].location.surface
        location = Location(
            doc_id=place.doc_id or doc_id,
            start=place.start,
            end=place.end,
            surface=surface,
            **messages[surface, name],
            expected=list(violation.expected),
            suggestion=violation.suggestion or None if is_alike else None,
            confidence=0.0,
        )
        key = violation.key or fold_surface(text[raised.start : raised.end])
        places.append(RaisedPlace(raised.start, raised.end, key, location))
    return RaisedViolation(
        tuple(places),
        violation.concept_id,
        violation.message_id,
        violation.severity,
        violation.sure,
        violation.most,
        violation.least,
    )


def _trimmed(violation: Violation, rule: Rule, doc_id: str, pages: Pages) -> Sequence[DocumentSpan]:
    """Return the places of a violation trimmed to words: no white space, bars, hashes or stars at the ends. Places are
    kept whole if they have a remedy, which replaces all of them, or if the rule is about markup or spaces.
    """
    if violation.suggestion or rule.category in _OF_MARKS:
        return violation.places
    places = []
    for place in violation.places:
        surface = pages[place.doc_id or doc_id].text[place.start : place.end]
        head, tail = _HEAD.match(surface), _TAIL.search(surface, max(0, len(surface) - _LONGEST_TAIL))
        start, end = head.end() if head else 0, tail.start() if tail else len(surface)
        has_words = any(map(str.isalnum, surface[start:end])) and "**" not in surface[start:end]
        places.append(place._replace(start=place.start + start, end=place.start + end) if has_words else place)
    return places


def _forms(forms: Sequence[str], lang: str) -> dict[str, str]:
    """Return the expected forms as a message of a language lists them: plain, and in quotation marks."""
    language = pack(lang)
    return {"expected": language.alternatives.join(forms), "quoted": language.quoted_alternatives.join(forms)}
