"""Diagnoses: what a check found, how grave it is, and what to do about it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Health(StrEnum):
    """How well a thing is."""

    WELL = "ok"
    MISSING = "missing"  # an optional feature
    WARNING = "warning"  # works, and may not for long
    FAULT = "fault"  # keeps builds from running, or readers from reading


class Diagnosis(NamedTuple):
    """What was found of one thing."""

    area: str  # settings, packages, server, locks, glossary, builds, disk …
    health: Health
    message: str
    remedy: str = ""


def well(area: str, message: str) -> Diagnosis:
    """Diagnose that nothing is wrong."""
    return Diagnosis(area, Health.WELL, message)


def missing(area: str, message: str, remedy: str) -> Diagnosis:
    """Diagnose that something is missing which only some need."""
    return Diagnosis(area, Health.MISSING, message, remedy)


def warning(area: str, message: str, remedy: str) -> Diagnosis:
    """Diagnose something that needs a look."""
    return Diagnosis(area, Health.WARNING, message, remedy)


def fault(area: str, message: str, remedy: str) -> Diagnosis:
    """Diagnose something that has to be fixed."""
    return Diagnosis(area, Health.FAULT, message, remedy)
