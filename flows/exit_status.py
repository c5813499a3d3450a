"""Exit statuses of the command line."""

from __future__ import annotations

FINE, FOUND, CALL, MACHINE, STOPPED = 0, 1, 2, 3, 130
MEANINGS = {
    FINE: "fine; `build` ends so whatever it found or quarantined, unless far too much was lost",
    FOUND: "`check` met something new that is grave and sure enough, or `glossary lint` something to mend",
    CALL: "the call, the settings, the glossary or the sources are at fault; one line says which and what to do",
    MACHINE: "the machine failed: disk, server, lock, or a bug; one line says what, and names a log",
    STOPPED: "stopped with Ctrl-C",
}
