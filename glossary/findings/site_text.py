"""Site text: findings with the same words on many pages belong to the site and are no fault of each page.

Titles made from a template, each with its page's name before the same English words, are one decision.

A notice that a page was machine-translated, a footer, a form or host for each language: all pages of a site have it,
and their original has nothing like it or another address. In one set such a notice made 103 of 132 sure findings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from corpus import lazy_re as re
from corpus.languages import pack
from corpus.records import MESSAGE_COLUMNS, Finding, Location
from glossary.rules.calibration import UNPROVEN
from glossary.rules.messages import message, message_id_of
from glossary.rules.rule import fold_surface, severity_at

_UNITS = ("heading", "item", "cell", "sentence")  # messages of units that were copied letter for letter
_WORD = re.compile(r"[A-Za-z][\w'’]*")
_ENDS = (".", "!", "?", "…", ":")


def with_kept_english(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings, with names that several languages of a work keep in English marked as unproven."""
    findings = list(findings)
    kept_by: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for finding in findings:
        if _is_of_name(finding):
            kept_by[_unit(finding)].add(finding.lang)
    return [_doubted(finding) if len(kept_by.get(_unit(finding), ())) > 1 else finding for finding in findings]


def _unit(finding: Finding) -> tuple[str, str]:
    return finding.work, fold_surface(finding.surface)


def _is_of_name(finding: Finding) -> bool:
    """Return whether a finding is about a unit in title case: all words capitalized except function words."""
    if finding.rule != _UNTRANSLATED or message_id_of(finding.rule, finding.message) not in _UNITS:
        return False
    small = pack("en").function_words
    words = _WORD.findall(finding.surface)
    capitals = all(word[0].isupper() or word in small for word in words)
    return bool(words) and capitals and not finding.surface.rstrip().endswith(_ENDS)


def _doubted(finding: Finding) -> Finding:
    if not _is_of_name(finding):
        return finding
    places = [replace(place, confidence=min(place.confidence, UNPROVEN)) for place in finding.locations]
    confidence = min(finding.confidence, UNPROVEN)
    return replace(finding, locations=places, confidence=confidence, severity=severity_at(finding.severity, confidence))


_FEWEST = 3  # pages: on two the same slip may have been copied
_LINKS, _ADDRESS = "T305", "address"
_GAPS, _ADDED = "T505", "added"
_UNTRANSLATED = "T504"
_TEMPLATE = re.compile(r"[^\n]* [-|–—·:] (\S{1,60}(?: \S{1,60}){1,12})")  # Name - Words Of The Site


def without_site_text(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings without those that recur on many pages of a language. Recurring links are joined into one
    neutral finding, recurring titles into one; sentences that the site adds or leaves out are dropped.
    """
    remaining: list[Finding] = []
    recurring: defaultdict[tuple[object, ...], list[Finding]] = defaultdict(list)
    titles: defaultdict[tuple[str, str], list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.state.stands and (
            finding.rule == _GAPS
            or (finding.rule == _LINKS and message_id_of(finding.rule, finding.message) == _ADDRESS)
        ):
            recurring[_key(finding)].append(finding)
        elif finding.state.stands and (words := _template(finding)):
            titles[finding.lang, words].append(finding)
        else:
            remaining.append(finding)
    links: defaultdict[str, list[Finding]] = defaultdict(list)
    for alike in recurring.values():
        if _pages(alike) < _FEWEST:
            remaining += alike
        elif alike[0].rule == _LINKS:
            links[alike[0].lang] += alike
    for alike in titles.values():
        remaining += alike if _pages(alike) < _FEWEST else [_one_decision(alike)]
    return [*remaining, *map(_joined_links, links.values())]


def _key(finding: Finding) -> tuple[object, ...]:
    """Return the key that equal findings of several pages share: the original's words, and the pages' words instead."""
    if finding.rule == _GAPS and message_id_of(finding.rule, finding.message) != _ADDED:
        return finding.lang, finding.rule, finding.message
    if finding.rule == _LINKS and finding.expected and (parts := _changed_parts(finding)):
        return finding.lang, finding.rule, parts
    surfaces = frozenset(fold_surface(place.surface) for place in finding.locations)
    return finding.lang, finding.rule, finding.message, surfaces


def _changed_parts(finding: Finding) -> tuple[str, str] | None:
    """Return the single path part in which a link and the original's differ, from both; None if more differs. `blob`
    for `resolve` in the addresses of many files is one decision.
    """
    target, source = finding.surface.split("/"), finding.expected[0].split("/")
    if len(target) != len(source):
        return None
    changed = [parts for parts in zip(target, source, strict=True) if parts[0] != parts[1]]
    return changed[0] if len(changed) == 1 else None


def _template(finding: Finding) -> str:
    """Return the site's words in an untranslated title, folded; empty if it has none."""
    match = _TEMPLATE.fullmatch(finding.surface) if finding.rule == _UNTRANSLATED and finding.surface else None
    return fold_surface(match[1]) if match else ""


def _pages(findings: Iterable[Finding]) -> int:
    return len({finding.doc_id for finding in findings})


def _one_decision(findings: Iterable[Finding]) -> Finding:
    """Return one finding with the places of all, each place with its own message."""
    ordered = sorted(findings, key=lambda finding: (finding.work, finding.doc_id, finding.start or 0))
    first, *others = (place for finding in ordered for place in finding.locations)
    others.sort(key=lambda place: (place.doc_id, place.start, place.end))
    return replace(
        ordered[0],
        confidence=max(finding.confidence for finding in ordered),
        locations=[first, *others],
        occurrences=1 + len(others),
    )


def _joined_links(findings: Sequence[Finding]) -> Finding:
    """Return one neutral finding for links that recur, with all their places."""
    joined = _one_decision(findings)
    pages = len({place.doc_id for place in joined.locations})
    places = [replace(place, suggestion=None, **_messages(place, pages)) for place in joined.locations]
    return replace(joined, severity="neutral", suggestion=None, locations=places, **_messages(places[0], pages))


def _messages(place: Location, pages: int) -> dict[str, Any]:
    """Return the messages about a link of the site, in each language of messages."""
    words = {"surface": place.surface, "count": str(pages)}
    return {column: message(_LINKS, "site", words, lang) for lang, column in MESSAGE_COLUMNS.items()}
