"""Diagnoses: what a check found, how grave it is, and what to do about it."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Health(StrEnum):
    """How well a thing is."""

    WELL = "ok"
    MISSING = "missing"  # a feature that nobody need have
    WARNING = "warning"  # works, and may not for long
    FAULT = "fault"  # keeps builds from running, or readers from reading


class Diagnosis(NamedTuple):
    """What was found of one thing."""

    area: str  # settings, packages, server, locks, glossary, builds, disk …
    health: Health
    message: str
    remedy: str = ""


def well(area: str, message: str) -> Diagnosis:
    """Nothing is wrong."""
    return Diagnosis(area, Health.WELL, message)


def missing(area: str, message: str, remedy: str) -> Diagnosis:
    """Something that only some need is not there."""
    return Diagnosis(area, Health.MISSING, message, remedy)


def warning(area: str, message: str, remedy: str) -> Diagnosis:
    """Something that somebody should look at."""
    return Diagnosis(area, Health.WARNING, message, remedy)


def fault(area: str, message: str, remedy: str) -> Diagnosis:
    """Something that has to be mended."""
    return Diagnosis(area, Health.FAULT, message, remedy)
