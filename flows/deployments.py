"""Deployments: the flows as a schedule runs them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import prefect
from prefect.client.schemas.objects import ConcurrencyLimitConfig, ConcurrencyLimitStrategy
from prefect.schedules import Cron

from flows.build import build
from flows.check import check
from flows.settings import Settings


def serve(settings: Settings, glossary: list[Path], glossary_only: bool, base: Path) -> None:
    """Serve build and check on their cron schedules; a build that comes due while another is at work waits for it."""
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
        "select": settings.check.select,
        "ignore": settings.check.ignore,
        "per_folder": {pattern: one.model_dump() for pattern, one in settings.check.per_folder.items()},
        "base": str(base),
        "review": str(settings.review.dir.absolute()),
        "source_link": settings.review.source_link,
        "jobs": settings.build.jobs,
        "keep_last": settings.build.keep_last,
    }
    built: Any = build.to_deployment(
        name="taiyaku",
        description="Builds the corpus and publishes it when something changed.",
        schedules=[Cron(schedule.cron, timezone=schedule.timezone)],
        parameters=parameters,
        concurrency_limit=ConcurrencyLimitConfig(limit=1, collision_strategy=ConcurrencyLimitStrategy.ENQUEUE),
    )
    checked: Any = check.to_deployment(
        name="taiyaku",
        description="Checks the glossary and the findings of the latest build.",
        schedules=[Cron(schedule.check, timezone=schedule.timezone)] if schedule.check else [],
        parameters={
            "build": str((settings.build.out / "latest").absolute()),
            "glossary": parameters["glossary"],
            "glossary_only": glossary_only,
            "min_confidence": settings.check.min_confidence,
            "jobs": settings.build.jobs,
        },
    )
    told = f"{schedule.cron} {schedule.timezone}"
    print(f"Serving builds on the schedule {told} (minute, hour, day, month, weekday); Ctrl-C stops.", file=sys.stderr)
    prefect.serve(built, checked, print_starting_message=False)
