"""Moments: times in UTC as written in manifests, states, logs and decisions, such as 2026-11-27T03:00:00Z."""

from __future__ import annotations

import time
from datetime import UTC, datetime

FORM = "%Y-%m-%dT%H:%M:%SZ"


def moment_text(seconds: float | None = None) -> str:
    """Return the text of a time in seconds since 1970, or of the current time."""
    return time.strftime(FORM, time.gmtime(seconds))


def moment_of(text: str) -> datetime:
    """Parse the text of a time; raises ValueError if it is not one."""
    return datetime.strptime(text, FORM).replace(tzinfo=UTC)
