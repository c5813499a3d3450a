"""The arguments for who runs builds: `builds`, `automations`, `doctor`, `publish`, `serve` and `deployments`."""

from __future__ import annotations

import argparse
from pathlib import Path

from flows.command_line.arguments.argument_values import (
    Commands,
    amount,
    builds_options,
    command,
    common_options,
    config_option,
    line_count,
)

_SERVE = "Run scheduled builds until stopped; [schedule] in taiyaku.toml sets the times and the sources."
_DEPLOYMENTS = (
    "Write the deployments of `serve` as a file for `prefect deploy --all`, so that workers run them, on any number of "
    "machines or in containers."
)
_PUBLISH = (
    "Bring a build to where people read it: a folder, an object store, a data set folder for Hugging Face, a "
    "git branch of summaries. Nothing is there before all of it is, and no build that is there is overwritten."
)
_BUILDS = (
    "List the published builds with dates, sizes and tags, the newest first; or tag one, make one the latest, remove "
    "old ones. A BUILD is an id, the beginning of one, a tag, latest or previous."
)
_AUTOMATIONS = (
    "Make automations on Prefect's server that post to a channel when a run crashes, is never begun, or no build went "
    "well within [alarms] late_hours: what no run can tell of itself. Calling it again replaces them."
)
_DOCTOR = (
    "Check installation, settings, glossary, review folder, published builds, locks, disk, runs and Prefect's server, "
    "and say what to do. Exit status 1 where something keeps builds from running or readers from reading."
)


def add(commands: Commands) -> None:
    """Add the commands to those of the command line."""
    _builds_options(commands.add_parser("builds", help="list, tag, roll back and remove builds", description=_BUILDS))
    parser = commands.add_parser("automations", help="report lost runs from Prefect's server", description=_AUTOMATIONS)
    parser.add_argument(
        "--channel",
        metavar="VARIABLE",
        help="environment variable with the http(s) address (default: the first such of [notify] channels)",
    )
    config_option(parser)
    parser.set_defaults(run=command("serve", "automate"))
    _doctor_options(commands.add_parser("doctor", help="check whether builds can run", description=_DOCTOR))
    _publish_options(commands.add_parser("publish", help="publish a build elsewhere", description=_PUBLISH))
    _serve_options(commands.add_parser("serve", help="run scheduled builds on Prefect", description=_SERVE))
    deployments = commands.add_parser("deployments", help="write prefect.yaml for workers", description=_DEPLOYMENTS)
    _deployment_options(deployments)


def _builds_options(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_mutually_exclusive_group()
    actions.add_argument(
        "--tag", nargs=2, metavar=("NAME", "BUILD"), help="let OUT/tags/NAME name a build, which is then kept"
    )
    actions.add_argument("--untag", metavar="NAME", help="remove a tag")
    actions.add_argument(
        "--rollback",
        nargs="?",
        const="previous",
        metavar="BUILD",
        help="make a build the latest (default: previous); the one that was stays away from latest until it is named "
        "here or the sources change",
    )
    actions.add_argument(
        "--prune", action="store_true", help="remove the builds that [build] keep_last, keep_days and keep_gib let go"
    )
    parser.add_argument("--keep-last", type=line_count, metavar="N", help="with --prune: builds to keep")
    parser.add_argument("--keep-days", type=amount, metavar="DAYS", help="with --prune: remove older builds")
    parser.add_argument(
        "--keep-gib", type=amount, metavar="GIB", help="with --prune: remove the oldest above this size"
    )
    parser.add_argument("--dry-run", action="store_true", help="with --prune: only say what would be removed")
    builds_options(parser)
    config_option(parser)
    parser.set_defaults(run=command("builds", "manage_builds"))


def _doctor_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--full", action="store_true", help="read every file of all builds, not of the latest alone")
    parser.add_argument(
        "--late",
        type=amount,
        metavar="HOURS",
        help="hours within which a run should go well (default: [alarms] late_hours)",
    )
    builds_options(parser)
    common_options(parser)
    parser.set_defaults(run=command("doctor", "diagnose", settings=False))


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
    parser.set_defaults(run=command("builds", "publish"))


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
    parser.set_defaults(run=command("serve", "write_deployments"))
