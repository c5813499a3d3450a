"""`taiyaku serve`, `deployments` and `automations`: schedules on a server of our own or a configured one."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from contextlib import nullcontext
from pathlib import Path

from corpus.text.printable import printable
from flows.console import error_lines
from flows.console.exit_status import FINE
from flows.options import termbase_cache
from flows.options.effective_options import base_of, options_of, project_of
from flows.options.options import GlossaryOptions
from flows.options.settings import CONFIG, Settings, SettingsError
from flows.outcomes.notify import web_channel
from flows.prefect_flows import deployment_plan, server
from flows.prefect_flows.deployment_file import deployment_file, write_file
from flows.prefect_flows.deployment_plan import DeployedProject


def run_server(options: argparse.Namespace, settings: Settings) -> int:
    """Serve the scheduled deployments until stopped."""
    server.prepare("INFO")
    error_lines.remove_old_logs()
    deployed = deployed_project(options, settings)
    termbase_cache.termbase_of(options_of(GlossaryOptions, settings))  # what is wrong with it shows now
    with nullcontext() if server.is_configured() else server.starting(whole=True) as ready:
        from flows.prefect_flows.deployments import serve  # Prefect takes seconds, while the server starts
        from flows.prefect_flows.run import reachable, reaching

        with reaching(ready) as access, reachable():
            if access:  # the processes of runs read it from the environment
                os.environ.update(PREFECT_API_URL=access.url, PREFECT_API_AUTH_STRING=access.login)
                print(_welcome_text(access), file=sys.stderr)
            serve(deployed)
    return FINE


def deployed_project(options: argparse.Namespace, settings: Settings) -> DeployedProject:
    """Return the project to deploy; raises SettingsError if settings, sources or times are missing."""
    file = options.config or Path(CONFIG)
    if not file.is_file():
        remedy = "create one whose [schedule] sets what to build and when, or give it with --config"
        raise SettingsError(f"{printable(file)}: no such file, so nothing to serve; {remedy}")
    deployment_plan.check(settings.schedule, printable(file))
    for source in settings.schedule.sources:
        if not source.exists():
            raise SettingsError(f"schedule.sources: {source} does not exist; correct the path")
    return DeployedProject(settings, base_of(options.config), project_of(options.config, settings))


def _welcome_text(access: server.ServerAccess) -> str:
    """Return where our own server's pages are. The login is only in the file, as others can read logs."""
    login = f"log in with the line in {server.home() / server.LOGIN}"
    return f"The Prefect UI is at {access.url.removesuffix('/api')}; {login}."


def write_deployments(options: argparse.Namespace, settings: Settings) -> int:
    """Write prefect.yaml and print the next steps; `-` prints the file."""
    server.prepare()
    deployed = deployed_project(options, settings)
    termbase_cache.termbase_of(options_of(GlossaryOptions, settings))  # what is wrong with it shows now
    text = deployment_file(deployed, options.work_pool, options.image)
    if str(options.out) == "-":
        print(text, end="")
        return FINE
    write_file(options.out, text)
    kind, pool = ("docker" if options.image else "process"), shlex.quote(options.work_pool)
    print(f"Wrote {printable(options.out)}: the deployments of {deployed.project.name}. Next:", file=sys.stderr)
    for line in _next_commands(options.out, kind, pool):
        print(f"  {line}", file=sys.stderr)
    return FINE


def _next_commands(file: Path, kind: str, pool: str) -> list[str]:
    folder = file.parent
    enter = f"cd {shlex.quote(printable(folder))} && " if folder != Path() else ""
    option = "" if file.name == "prefect.yaml" else f" --prefect-file {shlex.quote(printable(file.name))}"
    address = [] if server.is_configured() else ["export PREFECT_API_URL=http://HOST:4200/api   # of your server"]
    return [
        *address,
        f"prefect work-pool create {pool} --type {kind}   # once",
        f"{enter}prefect deploy --all{option}",
        f"prefect worker start --pool {pool}   # on each machine that is to do the work",
    ]


def automate(arguments: argparse.Namespace, settings: Settings) -> int:
    """Create the automations on the configured server."""
    if not server.is_configured():
        remedy = "set PREFECT_API_URL to the address of a server that stays up"
        raise SettingsError(f"no Prefect server is configured, and automations need one; {remedy}")
    channel = arguments.channel or web_channel(settings.notify)
    if not channel:
        remedy = "name one there or with --channel"
        raise SettingsError(f"[notify] channels: no variable holds an http(s) address; {remedy}")
    server.prepare()
    from flows.prefect_flows.deployments import make_automations  # Prefect takes a second
    from flows.prefect_flows.run import reachable

    with reachable():
        project = project_of(arguments.config, settings).name
        names = make_automations(project, channel, settings.alarms.late_hours)
    print("\n".join(f"made {name}" for name in names), file=sys.stderr)
    return FINE
