"""Columns of a sheet: their names (`words.toml`), and where they are when it comes back, in any language."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, cast
from unicodedata import normalize

import tomli

from glossary.exchange.spreadsheets.workbook import Cell, Sheet

WordsByLanguage = Mapping[str, str]  # language → words


@cache
def words(*path: str) -> Mapping[str, WordsByLanguage]:
    """Return the words of each key by language, from a table such as `columns`, in the order of the file."""
    table: Any = tomli.loads((files("glossary.desk.review.formats.xlsx") / "words.toml").read_text(encoding="utf-8"))
    for key in path:
        table = table[key]
    return cast("Mapping[str, WordsByLanguage]", table)


def bilingual_label(labels: WordsByLanguage, lang: str, between: str = " ") -> str:
    """Return the words in English, then in the language of the packet."""
    return between.join(dict.fromkeys((labels["en"], labels.get(lang, labels["en"]))))


NEEDED = ("finding_id", "decision")
TYPED = ("instead", "comment", "corrected")  # what reviewers fill in besides
_ENOUGH = 5  # names in a row make it a header, though one that is needed be gone


@dataclass(frozen=True, slots=True)
class ColumnLayout:
    """The positions of a sheet's columns."""

    indices: Mapping[str, int]  # key → column, from 0
    doubled: tuple[str, ...]  # keys that stand over more than one column; the first counts

    def cell(self, row: Sequence[Cell], key: str) -> Cell | None:
        """Return the cell of a row in a column; None if the sheet has no such column."""
        return row[self.indices[key]] if key in self.indices else None

    def is_header(self, row: Sequence[Cell]) -> bool:
        """Return whether the row holds keys or names of columns, not a decision."""
        return any(
            key == "finding_id" and index == self.indices.get(key) for key, index in _named_cells(row, "columns")
        )


def columns(sheet: Sheet) -> ColumnLayout:
    """Return the columns of a sheet; none if it is not a sheet of findings."""
    indices: dict[str, int] = {}
    doubled: dict[str, None] = {}
    for _, row in sheet.rows:
        places_by_key: defaultdict[str, list[int]] = defaultdict(list)
        for key, index in _named_cells(row, "columns"):
            places_by_key[key].append(index)
        if len(places_by_key) >= _ENOUGH or places_by_key.keys() >= set(NEEDED):
            indices = {**{key: places[0] for key, places in places_by_key.items()}, **indices}
            doubled |= dict.fromkeys(key for key, places in places_by_key.items() if len(places) > 1)
    return ColumnLayout(indices, tuple(doubled))


def label(key: str) -> str:
    """Return the name of a column in messages."""
    return words("columns")[key]["en"]


def facts(sheet: Sheet) -> dict[str, Cell]:
    """Read the values next to the keys or names of the second sheet, such as the reviewer's name."""
    return {key: row[index] for _, row in sheet.rows for key, index in _fact(row)}


def _fact(row: Sequence[Cell]) -> Iterator[tuple[str, int]]:
    """Yield the key of a row and the index of its value: the first filled cell after the names."""
    keys = {index: key for key, index in _named_cells(row, "facts")}
    if keys:
        first = min(keys)
        value = next(
            (index for index in range(first, len(row)) if index not in keys and row[index].value is not None), None
        )
        yield from [(keys[first], value)] if value is not None else ()


def _named_cells(row: Sequence[Cell], table: str) -> Iterator[tuple[str, int]]:
    """Yield the key and place of each cell that holds a key or a name."""
    for index, cell in enumerate(row):
        if isinstance(cell.value, str) and (key := names(table).get(_folded_name(cell.value))):
            yield key, index


@cache
def names(table: str) -> Mapping[str, str]:
    """Name → key: the keys themselves, the names in each language, and both together as headers have them."""
    keys_by_name: dict[str, str] = {}
    for key, labels in words(table).items():
        for name in (key, *labels.values(), *(bilingual_label(labels, lang) for lang in labels)):
            keys_by_name.setdefault(_folded_name(name), key)
    return keys_by_name


def _folded_name(text: str) -> str:
    return " ".join(normalize("NFKC", text[:100]).casefold().split())
