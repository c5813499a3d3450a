"""The assignment, one decision for a bead: which stretch stands for which term, no word for two of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from glossary.bitext.terms.counterparts import Counterpart


class Choice(NamedTuple):
    """A stretch with the log-odds that it is the right one."""

    log_odds: float
    candidate: Counterpart


def assigned(choices: Sequence[Sequence[Choice]], least: float) -> dict[int, Choice]:
    """Return the stretch of each term, by its number; the likeliest of all first, as long as its words are not taken.

    `choices` are those of each term; one with log-odds below `least` stands for none.
    """
    ranked = sorted(
        (-choice.log_odds, number, choice.candidate.start, choice.candidate.end, place)
        for number, options in enumerate(choices)
        for place, choice in enumerate(options)
        if choice.log_odds >= least
    )
    chosen: dict[int, Choice] = {}
    for _, number, start, end, place in ranked:
        if number not in chosen and not any(
            start < other.candidate.end and other.candidate.start < end for other in chosen.values()
        ):
            chosen[number] = choices[number][place]
    return chosen


def in_order(chosen: Mapping[int, Choice], keys: Sequence[object], text: str) -> dict[int, Choice]:
    """Return the same choices, with the same words for the same term in the order of both texts.

    `keys` are what the terms are compared by.
    """
    groups: defaultdict[tuple[object, str], list[int]] = defaultdict(list)
    for number, (_, candidate) in sorted(chosen.items()):
        groups[keys[number], text[candidate.start : candidate.end].casefold()].append(number)
    ordered: dict[int, Choice] = {}
    for numbers in groups.values():
        choices = sorted((chosen[number] for number in numbers), key=lambda choice: choice.candidate.start)
        ordered.update(zip(numbers, choices, strict=True))
    return ordered
