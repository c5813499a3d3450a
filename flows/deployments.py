"""Deployments: the flows as a schedule runs them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import prefect
from prefect.client.schemas.objects import ConcurrencyLimitConfig, ConcurrencyLimitStrategy
from prefect.schedules import Cron

from flows.build import build
from flows.settings import Settings


def serve(settings: Settings, glossary: list[Path], glossary_only: bool) -> None:
    """Serve the build on its cron schedule; a run that comes due while another is at work waits for it."""
    schedule = settings.schedule
    parameters = {
        "sources": [str(one.absolute()) for one in schedule.sources],
        "out": str(settings.build.out.absolute()),
        "root": str(settings.source.root.absolute()) if settings.source.root else None,
        "exclude": settings.source.exclude,
        "works": settings.source.works,
        "max_mib": settings.source.max_mib,
        "glossary": [str(one.absolute()) for one in glossary],
        "glossary_only": glossary_only,
        "lexicons": [str(one.absolute()) for one in settings.align.lexicons],
        "jobs": settings.build.jobs,
        "keep_last": settings.build.keep_last,
    }
    deployment: Any = build.to_deployment(
        name="taiyaku",
        description="Builds the corpus and publishes it when something changed.",
        schedules=[Cron(schedule.cron, timezone=schedule.timezone)],
        parameters=parameters,
        concurrency_limit=ConcurrencyLimitConfig(limit=1, collision_strategy=ConcurrencyLimitStrategy.ENQUEUE),
    )
    told = f"{schedule.cron} {schedule.timezone}"
    print(f"Serving builds on the schedule {told} (minute, hour, day, month, weekday); Ctrl-C stops.", file=sys.stderr)
    prefect.serve(deployment, print_starting_message=False)
