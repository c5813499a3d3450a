"""The deployment plan: what runs when, with which parameters, derived from the settings.

Both `taiyaku serve` and the file that `taiyaku deployments` writes are made from it, so that they cannot
differ.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus.text.printable import printable
from flows.options import samples
from flows.options.effective_options import Project, build_options, check_options, options_of
from flows.options.flow_parameters import DecisionOptions, GlossaryCheckOptions, PacketOptions, RetentionOptions
from flows.options.option_group import OptionGroup
from flows.options.publish_targets import parse_target
from flows.options.settings import ScheduleSettings, Settings, SettingsError

# Heartbeat and metrics are those of builds and checks alone.
_QUIET: Mapping[str, Any] = {"heartbeat": "", "metrics": None}


@dataclass(frozen=True, slots=True)
class DeployedProject:
    """A deployed project: its settings, the folder that patterns count from, and its name."""

    settings: Settings
    base: Path
    project: Project

    @property
    def targets(self) -> tuple[str, ...]:
        """The targets to which builds are published, valid wherever runs are at work."""
        return tuple(str(parse_target(text, Path.cwd())) for text in self.settings.publish.targets)

    @property
    def texts(self) -> dict[str, Sequence[str]]:
        """The texts that a run started over a server's API may use, by parameter."""
        notify = self.settings.notify
        return {"targets": self.targets, "channels": notify.channels, "heartbeat": (notify.heartbeat, "")}


@dataclass(frozen=True, slots=True)
class DeploymentPlan:
    """A deployment: the function of its flow in `served.py`, the parameters of its runs, and when they start.

    Attributes:
        flow: name of the function in `flows.prefect_flows.served`.
        name: name of the deployment, which is the project's.
        crons: its schedules, in `timezone`; none: runs start on request, or by a trigger.
        parameters: JSON values; paths are absolute, so that they hold wherever runs are at work.
        tags: the project's name and the file of its settings.
        one_at_a_time: whether a run that comes due while another of the deployment is at work waits for its end. No
            deployment retries: what may pass is tried again inside the flows.
        triggers: what starts a run, each as Prefect writes an event trigger.
    """

    flow: str
    name: str
    description: str
    crons: tuple[str, ...]
    timezone: str
    parameters: Mapping[str, Any]
    tags: tuple[str, ...]
    one_at_a_time: bool = False
    triggers: tuple[Mapping[str, Any], ...] = ()


def deployment_plans(deployed: DeployedProject) -> list[DeploymentPlan]:
    """Return all deployments of a project; raises SettingsError if settings are invalid."""
    settings, base = deployed.settings, deployed.base
    project, schedule, sources = deployed.project.name, settings.schedule, settings.schedule.sources
    of_build = build_options(settings, base, sources=sources, targets=deployed.targets, project=project)
    of_check = check_options(settings, base, fail_on="never", project=project)
    # The pages of the sources, as the findings of the latest build are those of the glossary as it was.
    values = {"sources": sources, "on_new": settings.alarms.on_criticals}
    of_glossary = options_of(GlossaryCheckOptions, settings, base=base, project=project, **values)
    of_retention = options_of(RetentionOptions, settings, project=project, **_QUIET)
    building = "Builds the corpus and publishes it when something changed."
    checking = "Checks the glossary and the findings of the latest build."
    checking_entries = "Checks the glossary and the sources when entries changed since the last such check."
    removing = "Removes old builds, as many as the settings say."
    return [
        _plan(deployed, "build", building, of_build, schedule.cron, one_at_a_time=True),
        _plan(deployed, "check", checking, of_check, schedule.check),
        _plan(deployed, "glossary", checking_entries, of_glossary, schedule.glossary),
        *_reviewing(deployed),
        _plan(deployed, "retention", removing, of_retention, schedule.retention),
    ]


def as_parameters(options: OptionGroup) -> dict[str, Any]:
    """Return options as the parameters of a deployment, valid wherever its runs are at work."""
    return options.resolved(Path.cwd()).as_json()


def run_folders(deployed: DeployedProject) -> dict[str, Sequence[Path]]:
    """Return the folders that a run started over a server's API may use, by parameter."""
    settings, out = deployed.settings, [deployed.settings.build.out]
    sources = settings.schedule.sources or (samples.folder(),)
    return {
        "sources": sources,
        "roots": sources,
        "root": [deployed.base, *([settings.source.root] if settings.source.root else [])],
        "base": [deployed.base],
        "out": out,
        "build": out,
        "since": out,
        "glossary": settings.glossary.layers,
        "scopes": [place for scope in settings.glossary.scopes for place in scope.dirs],
        "lexicons": settings.align.lexicons,
        "review": [settings.review.dir],
        "inbox": [settings.review.inbox] if settings.review.inbox else [],
        "metrics": [settings.notify.metrics] if settings.notify.metrics else [],
        "baseline": [settings.check.baseline] if settings.check.baseline else [],
    }


def _plan(
    deployed: DeployedProject,
    flow: str,
    description: str,
    options: OptionGroup,
    cron: str | None = None,
    one_at_a_time: bool = False,
    triggers: tuple[Mapping[str, Any], ...] = (),
) -> DeploymentPlan:
    return DeploymentPlan(
        flow,
        deployed.project.name,
        description,
        crons=(cron,) if cron else (),
        timezone=deployed.settings.schedule.timezone,
        parameters=as_parameters(options),
        tags=(deployed.project.name, str(deployed.project.file)),
        one_at_a_time=one_at_a_time,
        triggers=triggers,
    )


def _reviewing(deployed: DeployedProject) -> Iterator[DeploymentPlan]:
    """Yield the plan of packets after each build, if wanted, and that of decisions on their schedule."""
    settings, values = deployed.settings, {**_QUIET, "project": deployed.project.name}
    if settings.review.packets:
        packets, trigger = options_of(PacketOptions, settings, **values), _after_builds(deployed.project.name)
        yield _plan(deployed, "packets", "Writes what is new for reviewers.", packets, triggers=(trigger,))
    if settings.review.inbox:
        decisions = options_of(DecisionOptions, settings, root=deployed.base, **values)
        cron = settings.schedule.decisions
        yield _plan(deployed, "decisions", "Takes in what reviewers have decided.", decisions, cron)


def _after_builds(project: str) -> Mapping[str, Any]:
    return {
        "type": "event",
        "name": f"{project} packets",
        "expect": ["prefect.flow-run.Completed"],
        "match_related": [
            {"prefect.resource.role": "flow", "prefect.resource.name": "build"},
            {"prefect.resource.role": "tag", "prefect.resource.id": f"prefect.tag.{project}"},
        ],
    }


def check(schedule: ScheduleSettings, file_name: str) -> None:
    """Fail if a cron has no next time; `file_name` is the settings file. Raises SettingsError."""
    from prefect.server.schemas.schedules import CronSchedule

    for key in ("cron", "check", "glossary", "decisions", "retention"):
        text = getattr(schedule, key)
        if text is None:
            continue
        problem = "is no cron"
        try:
            times = CronSchedule(cron=text, timezone=schedule.timezone)
            problem = "is no date that ever comes"
            asyncio.run(times.get_dates(1))
        except ValueError:
            remedy = "write five fields: minute, hour, day, month, weekday"
            raise SettingsError(
                f"{file_name}: schedule.{key}: {problem}; {remedy} (got {printable(repr(text))})"
            ) from None
