"""Faults: what is wrong with a glossary, as a record of facts from which the sentence is made here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from glossary.termbase.fault_kinds import KINDS


class Place(NamedTuple):
    """Where something stands in a glossary; what is empty, or line 0, is not known or not one."""

    file: str = ""  # or the folder of entries
    concept_id: str = ""
    lang: str = ""
    form: str = ""
    table: str = ""  # of the entry, as a sentence names it: zh wrong, examples.ja
    line: int = 0

    def __str__(self) -> str:
        concept = f"'{self.concept_id}'" if self.concept_id else ""
        return ": ".join(filter(None, (self.at, " ".join(filter(None, (concept, self.table))))))

    @property
    def at(self) -> str:
        """File and line; a fault of TOML itself says its line in its own words."""
        return f"{self.file}:{self.line}" if self.line and self.concept_id else self.file

    def within(self, table: str, *, lang: str = "", form: str = "") -> Place:
        """Return a place within this one, in the same language and form where none is given."""
        path = f"{self.table} {table}" if self.table else table
        # An entry has dozens: `_replace` takes three times as long.
        return Place(self.file, self.concept_id, lang or self.lang, form or self.form, path, self.line)

    def fault(self, kind: str, other_id: str = "", **details: Any) -> Fault:
        """Return what is wrong here."""
        return Fault(kind, self, other_id, details)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a glossary, or could be better; as text a sentence with its remedy."""

    kind: str  # one of KINDS
    place: Place
    other_id: str = ""  # the concept that this one contradicts
    details: Mapping[str, Any] = field(default_factory=dict)  # what else the sentence names

    @property
    def code(self) -> str:
        """The code of the law or check."""
        return KINDS[self.kind].code

    @property
    def concept_ids(self) -> tuple[str, str]:
        """The concepts that it is about."""
        return self.place.concept_id, self.other_id

    @property
    def message(self) -> str:
        """The sentence without its place."""
        return self._filled(KINDS[self.kind].text)

    def __str__(self) -> str:
        return self._filled(KINDS[self.kind].head) + self.message

    def _filled(self, template: str) -> str:
        return template.format(
            place=self.place, at=self.place.at, other_id=self.other_id, **self.place._asdict(), **self.details
        )
