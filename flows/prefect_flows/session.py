"""Sessions with a Prefect server: ours or a configured one, its settings, and what is said where it does not answer."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
from prefect.events.worker import EventsWorker
from prefect.exceptions import PrefectHTTPStatusError
from prefect.logging.handlers import APILogWorker
from prefect.settings import PREFECT_API_AUTH_STRING, PREFECT_API_URL, temporary_settings

from flows.prefect_flows import server


def drain() -> None:
    """Let Prefect send what it still holds, while there is a server to send it to."""
    APILogWorker.drain_all(timeout=10)
    EventsWorker.drain_all(timeout=10)


@contextmanager
def reaching(ready: Callable[[], server.ServerAccess] | None) -> Iterator[server.ServerAccess | None]:
    """Use the server that is starting while the block lasts."""
    if ready is None:
        yield None
        return
    access = ready()
    with temporary_settings({PREFECT_API_URL: access.url, PREFECT_API_AUTH_STRING: access.login}):
        yield access


@contextmanager
def reachable() -> Iterator[None]:
    """Tell in one line that a configured server does not answer, or cannot do what it is asked.

    Raises:
        ServerError: with the server's address and what to do.
    """
    address = os.environ.get("PREFECT_API_URL", "that your Prefect profile names")
    try:
        yield
    except (RuntimeError, httpx.TransportError) as error:
        if isinstance(error, RuntimeError) and "Failed to reach API" not in str(error):
            raise
        remedy = "start it, or unset PREFECT_API_URL and taiyaku starts one of its own"
        raise server.ServerError(f"the Prefect server {address} does not answer; {remedy}") from None
    except PrefectHTTPStatusError as error:
        status = error.response.status_code
        if status < httpx.codes.INTERNAL_SERVER_ERROR:
            raise
        remedy = "look at its log, and whether its database is there"
        raise server.ServerError(f"the Prefect server {address} answers with HTTP {status}; {remedy}") from None
