"""Entries read from a file of another kind: tables as TOML holds them, and where in the file each part stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from glossary.termbase.fault import Fault

EntryTable = Mapping[str, Any]  # what stands below a [[concept]]
_SHOWN = 50  # faults of one file that are listed
PartKey = tuple[str, str, str]  # concept, language and form; of a concept or language alone the others are empty


class EntryImportError(ValueError):
    """A file holds no entries that can be read; a line for each fault, with place and remedy."""


@dataclass(frozen=True, slots=True)
class ImportedEntries:
    """The entries of a file, with their places and notices."""

    tables: tuple[EntryTable, ...]
    places: Mapping[PartKey, str]  # such as "row 12"
    notices: tuple[str, ...] = ()  # what was not read, and what the format cannot hold
    rejected: tuple[str, ...] = ()  # lines for what stands in the file and is no entry: place, reason, remedy

    def of_file(self, name: str) -> ImportedEntries:
        """Return the same entries with the file's name in places and lines."""
        places = {key: f"{name}, {place}" for key, place in self.places.items()}
        notices, rejected = (tuple(f"{name}: {line}" for line in lines) for lines in (self.notices, self.rejected))
        return ImportedEntries(self.tables, places, notices, rejected)

    def relocated(self, fault: Fault) -> Fault:
        """Return a fault of the entries with its place in the file from which they were read."""
        place = fault.place
        parts = ((place.lang, place.form), (place.lang, ""), ("", ""))
        keys = [(place.concept_id, *part) for part in parts]
        known_place = next((self.places[key] for key in keys if key in self.places), place.file)
        return replace(fault, place=place._replace(file=known_place, line=0))


def joined_faults(lines: Sequence[str]) -> str:
    """Return the lines of a message joined, no more than a person would read."""
    more = [f"and {len(lines) - _SHOWN:,} more such lines"] if len(lines) > _SHOWN else []
    return "\n".join([*lines[:_SHOWN], *more])
