"""Logs of runs: what was foreseen is told in the run's state alone, bugs with the way to them."""

import logging

import pytest

from corpus.storage.build_lock import BuildBusyError
from flows.options.settings import SettingsError
from flows.prefect_flows import run_record

LOGGERS = ["prefect.flow_runs", "prefect.task_runs", "prefect.engine"]


def raised(error: Exception) -> Exception:
    try:
        raise error
    except Exception as caught:
        return caught


@pytest.mark.parametrize("name", LOGGERS)
@pytest.mark.parametrize(
    ("error", "is_kept"),
    [(SettingsError("a: fix it"), False), (BuildBusyError("out: wait for it"), False), (ValueError("a bug"), True)],
)
def test_traces_are_kept_of_bugs_alone(name: str, error: Exception, is_kept: bool):
    run_record.shorten()
    record = logging.LogRecord(name, logging.ERROR, "", 0, "Encountered", (), None)
    caught = raised(error)
    record.exc_info = (type(caught), caught, caught.__traceback__)
    assert bool(logging.getLogger(name).filter(record)) is is_kept


def test_shortening_twice_is_shortening_once():
    run_record.shorten()
    before = {name: len(logging.getLogger(name).filters) for name in LOGGERS}
    run_record.shorten()
    assert {name: len(logging.getLogger(name).filters) for name in LOGGERS} == before
