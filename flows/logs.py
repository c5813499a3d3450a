"""Logs of runs: a fault of the call is one line in them, as it is on the command line, and not the way to it."""

from __future__ import annotations

import logging

from flows.failing import is_the_calls_fault

_LOGGERS = ("prefect.flow_runs", "prefect.task_runs", "prefect.engine")


class _Shortened(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        if isinstance(error, Exception) and is_the_calls_fault(error):
            record.msg, record.args, record.exc_info = "%s", (str(error),), None
        return True


def shorten() -> None:
    """From now on, the logs of runs in this process say the calls' faults in one line."""
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(one, _Shortened) for one in logger.filters):
            logger.addFilter(_Shortened())
