"""Confused: terms of the page that stand where the original has another one, of which it is never a rendering."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import tomli

from corpus.records import Segment
from glossary.matching.characters import is_cjk
from glossary.matching.normalized_view import fold
from glossary.rules.context import RuleContext
from glossary.rules.shared.contextless_wrong_forms import is_whole
from glossary.rules.shared.source_pairs import SourcePair, has_name, is_rendered, missing, stems, units
from glossary.termbase.termbase import ALLOWED, Termbase

_Readings = dict[tuple[int, int], set[str]]


_COUNTED = 0.9  # the original has the term as well, but less often
_TOGETHER = 15  # characters between two terms that are named together


class Confused(NamedTuple):
    """A term of the page, and the concept that the original has instead."""

    start: int
    end: int
    concept_id: str  # of the term
    meant: str
    sure: float


@cache
def _data() -> dict[str, Any]:
    return tomli.loads((files("glossary.rules.source") / "_confused_terms.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=2)
def confused(page: RuleContext) -> tuple[Confused, ...]:
    """The terms that stand for another concept than that of the original, where no other pairing is possible."""
    opposed = _opposed(page.termbase)
    lacking: dict[int, set[str]] = defaultdict(set)
    for one in missing(page):
        if one.glossed:
            continue  # another rule speaks of 向量（tensor）
        lacking[one.unit.number].add(one.concept_id)
    for unit in units(page):
        lacking[unit.number].update(_cued(page, unit))
    return tuple(one for unit in units(page) for one in _in(page, unit, lacking[unit.number], opposed))


def _in(
    page: RuleContext, unit: SourcePair, lacking: set[str], opposed: Mapping[str, frozenset[str]]
) -> Iterator[Confused]:
    pairs = [(one, other) for one in sorted(lacking) for other in sorted(opposed.get(one, ()))]
    pairs = [(one, other) for one, other in pairs if other in page.termbase.by_id]
    readings = _readings(page, unit) if pairs else {}
    found: dict[tuple[int, int], list[Confused]] = defaultdict(list)
    for meant, concept_id in pairs:
        for one in _instead(page, unit, readings, concept_id, meant):
            found[one.start, one.end].append(one)
    yield from (found[place][0] for place in sorted(found) if len({one.meant for one in found[place]}) == 1)


def _instead(
    page: RuleContext, unit: SourcePair, readings: _Readings, concept_id: str, meant: str
) -> Iterator[Confused]:
    """The places of a term for which the original has no word of its own, or fewer than there are places."""
    places = [place for place, ids in readings.items() if concept_id in ids and not _is_other(unit, ids, concept_id)]
    places = places or list(_words(page, unit, concept_id))
    said = len(unit.source.get(concept_id, ()))
    if not said and _is_said_besides(page, unit, concept_id, meant):
        return
    if not said:
        yield from (Confused(*place, concept_id, meant, 1.0) for place in places)
    elif len(places) > said and _are_together(unit, concept_id, meant):
        place = min(places, key=lambda place: abs(_far(unit.pair.own, place[0]) - _far_of(unit, meant)))
        yield Confused(*place, concept_id, meant, _COUNTED)


def _readings(page: RuleContext, unit: SourcePair) -> _Readings:
    """The concepts of the page's own words at each place that lies in no longer term."""
    found: _Readings = defaultdict(set)
    for segment in unit.pair.own:
        for use in page.inside(segment):
            if use.status in ALLOWED and not use.nested and use.zone in ("prose", "heading"):
                found[use.start, use.end].add(use.concept_id)
    return found


def _is_other(unit: SourcePair, ids: Set[str], concept_id: str) -> bool:
    """Whether a place may be read as something else that the original has."""
    return any(one in unit.known for one in ids - {concept_id})


def _is_said_besides(page: RuleContext, unit: SourcePair, concept_id: str, meant: str) -> bool:
    """Whether the original has words for a term that are no part of the one that is meant."""
    text = " ".join(one.text for one in unit.pair.source)
    for use in unit.source.get(meant, ()):
        text = text.replace(use.surface, " ")
    return has_name(stems(text), page.termbase, concept_id)


def _are_together(unit: SourcePair, concept_id: str, meant: str) -> bool:
    """Whether the original has two terms side by side, as precision and recall: elsewhere a term may be said again."""
    return any(
        max(one.start, other.start) - min(one.end, other.end) <= _TOGETHER
        for one in unit.source[concept_id]
        for other in unit.source.get(meant, ())
    )


def _far(segments: Sequence[Segment], offset: int) -> float:
    """How far into its segments a place stands, as a share."""
    first, last = segments[0].start, segments[-1].end
    return (offset - first) / max(1, last - first)


def _far_of(unit: SourcePair, concept_id: str) -> float:
    return _far(unit.pair.source, unit.source[concept_id][0].start)


def _words(page: RuleContext, unit: SourcePair, concept_id: str) -> Iterator[tuple[int, int]]:
    """Where a term stands that counts in certain company alone, and is without."""
    for form in page.termbase.by_id[concept_id].in_language(page.lang):
        if form.status == "preferred" and form.only_near and is_cjk(form.form[0]):
            for segment in unit.pair.own:
                start = segment.start + segment.text.find(form.form)
                end = start + len(form.form)
                if start >= segment.start and is_whole(segment, start, end) and not page.touching(start, end):
                    yield start, end


def _cued(page: RuleContext, unit: SourcePair) -> Iterator[str]:
    """The concepts that words of the original mean which are no term by themselves: "run backward"."""
    for cue in _data()["cues"]:
        if unit.stems.isdisjoint(cue["words"]) or cue["concept"] not in page.termbase.by_id:
            continue
        text = " ".join(one.text for one in unit.pair.source)
        found = _pattern(tuple(cue["words"]), tuple(cue["not_before"])).search(text)
        if found and not is_rendered(unit, page.termbase, cue["concept"], page.lang):
            yield cue["concept"]


@cache
def _pattern(words: tuple[str, ...], not_before: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words)})\b(?![ -](?:{'|'.join(not_before)}))", re.IGNORECASE)


@lru_cache(maxsize=4)
def _opposed(termbase: Termbase) -> dict[str, frozenset[str]]:
    """The concepts of which each is never a rendering."""
    found: dict[str, set[str]] = defaultdict(set)
    for group in _data()["groups"]:
        for one in group:
            found[one].update(other for other in group if other != one)
    for one, other in _opposites(termbase):
        found[one].add(other)
    for cue in _data()["cues"]:
        found[cue["taken_for"]].add(cue["concept"])
        found[cue["concept"]].add(cue["taken_for"])
    return {key: frozenset(others) for key, others in found.items()}


def _opposites(termbase: Termbase) -> Iterator[tuple[str, str]]:
    """The concepts whose English names differ in a word and its opposite alone."""
    named = {fold(termbase.preferred(one.id, "en")): one.id for one in termbase.concepts}
    for name, concept_id in named.items():
        words = name.split(" ")
        for number, word in enumerate(words if len(words) > 1 else ()):
            for other in _against().get(word, ()):
                opposite = named.get(" ".join([*words[:number], other, *words[number + 1 :]]))
                if opposite is not None:
                    yield concept_id, opposite


@cache
def _against() -> dict[str, tuple[str, ...]]:
    groups = [line.split() for line in _data()["opposites"]]
    found: dict[str, tuple[str, ...]] = {}
    for group in groups:
        for word in group:
            found[word] = (*found.get(word, ()), *(other for other in group if other != word))
    return found
