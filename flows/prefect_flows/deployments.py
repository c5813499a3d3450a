"""Deployments: the flows run on a schedule, served by this process."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal
from uuid import UUID

from prefect.blocks.webhook import Webhook
from prefect.client.orchestration import SyncPrefectClient, get_client
from prefect.client.schemas.filters import DeploymentFilter, FlowRunFilter
from prefect.client.schemas.objects import ConcurrencyLimitConfig, ConcurrencyLimitStrategy, FlowRun
from prefect.client.schemas.responses import DeploymentResponse
from prefect.client.schemas.schedules import CronSchedule
from prefect.client.schemas.sorting import FlowRunSort
from prefect.events import AutomationCore, DeploymentEventTrigger, EventTrigger, Posture, ResourceSpecification
from prefect.events.actions import CallWebhook
from prefect.exceptions import ObjectNotFound
from prefect.runner import Runner
from prefect.schedules import Cron
from prefect.states import Cancelled, Scheduled
from pydantic import SecretStr

from corpus import lazy_re as re
from corpus.text.printable import printable
from flows.options.effective_options import Project
from flows.options.settings import SettingsError
from flows.prefect_flows import allowed_folders
from flows.prefect_flows.build_flow import build
from flows.prefect_flows.check_flow import check, glossary, retention
from flows.prefect_flows.deployment_plan import DeployedProject, DeploymentPlan, deployment_plans, run_folders
from flows.prefect_flows.review_flow import decisions, packets
from flows.prefect_flows.server_health import pause_diagnosis

MISSED = "Missed"  # the state of a run that did not begin in time
_LATE = timedelta(minutes=1)  # a run that is due is begun within seconds where something serves
_MOST = 200  # runs that the server lists at once


@dataclass(frozen=True, slots=True)
class MissedRuns:
    """Runs of a deployment that came due while it was not served."""

    count: int
    latest: datetime  # when the last of them was due
    caught_up: bool


def settle_late_runs(client: SyncPrefectClient, deployment_id: UUID, catch_up: bool) -> MissedRuns | None:
    """Mark scheduled runs that did not begin as missed, but the latest to be caught up and those that wait."""
    settled: set[UUID] = set()
    latest: FlowRun | None = None
    while runs := [run for run in _late_runs(client, deployment_id) if run.id not in settled]:
        for run in runs:
            settled.add(run.id)
            if latest is None:
                latest = run
                if catch_up:
                    continue
            message = "Nothing served this deployment when the run was due"
            client.set_flow_run_state(run.id, Cancelled(name=MISSED, message=message))
    if latest is None or latest.expected_start_time is None:
        return None
    return MissedRuns(len(settled), latest.expected_start_time, catch_up)


def settle_paused_time(client: SyncPrefectClient, deployment: DeploymentResponse, catch_up: bool) -> MissedRuns | None:
    """Catch up, if wanted, on a deployment that came due while an earlier version had paused it, by starting a run.
    The server scheduled none then; its record was last changed when it was paused.
    """
    paused_at = deployment.updated or datetime.now(UTC)
    due = min(_due_times(deployment, paused_at), default=None)
    if due is None or due > datetime.now(UTC):
        return None
    if catch_up:
        key = f"caught up {deployment.id} {due.isoformat()}"  # of two that serve, one makes it
        state: Any = Scheduled(scheduled_time=due)
        client.create_flow_run_from_deployment(deployment.id, state=state, idempotency_key=key)
    return MissedRuns(1, due, catch_up)


def _late_runs(client: SyncPrefectClient, deployment_id: UUID) -> Iterator[FlowRun]:
    """Yield scheduled runs that are overdue and did not begin, the latest first."""
    before = (datetime.now(UTC) - _LATE).isoformat()
    states: dict[Literal["type", "name"], Any] = {
        "type": {"any_": ["SCHEDULED"]},
        "name": {"any_": ["Scheduled", "Late"]},
    }
    runs = client.read_flow_runs(
        flow_run_filter=FlowRunFilter.model_validate({"state": states, "expected_start_time": {"before_": before}}),
        deployment_filter=DeploymentFilter.model_validate({"id": {"any_": [str(deployment_id)]}}),
        sort=FlowRunSort.EXPECTED_START_TIME_DESC,
        limit=_MOST,
    )
    return (run for run in runs if run.auto_scheduled and not run.run_count)


def _due_times(deployment: DeploymentResponse, after: datetime) -> Iterator[datetime]:
    """Yield, for each schedule of a deployment, the first due time after a moment."""
    from prefect.server.schemas.schedules import CronSchedule as ServerCron

    for entry in deployment.schedules:
        if entry.active and isinstance(entry.schedule, CronSchedule):
            cron = ServerCron(cron=entry.schedule.cron, timezone=entry.schedule.timezone)
            yield from asyncio.run(cron.get_dates(1, start=after))


class _ServingRunner(Runner):
    """Prefect's runner, whose SIGTERM handler would create a coroutine that nothing awaits, with another one."""

    _ask_to_stop: Callable[[], object]
    _stopping_task: asyncio.Task[None] | None = None

    async def start(self, run_once: bool = False, webserver: bool | None = None) -> None:
        """Serve until a signal asks to stop: runs at work are cancelled; a second signal waits for nothing."""
        loop, serving = asyncio.get_running_loop(), asyncio.current_task()
        if serving is None:
            raise RuntimeError("the runner serves inside a task")

        def stop() -> None:
            if self.started and self._stopping_task is None:
                self._stopping_task = loop.create_task(self.astop())
            else:
                serving.cancel()

        self._ask_to_stop = lambda: loop.call_soon_threadsafe(stop)
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as in the background of a shell
            signal.signal(signal.SIGINT, self.handle_sigterm)
        await super().start(run_once=run_once, webserver=webserver)
        if self._stopping_task is not None:
            await self._stopping_task

    def handle_sigterm(self, *_: Any, **__: Any) -> None:
        """Ask the loop to stop; as a signal handler, it may interrupt the loop anywhere."""
        self._ask_to_stop()


_SERVED = Path(__file__).resolve().with_name("served.py")
_VERSION = "taiyaku "  # what versions of deployments begin with; earlier releases paused them when they stopped
_FLOWS: Mapping[str, Any] = {
    "build": build,
    "check": check,
    "glossary": glossary,
    "packets": packets,
    "decisions": decisions,
    "retention": retention,
}


def serve(deployed: DeployedProject) -> None:
    """Serve all deployments on their cron schedules; a build that comes due while another is at work waits for it.
    Several processes may serve the same deployments: each run is begun by one of them, and if one stops, the others go
    on.
    """
    _refuse_another(deployed.project)
    allowed_folders.hand_on(run_folders(deployed), deployed.texts)
    schedule = deployed.settings.schedule
    _say(
        f"Serving builds on the schedule {schedule.cron} {schedule.timezone} (minute, hour, day, month, weekday); "
        "Ctrl-C stops."
    )
    sources = printable(", ".join(map(str, schedule.sources)))
    sources = sources or "the samples, as [schedule] sources names nothing else"
    _say(f"Its name on the server is {deployed.project.name}; it builds {sources}.")
    plans = deployment_plans(deployed)
    with get_client(sync_client=True) as client:
        deployments = [_registration(client, plan, schedule.catch_up) for plan in plans]
    run_until_stopped(deployments)


@dataclass(frozen=True, slots=True)
class _Registered:
    """A deployment registered as planned: doing so again would delete its scheduled runs, even one just due."""

    id: UUID
    name: str
    storage: None = None

    async def aapply(self) -> UUID:
        """Return its id, as what registers does."""
        return self.id


def _registration(client: SyncPrefectClient, plan: DeploymentPlan, catch_up: bool) -> Any:
    """Return what to serve for a plan, and settle missed runs; a pause by an earlier version is ended, others stay."""
    full_name = f"{_FLOWS[plan.flow].name}/{plan.name}"
    deployment, existing = _deployment(plan), _existing(client, full_name)
    if existing is None:
        return deployment
    is_ours = (existing.version or "").startswith(_VERSION)
    if existing.paused and not is_ours:
        _say(f"{full_name} was paused when an earlier version of taiyaku stopped; it is resumed.")
        _tell_missed(full_name, settle_paused_time(client, existing, catch_up))
    elif diagnosis := pause_diagnosis(existing, _FLOWS[plan.flow].name):
        _say(f"{diagnosis.message}; {diagnosis.remedy}")
    if not existing.paused:
        _tell_missed(full_name, settle_late_runs(client, existing.id, catch_up))
    if is_ours and _is_as_planned(existing, deployment):
        return _Registered(existing.id, existing.name)
    deployment.paused = existing.paused and is_ours
    switched_off = {_cron_text(entry) for entry in existing.schedules if not entry.active}
    deployment.schedules = [
        entry.model_copy(update={"active": _cron_text(entry) not in switched_off}) for entry in deployment.schedules
    ]
    return deployment


def _tell_missed(name: str, missed: MissedRuns | None) -> None:
    if missed is None:
        return
    runs = f"{missed.count:,} run{'s' * (missed.count != 1)}"
    end = "the last is caught up now" if missed.caught_up else "none is caught up, as [schedule] catch_up is false"
    _say(f"{name}: {runs} missed while nothing served, the last due {missed.latest:%Y-%m-%d %H:%M} UTC; {end}.")


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _existing(client: SyncPrefectClient, full_name: str) -> DeploymentResponse | None:
    """Return a deployment on the server by its flow's name and its own."""
    try:
        return client.read_deployment_by_name(full_name)
    except ObjectNotFound:
        return None


def _is_as_planned(existing: DeploymentResponse, deployment: Any) -> bool:
    """Return whether the server's deployment matches the plan; its parameters and schedules may be edited there."""
    return (
        existing.version == deployment.version
        and existing.parameters == deployment.parameters
        and sorted(map(_cron_text, existing.schedules)) == sorted(map(_cron_text, deployment.schedules))
    )


def _cron_text(entry: Any) -> str:
    return f"{getattr(entry.schedule, 'cron', entry.schedule)} {entry.schedule.timezone}"


def _deployment(plan: DeploymentPlan) -> Any:
    """Return the deployment with its flow loaded from the package, whatever the folder that it runs in contains."""
    flow, entrypoint = _FLOWS[plan.flow], f"{_SERVED}:{plan.flow}"
    limit = ConcurrencyLimitConfig(limit=1, collision_strategy=ConcurrencyLimitStrategy.ENQUEUE)
    deployment: Any = flow.to_deployment(
        name=plan.name,
        description=plan.description,
        tags=list(plan.tags),
        version=_version(plan, entrypoint),
        parameters=dict(plan.parameters),
        schedules=[Cron(cron, timezone=plan.timezone) for cron in plan.crons],
        triggers=[DeploymentEventTrigger.model_validate(trigger) for trigger in plan.triggers],
        concurrency_limit=limit if plan.one_at_a_time else None,
    )
    deployment.entrypoint = entrypoint
    return deployment


def _version(plan: DeploymentPlan, entrypoint: str) -> str:
    """Return the version of a deployment on the server; it changes with the plan and the flow's parameters."""
    content = json.dumps([asdict(plan), _FLOWS[plan.flow].parameters.model_dump(), entrypoint], default=str)
    return f"{_VERSION}{version('taiyaku')} {sha256(content.encode()).hexdigest()[:12]}"


def _refuse_another(project: Project) -> None:
    """Fail if the server has a project of this name from elsewhere: each would run the other's deployments."""
    with get_client(sync_client=True) as client:
        existing = _existing(client, f"{build.name}/{project.name}")
    tags = existing.tags if existing else ()
    others = [tag for tag in tags if os.path.isabs(tag) and tag != str(project.file)]
    if others:
        remedy = "give this one another name, or delete the deployments there if the project was moved"
        raise SettingsError(
            f"schedule.project: {project.name} is the project of {printable(others[0])} on this server; {remedy}"
        )


def run_until_stopped(deployments: Iterable[Any]) -> None:
    """Serve these deployments until a signal asks to stop."""
    runner = _ServingRunner(pause_on_shutdown=False, limit=None)
    for deployment in deployments:
        runner.add_deployment(deployment)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        with suppress(KeyboardInterrupt, asyncio.CancelledError):
            asyncio.run(runner.start())
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


_FLOW = {"prefect.resource.role": "flow", "prefect.resource.name": "build"}
_STAY_AWAY = "builds that stay away"
# Of the run that the event speaks of; a build that stays away has none.
_PAYLOAD = (
    '{{"project": "{project}", "run": {{{{ (flow.name if flow else "build") | tojson }}}}, "status": "failed", '
    '"level": "failed", "message": {message}}}'
)
_OF_RUN = (
    '{{ ("run " ~ flow_run.name ~ " is " ~ flow_run.state.name ~ ": " ~ (flow_run.state.message or "")) | tojson }}'
)


def make_automations(project: str, channel: str, late_hours: float) -> list[str]:
    """Create or replace a project's automations on the server; returns their names. The server keeps the
    address in the variable `channel`; raises SettingsError without one. Missing builds are reported after `late_hours`.
    """
    address = os.environ.get(channel, "")
    if not address.startswith(("http://", "https://")):
        remedy = "set it to an address that takes JSON; runs themselves send mail and chat"
        raise SettingsError(
            f"{channel}: the environment has no http(s) address there, which the server could call; {remedy}"
        )
    with get_client(sync_client=True) as client:
        _remove(client, f"{project} {_STAY_AWAY}")
        name = re.sub(r"[^a-z0-9]+", "-", f"{project}-{channel}".lower()).strip("-")
        block_id = Webhook(url=SecretStr(address)).save(name, overwrite=True)
        return [_put(client, automation) for automation in _automations(project, block_id, late_hours)]


def _automations(project: str, block_id: Any, late_hours: float) -> Iterator[AutomationCore]:
    yield AutomationCore(
        name=f"{project} runs that crash or are not begun",
        description="A run whose process is gone, or that no worker and no `taiyaku serve` began.",
        trigger=EventTrigger(
            expect={"prefect.flow-run.Crashed", "prefect.flow-run.Late"},
            match_related=_of_project(project),
            for_each={"prefect.resource.id"},
        ),
        actions=[CallWebhook(block_document_id=block_id, payload=_PAYLOAD.format(project=project, message=_OF_RUN))],
    )
    if late_hours:
        message = f'"no build went well for {late_hours:g} hours"'
        payload = _PAYLOAD.format(project=project, message=message)
        yield AutomationCore(
            name=f"{project} {_STAY_AWAY}",
            description=f"No build of the project completed within {late_hours:g} hours.",
            trigger=EventTrigger(
                expect={"prefect.flow-run.Completed"},
                match_related=[ResourceSpecification(_FLOW), *_of_project(project)],
                posture=Posture.Proactive,
                within=timedelta(hours=late_hours),
            ),
            actions=[CallWebhook(block_document_id=block_id, payload=payload)],
        )


def _of_project(project: str) -> list[ResourceSpecification]:
    return [ResourceSpecification({"prefect.resource.role": "tag", "prefect.resource.id": f"prefect.tag.{project}"})]


def _remove(client: SyncPrefectClient, name: str) -> None:
    for automation in client.read_automations_by_name(name):
        client.delete_automation(automation.id)


def _put(client: SyncPrefectClient, automation: AutomationCore) -> str:
    """Create an automation, or replace the one with its name; returns the name."""
    _remove(client, automation.name)
    client.create_automation(automation)
    return automation.name
