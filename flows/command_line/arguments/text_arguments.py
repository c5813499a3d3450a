"""The arguments of `align` and `lexicon`."""

from __future__ import annotations

import argparse
from pathlib import Path

from flows.command_line.arguments.common_arguments import Commands, command, common_options, lexicon_option

_ALIGN = "Print the aligned sentences of two files: translations of each other, or versions of the same text."
_LEXICON = "Train lexicons of words that translate each other."
_TRAIN = "Align works in several languages and write the word pairs found, one file per language pair."


def add(commands: Commands) -> None:
    """Add the commands to those of the command line."""
    _align_options(commands.add_parser("align", help="align the sentences of two files", description=_ALIGN))
    _lexicon_options(commands.add_parser("lexicon", help="train lexicons for sentence alignment", description=_LEXICON))


def _align_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs=2, type=Path, metavar="FILE", help="two files; the language is detected from path or text"
    )
    parser.add_argument(
        "--format",
        choices=["text", "tsv", "tmx"],
        default="text",
        help="output format: text (default), tsv or tmx (TMX 1.4b)",
    )
    parser.add_argument(
        "--terms",
        action="store_true",
        help="show which words stand for each English term, too; tsv then has a line for each term",
    )
    lexicon_option(parser)
    common_options(parser)
    parser.set_defaults(run=command("align", "align"))


def _lexicon_options(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    train = commands.add_parser("train", help="train lexicons on works in several languages", description=_TRAIN)
    train.add_argument(
        "sources", nargs="*", type=Path, metavar="SOURCE", help="source files and folders (default: the samples)"
    )
    train.add_argument(
        "--out", type=Path, default=Path("lexicons"), metavar="DIR", help="output folder (default: lexicons)"
    )
    train.add_argument(
        "--note", action="append", default=[], metavar="TEXT", help="note on the origin of the texts; repeatable"
    )
    common_options(train)
    train.set_defaults(run=command("align", "train"), lexicon=[])
