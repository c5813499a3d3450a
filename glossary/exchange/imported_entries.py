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
    """What a file holds."""

    tables: tuple[EntryTable, ...]
    places: Mapping[PartKey, str]  # such as "row 12"
    notices: tuple[str, ...] = ()  # what was not read, and what the format cannot hold

    def relocated(self, fault: Fault, file: str) -> Fault:
        """Return a fault of the entries with its place in the file that they were read from."""
        place = fault.place
        parts = ((place.lang, place.form), (place.lang, ""), ("", ""))
        keys = [(place.concept_id, *part) for part in parts]
        known_place = next((self.places[key] for key in keys if key in self.places), "")
        file = f"{file}, {known_place}" if known_place else file
        return replace(fault, place=place._replace(file=file, line=0))


def joined_faults(lines: Sequence[str]) -> str:
    """Return lines of a message, as many as a person would read."""
    more = [f"and {len(lines) - _SHOWN:,} more such lines"] if len(lines) > _SHOWN else []
    return "\n".join([*lines[:_SHOWN], *more])
