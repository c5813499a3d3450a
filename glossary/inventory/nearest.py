"""The nearest names to a misspelled one: public names one or two slips away, found part by part from the left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from corpus import lazy_re as re
from glossary.inventory.names import CUSTOMARY, LONGEST, Inventory, NearbyName

_ROOTS = ("torch", "functorch")
_MOST = 2  # slips in a whole name
_WIDTH = 12  # names read halfway that are followed
_DIGITS = re.compile(r"\d+")
_SEAM = re.compile(r"[_.]+|(?<=[a-z0-9])(?=[A-Z])")  # between the words of a name
_MARKED = re.compile(r"[a-z]_[A-Za-z]|[a-z]{6}_$|[a-z][A-Z]|[A-Z]{2}[a-z]")  # what no ordinary word has

_CAPITALISED = re.compile(r"[A-Z][a-z]{7,}")
_HUMP = re.compile(r"[a-z][A-Z]")
_LONG = 8  # letters of a name that is judged without what it belongs to


class _Step(NamedTuple):
    """A partly read name: as the inventory has it, as it would be written, and the number of slips."""

    key: str
    spelling: str
    edits: int


class _Choices(NamedTuple):
    """Names to choose from, also indexed by their lower-case spelling."""

    exact: frozenset[str]
    folded: dict[str, tuple[str, ...]]
    of_length: dict[tuple[int, int], list[str]]  # the spellings that are long enough, and no longer, as asked before

    def between(self, shortest: int, longest: int) -> list[str]:
        """Return the spellings with a length in this range, in order."""
        if (shortest, longest) not in self.of_length:
            self.of_length[shortest, longest] = [key for key in self.folded if shortest <= len(key) <= longest]
        return self.of_length[shortest, longest]


def nearest(inventory: Inventory, name: str, most: int = 3) -> tuple[NearbyName, ...]:
    """Return at most `most` public names near `name`, nearest first; none if it is known or nothing is near."""
    name = name.removesuffix("()")
    if inventory.is_known(name):
        return ()
    candidates = set(_candidates(inventory, name))
    return tuple(sorted(candidates, key=lambda near: (near.edits, abs(len(near.name) - len(name)), near.name))[:most])


def _candidates(inventory: Inventory, name: str) -> list[NearbyName]:
    first, *rest = name.split(".")
    if not rest:
        return list(_nearest_by_last_part(inventory, name))
    if first in CUSTOMARY:
        return _walked(inventory, rest, _Step(CUSTOMARY[first], first, 0))
    for root in _ROOTS:
        if first == root:
            return _walked(inventory, rest, _Step(root, root, 0)) or [
                NearbyName(near, 1) for near in inventory.names_without_dots.get(name.replace(".", ""), ())
            ]
        if _slips(first, root) == 1:  # then all the rest must be right: many a library is called torchsomething
            return [near for near in _walked(inventory, rest, _Step(root, root, 1)) if near.edits == 1]
    before = name.removesuffix(rest[-1])  # an object of the reader's: model.load_state_dcit
    return [NearbyName(before + near.name, near.edits) for near in _nearest_by_last_part(inventory, rest[-1])]


def _walked(inventory: Inventory, parts: list[str], start: _Step) -> list[NearbyName]:
    """Return the names whose parts are near these, from a correct start."""
    steps = [start]
    for part in parts:
        onward = (step for before in steps for step in _next_steps(inventory, before, part))
        steps = sorted(onward, key=lambda step: step.edits)[:_WIDTH]
    return [NearbyName(step.spelling, step.edits) for step in steps]


def _next_steps(inventory: Inventory, step: _Step, part: str) -> Iterator[_Step]:
    """Yield the steps that a part leads to: the member of that name, and members with a similar one."""
    choices = _make_choices(inventory.members(inventory.canonical(step.key) or step.key))
    if part in choices.exact:
        yield _Step(f"{step.key}.{part}", f"{step.spelling}.{part}", step.edits)
    for child, edits in _near_spellings(part, choices, min(_MOST - step.edits, _allowed(part))):
        if _word_by_word(part, child, 1):
            yield _Step(f"{step.key}.{child}", f"{step.spelling}.{child}", step.edits + edits)


@lru_cache(maxsize=1024)
def _make_choices(names: tuple[str, ...]) -> _Choices:
    folded: dict[str, tuple[str, ...]] = {}
    for name in names:
        folded[name.casefold()] = (*folded.get(name.casefold(), ()), name)
    return _Choices(frozenset(names), folded, {})


def _allowed(part: str) -> int:
    """Return how many slips to allow in a part of a name; short ones are near too many other words."""
    return 0 if len(part) < 4 else 1 if len(part) < 8 else 2


def _near_spellings(part: str, choices: _Choices, most: int) -> Iterator[tuple[str, int]]:
    """Yield the names that a part may have meant, with the number of slips. Case may differ at any length."""
    key, most = part.casefold(), max(most, 0)
    keys = choices.between(len(key) - most, len(key) + most)
    close = process.extract(key, keys, scorer=OSA.distance, score_cutoff=most, limit=None)
    for folded, _, _ in close:
        for name in choices.folded[folded]:
            edits = _slips(part, name)
            if 0 < edits <= max(most, int(folded == key)) and not differs_as_names_do(part, name):
                yield name, edits


def _slips(name: str, other: str) -> int:
    """Count the letters inserted, dropped, replaced or swapped with the next; wrong cases together are one slip."""
    one_key, other_key = name.casefold(), other.casefold()
    if one_key == other_key:
        return int(name != other)
    return min(int(OSA.distance(name, other)), int(OSA.distance(one_key, other_key)) + 1)


def differs_as_names_do(name: str, other: str) -> bool:
    """Return whether two names differ as distinct names do, not by a slip: a number, a plural, an underscore."""
    if _DIGITS.findall(name) != _DIGITS.findall(other):
        return True
    shorter, longer = sorted((name, other), key=len)
    plural = not longer.endswith("ss") and longer in (f"{shorter}s", f"{shorter}es")
    return plural or longer in (f"{shorter}_", f"_{shorter}")


def _word_by_word(name: str, other: str, least: int) -> bool:
    """Return whether each word of a name is near its counterpart: num_warmup_steps is no slip for num_warmup_iters."""
    words, others = name.split("_"), other.split("_")
    if len(words) != len(others):
        return True  # the slip is an underscore
    return all(_slips(word, other) <= max(least, _allowed(word)) for word, other in zip(words, others, strict=True))


def _nearest_by_last_part(inventory: Inventory, name: str) -> list[NearbyName]:
    """Return the last parts of public names that a name without its module may have meant. Readers' own names are near
    many a public name by chance, so the slip must lie inside, and in a word long enough.
    """
    choices = _make_choices(inventory.last_parts.get(name[:1].casefold(), ()))
    if name in choices.exact or not (_MARKED.search(name) or _CAPITALISED.fullmatch(name)):
        return []
    if name.casefold() in choices.folded and "_" not in name:
        return [NearbyName(to, 1) for to in choices.folded[name.casefold()] if _is_recased_class(name, to)]
    if not _MARKED.search(name):
        return []
    most = min(_allowed(name), max(0, len(name) // 4 - 1))  # one slip from 8 letters on, two from 12
    near = _near_spellings(name, choices, most)
    return [NearbyName(to, edits) for to, edits in near if to[-1] == name[-1] and _word_by_word(name, to, 0)]


def _is_recased_class(name: str, right: str) -> bool:
    """Return whether a name is that of a class with an inner capital lost: Dataloader. dataLoader is a variable named
    after it, BatchNorm2D the name of another library.
    """
    lost = sum(map(str.isupper, right)) > sum(map(str.isupper, name))
    return lost and name[0] == right[0] and name[0].isupper() and len(name) >= _LONG and bool(_HUMP.search(right))


class NameNeighbours:
    """Names indexed so that those one letter away from another are looked up, not searched for."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names: defaultdict[str, list[str]] = defaultdict(list)
        for name in sorted({name for name in names if len(name) <= LONGEST}):
            self._names[name[:1]].append(name)
        self._by_rest: dict[str, dict[str, list[str]]] = {}  # by first letter, then by what is left without one letter

    def one_edit_away(self, name: str) -> list[str]:
        """Return the names with one letter inserted, dropped, replaced or swapped; slips rarely touch the first."""
        if len(name) > LONGEST:
            return []  # no name; without one letter each, its letters would be their number squared
        first = name[:1]
        if first not in self._by_rest:
            by_rest = self._by_rest.setdefault(first, {})
            for other in self._names.get(first, ()):
                for rest in _letter_rests(other):
                    by_rest.setdefault(rest, []).append(other)
        near = {other for rest in _letter_rests(name) for other in self._by_rest[first].get(rest, ())}
        return sorted(other for other in near if OSA.distance(name, other, score_cutoff=1) == 1)


def _letter_rests(name: str) -> set[str]:
    return {name, *(name[:index] + name[index + 1 :] for index in range(1, len(name)))}


def is_slip(name: str, other: str) -> bool:
    """Return whether a name is another with one letter wrong within a word, not a different name or an inflection. For
    names that are listed nowhere, such as a reader's own.
    """
    words, others = _SEAM.split(name), _SEAM.split(other)
    if name.casefold() == other.casefold() or len(words) != len(others) or differs_as_names_do(name, other):
        return False
    differing = [pair for pair in zip(words, others, strict=True) if pair[0] != pair[1]]
    return len(differing) == 1 and is_slip_within(*differing[0])


def is_slip_within(word: str, right: str, shortest: int = 6) -> bool:
    """Return whether one letter within a word is wrong; in short words only if two letters changed places."""
    word, right = word.removesuffix("s"), right.removesuffix("s")  # schedules is no slip for schedulers
    swapped = sorted(word) == sorted(right)
    ends = word[:1] == right[:1] and (swapped or word[-1:] == right[-1:])
    return ends and min(len(word), len(right)) >= (4 if swapped else shortest) and OSA.distance(word, right) == 1
