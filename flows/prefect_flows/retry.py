"""Retrying: tasks whose failures may pass by themselves, as those of disks and networks do, are tried again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from prefect import Task, task
from prefect.cache_policies import NO_CACHE

from flows.pipeline import attempts

P = ParamSpec("P")
R = TypeVar("R")


def retried_task(name: str, run_name: str) -> Callable[[Callable[P, R]], Task[P, R]]:
    """Return a task; reading and writing may fail for a moment (network file systems) and only they are retried."""
    return task(
        name=name,
        task_run_name=run_name,
        retries=len(attempts.MOMENTS),
        retry_delay_seconds=list(attempts.MOMENTS),
        retry_condition_fn=may_pass,
        cache_policy=NO_CACHE,
    )


def may_pass(task: Any, run: Any, state: Any) -> bool:
    """Return whether a failed task is worth another try, as Prefect's `retry_condition_fn` asks."""
    error = getattr(state, "data", None)
    try:
        state.result()
    except BaseException as raised:  # noqa: BLE001 (what a result raises is looked at, not handled)
        error = raised
    return attempts.is_momentary(error)
