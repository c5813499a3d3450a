"""Logs of runs: what was foreseen is one line in them, the one that tells the run's state, and not the way to it."""

from __future__ import annotations

import logging

from flows.console.error_lines import is_foreseen

_LOGGERS = ("prefect.flow_runs", "prefect.task_runs", "prefect.engine")


class _WithoutForeseen(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if isinstance(record.exc_info, tuple) else None
        return not (isinstance(error, Exception) and is_foreseen(error))


def shorten() -> None:
    """Shorten the logs of runs in this process from now on: no traces of what was foreseen."""
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(log_filter, _WithoutForeseen) for log_filter in logger.filters):
            logger.addFilter(_WithoutForeseen())
