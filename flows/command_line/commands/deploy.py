"""`taiyaku deployments`: the deployments as a file, for workers on any number of machines."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

from corpus.text.printable import printable
from flows.command_line.commands.serve import deployed_project
from flows.console.exit_status import FINE
from flows.options import termbase_cache
from flows.options.settings import Settings
from flows.prefect_flows import environment, server
from flows.prefect_flows.deployment_file import deployment_file, write_file


def write_deployments(options: argparse.Namespace, settings: Settings) -> int:
    """Write prefect.yaml and say what comes next; `-` prints it."""
    environment.prepare()
    deployed = deployed_project(options, settings)
    termbase_cache.glossary(deployed.glossary, deployed.glossary_only)  # what is wrong with it shows now
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
