"""Exit statuses of the command line."""

from __future__ import annotations

import signal

FINE, FOUND, CALL, MACHINE, CHANGED, STOPPED = 0, 1, 2, 3, 4, 130
MEANINGS = {
    FINE: "success; `build` exits with 0 whatever it found or quarantined, unless far too much was lost",
    FOUND: "`check` reported a new finding at or above both thresholds, `glossary lint` something to fix, an alarm of "
    "`build` is set to fail, or `doctor` found a fault",
    CALL: "usage, settings, glossary or source error; one line states the cause and the remedy",
    MACHINE: "system or internal error: disk, server, lock or a bug; one line states the cause and names a log",
    CHANGED: "`build --detailed-status` published a build; without the option that is 0",
    STOPPED: "interrupted with Ctrl-C",
}


def stopping_signal(error: BaseException | None) -> int | None:
    """Return the number of the signal that an exception stands for: Ctrl-C, or what Prefect's handler heard."""
    if isinstance(error, KeyboardInterrupt):
        return int(signal.SIGINT)
    number = getattr(error, "signal", None)
    return int(number) if isinstance(number, int) and not isinstance(error, Exception) else None
