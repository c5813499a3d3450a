"""The arguments of `export`."""

from __future__ import annotations

import argparse
from pathlib import Path

from flows.command_line.arguments.argument_values import language_pairs, quality, unit_flags
from flows.command_line.arguments.common_arguments import Commands, command, config_option
from flows.console.output_formats import TRAINING_FORMATS

_EXPORT = (
    "Write the aligned units of a build as training data, a file for each language pair and split. What is left out is "
    "counted by reason on standard error; TARGET/export.json says it too, with the licences."
)


def add(commands: Commands) -> None:
    """Add the command to those of the command line."""
    _export_options(commands.add_parser("export", help="write parallel units as training data", description=_EXPORT))


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
