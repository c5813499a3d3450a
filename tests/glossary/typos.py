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
        place = chance.randrange(1, len(word) - 1)
        letter, next_letter = word[place], word[place + 1]
        if not (letter.isalpha() and next_letter.isalpha()):
            continue
        match chance.choice(("drop", "double", "put", "replace", "swap")):
            case "drop":
                changed = word[:place] + word[place + 1 :]
            case "double":
                changed = word[: place + 1] + word[place:]
            case "put":
                changed = word[:place] + chance.choice(_LETTERS) + word[place:]
            case "replace":
                changed = word[:place] + chance.choice(_LETTERS) + word[place + 1 :]
            case _:
                changed = word[:place] + next_letter + letter + word[place + 2 :]
        if changed != word:
            return changed
