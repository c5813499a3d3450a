"""Automations of Prefect's server, for what no run can report itself: a crash, a missed start, missing builds."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from prefect.blocks.webhook import Webhook
from prefect.client.orchestration import SyncPrefectClient, get_client
from prefect.events import AutomationCore, EventTrigger, Posture, ResourceSpecification
from prefect.events.actions import CallWebhook
from pydantic import SecretStr

from corpus import lazy_re as re
from flows.options.settings import SettingsError

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
    """Create or replace a project's automations on the server; returns their names.

    `channel` is the environment variable with the address to post to. The server keeps the address in a block.
    Missing builds are reported after `late_hours`; with 0 they are not.

    Raises:
        SettingsError: the environment has no such address.
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
