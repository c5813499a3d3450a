"""Running the flow of builds for the command line, on whichever server there is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from prefect import tags

from flows.options import BuildOptions
from flows.pipeline.planning import BuildPlan
from flows.prefect_flows import server
from flows.prefect_flows.build_flow import build, handing_over
from flows.prefect_flows.session import drain, reachable, reaching
from flows.prefect_flows.signals import heard
from flows.progress import Progress


def run_build_flow(
    options: BuildOptions, plans: list[BuildPlan], progress: Progress, ready: Callable[[], server.ServerAccess] | None
) -> dict[str, Any]:
    """Run the flow, on the server that is starting or on the one that is configured; returns what the flow returns.

    What was planned before is taken out of `plans`.
    """
    with reaching(ready), handing_over(progress, plans), reachable(), heard(), tags(options.project):
        try:
            result: dict[str, Any] = asyncio.run(build(**dict(options)))
        except Exception:
            drain()
            raise
        drain()
    return result
