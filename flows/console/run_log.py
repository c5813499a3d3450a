"""The log of a run as lines of JSON, where it was asked for: each with its time, level, event, build and step."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from corpus.moments import moment_text
from flows.console.redaction import redacted

LogFormat = Literal["text", "json"]
LogLevel = Literal["info", "warning", "error"]


@dataclass
class _Log:
    """How lines are written, and what all of them say."""

    format: LogFormat = "text"
    context: dict[str, Any] = field(default_factory=dict)


_log = _Log()


def use(log_format: LogFormat) -> None:
    """Write lines in this form from now on."""
    _log.format, _log.context = log_format, {}


def is_json() -> bool:
    """Return whether lines are JSON."""
    return _log.format == "json"


def bind(**context: Any) -> None:
    """Set what all lines say from now on, such as build and step."""
    _log.context |= context


def emit(level: LogLevel, event: str, message: str, **fields: Any) -> None:
    """Write a line of JSON on standard error."""
    moment = moment_text()
    row = {"time": moment, "level": level, "event": event, "message": message, **_log.context, **fields}
    with suppress(OSError):  # standard error may be a file on the disk that is full
        print(redacted(json.dumps(row, ensure_ascii=False)), file=sys.stderr, flush=True)
