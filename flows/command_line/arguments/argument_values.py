"""Arguments that commands share, and values: texts of the command line as numbers, with a clear word for others."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from corpus.gc_pause import uncollected
from corpus.languages import enumeration
from corpus.records import LANGUAGE_COLUMNS
from corpus.vocabularies import UNIT_FLAG
from flows.console.output_formats import REPORT_FORMATS, TERMINAL_FORMAT

Commands = Any  # argparse's own class of it is not public


def process_count(text: str) -> int:
    """Parse a number of processes."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes; give 1 or more")
    return int(text)


def portion(text: str) -> tuple[int, int]:
    """Parse a portion of a build: its number and how many there are."""
    number, _, count = text.partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a portion; give its number and how many there are, as in 2/8"
        )
    return int(number), int(count)


def confidence(text: str) -> float:
    """Parse a confidence from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a confidence; give one from 0 to 1")
    return value


def report_output(text: str) -> tuple[str, Path]:
    """Parse a format of a report for programs, and the file that it goes to."""
    name, _, file = text.partition("=")
    names = [name for name in REPORT_FORMATS if name != TERMINAL_FORMAT]
    if name not in names or not file:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a format with a file; give one of {', '.join(names)}, as in sarif=taiyaku.sarif"
        )
    return name, Path(file)


def quality(text: str) -> float:
    """Parse a quality from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a quality; give one from 0 to 1")
    return value


def language_pairs(text: str) -> list[tuple[str, str]]:
    """Parse pairs of languages, with commas between them: the source's and the target's."""
    pairs = []
    for name in text.split(","):
        source, _, target = name.strip().partition("-")
        if not {source, target} <= set(LANGUAGE_COLUMNS) or source == target:
            raise argparse.ArgumentTypeError(
                f"{name.strip()!r} is not a pair of {enumeration([*LANGUAGE_COLUMNS], 'and')}; give one such as zh-en"
            )
        pairs.append((source, target))
    return list(dict.fromkeys(pairs))


def unit_flags(text: str) -> list[str]:
    """Parse flags of units, with commas between them; none for none."""
    flags = [flag.strip() for flag in text.split(",")] if text.strip() != "none" else []
    unknown = [flag for flag in flags if flag not in UNIT_FLAG]
    if unknown:
        raise argparse.ArgumentTypeError(
            f"{unknown[0]!r} is no flag of units; give some of {', '.join(UNIT_FLAG)}, or none"
        )
    return flags


def line_count(text: str) -> int:
    """Parse a number of lines."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of lines; give 0 or more")
    return int(text)


def decision_count(text: str) -> int:
    """Parse a number of decisions."""
    if not (text.isascii() and text.isdigit()) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of decisions; give 1 or more")
    return int(text)


def minutes(text: str) -> float:
    """Parse a number of minutes."""
    value = amount(text)
    if not value:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of minutes; give more than 0")
    return value


def amount(text: str) -> float:
    """Parse a number that is not below zero."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not an amount; give 0 or more")
    return value


def common_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of glossary and settings that a command is to use."""
    parser.add_argument(
        "--glossary",
        action="append",
        type=Path,
        default=[],
        metavar="DIR",
        help="overlay folder of glossary entries; repeatable",
    )
    parser.add_argument(
        "--glossary-only", action="store_true", help="use only the overlay folders, without the built-in entries"
    )
    config_option(parser)


def config_option(parser: argparse.ArgumentParser) -> None:
    """Add the settings of a command."""
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings file (default: taiyaku.toml, if present)")


def builds_options(parser: argparse.ArgumentParser) -> None:
    """Add the folder of builds that a command is about, and whether a person or a program reads what it prints."""
    parser.add_argument(
        "--format", choices=["text", "json"], default="text", help="output format: text (default) or json"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder of builds (default: [build] out)")


def lexicon_option(parser: argparse.ArgumentParser) -> None:
    """Add the option of lexicons beside the built-in ones."""
    parser.add_argument(
        "--lexicon",
        action="append",
        type=Path,
        default=[],
        metavar="DIR",
        help="folder written by `lexicon train --out`, added to the built-in lexicons; repeatable",
    )


def reviewed_build_option(parser: argparse.ArgumentParser) -> None:
    """Add the build that reviewing is about."""
    parser.add_argument("--build", type=Path, metavar="DIR", help="build to use (default: latest under [build] out)")


def command(module: str, function: str, settings: bool = True) -> Callable[[argparse.Namespace], int]:
    """Return the function of `flows.command_line.commands` that runs a command, imported when it is called.

    It gets the arguments, and the settings too where the command has `--config`, unless it is to load them itself.
    """

    def run(options: argparse.Namespace) -> int:
        with uncollected():  # modules that are imported are no garbage
            called: Callable[..., int] = getattr(import_module(f"flows.command_line.commands.{module}"), function)
            from flows.options.settings import load

        return called(options, load(options.config)) if settings and "config" in options else called(options)

    vars(run)["target"] = f"flows.command_line.commands.{module}:{function}"
    return run
