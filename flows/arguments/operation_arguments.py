"""The arguments of commands for those who run builds: `serve`."""

from __future__ import annotations

import argparse

from flows.arguments.common_arguments import Commands, command, common_options

_SERVE = "Run scheduled builds until stopped; [schedule] in taiyaku.toml sets the times and the sources."


def add(commands: Commands) -> None:
    """Add the commands to those of the command line."""
    _serve_options(commands.add_parser("serve", help="run scheduled builds on Prefect", description=_SERVE))


def _serve_options(parser: argparse.ArgumentParser) -> None:
    common_options(parser)
    parser.set_defaults(run=command("serve", "run_server"))
