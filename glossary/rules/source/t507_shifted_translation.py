"""T507 shifted-translation: a unit of a catalogue that has the translation of a unit nearby.

Why: lines that slipped by one when a catalogue was filled or merged read well, each by itself, and are all wrong.
Bad: msgid "Save the model." → "打开日志。" (the translation of the next unit, "Open the log.")
Good: msgid "Save the model." → "保存模型。"
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from corpus.alignment.features import SegmentFeatures, evidence
from corpus.alignment.lexicon_io import lexicons
from corpus.records import Segment
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.unit_pairs import UnitPair, unit_pairs

_FARTHEST = 3  # units between a translation and the text that it belongs to
_LIKELY = 0.05  # how often a word of the lexicon is translated so, at least
# Share of an original's words that a translation has, by hand on the first half of po-docs: of its own at most, of the
# other at least; and how many words speak for the other in all.
_OWN, _OTHER, _FEWEST = 0.1, 0.5, 2
_SHOWN = 60


class _Words(NamedTuple):
    """What of a text is looked for in another."""

    words: frozenset[str]
    names: frozenset[str]


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield the units whose translation has the words of another unit's original, and none of its own."""
    units = unit_pairs(page)
    if len(units) < 2:
        return
    sources = [_read(unit.source_segments) for unit in units]
    targets = [_read(unit.segments) for unit in units]

    @cache
    def share(source: int, target: int) -> tuple[int, int]:
        return _share(page.lang, sources[source], targets[target])

    moved: dict[int, tuple[int, int]] = {}  # which unit a translation belongs to, and how many words say so
    for number, unit in enumerate(units):
        known, own = share(number, number)
        if not known or own > _OWN * known or not unit.segments:
            continue
        near = range(max(0, number - _FARTHEST), min(len(units), number + _FARTHEST + 1))
        ranked = [
            (shared / total, shared, other)
            for other in near
            if other != number and units[other].source != unit.source
            for total, shared in (share(other, number),)
            if total and shared >= _OTHER * total
        ]
        if ranked:
            _, shared, other = max(ranked)
            moved[number] = (other, shared)
    for number, (other, shared) in moved.items():
        # A swapped or a shifted neighbour says the same.
        beside = [(moved[near][1]) for near in (other, number - 1, number + 1) if _agrees(moved, number, other, near)]
        if shared + sum(beside[:1]) >= _FEWEST and not _has_own(units, targets, number, other):
            yield Violation(
                (DocumentSpan(units[number].start, units[number].end),),
                words={"source": _cut(units[number].source), "other": _cut(units[other].source)},
                sure=1.0 if beside or shared > _FEWEST else 0.85,
                key=f"{units[number].source}→{units[other].source}",
            )


def _agrees(moved: dict[int, tuple[int, int]], number: int, other: int, near: int) -> bool:
    """Return whether a unit nearby has moved in the same step, or to the place of this."""
    return near in moved and near != number and (moved[near][0] - near == other - number or moved[near][0] == number)


def _has_own(units: tuple[UnitPair, ...], targets: list[_Words], number: int, other: int) -> bool:
    """Return whether the other unit has the same translation, so that both originals may mean the same."""
    return targets[number] == targets[other] and units[number].text == units[other].text


def _cut(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…"


def _read(segments: tuple[Segment, ...]) -> _Words:
    features: list[SegmentFeatures] = [evidence(segment, False, ()) for segment in segments]
    words = frozenset(word for part in features for word in part.words)
    return _Words(words, frozenset(name for part in features for name in part.firm))


def _share(lang: str, source: _Words, target: _Words) -> tuple[int, int]:
    """Return of how many words of an original a translation is known, and how many of them a text has."""
    known = shared = 0
    lexicon = _lexicon(lang)
    for word in source.words - {name.lower() for name in source.names}:
        if partners := lexicon.get(word):
            known += 1
            shared += not partners.isdisjoint(target.words)
    names = {name for name in source.names if not name.isalpha() or name in target.names}
    return known + len(names), shared + len(names & target.names)


@cache
def _lexicon(lang: str) -> dict[str, frozenset[str]]:
    """Return the likely translations of English words."""
    lexicon = lexicons().of("en", lang)
    return {
        word: frozenset(partner for partner, count in partners if count >= _LIKELY * (lexicon.source.get(word, 0) + 1))
        for word, partners in lexicon.by_source.items()
    }


RULE = Rule(
    "T507", "shifted-translation", "accuracy/mistranslation", "major", 0.9, "segment", find, trusts_original=True
)
