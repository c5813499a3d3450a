"""Arguments that several commands share, and how a command is found when it is called."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from corpus.gc_pause import uncollected

Commands = Any  # argparse's own class of it is not public


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
        help="folder written by `lexicon train`, added to the built-in lexicons; repeatable",
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
