"""Deployments: the flows as a schedule runs them, served by this process."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import prefect
from prefect.client.orchestration import get_client
from prefect.client.schemas.objects import ConcurrencyLimitConfig, ConcurrencyLimitStrategy
from prefect.events import DeploymentEventTrigger
from prefect.exceptions import ObjectNotFound
from prefect.schedules import Cron

from corpus.text.printable import printable
from flows.prefect_flows import allowed_folders
from flows.prefect_flows.build_flow import build
from flows.prefect_flows.check_flow import check
from flows.prefect_flows.deployment_plan import DeployedProject, DeploymentPlan, deployment_plans, run_folders
from flows.prefect_flows.glossary_flow import glossary
from flows.prefect_flows.retention_flow import retention
from flows.prefect_flows.review_flow import decisions, packets
from flows.project_name import Project
from flows.settings import SettingsError

_SERVED = Path(__file__).resolve().with_name("served.py")
_FLOWS: Mapping[str, Any] = {
    "build": build,
    "check": check,
    "glossary": glossary,
    "packets": packets,
    "decisions": decisions,
    "retention": retention,
}


def serve(deployed: DeployedProject) -> None:
    """Serve all deployments on their cron schedules; a build that comes due while another is at work waits for it."""
    _refuse_another(deployed.project)
    allowed_folders.hand_on(run_folders(deployed), deployed.texts)
    schedule = deployed.settings.schedule
    print(
        f"Serving builds on the schedule {schedule.cron} {schedule.timezone} (minute, hour, day, month, weekday); "
        "Ctrl-C stops.",
        file=sys.stderr,
    )
    print(
        f"Its name on the server is {deployed.project.name}; it builds {_source_text(schedule.sources)}.",
        file=sys.stderr,
    )
    prefect.serve(*map(_deployment, deployment_plans(deployed)), print_starting_message=False)


def _deployment(plan: DeploymentPlan) -> Any:
    """The deployment with its flow loaded from the package, whatever lies in the folder that it runs in."""
    limit = ConcurrencyLimitConfig(limit=1, collision_strategy=ConcurrencyLimitStrategy.ENQUEUE)
    deployment: Any = _FLOWS[plan.flow].to_deployment(
        name=plan.name,
        description=plan.description,
        tags=list(plan.tags),
        parameters=dict(plan.parameters),
        schedules=[Cron(cron, timezone=plan.timezone) for cron in plan.crons],
        triggers=[DeploymentEventTrigger.model_validate(trigger) for trigger in plan.triggers],
        concurrency_limit=limit if plan.one_at_a_time else None,
    )
    deployment.entrypoint = f"{_SERVED}:{plan.flow}"
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
