"""The arguments of commands for those who run builds: `serve` and `deployments`."""

from __future__ import annotations

import argparse
from pathlib import Path

from flows.command_line.arguments.common_arguments import Commands, command, common_options

_SERVE = "Run scheduled builds until stopped; [schedule] in taiyaku.toml sets the times and the sources."
_DEPLOYMENTS = (
    "Write the deployments of `serve` as a file for `prefect deploy --all`, so that workers run them, on any number of "
    "machines or in containers."
)


def add(commands: Commands) -> None:
    """Add the commands to those of the command line."""
    _serve_options(commands.add_parser("serve", help="run scheduled builds on Prefect", description=_SERVE))
    deployments = commands.add_parser("deployments", help="write prefect.yaml for workers", description=_DEPLOYMENTS)
    _deployment_options(deployments)


def _serve_options(parser: argparse.ArgumentParser) -> None:
    common_options(parser)
    parser.set_defaults(run=command("serve", "run_server"))


def _deployment_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("prefect.yaml"),
        metavar="FILE",
        help="file to write, or - for standard output (default: prefect.yaml)",
    )
    parser.add_argument(
        "--work-pool",
        default="taiyaku",
        metavar="NAME",
        help="work pool whose workers run the deployments (default: taiyaku)",
    )
    parser.add_argument("--image", metavar="IMAGE", help="image with taiyaku in it, for a work pool of type docker")
    common_options(parser)
    parser.set_defaults(run=command("deploy", "write_deployments"))
