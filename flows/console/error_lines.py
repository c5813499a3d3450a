"""Error lines: what a failed command prints: whose fault it is, one clear line, and the log with a bug's traceback."""

from __future__ import annotations

import errno
import json
import os
import stat
import sys
import tempfile
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from corpus.moments import moment_text
from flows.console.redaction import redacted

LogFormat = Literal["text", "json"]
LogLevel = Literal["info", "warning", "error"]


@dataclass
class _Log:
    """The format of log lines, and the fields that all of them have."""

    format: LogFormat = "text"
    context: dict[str, Any] = field(default_factory=dict)


_log = _Log()
STOPPED, STOPPED_BUILD = "stopped", "stopped; latest is the last complete build"
_REMEDIES = {
    errno.ENOSPC: "free some space and run it again",
    errno.EDQUOT: "free some space and run it again",
    errno.EFBIG: "a limit on the size of files stands in the way (`ulimit -f`)",
    errno.EMFILE: "allow more open files (`ulimit -n`)",
    errno.EACCES: "check its permissions",
    errno.EPERM: "check its permissions",
    errno.EROFS: "give a folder that can be written to",
}
_PREFIX, _SUFFIX = "taiyaku-", ".log"
_LOG_DAYS = 14
# What only a disk that is written to can lack: of a copy, the second file is meant.
_OF_THE_TARGET = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)


def is_foreseen(error: Exception) -> bool:
    """Return whether our own code raised the error for the user to read."""
    return type(error).__module__.split(".")[0] in ("corpus", "glossary", "flows")


def is_the_calls_fault(error: Exception) -> bool:
    """Return whether the error is foreseen and the user has to fix the call or its input."""
    return isinstance(error, ValueError) and is_foreseen(error)


def say(message: str) -> None:
    """Print a message on standard error; each line starts with the program's name."""
    from corpus.text.printable import printable
    from flows.console.redaction import redacted

    if is_json():
        emit("error", "error", printable(" ".join(message.split("\n"))))
        return
    with suppress(OSError):  # standard error may be a file on the disk that is full
        for line in redacted(message).split("\n"):
            print(f"taiyaku: {printable(line)}", file=sys.stderr)


def sentence(error: Exception) -> str:
    """Return the error in one line without secrets."""
    from corpus.text.printable import printable
    from flows.console.redaction import redacted

    if is_foreseen(error):
        return redacted(printable(" ".join(str(error).split("\n"))))
    return redacted(printable(describe_error(error) if isinstance(error, OSError) else _bug(error)))


def logged(error: Exception) -> str:
    """Log an error, and return one line that says what failed and names the log; old logs are removed."""
    from flows.console.redaction import redacted

    remove_old_logs()
    problem = sentence(error)
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix=_PREFIX, suffix=_SUFFIX, delete=False, encoding="utf-8", errors="backslashreplace"
        ) as log:
            log.write(redacted("".join(traceback.format_exception(error))))
    except OSError as refused:
        return f"{problem}; no details, as no log can be written: {refused.strerror}"
    return f"{problem}; details in {log.name}"


def remove_old_logs() -> None:
    """Remove this user's logs older than two weeks from the temporary folder. A log is closed once it is written, so
    none of that age is in use. Other users' files, links, and files with other names stay.
    """
    oldest = time.time() - _LOG_DAYS * 86_400
    with suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        for entry in entries:
            if not (entry.name.startswith(_PREFIX) and entry.name.endswith(_SUFFIX)):
                continue
            with suppress(OSError):
                facts = entry.stat(follow_symlinks=False)
                if stat.S_ISREG(facts.st_mode) and facts.st_uid == os.getuid() and facts.st_mtime < oldest:
                    os.unlink(entry.path)


def describe_error(error: OSError) -> str:
    """Return a system error in words: where and what, and what to do if that is known."""
    if not error.strerror:
        return str(error)
    name = error.filename2 if error.errno in _OF_THE_TARGET and error.filename2 else error.filename
    place = f"{os.fsdecode(name)}: " if isinstance(name, str | bytes) else ""
    remedy = _REMEDIES.get(error.errno or 0)
    return f"{place}{error.strerror}" + (f"; {remedy}" if remedy else "")


def _bug(error: Exception) -> str:
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0] if lines else ''}"


def use(log_format: LogFormat) -> None:
    """Use this format for all further lines."""
    _log.format, _log.context = log_format, {}


def is_json() -> bool:
    """Return whether lines are written as JSON."""
    return _log.format == "json"


def bind(**context: Any) -> None:
    """Set fields that all further lines have, such as build and step."""
    _log.context |= context


def emit(level: LogLevel, event: str, message: str, **fields: Any) -> None:
    """Write a JSON line on standard error."""
    moment = moment_text()
    row = {"time": moment, "level": level, "event": event, "message": message, **_log.context, **fields}
    with suppress(OSError):  # standard error may be a file on the disk that is full
        print(redacted(json.dumps(row, ensure_ascii=False)), file=sys.stderr, flush=True)
