"""Running the flow of builds for the command line, on whichever server there is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from prefect import tags

from corpus.storage import store
from flows.console.progress import Progress
from flows.console.stopping import heard
from flows.options.options import BuildOptions
from flows.pipeline.planning import BuildPlan
from flows.prefect_flows import server
from flows.prefect_flows.build_flow import build, handing_over
from flows.prefect_flows.session import drain, reachable, reaching


def run_build_flow(
    options: BuildOptions, plans: list[BuildPlan], progress: Progress, ready: Callable[[], server.ServerAccess] | None
) -> dict[str, Any]:
    """Run the flow, on the server that is starting or on the one that is configured; returns what the flow returns.

    What was planned before is taken out of `plans`. Raises ServerError where the server does not answer; a server that
    goes in mid-run keeps no build from being published.
    """
    build_id = plans[0].build_id if plans else ""
    logging.raiseExceptions = False  # Prefect would tell of each lot of logs that no server takes
    with (
        reaching(ready),
        handing_over(progress, plans),
        _telling_what_is_published(options.out, build_id),
        reachable(),
        heard(),
        tags(options.project),
    ):
        try:
            result: dict[str, Any] = asyncio.run(build(**dict(options)))
        except Exception:
            drain()
            raise
        drain()
    return result


@contextmanager
def _telling_what_is_published(out: Path, build_id: str) -> Iterator[None]:
    """Say of a server that went in mid-run that the build is there all the same."""
    try:
        yield
    except server.ServerError as error:
        if not build_id or store.complete(out, build_id) is None:
            raise
        raise server.ServerError(f"build {build_id} is published, but its run is not recorded: {error}") from None
