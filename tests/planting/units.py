"""Errors of catalogues: translations that slipped to a unit nearby, strings said in a second way, and lost form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import tomli

from tests.planting.bases import APART, CATALOGUE
from tests.planting.edits import Edit
from tests.planting.ground import Ground

_LEAST_USES = 3
_VALUE = re.compile(r" ?(?:%\(\w+\)s|%d|\{\w+\}|:ref:`\w+`) ?")
_KEY = re.compile(r"\(&\w\)")


def shifted(ground: Ground) -> Iterator[Edit]:
    """Sentences of neighbouring units that changed places: two, or three in a row."""
    units = ground.units
    for number, unit in enumerate(units):
        for size, kind in ((2, "swapped"), (3, "shifted")):
            group = units[number : number + size]
            if len(group) == size and all(_is_sentence(part.source) for part in group):
                texts = [part.text for part in (*group[1:], unit)]
                yield Edit(unit.start, group[-1].end, APART.join(texts), kind, f"{number // 3}")


def _is_sentence(source: str) -> bool:
    return len(source.split()) >= 6 and source.endswith(".")


def said_otherwise(ground: Ground) -> Iterator[Edit]:
    """One of three or more units of a string in another translation."""
    uses = Counter(unit.source for unit in ground.units)
    other = {
        row["en"]: row["other"][ground.lang]
        for row in tomli.loads(CATALOGUE.read_text(encoding="utf-8"))["units"]
        if "other" in row
    }
    for unit in ground.units:
        if uses[unit.source] >= _LEAST_USES and unit.source in other:
            yield Edit(unit.start, unit.end, other[unit.source], "second translation", unit.source)


def formless(ground: Ground) -> Iterator[Edit]:
    """A placeholder, role or accelerator that is missing, a space too many, an end without its mark."""
    for number, unit in enumerate(ground.units):
        if value := _VALUE.search(unit.text):
            yield Edit(unit.start, unit.end, unit.text.replace(value[0], "", 1), "value lost", f"{number}")
        if key := _KEY.search(unit.text):
            yield Edit(unit.start, unit.end, unit.text.replace(key[0], ""), "accelerator lost", "accelerator")
        if _is_sentence(unit.source):
            yield Edit(unit.end, unit.end, " ", "space added", f"{number}", (unit.end - 1, unit.end))
            yield Edit(unit.end - 1, unit.end, "", "stop lost", f"{number}", (unit.end - 2, unit.end))


KINDS = {  # by the rule that is to find them
    "T206": said_otherwise,
    "T312": formless,
    "T508": shifted,
}
