"""Confused: terms of the page that stand where the original has another one, of which it is never a rendering."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import tomli

from corpus.records import Segment
from glossary.matching.characters import is_cjk
from glossary.matching.normalized_view import fold
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.shared.contextless_wrong_forms import is_whole_words
from glossary.rules.shared.source_pairs import SourcePair, has_name, is_rendered, missing_concepts, stems, units
from glossary.termbase.termbase import ALLOWED, Termbase

_Readings = dict[tuple[int, int], set[str]]


_COUNTED = 0.9  # the original has the term as well, but less often
_TOGETHER = 15  # characters between two terms that are named together


class ConfusedTerm(NamedTuple):
    """A term of the page, and the concept that the original has instead."""

    start: int
    end: int
    concept_id: str  # of the term
    intended_id: str
    sure: float


@cache
def _data() -> dict[str, Any]:
    return tomli.loads((files("glossary.rules.source") / "_confused_terms.toml").read_text(encoding="utf-8"))


@page_fact
def confused_terms(page: RuleContext) -> tuple[ConfusedTerm, ...]:
    """The terms that stand for another concept than that of the original, where no other pairing is possible."""
    opposed = _opposed_concepts(page.termbase)
    lacking: dict[int, set[str]] = defaultdict(set)
    for lack in missing_concepts(page):
        if lack.glossed:
            continue  # another rule speaks of 向量（tensor）
        lacking[lack.unit.number].add(lack.concept_id)
    for unit in units(page):
        lacking[unit.number].update(_cued_concepts(page, unit))
    return tuple(
        confusion for unit in units(page) for confusion in _confused_in_unit(page, unit, lacking[unit.number], opposed)
    )


def _confused_in_unit(
    page: RuleContext, unit: SourcePair, lacking: set[str], opposed: Mapping[str, frozenset[str]]
) -> Iterator[ConfusedTerm]:
    pairs = [(intended_id, other) for intended_id in sorted(lacking) for other in sorted(opposed.get(intended_id, ()))]
    pairs = [(intended_id, other) for intended_id, other in pairs if other in page.termbase.by_id]
    readings = _readings(page, unit) if pairs else {}
    confusions: dict[tuple[int, int], list[ConfusedTerm]] = defaultdict(list)
    for intended_id, concept_id in pairs:
        for confusion in _confused_places(page, unit, readings, concept_id, intended_id):
            confusions[confusion.start, confusion.end].append(confusion)
    yield from (
        confusions[place][0]
        for place in sorted(confusions)
        if len({confusion.intended_id for confusion in confusions[place]}) == 1
    )


def _confused_places(
    page: RuleContext, unit: SourcePair, readings: _Readings, concept_id: str, intended_id: str
) -> Iterator[ConfusedTerm]:
    """The places of a term for which the original has no word of its own, or fewer than there are places."""
    places = [
        place for place, ids in readings.items() if concept_id in ids and not _has_other_reading(unit, ids, concept_id)
    ]
    places = places or list(_words(page, unit, concept_id))
    source_count = len(unit.source.get(concept_id, ()))
    if not source_count and _is_said_besides(page, unit, concept_id, intended_id):
        return
    if not source_count:
        yield from (ConfusedTerm(*place, concept_id, intended_id, 1.0) for place in places)
    elif len(places) > source_count and _are_together(unit, concept_id, intended_id):
        place = min(
            places,
            key=lambda place: abs(
                _relative_place(unit.pair.target, place[0]) - _relative_source_place(unit, intended_id)
            ),
        )
        yield ConfusedTerm(*place, concept_id, intended_id, _COUNTED)


def _readings(page: RuleContext, unit: SourcePair) -> _Readings:
    """The concepts of the page's own words at each place that lies in no longer term."""
    readings: _Readings = defaultdict(set)
    for segment in unit.pair.target:
        for use in page.mentions_in(segment):
            if use.status in ALLOWED and not use.nested and use.zone in ("prose", "heading"):
                readings[use.start, use.end].add(use.concept_id)
    return readings


def _has_other_reading(unit: SourcePair, ids: AbstractSet[str], concept_id: str) -> bool:
    """Whether a place may be read as something else that the original has."""
    return any(other in unit.source_concepts for other in ids - {concept_id})


def _is_said_besides(page: RuleContext, unit: SourcePair, concept_id: str, intended_id: str) -> bool:
    """Whether the original has words for a term that are no part of the one that is meant."""
    text = " ".join(segment.text for segment in unit.pair.source)
    for use in unit.source.get(intended_id, ()):
        text = text.replace(use.surface, " ")
    return has_name(stems(text), page.termbase, concept_id)


def _are_together(unit: SourcePair, concept_id: str, intended_id: str) -> bool:
    """Whether the original has two terms side by side, as precision and recall: elsewhere a term may be said again."""
    return any(
        max(use.start, other.start) - min(use.end, other.end) <= _TOGETHER
        for use in unit.source[concept_id]
        for other in unit.source.get(intended_id, ())
    )


def _relative_place(segments: Sequence[Segment], offset: int) -> float:
    """How far into its segments a place stands, as a share."""
    first, last = segments[0].start, segments[-1].end
    return (offset - first) / max(1, last - first)


def _relative_source_place(unit: SourcePair, concept_id: str) -> float:
    return _relative_place(unit.pair.source, unit.source[concept_id][0].start)


def _words(page: RuleContext, unit: SourcePair, concept_id: str) -> Iterator[tuple[int, int]]:
    """Where a term stands that counts in certain company alone, and is without."""
    for form in page.termbase.by_id[concept_id].in_language(page.lang):
        if form.status == "preferred" and form.only_near and is_cjk(form.form[0]):
            for segment in unit.pair.target:
                start = segment.start + segment.text.find(form.form)
                end = start + len(form.form)
                if (
                    start >= segment.start
                    and is_whole_words(segment, start, end)
                    and not page.mentions_touching(start, end)
                ):
                    yield start, end


def _cued_concepts(page: RuleContext, unit: SourcePair) -> Iterator[str]:
    """The concepts that words of the original mean which are no term by themselves: "run backward"."""
    for cue in _data()["cues"]:
        if unit.stems.isdisjoint(cue["words"]) or cue["concept"] not in page.termbase.by_id:
            continue
        text = " ".join(segment.text for segment in unit.pair.source)
        match = _pattern(tuple(cue["words"]), tuple(cue["not_before"])).search(text)
        if match and not is_rendered(unit, page.termbase, cue["concept"], page.lang):
            yield cue["concept"]


@cache
def _pattern(words: tuple[str, ...], not_before: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words)})\b(?![ -](?:{'|'.join(not_before)}))", re.IGNORECASE)


@lru_cache(maxsize=4)
def _opposed_concepts(termbase: Termbase) -> dict[str, frozenset[str]]:
    """The concepts of which each is never a rendering."""
    opposed: dict[str, set[str]] = defaultdict(set)
    for group in _data()["groups"]:
        for concept_id in group:
            opposed[concept_id].update(other for other in group if other != concept_id)
    for concept_id, other in _opposites(termbase):
        opposed[concept_id].add(other)
    for cue in _data()["cues"]:
        opposed[cue["taken_for"]].add(cue["concept"])
        opposed[cue["concept"]].add(cue["taken_for"])
    return {key: frozenset(others) for key, others in opposed.items()}


def _opposites(termbase: Termbase) -> Iterator[tuple[str, str]]:
    """The concepts whose English names differ in a word and its opposite alone."""
    ids_by_name = {fold(termbase.preferred(concept.id, "en")): concept.id for concept in termbase.concepts}
    for name, concept_id in ids_by_name.items():
        words = name.split(" ")
        for number, word in enumerate(words if len(words) > 1 else ()):
            for other in _opposed_table().get(word, ()):
                opposite = ids_by_name.get(" ".join([*words[:number], other, *words[number + 1 :]]))
                if opposite is not None:
                    yield concept_id, opposite


@cache
def _opposed_table() -> dict[str, tuple[str, ...]]:
    groups = [line.split() for line in _data()["opposites"]]
    opposites: dict[str, tuple[str, ...]] = {}
    for group in groups:
        for word in group:
            opposites[word] = (*opposites.get(word, ()), *(other for other in group if other != word))
    return opposites
