"""The arguments of `builds`, `automations` and `doctor`: what is published, who is notified, whether builds can run."""

from __future__ import annotations

import argparse

from flows.command_line.arguments.argument_values import amount, line_count
from flows.command_line.arguments.common_arguments import (
    Commands,
    builds_options,
    command,
    common_options,
    config_option,
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
    _automations_options(
        commands.add_parser("automations", help="let Prefect's server tell of lost runs", description=_AUTOMATIONS)
    )
    _doctor_options(commands.add_parser("doctor", help="check whether builds can run", description=_DOCTOR))


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


def _automations_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--channel",
        metavar="VARIABLE",
        help="environment variable with the http(s) address (default: the first such of [notify] channels)",
    )
    config_option(parser)
    parser.set_defaults(run=command("automate", "automate"))


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
