"""Counterparts: names and words of a page beside those of the original's sentences that it translates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import zip_longest

from rapidfuzz.distance import OSA

from corpus import lazy_re as re
from corpus.records import Segment
from glossary.inventory.nearest import differs_as_names_do, is_slip, is_slip_within
from glossary.rules.context import RuleContext
from glossary.rules.shared.code_identifiers import in_source, names_in
from glossary.rules.source_context import SegmentPair

_SURE, _LIKELY = 0.9, 0.5  # scores of pairs
_TWO_SLIPS = 10  # letters of a name that bears two
_SHORTEST = 5
_SHORT_PART = 3
_PARTS = re.compile(r"[._]")


def sure_pairs(page: RuleContext) -> Iterator[SegmentPair]:
    """Yield the pairs of page and original that are believed, those apart that were left untranslated."""
    return (pair for pair in page.pairs if pair.score >= _SURE and not pair.copied)


def likely_pairs(page: RuleContext) -> Iterator[SegmentPair]:
    """Yield the pairs that may be believed by themselves, such as a rare name with one letter wrong."""
    return (pair for pair in page.pairs if pair.score >= _LIKELY and not pair.copied)


def names_meant(page: RuleContext) -> dict[str, list[str]]:
    """Return names of the page that its original nowhere has, and the names that stand in their place there."""
    rights_by_name: dict[str, list[str]] = {}
    for name, missing in _own_names(page):
        if rights := [right for right in missing if _is_slip_for(name, right)]:
            rights_by_name.setdefault(name, rights)
    return rights_by_name


def fused_names(page: RuleContext) -> dict[str, tuple[str, str]]:
    """Return names of the page that its original nowhere has, and the two that stand apart in their place there."""
    parts_by_name: dict[str, tuple[str, str]] = {}
    for name, missing in _own_names(page):
        if first := next((part for part in missing if name.startswith(part) and name[len(part) :] in missing), None):
            parts_by_name.setdefault(name, (first, name[len(first) :]))
    return parts_by_name


def _own_names(page: RuleContext) -> Iterator[tuple[str, list[str]]]:
    """Yield the names that only the page has, and what its original has there that it lacks."""
    everywhere = in_source(page)
    for pair in likely_pairs(page):
        target, source = _name_counts(page.text, pair.target), _name_counts(page.source, pair.source)
        missing = list(source - target)
        yield from ((name, missing) for name in target - source if missing and name not in everywhere)


def _name_counts(text: str, segments: Iterable[Segment]) -> Counter[str]:
    return Counter(name.text for segment in segments for name in names_in(text, segment.protected))


def _has_another_part(name: str, right: str) -> bool:
    """Return whether two names differ in a short part alone, without letters in common: random_tf_, random_py_."""
    parts = [
        (part, right_part)
        for part, right_part in zip_longest(_PARTS.split(name), _PARTS.split(right))
        if part != right_part
    ]
    if len(parts) != 1 or None in parts[0]:
        return False
    part, right_part = parts[0]
    return len(part) == len(right_part) <= _SHORT_PART and set(part).isdisjoint(right_part)


def _is_slip_for(name: str, right: str) -> bool:
    """Return whether a name is that of the original but for a letter or two, or for the case of its letters."""
    if name.casefold() == right.casefold() or differs_as_names_do(name, right) or _has_another_part(name, right):
        return False
    if is_slip(name, right) or is_slip_within(name, right, _SHORTEST):
        return True
    return min(len(name), len(right)) >= _TWO_SLIPS and OSA.distance(name, right, score_cutoff=2) <= 2
