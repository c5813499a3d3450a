"""Disambiguation: which concepts a surface stands for, when several claim it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from glossary.matching.index import Candidate
from glossary.matching.variant_status import FormReading, read_surface
from glossary.termbase.termbase import UNWANTED

Readings = tuple[FormReading, ...]

# What speaks for one concept against another, strongest first. 后端 is *backend* wherever nothing says that it is
# meant for *backward*; "Data Loader" is data loader in capitals before it is the class DataLoader in two words.
# What the project's own glossary says goes before what the built-in entries say.
_EVIDENCE: tuple[Callable[[FormReading], bool], ...] = (
    lambda reading: reading.candidate.is_project,
    lambda reading: not reading.folded,
    lambda reading: reading.status != "source",
    lambda reading: bool(reading.candidate.form.only_near),
    lambda reading: reading.candidate.form.status not in UNWANTED,
)


def readings(surface: str, candidates: Iterable[Candidate], lang: str) -> Readings:
    """Return the readings that remain of candidates that all have their context, at most one for each concept."""
    best: dict[str, FormReading] = {}
    for candidate in candidates:
        reading = read_surface(surface, candidate, lang)
        if reading is not None:
            best_reading = best.setdefault(candidate.concept_id, reading)
            if reading.rank < best_reading.rank:
                best[candidate.concept_id] = reading
    remaining = tuple(best[concept_id] for concept_id in sorted(best))
    return _strongest(remaining) if len(remaining) > 1 else remaining


def _strongest(remaining: Readings) -> Readings:
    for speaks_for in _EVIDENCE:
        remaining = tuple(filter(speaks_for, remaining)) or remaining
    return remaining
