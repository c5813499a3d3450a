"""The arguments of `stale`."""

from __future__ import annotations

import argparse
from pathlib import Path

from flows.command_line.arguments.argument_values import Commands, command, config_option, line_count

_STALE = (
    "List the pages and sentences of translations that are stale, by git: what of the original changed since the "
    "version that a translation has seen, and what was never translated. Contents decide which version that is."
)
_LIMIT = 10


def add(commands: Commands) -> None:
    """Add the command to those of the command line."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "stale", help="list stale pages and sentences of translations, by git", description=_STALE
    )
    parser.add_argument(
        "sources",
        nargs="*",
        type=Path,
        metavar="SOURCE",
        help="translations, originals or folders of them, in one clone (default: the current folder)",
    )
    parser.add_argument(
        "--since",
        default="",
        metavar="REV",
        help="list only what changed in the original after this commit, tag or branch",
    )
    parser.add_argument(
        "--mark",
        action="store_true",
        help="write into each translation which version of its original it has seen: source_commit, source_sha256 and "
        "translation.outdated in its front matter, or the first two in a comment",
    )
    parser.add_argument(
        "--format",
        choices=["text", "json", "markdown"],
        default="text",
        help="output format: text (default), json (everything) or markdown (for an issue)",
    )
    parser.add_argument(
        "--limit",
        type=line_count,
        default=_LIMIT,
        metavar="N",
        help="maximum number of pages of a language that text and markdown list, those with most words to do "
        f"(default: {_LIMIT})",
    )
    parser.add_argument(
        "--badge",
        type=Path,
        metavar="FILE",
        help="also write a badge with the share of sentences that is up to date (SVG)",
    )
    parser.add_argument("--fail", action="store_true", help="exit with status 1 if a translation is stale")
    parser.add_argument("--quiet", action="store_true", help="suppress progress and remarks")
    config_option(parser)
    parser.set_defaults(run=command("stale", "stale"))
