"""The arguments of `export`, `align` and `lexicon`."""

from __future__ import annotations

import argparse
from pathlib import Path

from flows.command_line.arguments.argument_values import (
    Commands,
    command,
    common_options,
    config_option,
    language_pairs,
    lexicon_option,
    quality,
    unit_flags,
)
from flows.console.output_formats import TRAINING_FORMATS

_ALIGN = "Print the aligned sentences of two files: translations of each other, or versions of the same text."
_LEXICON = "Train lexicons of words that translate each other."
_TRAIN = (
    "Align works in several languages and keep which words translate each other as the lexicon that the next builds go "
    "by, in place of the one they have. With --out, write the word pairs instead, one file per language pair, to be "
    "added to the built-in lexicons."
)
_EXPORT = (
    "Write the aligned units of a build as training data, a file for each language pair and split. What is left out is "
    "counted by reason on standard error; TARGET/export.json says it too, with the licences."
)


def add(commands: Commands) -> None:
    """Add the command to those of the command line."""
    _export_options(commands.add_parser("export", help="write parallel units as training data", description=_EXPORT))
    _align_options(commands.add_parser("align", help="align the sentences of two files", description=_ALIGN))
    _lexicon_options(commands.add_parser("lexicon", help="train lexicons for sentence alignment", description=_LEXICON))


def _export_options(parser: argparse.ArgumentParser) -> None:
    *others, last = (f"{name} ({note})" for name, note in TRAINING_FORMATS.items())
    parser.add_argument("target", type=Path, metavar="TARGET", help="folder to write; an earlier export is replaced")
    parser.add_argument(
        "--format", choices=[*TRAINING_FORMATS], default="jsonl", help=f"output format: {', '.join(others)} or {last}"
    )
    parser.add_argument(
        "--langs", type=language_pairs, metavar="PAIRS",
        help="language pairs, source and target, such as zh-en,ja-en (default: en-zh,en-ja,zh-ja)",
    )  # fmt: skip
    parser.add_argument(
        "--split", dest="splits", action="append", choices=["train", "dev", "test"], help="only this split; repeatable"
    )
    parser.add_argument(
        "--min-quality", type=quality, metavar="Q", help="minimum quality of a unit, 0 to 1 (default: 0.5)"
    )
    parser.add_argument(
        "--exclude-flags", type=unit_flags, metavar="FLAGS",
        help="leave out units with one of these flags, or none (default: "
        "unaligned,other-language,untranslated,repeated,duplicate,personal-data)",
    )  # fmt: skip
    parser.add_argument(
        "--license", dest="licences", action="append", metavar="NAME",
        help="only pairs whose documents have this licence, or 'not stated'; repeatable (default: any)",
    )  # fmt: skip
    parser.add_argument("--build", type=Path, metavar="DIR", help="build to export (default: latest under [build] out)")
    config_option(parser)
    parser.set_defaults(run=command("export", "run_export"))


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
        "--out", type=Path, metavar="DIR", help="folder to write word pairs to (default: none, the lexicon of builds)"
    )
    train.add_argument(
        "--note", action="append", default=[], metavar="TEXT", help="note on the origin of the texts; repeatable"
    )
    common_options(train)
    train.set_defaults(run=command("align", "train"), lexicon=[])
