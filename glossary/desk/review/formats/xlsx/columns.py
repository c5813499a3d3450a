"""Columns of the sheet of findings: what stands in each, how wide it is, and how it looks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from glossary.desk.review.packets.row import PacketRow, Stretch

Value = str | float


@dataclass(frozen=True, slots=True)
class Column:
    """A column of one row per decision."""

    key: str  # in `words.toml`, and in the hidden first row
    width: float
    value: Callable[[PacketRow], Value]
    look: str = "text"  # a format of `looks.py`
    marks: Callable[[PacketRow], Sequence[Stretch]] = lambda row: ()
    note: Callable[[PacketRow], str] = lambda row: ""


def _empty(row: PacketRow) -> str:
    """Return an empty text: a suggestion filled in beforehand would be read as the form to admit or to prefer."""
    return ""


def _suggested(row: PacketRow) -> str:
    return row.suggestion or next(iter(row.expected), "")


def _elsewhere_text(row: PacketRow) -> str:
    """Return what accepting puts at the places whose words are others."""
    return "\n".join(f"{words} → {offered}" for words, offered in row.elsewhere)


def _other_places(row: PacketRow) -> str:
    return "\n".join(form for form in row.expected if form != _suggested(row))


def _terms(row: PacketRow) -> str:
    """Return what the glossary prefers for the terms of the English; naming them, should it get to another row."""
    words = (f"{row.question.source[term.start : term.end]} → {term.preferred}" for term in row.terms if term.preferred)
    return "\n".join(dict.fromkeys(words))


def _definition(row: PacketRow) -> str:
    return f"{row.question.concept_id}: {row.definition}" if row.definition else ""


COLUMNS = (
    Column("number", 5, lambda row: row.number, "count"),
    Column("decision", 14, _empty, "entry"),
    Column("target", 42, lambda row: row.question.target, "target", marks=lambda row: row.marks),
    Column(
        "source",
        42,
        lambda row: row.question.source,
        "source",
        marks=lambda row: [(term.start, term.end) for term in row.terms],
        note=_terms,
    ),
    Column("message", 34, lambda row: row.message, note=_definition),
    Column("alike", 8, lambda row: row.alike or "", "count"),
    Column("suggested", 16, _suggested, note=_elsewhere_text),
    Column("instead", 18, _empty, "entry"),
    Column("comment", 24, _empty, "entry"),
    Column("corrected", 42, _empty, "entry"),
    Column("surface", 14, lambda row: row.question.surface),
    Column("others", 14, _other_places),
    Column(
        "memory_source",
        32,
        lambda row: row.match.source if row.match else "",
        "source",
        marks=lambda row: row.match.unlike if row.match else (),
    ),
    Column("memory_target", 32, lambda row: row.match.target if row.match else "", "target"),
    Column("memory_score", 10, lambda row: round(row.match.score, 2) if row.match else "", "share"),
    Column("severity", 10, lambda row: row.severity),
    Column("certainty", 10, lambda row: round(row.confidence, 2), "share"),
    Column("places", 8, lambda row: row.occurrences, "count"),
    Column("where", 30, lambda row: row.location),
    Column("concept", 16, lambda row: row.question.concept_id),
    Column("rule", 24, lambda row: f"{row.question.rule} {row.name}"),
    Column("follows", 19, lambda row: row.follows, "quiet"),
    # Not hidden: a program that sorts only the cells in view would part it from its row.
    Column("finding_id", 19, lambda row: row.question.finding_id, "quiet"),
)
PRINTED = "comment"  # the last column on paper, and the last that rows are made high enough for
FROZEN = "decision"  # the last that stays in view
