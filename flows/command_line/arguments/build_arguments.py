"""The arguments of `build` and `merge`."""

from __future__ import annotations

import argparse
from pathlib import Path

from flows.command_line.arguments.argument_values import (
    Commands,
    command,
    common_options,
    lexicon_option,
    portion,
    process_count,
)
from flows.console.error_lines import STOPPED_BUILD
from flows.options.runners import RUNNERS

_BUILD = "Build the corpus and publish its tables under OUT/builds; OUT/latest points to the last complete build."
_MERGE = (
    "Publish the build whose portions were all made with build --shard: the same, byte for byte, that one process "
    "makes of the same sources."
)


def add(commands: Commands) -> None:
    """Add the commands to those of the command line."""
    _build_options(commands.add_parser("build", help="build the corpus of articles", description=_BUILD))
    _merge_options(commands.add_parser("merge", help="publish a build made in portions", description=_MERGE))


def _build_options(parser: argparse.ArgumentParser) -> None:
    _built_options(parser)
    parser.add_argument(
        "--jobs",
        type=process_count,
        metavar="N",
        help="number of worker processes (default: one per core if there is enough work)",
    )
    parser.add_argument(
        "--runner",
        choices=RUNNERS,
        help="where shards are analysed: processes of this machine (default), or dask, the workers of a Dask cluster",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="address of the Dask scheduler, such as tcp://HOST:8786, for --runner dask",
    )
    parser.add_argument(
        "--shard",
        type=portion,
        metavar="I/N",
        help="do the I-th of N portions of the build and publish nothing; twice for each portion, then merge",
    )
    parser.add_argument(
        "--format",
        choices=["text", "json"],
        default="text",
        help="json prints the outcome on standard output: status, figures, what changed, alarms (default: text, none)",
    )
    parser.add_argument(
        "--log-format",
        choices=["text", "json"],
        default="text",
        help="form of progress and messages: text (default) or json, a line each with time, build, step and document",
    )
    parser.add_argument(
        "--detailed-status", action="store_true", help="exit with status 4 instead of 0 if a build was published"
    )
    parser.add_argument(
        "--prefect",
        action="store_true",
        help="run as a Prefect flow even if no server is configured: one is started for this build",
    )
    parser.add_argument("--full", action="store_true", help="rebuild everything, without the results of earlier builds")
    parser.set_defaults(run=command("build", "run_build"), stopped=STOPPED_BUILD)


def _merge_options(parser: argparse.ArgumentParser) -> None:
    _built_options(parser)
    parser.set_defaults(run=command("build", "run_merge"))


def _built_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "sources", nargs="*", type=Path, metavar="SOURCE", help="source files and folders (default: the samples)"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder to publish builds in (default: outputs)")
    common_options(parser)
    lexicon_option(parser)
    parser.add_argument(
        "--since",
        type=Path,
        metavar="BUILD",
        help="earlier build to compare findings with, so that new ones are marked",
    )
    parser.add_argument(
        "--allow-loss",
        action="store_true",
        help="publish even if the build loses far too much compared with the latest one",
    )
    parser.add_argument(
        "--report",
        choices=["always", "never"],
        help="never leaves out the page report/index.html, which takes time however little changed (default: always)",
    )
    parser.add_argument(
        "--relearn",
        action="store_true",
        help="learn which words translate each other again, instead of going by the lexicon of earlier builds",
    )
    parser.add_argument("--quiet", action="store_true", help="suppress progress and summary")
