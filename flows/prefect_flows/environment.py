"""The environment of Prefect: what is set before it is imported, unless the user has set it."""

from __future__ import annotations

import os

# Prefect's own server is started in the background where none is configured: quiet, offline and patient.
_DEFAULTS = {
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "DO_NOT_TRACK": "1",
    "PREFECT_CLI_PROMPT": "false",
}


def prepare(level: str = "CRITICAL") -> None:
    """Set Prefect's variables where the user has not; `level` is that of its messages in the terminal.

    With CRITICAL nothing of its inside is logged either, such as each event that a server did not take: what fails is
    reported by its command.
    """
    levels = {"PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": level}
    if level == "CRITICAL":
        levels["PREFECT_INTERNAL_LOGGING_LEVEL"] = level
    for name, value in {**_DEFAULTS, **levels}.items():
        os.environ.setdefault(name, value)
