"""T508 shifted-translation: a catalogue unit that has the translation of a unit nearby.

Why: If lines shift by one when a catalogue is filled or merged, each line reads well, and all of them are wrong.
Bad: msgid "Save the model." → "打开日志。" (the translation of the next unit, "Open the log.")
Good: msgid "Save the model." → "保存模型。"
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from corpus.alignment.features import evidence
from corpus.alignment.lexicon import lexicons
from corpus.records import Segment
from corpus.text.segments import own_spans
from glossary.rules.calibration import NEARLY, sign
from glossary.rules.context import RuleContext
from glossary.rules.messages import shortened
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.unit_pairs import UnitPair, unit_pairs

_FARTHEST = 3  # units between a translation and the text that it belongs to; by hand
_LIKELY = 0.05  # how often a word of the lexicon is translated so, at least; by hand
# Share of an original's words that a translation has: of its own at most, of the other at least, and how far both are
# apart; two words speak for the other. Where a unit nearby moved as well, three words of both are enough with less.
# Chosen on every other catalogue of po-docs, with one alarm among its 2,397 untouched units.
_OWN, _OTHER, _FEWEST = 0.1, 0.5, 2
_OWN_OF_RUN, _OTHER_OF_RUN, _APART, _FEWEST_OF_RUN = 0.5, 0.4, 0.2, 3
_SHOWN = 60
_KEPT = ("code", "identifier", "placeholder", "url")


class _Words(NamedTuple):
    """The words and names of a text to look for in another."""

    words: frozenset[str]
    names: frozenset[str]


_ALONE = sign("T508.alone", NEARLY)


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield the units whose translation has the words of another unit's original, and none of its own."""
    units = unit_pairs(page)
    if len(units) < 2:
        return
    sources = [_read(unit.source_segments) for unit in units]
    targets = [_read(unit.segments) for unit in units]
    all_names = frozenset(name for target in targets for name in target.names)

    @cache
    def share(source: int, target: int) -> tuple[int, int]:
        return _share(page.lang, sources[source], targets[target], all_names)

    moves = {
        number: move for number, unit in enumerate(units) if unit.segments and (move := _move(units, number, share))
    }
    for number, move in moves.items():
        # A swapped or a shifted neighbour says the same.
        beside = [
            moves[near].shared
            for near in dict.fromkeys((move.other, number - 1, number + 1))
            if near in moves and (moves[near].other == number or moves[near].other - near == move.other - number)
        ]
        is_run = bool(beside) and move.shared + max(beside) >= _FEWEST_OF_RUN
        is_alone = move.own_share <= _OWN and move.share >= _OTHER and move.shared >= _FEWEST
        if (is_run or is_alone) and units[number].text != units[move.other].text:
            yield Violation(
                (DocumentSpan(units[number].start, units[number].end),),
                words={
                    "source": shortened(units[number].source, _SHOWN),
                    "other": shortened(units[move.other].source, _SHOWN),
                },
                sure=1.0 if beside or move.shared > _FEWEST else _ALONE,
                key=f"{units[number].source}→{units[move.other].source}",
            )


class _Move(NamedTuple):
    """Another unit whose original fits a translation better than its own does."""

    share: float  # of that original's words that the translation has
    shared: int
    own_share: float  # the same of its own
    other: int


def _move(units: Sequence[UnitPair], number: int, share: Callable[[int, int], tuple[int, int]]) -> _Move | None:
    known_words, own_shared = share(number, number)
    own_share = own_shared / known_words if known_words else 0.0
    if own_share > _OWN_OF_RUN:
        return None
    near = range(max(0, number - _FARTHEST), min(len(units), number + _FARTHEST + 1))
    moves = (
        _Move(shared / total, shared, own_share, other)
        for other in near
        if other != number and units[other].source != units[number].source
        for total, shared in (share(other, number),)
        if total and shared / total >= max(_OTHER_OF_RUN, own_share + _APART)
    )
    return max(moves, default=None)


def _read(segments: tuple[Segment, ...]) -> _Words:
    features = [evidence(segment, False, ()) for segment in segments]
    words = frozenset(word for part in features for word in part.words)
    spans = frozenset(
        segment.text[span.start : span.end] for segment in segments for span in own_spans(segment) if span.kind in _KEPT
    )
    return _Words(words, spans | frozenset(name for part in features for name in part.firm))


def _share(lang: str, source: _Words, target: _Words, all_names: frozenset[str]) -> tuple[int, int]:
    """Return how many words of an original have a known translation, and how many of those a text has. `all_names` are
    the names in the page's translations.
    """
    lexicon, names = _lexicon(lang), source.names & all_names
    partners = [lexicon[word] for word in source.words - names if word in lexicon]
    shared = sum(not words.isdisjoint(target.words) for words in partners)
    return len(partners) + len(names), shared + len(names & target.names)


@cache
def _lexicon(lang: str) -> dict[str, frozenset[str]]:
    """Return the likely translations of English words."""
    lexicon = lexicons().of("en", lang)
    return {
        word: frozenset(partner for partner, count in partners if count >= _LIKELY * (lexicon.source.get(word, 0) + 1))
        for word, partners in lexicon.by_source.items()
    }


RULE = Rule("T508", "shifted-translation", "accuracy/mistranslation", "major", 0.9, "segment", find)
