"""`taiyaku serve`: the deployments and their schedules, on a server of our own or a configured one."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import nullcontext
from pathlib import Path

from corpus.text.printable import printable
from flows.console import error_lines
from flows.console.exit_status import FINE
from flows.options import termbase_cache
from flows.options.effective_options import base_of
from flows.options.project_name import project_of
from flows.options.settings import CONFIG, Settings, SettingsError
from flows.prefect_flows import crons, environment, server
from flows.prefect_flows.deployment_plan import DeployedProject


def run_server(options: argparse.Namespace, settings: Settings) -> int:
    """Serve the scheduled deployments until stopped."""
    environment.prepare("INFO")
    error_lines.remove_old_logs()
    deployed = deployed_project(options, settings)
    termbase_cache.glossary(deployed.glossary, deployed.glossary_only)  # what is wrong with it shows now
    with nullcontext() if server.is_configured() else server.starting(whole=True) as ready:
        from flows.prefect_flows.deployments import serve  # Prefect takes seconds, while the server starts
        from flows.prefect_flows.session import reachable, reaching

        with reaching(ready) as access, reachable():
            if access:  # the processes of runs read it from the environment
                os.environ.update(PREFECT_API_URL=access.url, PREFECT_API_AUTH_STRING=access.login)
                print(_welcome_text(access), file=sys.stderr)
            serve(deployed)
    return FINE


def deployed_project(options: argparse.Namespace, settings: Settings) -> DeployedProject:
    """Return what is to be deployed; raises SettingsError without settings, or without their sources or times."""
    file = options.config or Path(CONFIG)
    if not file.is_file():
        remedy = "create one whose [schedule] sets what to build and when, or give it with --config"
        raise SettingsError(f"{printable(file)}: no such file, so nothing to serve; {remedy}")
    crons.check(settings.schedule, printable(file))
    for source in settings.schedule.sources:
        if not source.exists():
            raise SettingsError(f"schedule.sources: {source} does not exist; correct the path")
    glossary, glossary_only = termbase_cache.folders_of(options, settings)
    project = project_of(options.config, settings)
    return DeployedProject(settings, glossary, glossary_only, base_of(options.config), project)


def _welcome_text(access: server.ServerAccess) -> str:
    """Return where the pages of our own server are; its login stands in the file alone, as logs have other readers."""
    login = f"log in with the line in {server.home() / server.LOGIN}"
    return f"The Prefect UI is at {access.url.removesuffix('/api')}; {login}."
