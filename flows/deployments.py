"""Deployments: the flows as a schedule runs them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import prefect
from prefect.client.schemas.objects import ConcurrencyLimitConfig, ConcurrencyLimitStrategy
from prefect.events import DeploymentEventTrigger, ResourceSpecification
from prefect.schedules import Cron

from flows.build import build
from flows.check import check
from flows.review import decisions, packets
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
        "max_seconds": settings.source.max_seconds,
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
        "max_lost": settings.build.max_lost,
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
    deployments = (built, checked, *_reviewing(settings, parameters, base))
    prefect.serve(*map(_from_package, deployments), print_starting_message=False)


def _from_package(deployment: Any) -> Any:
    """The deployment with its flow loaded from the package, whatever lies in the folder that it runs in."""
    name = deployment.entrypoint.rpartition(":")[2]
    deployment.entrypoint = f"{Path(__file__).resolve().with_name('served.py')}:{name}"
    return deployment


def _reviewing(settings: Settings, built: Mapping[str, Any], base: Path) -> Iterator[Any]:
    """Packets after each build for those who want them, and decisions on their schedule."""
    review, schedule, out = settings.review, settings.schedule, settings.build.out
    own = {name: built[name] for name in ("review", "glossary", "glossary_only")}
    if review.packets:
        parameters = {
            "langs": review.packets,
            "build": str((out / "latest").absolute()),
            "out": str((out / "packets").absolute()),
            "formats": review.formats,
            "limit": review.limit,
            "source_link": review.source_link,
            "url": review.url,
        }
        yield packets.to_deployment(
            name="taiyaku",
            description="Writes what is new for reviewers.",
            parameters={**own, **parameters},
            triggers=[_after_builds()],
        )
    if review.inbox:
        crons = [Cron(schedule.decisions, timezone=schedule.timezone)] if schedule.decisions else []
        parameters = {
            "inbox": str(review.inbox.absolute()),
            "out": str(out.absolute()),
            "root": str(base),
            "roots": built["sources"],
        }
        yield decisions.to_deployment(
            name="taiyaku",
            description="Takes in what reviewers have decided.",
            schedules=crons,
            parameters={**own, **parameters},
        )


def _after_builds() -> DeploymentEventTrigger:
    """A build that has completed."""
    of_build = {"prefect.resource.role": "flow", "prefect.resource.name": "build"}
    return DeploymentEventTrigger(
        name="taiyaku packets",
        expect={"prefect.flow-run.Completed"},
        match_related=ResourceSpecification(of_build),
    )
