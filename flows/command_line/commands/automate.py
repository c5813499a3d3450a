"""`taiyaku automations`: Prefect's server tells of runs that crash, are never begun or stay away."""

from __future__ import annotations

import argparse
import sys

from flows.console.exit_status import FINE
from flows.options.project_name import project_of
from flows.options.settings import Settings, SettingsError
from flows.outcomes.notify import web_channel
from flows.prefect_flows import environment, server


def automate(arguments: argparse.Namespace, settings: Settings) -> int:
    """Make the automations on the server that is configured."""
    if not server.is_configured():
        remedy = "set PREFECT_API_URL to the address of a server that stays up"
        raise SettingsError(f"no Prefect server is configured, and automations need one; {remedy}")
    channel = arguments.channel or web_channel(settings.notify)
    if not channel:
        remedy = "name one there or with --channel"
        raise SettingsError(f"[notify] channels: no variable holds an http(s) address; {remedy}")
    environment.prepare()
    from flows.prefect_flows.automations import make_automations  # Prefect takes a second
    from flows.prefect_flows.session import reachable

    with reachable():
        project = project_of(arguments.config, settings).name
        names = make_automations(project, channel, settings.alarms.late_hours)
    print("\n".join(f"made {name}" for name in names), file=sys.stderr)
    return FINE
