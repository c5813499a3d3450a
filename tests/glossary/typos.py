"""Planting slips into names, as fingers make them, with a fixed seed."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Iterator, Sequence

_LETTERS = string.ascii_lowercase
_PAIR = re.compile("[A-Za-z]{2}")


def slips(names: Sequence[str], number: int, seed: int) -> Iterator[tuple[str, str]]:
    """Pairs of a name and the same with one slip in a part of six characters or more; `number` names are drawn."""
    chance = random.Random(seed)
    for _ in range(number):
        name = chance.choice(names)
        parts = name.split(".")
        long = [place for place, part in enumerate(parts) if place and _PAIR.search(part[1:]) and len(part) >= 6]
        if long:
            place = chance.choice(long)
            parts[place] = slip(parts[place], chance)
            yield name, ".".join(parts)


def slip(word: str, chance: random.Random) -> str:
    """The word with one letter dropped, doubled, put in, replaced, or swapped with the next; digits stay."""
    while True:
        at = chance.randrange(1, len(word) - 1)
        one, two = word[at], word[at + 1]
        if not (one.isalpha() and two.isalpha()):
            continue
        match chance.choice(("drop", "double", "put", "replace", "swap")):
            case "drop":
                made = word[:at] + word[at + 1 :]
            case "double":
                made = word[: at + 1] + word[at:]
            case "put":
                made = word[:at] + chance.choice(_LETTERS) + word[at:]
            case "replace":
                made = word[:at] + chance.choice(_LETTERS) + word[at + 1 :]
            case _:
                made = word[:at] + two + one + word[at + 2 :]
        if made != word:
            return made
