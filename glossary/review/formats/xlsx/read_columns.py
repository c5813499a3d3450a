"""Columns of a sheet that came back: found by their keys, or by their names in any language, wherever they stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from unicodedata import normalize

from glossary.review.formats.xlsx.labels import both, words
from glossary.review.formats.xlsx.workbook import Cell, Sheet

NEEDED = ("finding_id", "decision")
TYPED = ("instead", "comment", "corrected")  # what reviewers fill in besides
_ENOUGH = 5  # names in a row make it a header, though one that is needed be gone


@dataclass(frozen=True, slots=True)
class Columns:
    """Where the columns of a sheet are."""

    at: Mapping[str, int]  # key → column, from 0
    doubled: tuple[str, ...]  # keys that stand over more than one column; the first counts

    def cell(self, row: Sequence[Cell], key: str) -> Cell | None:
        """The cell of a row in a column; none where the sheet has no such column."""
        return row[self.at[key]] if key in self.at else None

    def is_header(self, row: Sequence[Cell]) -> bool:
        """Whether the row holds keys or names, not a decision."""
        return any(key == "finding_id" and at == self.at.get(key) for key, at in _named(row, "columns"))


def columns(sheet: Sheet) -> Columns:
    """The columns of a sheet, of which there are none where it is no sheet of findings."""
    at: dict[str, int] = {}
    doubled: dict[str, None] = {}
    for _, row in sheet.rows:
        found = _places(row)
        if len(found) >= _ENOUGH or found.keys() >= set(NEEDED):
            at = {**{key: places[0] for key, places in found.items()}, **at}
            doubled |= dict.fromkeys(key for key, places in found.items() if len(places) > 1)
    return Columns(at, tuple(doubled))


def label(key: str) -> str:
    """What a column is called in messages."""
    return words("columns")[key]["en"]


def facts(sheet: Sheet) -> dict[str, Cell]:
    """What stands beside the keys or names of the second sheet, such as the reviewer's name."""
    return {key: row[at] for _, row in sheet.rows for key, at in _fact(row)}


def _fact(row: Sequence[Cell]) -> Iterator[tuple[str, int]]:
    """The key of a row, and where its value is: the first cell behind the names."""
    named = dict((at, key) for key, at in _named(row, "facts"))
    if named:
        first = min(named)
        value = next((at for at in range(first, len(row)) if at not in named and row[at].value is not None), None)
        yield from [(named[first], value)] if value is not None else ()


def _places(row: Sequence[Cell]) -> dict[str, list[int]]:
    found: defaultdict[str, list[int]] = defaultdict(list)
    for key, at in _named(row, "columns"):
        found[key].append(at)
    return found


def _named(row: Sequence[Cell], table: str) -> Iterator[tuple[str, int]]:
    """Key and place of each cell that holds a key or a name."""
    for at, cell in enumerate(row):
        if isinstance(cell.value, str) and (key := names(table).get(_folded(cell.value))):
            yield key, at


@cache
def names(table: str) -> Mapping[str, str]:
    """Name → key: the keys themselves, the names in each language, and both at once as a header has them."""
    found: dict[str, str] = {}
    for key, own in words(table).items():
        for name in (key, *own.values(), *(both(own, lang) for lang in own)):
            found.setdefault(_folded(name), key)
    return found


def _folded(text: str) -> str:
    return " ".join(normalize("NFKC", text[:100]).casefold().split())
