"""Masked words: hides personal data in messages and remedies that a rule put together from parts of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from corpus import lazy_re as re
from corpus.languages.scripts import FULLWIDTH_DIGITS
from corpus.personal_data.mask import Mask
from corpus.records import Finding, Location
from corpus.vocabularies import FindingState

_Place = TypeVar("_Place", Finding, Location)
_SUSPECT = re.compile(rf"[@＠0-9{FULLWIDTH_DIGITS}]|://")  # words without any of these are no personal data


def with_masked_words(findings: Sequence[Finding], mask: Mask) -> list[Finding]:
    """Return the findings with personal data hidden in messages and remedies, and in the words of fixed ones. The
    words at places come from the text, which is already masked. Patterns and finders see each text on its own.
    """
    if not mask:
        return list(findings)
    texts = sorted({text for finding in findings for text in _texts(finding) if _SUSPECT.search(text) or mask.patterns})
    masked = {text: hidden for text, hidden in zip(texts, mask.texts(texts), strict=True) if text != hidden}
    return [_masked(finding, masked) for finding in findings] if masked else list(findings)


def _texts(finding: Finding) -> Iterator[str]:
    """Yield all texts of a finding and its places."""
    places: list[Finding | Location] = [finding, *finding.locations]
    for place in places:
        yield from (place.message, place.message_zh, place.message_ja, *place.expected, place.suggestion or "")
    yield finding.surface


def _masked(finding: Finding, masked: Mapping[str, str]) -> Finding:
    locations = [_masked_words(place, masked) for place in finding.locations]
    surface = finding.surface
    if finding.state is FindingState.FIXED:
        surface = masked.get(surface, surface)
    return replace(_masked_words(finding, masked), locations=locations, surface=surface)


def _masked_words(place: _Place, masked: Mapping[str, str]) -> _Place:
    def hidden(text: str) -> str:
        return masked.get(text, text)

    return replace(
        place,
        message=hidden(place.message),
        message_zh=hidden(place.message_zh),
        message_ja=hidden(place.message_ja),
        expected=[hidden(form) for form in place.expected],
        suggestion=place.suggestion and hidden(place.suggestion),
    )
