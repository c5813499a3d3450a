"""The arguments of `publish`."""

from __future__ import annotations

import argparse
from pathlib import Path

from flows.command_line.arguments.common_arguments import Commands, command, config_option

_PUBLISH = (
    "Bring a build to where people read it: a folder, an object store, a data set folder for Hugging Face, a "
    "git branch of summaries. Nothing is there before all of it is, and no build that is there is overwritten."
)


def add(commands: Commands) -> None:
    """Add the command to those of the command line."""
    _publish_options(commands.add_parser("publish", help="publish a build elsewhere", description=_PUBLISH))


def _publish_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "targets",
        nargs="*",
        metavar="TARGET",
        help="folder, s3://BUCKET/PREFIX or another address of fsspec's, hf:FOLDER, or git:REPOSITORY#BRANCH "
        "(default: [publish] targets)",
    )
    parser.add_argument(
        "--build", type=Path, metavar="DIR", help="build to publish (default: latest under [build] out)"
    )
    action = parser.add_mutually_exclusive_group()
    action.add_argument("--dry-run", action="store_true", help="show what would be sent, and write nothing")
    action.add_argument(
        "--verify",
        action="store_true",
        help="publish nothing; read the latest build of each target whole and compare it with its checksums",
    )
    action.add_argument(
        "--rollback",
        action="store_true",
        help="make the build the latest one of the targets even where a newer one is",
    )
    config_option(parser)
    parser.set_defaults(run=command("publish", "publish"))
