"""The arguments of `memory`."""

from __future__ import annotations

import argparse
from pathlib import Path

from corpus.languages import TARGETS, enumeration
from flows.command_line.arguments.common_arguments import Commands, command, config_option, reviewed_build_option

_MEMORY = (
    "Say how much of English pages a build has already translated: sentences that it has word for word, those that are "
    "like one that it has, and those that are new. With --units each sentence is shown with the nearest one and its "
    "translation."
)


def add(commands: Commands) -> None:
    """Add the command to those of the command line."""
    parser = commands.add_parser(
        "memory", help="count what a build has translated of English pages", description=_MEMORY
    )
    _memory_options(parser)


def _memory_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="English pages to translate")
    parser.add_argument(
        "--for", dest="langs", action="append", choices=[*TARGETS], metavar="LANG",
        help=f"target language, {enumeration([*TARGETS], 'or')}; repeatable (default: all)",
    )  # fmt: skip
    parser.add_argument("--units", action="store_true", help="show each sentence with the nearest unit, too")
    parser.add_argument(
        "--format", choices=["text", "json"], default="text", help="output format: text (default) or json"
    )
    reviewed_build_option(parser)
    config_option(parser)
    parser.set_defaults(run=command("memory", "show"))
