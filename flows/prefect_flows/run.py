"""Runs the build flow for the command line, on whichever server there is."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from prefect import tags
from prefect.events.worker import EventsWorker
from prefect.exceptions import PrefectHTTPStatusError
from prefect.logging.handlers import APILogWorker
from prefect.settings import PREFECT_API_AUTH_STRING, PREFECT_API_URL, temporary_settings

from corpus.storage import store
from flows.console.progress import Progress
from flows.options.flow_parameters import BuildOptions
from flows.outcomes.watch import RunWatch
from flows.pipeline.planning import BuildPlan
from flows.prefect_flows import server
from flows.prefect_flows.build_flow import build_flow


def run_build_flow(
    options: BuildOptions,
    watch: RunWatch,
    plans: list[BuildPlan],
    progress: Progress,
    ready: Callable[[], server.ServerAccess] | None,
) -> None:
    """Run the flow, on the server that is starting or on the configured one. What was planned before is taken out of
    `plans`. Raises ServerError if the server does not answer; a server that fails in mid-run does not keep a build
    from being published.
    """
    build_id = plans[0].build_id
    logging.raiseExceptions = False  # Prefect would tell of each lot of logs that no server takes
    with (
        reaching(ready),
        _telling_what_is_published(options.out, build_id),
        reachable(),
        tags(options.project),
    ):
        try:
            asyncio.run(build_flow(watch, plans, progress)(**vars(options)))
        except Exception:
            drain()
            raise
        drain()


@contextmanager
def _telling_what_is_published(out: Path, build_id: str) -> Iterator[None]:
    """Add to the error of a server lost in mid-run that the build is published nevertheless."""
    try:
        yield
    except server.ServerError as error:
        if not build_id or store.complete(out, build_id) is None:
            raise
        raise server.ServerError(f"build {build_id} is published, but its run is not recorded: {error}") from None


def drain() -> None:
    """Let Prefect send what it still buffers, while its server is running."""
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
    """Raise ServerError, in one line, if a configured server does not answer or cannot do what is requested."""
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
