"""Which concepts a surface stands for, when several claim it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from glossary.matching.index import Candidate
from glossary.matching.variant_status import FormReading, read
from glossary.termbase.termbase import UNWANTED

Readings = tuple[FormReading, ...]

# What speaks for one concept against another, strongest first. 后端 is *backend* wherever nothing says that it is
# meant for *backward*; "Data Loader" is data loader in capitals before it is the class DataLoader in two words.
_EVIDENCE: tuple[Callable[[FormReading], bool], ...] = (
    lambda reading: not reading.folded,
    lambda reading: reading.status != "source",
    lambda reading: bool(reading.candidate.form.only_near),
    lambda reading: reading.candidate.form.status not in UNWANTED,
)


def readings(surface: str, candidates: Iterable[Candidate], lang: str) -> Readings:
    """The readings that remain of candidates that all have their company, at most one for each concept."""
    best: dict[str, FormReading] = {}
    for candidate in candidates:
        reading = read(surface, candidate, lang)
        if reading is not None:
            known = best.setdefault(candidate.concept_id, reading)
            if reading.rank < known.rank:
                best[candidate.concept_id] = reading
    found = tuple(best[concept_id] for concept_id in sorted(best))
    return _strongest(found) if len(found) > 1 else found


def _strongest(found: Readings) -> Readings:
    for speaks_for in _EVIDENCE:
        found = tuple(filter(speaks_for, found)) or found
    return found
