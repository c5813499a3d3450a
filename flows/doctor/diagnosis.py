"""Diagnoses: what a check found, how serious it is and what to do about it; and those of the configuration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from corpus.text.printable import printable
from flows.console import error_lines
from flows.files.review_folder import decisions_in
from flows.options import termbase_cache
from flows.options.effective_options import options_of
from flows.options.options import GlossaryOptions
from flows.options.settings import Settings

_NAMED = 5  # of several things


class Health(StrEnum):
    """The health of what was checked."""

    WELL = "ok"
    MISSING = "missing"  # an optional feature
    WARNING = "warning"  # works, and may not for long
    FAULT = "fault"  # keeps builds from running, or readers from reading


class Diagnosis(NamedTuple):
    """The result of one check."""

    area: str  # settings, packages, server, locks, glossary, builds, disk …
    health: Health
    message: str
    remedy: str = ""


def well(area: str, message: str) -> Diagnosis:
    """Return a diagnosis that nothing is wrong."""
    return Diagnosis(area, Health.WELL, message)


def missing(area: str, message: str, remedy: str) -> Diagnosis:
    """Return a diagnosis that something is missing which only some users need."""
    return Diagnosis(area, Health.MISSING, message, remedy)


def warning(area: str, message: str, remedy: str) -> Diagnosis:
    """Return a diagnosis of something that needs a look."""
    return Diagnosis(area, Health.WARNING, message, remedy)


def fault(area: str, message: str, remedy: str) -> Diagnosis:
    """Return a diagnosis of something that has to be fixed."""
    return Diagnosis(area, Health.FAULT, message, remedy)


def listed(items: Sequence[object]) -> str:
    """Return the first few items, and how many more there are."""
    rest = f" and {len(items) - _NAMED:,} more" if len(items) > _NAMED else ""
    return ", ".join(map(str, items[:_NAMED])) + rest


def diagnose_configuration(settings: Settings) -> Iterator[Diagnosis]:
    """Yield diagnoses of whatever the settings name, by trying each."""
    yield _glossary(settings)
    yield _decisions(settings.review.dir)
    for source in settings.schedule.sources:
        if not source.exists():
            yield fault("sources", f"schedule.sources: {printable(source)} does not exist", "correct the path")
    for name in settings.notify.missing_variables():
        remedy = "set it to the channel's address where runs are started, or take it out of [notify]"
        yield warning("notify", f"{name}: the environment has no such variable here: nothing would be sent", remedy)


def _glossary(settings: Settings) -> Diagnosis:
    try:
        termbase = termbase_cache.termbase_of(options_of(GlossaryOptions, settings))
    except (ValueError, OSError) as error:
        return fault("glossary", error_lines.sentence(error), "fix the entry; nothing is built or checked until then")
    count = len(termbase.concepts)
    return well("glossary", f"{count:,} {'concept loads' if count == 1 else 'concepts load'}, with examples that hold")


def _decisions(folder: Path) -> Diagnosis:
    try:
        count = len(decisions_in(folder))
    except (ValueError, OSError) as error:
        return fault("review", error_lines.sentence(error), "restore the file from version control")
    return well("review", f"{count:,} decisions in {printable(folder)} can be read")
