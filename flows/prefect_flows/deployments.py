"""Deployments: the flows as a schedule runs them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import prefect
from prefect.client.orchestration import get_client
from prefect.client.schemas.objects import ConcurrencyLimitConfig, ConcurrencyLimitStrategy
from prefect.events import DeploymentEventTrigger, ResourceSpecification
from prefect.exceptions import ObjectNotFound
from prefect.schedules import Cron

from corpus.text.printable import printable
from flows import samples
from flows.effective_options import build_options, check_options
from flows.options import OptionGroup
from flows.prefect_flows import allowed_folders
from flows.prefect_flows.build_flow import build
from flows.prefect_flows.check_flow import check
from flows.prefect_flows.review_flow import decisions, packets
from flows.project_name import Project
from flows.settings import Settings, SettingsError


def serve(settings: Settings, glossary: tuple[Path, ...], glossary_only: bool, base: Path, project: Project) -> None:
    """Serve build and check on their cron schedules; a build that comes due while another is at work waits for it."""
    schedule = settings.schedule
    _refuse_another(project)
    allowed_folders.hand_on(_folders(settings, glossary, base))
    shared: dict[str, Any] = {"glossary": glossary, "glossary_only": glossary_only, "project": project.name}
    parameters = as_parameters(build_options(settings, base, sources=schedule.sources, **shared))
    identity: dict[str, Any] = {"name": project.name, "tags": [project.name, str(project.file)]}
    built: Any = build.to_deployment(
        **identity,
        description="Builds the corpus and publishes it when something changed.",
        schedules=[Cron(schedule.cron, timezone=schedule.timezone)],
        parameters=parameters,
        concurrency_limit=ConcurrencyLimitConfig(limit=1, collision_strategy=ConcurrencyLimitStrategy.ENQUEUE),
    )
    checked: Any = check.to_deployment(
        **identity,
        description="Checks the glossary and the findings of the latest build.",
        schedules=[Cron(schedule.check, timezone=schedule.timezone)] if schedule.check else [],
        parameters=as_parameters(check_options(settings, base, fail_on="never", **shared)),
    )
    timetable = f"{schedule.cron} {schedule.timezone}"
    print(
        f"Serving builds on the schedule {timetable} (minute, hour, day, month, weekday); Ctrl-C stops.",
        file=sys.stderr,
    )
    print(f"Its name on the server is {project.name}; it builds {_source_text(schedule.sources)}.", file=sys.stderr)
    deployments = (built, checked, *_reviewing(settings, parameters, base, identity))
    prefect.serve(*map(_from_package, deployments), print_starting_message=False)


def as_parameters(options: OptionGroup) -> dict[str, Any]:
    """Options as the parameters of a deployment: they hold wherever its runs are at work."""
    return options.resolved(Path.cwd()).model_dump(mode="json")


def _from_package(deployment: Any) -> Any:
    """The deployment with its flow loaded from the package, whatever lies in the folder that it runs in."""
    name = deployment.entrypoint.rpartition(":")[2]
    deployment.entrypoint = f"{Path(__file__).resolve().with_name('served.py')}:{name}"
    return deployment


def _source_text(sources: Sequence[Path]) -> str:
    return printable(", ".join(map(str, sources))) or "the samples, as [schedule] sources names nothing else"


def _refuse_another(project: Project) -> None:
    """Fails where the server has a project of this name from elsewhere: each would run the other's deployments."""
    with get_client(sync_client=True) as client:
        try:
            deployment = client.read_deployment_by_name(f"{build.name}/{project.name}")
        except ObjectNotFound:
            return
    others = [tag for tag in deployment.tags if os.path.isabs(tag) and tag != str(project.file)]
    if others:
        remedy = "give this one another name, or delete the deployments there if the project was moved"
        raise SettingsError(
            f"schedule.project: {project.name} is the project of {printable(others[0])} on this server; {remedy}"
        )


def _folders(settings: Settings, glossary: Sequence[Path], base: Path) -> dict[str, Sequence[Path]]:
    """By parameter, the folders that a run may use."""
    sources, out = settings.schedule.sources or [samples.folder()], [settings.build.out]
    return {
        "sources": sources,
        "roots": sources,
        "root": [base, *([settings.source.root] if settings.source.root else [])],
        "base": [base],
        "out": out,
        "build": out,
        "since": out,
        "glossary": glossary,
        "lexicons": settings.align.lexicons,
        "review": [settings.review.dir],
        "inbox": [settings.review.inbox] if settings.review.inbox else [],
        "baseline": [settings.check.baseline] if settings.check.baseline else [],
    }


def _reviewing(settings: Settings, built: Mapping[str, Any], base: Path, identity: Mapping[str, Any]) -> Iterator[Any]:
    """Packets after each build for those who want them, and decisions on their schedule."""
    review, schedule, out = settings.review, settings.schedule, settings.build.out
    common = {name: built[name] for name in ("review", "glossary", "glossary_only", "project")}
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
            **identity,
            description="Writes what is new for reviewers.",
            parameters={**common, **parameters},
            triggers=[_after_builds(identity["name"])],
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
            **identity,
            description="Takes in what reviewers have decided.",
            schedules=crons,
            parameters={**common, **parameters},
        )


def _after_builds(project: str) -> DeploymentEventTrigger:
    """A build of this project that has completed."""
    of_build = {"prefect.resource.role": "flow", "prefect.resource.name": build.name}
    of_project = {"prefect.resource.role": "tag", "prefect.resource.id": f"prefect.tag.{project}"}
    return DeploymentEventTrigger(
        name=f"{project} packets",
        expect={"prefect.flow-run.Completed"},
        match_related=[ResourceSpecification(of_build), ResourceSpecification(of_project)],
    )
