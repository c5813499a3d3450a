"""Patience: what may pass is tried again, after pauses that grow."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import TypeVar

from flows.delivery.delivery_result import DeliveryError

PAUSES = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0]  # seconds between tries, at most; some less, so that no two keep in step
LOCK_SECONDS = 60.0  # that another publisher in the same folder is waited for
_Result = TypeVar("_Result")


def patiently(attempt: Callable[[], _Result]) -> _Result:
    """Return the result of the first try that succeeds; raises the DeliveryError that will not pass, or the last."""
    for pause in PAUSES:
        try:
            return attempt()
        except DeliveryError as error:
            if not error.passing:
                raise
        wait(pause)
    try:
        return attempt()
    except DeliveryError as error:
        if not error.passing:
            raise
        raise DeliveryError(f"{error} (tried {len(PAUSES) + 1} times)") from None


def wait(pause: float) -> None:
    """Wait for a part of a pause."""
    time.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311 (no secret depends on it)
