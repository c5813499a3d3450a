"""Site text: what is found in the same words on many pages belongs to the site, and is no fault of each page.

A notice that a page was translated by a machine, a footer, a form or host of its own for each language: the pages of a
site have it alike, and their original has nothing like it or another address. In one set such a notice made 103 of 132
sure findings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from corpus.records import MESSAGE_COLUMNS, Finding, Location
from glossary.rules.messages import message, message_id_of
from glossary.rules.rule import fold_surface

_FEWEST = 3  # pages: on two the same slip may have been copied
_LINKS, _ADDRESS = "T305", "address"
_GAPS, _ADDED = "T505", "added"


def without_site_text(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings without what recurs on many pages of a language: links that are the site's make one neutral
    finding together, sentences that it adds or leaves out none.
    """
    remaining: list[Finding] = []
    recurring: defaultdict[tuple[object, ...], list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.state.stands and (finding.rule == _GAPS or _is_of_address(finding)):
            recurring[_key(finding)].append(finding)
        else:
            remaining.append(finding)
    links: defaultdict[str, list[Finding]] = defaultdict(list)
    for alike in recurring.values():
        if len({finding.doc_id for finding in alike}) < _FEWEST:
            remaining += alike
        elif alike[0].rule == _LINKS:
            links[alike[0].lang] += alike
    return [*remaining, *map(_joined, links.values())]


def _is_of_address(finding: Finding) -> bool:
    """Whether a finding is of the target of a link; a name of code that is wrong on many pages is a fault on each."""
    return finding.rule == _LINKS and message_id_of(finding.rule, finding.message) == _ADDRESS


def _key(finding: Finding) -> tuple[object, ...]:
    """What makes findings of several pages the same: what the original has, and what the pages have instead."""
    if finding.rule == _GAPS and message_id_of(finding.rule, finding.message) != _ADDED:
        return finding.lang, finding.rule, finding.message
    surfaces = frozenset(fold_surface(place.surface) for place in finding.locations)
    return finding.lang, finding.rule, finding.message, surfaces


def _joined(findings: Sequence[Finding]) -> Finding:
    """One neutral finding for links that recur, with all their places."""
    findings = sorted(findings, key=lambda finding: (finding.work, finding.doc_id, finding.start or 0))
    places = [place for finding in findings for place in finding.locations]
    pages = len({place.doc_id for place in places})
    first, *others = (replace(place, suggestion=None, **_messages(place, pages)) for place in places)
    others.sort(key=lambda place: (place.doc_id, place.start, place.end))
    return replace(
        findings[0],
        severity="neutral",
        suggestion=None,
        locations=[first, *others],
        occurrences=len(places),
        **_messages(first, pages),
    )


def _messages(place: Location, pages: int) -> dict[str, Any]:
    """What is said of a link that is the site's, in each language of messages."""
    words = {"surface": place.surface, "count": str(pages)}
    return {column: message(_LINKS, "site", words, lang) for lang, column in MESSAGE_COLUMNS.items()}
