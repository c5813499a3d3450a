"""Moments: times in UTC as manifests, states, logs and decisions write them, such as 2026-11-27T03:00:00Z."""

from __future__ import annotations

import time
from datetime import UTC, datetime

FORM = "%Y-%m-%dT%H:%M:%SZ"


def moment_text(seconds: float | None = None) -> str:
    """Return a time in seconds since 1970, or this moment, as it is written."""
    return time.strftime(FORM, time.gmtime(seconds))


def moment_of(text: str) -> datetime:
    """Return the time that a text says; raises ValueError where it says none."""
    return datetime.strptime(text, FORM).replace(tzinfo=UTC)
