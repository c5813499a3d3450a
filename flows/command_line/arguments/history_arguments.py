"""The arguments of `compare` and `history`."""

from __future__ import annotations

import argparse

from corpus.languages import KNOWN
from corpus.vocabularies import FINDING_SEVERITY
from flows.command_line.arguments.argument_values import Commands, command, common_options, config_option, line_count

_COMPARE = (
    "Compare two builds: findings fixed and new, renderings that spread or give way, documents that slipped or "
    "improved. A build is a folder, an id under [build] out, `latest`, or `previous`, which was published before the "
    "latest one."
)
_HISTORY = (
    "Show how figures developed over the builds under [build] out, or the renderings of a concept, the findings of a "
    "rule or the figures of a document set. Builds that were removed are in it too."
)
_LIMIT, _BUILDS = 10, 20


def add(commands: Commands) -> None:
    """Add the commands to those of the command line."""
    _compare_options(commands.add_parser("compare", help="compare two builds", description=_COMPARE))
    _history_options(commands.add_parser("history", help="show the history of builds", description=_HISTORY))


def _compare_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("before", nargs="?", default="previous", metavar="A", help="earlier build (default: previous)")
    parser.add_argument("after", nargs="?", default="latest", metavar="B", help="later build (default: latest)")
    parser.add_argument(
        "--format",
        choices=["text", "markdown", "json"],
        default="text",
        help="output format: text (default), markdown (for a pull request) or json (all differences)",
    )
    parser.add_argument(
        "--limit",
        type=line_count,
        default=_LIMIT,
        metavar="N",
        help=f"maximum length of each list in text and markdown (default: {_LIMIT})",
    )
    parser.add_argument(
        "--fail-on-new",
        choices=list(FINDING_SEVERITY),
        metavar="SEVERITY",
        help=f"exit with status 1 if a new finding has at least this severity ({', '.join(FINDING_SEVERITY)}) and the "
        "confidence of [check] min_confidence",
    )
    config_option(parser)
    parser.set_defaults(run=command("builds", "compare_builds"))


def _history_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "subject",
        nargs="?",
        metavar="CONCEPT",
        help="concept id, or any of its forms in any language; also a rule, such as T101, or the folder of a document "
        "set (default: the figures of the builds)",
    )
    parser.add_argument("--lang", choices=[*KNOWN], help="show only this language")
    parser.add_argument(
        "--limit",
        type=line_count,
        default=_BUILDS,
        metavar="N",
        help=f"maximum number of builds to list, the latest ones; sparklines have all (default: {_BUILDS})",
    )
    parser.add_argument(
        "--format",
        choices=["text", "json", "csv"],
        default="text",
        help="output format: text (default), json or csv, which have all builds",
    )
    common_options(parser)
    parser.set_defaults(run=command("history", "show_history"))
