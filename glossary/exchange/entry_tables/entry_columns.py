"""Columns of the table: what each holds, which part of an entry it belongs to, and how wide it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from corpus.languages import KNOWN
from glossary.termbase.entry_schema import CONCEPT, EXAMPLES, FORM
from glossary.termbase.termbase import CASES, CHOICES, PARTS_OF_SPEECH, STATUSES, TIERS

Level = Literal["concept", "language", "form"]


@dataclass(frozen=True, slots=True)
class EntryColumn:
    """A column of the table."""

    key: str  # in the first row
    level: Level  # what a cell speaks of; of a concept or language it may stand in any of the rows
    meaning: str
    width: float
    is_list: bool = False  # one item per line
    choices: tuple[str, ...] = ()


def _form_column(key: str, width: float, is_list: bool = False, choices: tuple[str, ...] = ()) -> EntryColumn:
    return EntryColumn(key, "form", FORM[key], width, is_list, choices)


def _concept_column(key: str, width: float, is_list: bool = False, choices: tuple[str, ...] = ()) -> EntryColumn:
    return EntryColumn(key, "concept", CONCEPT[key], width, is_list, choices)


EXAMPLE = "example_"  # what the keys of examples begin with
COLUMNS = (
    EntryColumn("id", "concept", f"{CONCEPT['id']} in every row", 24),
    _concept_column("domain", 14),
    _concept_column("definition", 48),
    EntryColumn("language", "language", f"{', '.join(KNOWN)}; required where the row has a form or examples", 10),
    EntryColumn("status", "form", f"{', '.join(STATUSES)}; required where the row has a form", 13, choices=STATUSES),
    _form_column("form", 28),
    _form_column("why", 30),
    _form_column("use", 16),
    _form_column("only_near", 24, is_list=True),
    _form_column("not_in", 24, is_list=True),
    _form_column("region", 9),
    _form_column("since", 9),
    _form_column("until", 9),
    _form_column("case", 8, choices=CASES),
    _form_column("part_of_speech", 14, choices=PARTS_OF_SPEECH),
    *(EntryColumn(f"{EXAMPLE}{key}", "language", meaning, 36, is_list=True) for key, meaning in EXAMPLES.items()),
    _concept_column("reference", 30),
    EntryColumn(
        "keep", "concept", "languages in which the English name is used as well; its forms need no rows there", 8, True
    ),
    _concept_column("choose", 12, choices=CHOICES),
    _concept_column("tier", 10, choices=TIERS),
    _concept_column("identifier", 24, is_list=True),
    _concept_column("note", 30),
)
BY_KEY: Mapping[str, EntryColumn] = MappingProxyType({column.key: column for column in COLUMNS})
PROVENANCE = ("uses", "pages", "edition")  # what an export says beside the entries, which is not read back
NEEDED = ("id", "language", "status", "form")  # without these a table says nothing
CELL_RULES = (
    "A row is a form of a concept in one language. Facts of a concept may stand in any of its rows, once; "
    "examples in any row of their language. Rows without a form may hold such facts alone.",
    "The order of the forms of one status is the order of their rows.",
    "Lists have one item per line (Alt+Enter).",
    "A backslash takes the character after it as it is, but \\n is a line end in an item, and \\s a space at an end. "
    "Cells that a spreadsheet would take for a formula, a number or a date begin with one.",
)
