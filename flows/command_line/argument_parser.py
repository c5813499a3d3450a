"""Argument parser: what commands accept, from their table and the classes that declare their options."""

from __future__ import annotations

import argparse
import math
import textwrap
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from corpus.gc_pause import uncollected
from flows.command_line.command_table import COMMANDS, FAMILIES, Command
from flows.console.exit_status import FINE
from flows.options.option_group import REQUIRED, Declaration, OptionGroup, declarations
from flows.options.settings import load, overridden

_HEADINGS = {commands[0].name.split()[0]: title for title, commands in COMMANDS.items()}
_WORDS = [command.name.split()[0] for commands in COMMANDS.values() for command in commands]
_SUBPARSERS: dict[str, Any] = {"title": "commands", "metavar": "COMMAND", "required": True}


def parser(called: Sequence[str] | None = None) -> argparse.ArgumentParser:
    """Return the parser of all commands; with `called`, only the command that the call begins with gets its options."""
    root = argparse.ArgumentParser(
        prog="taiyaku",
        description="Find wrong and inconsistent terms, numbers, code and missing text in Chinese and Japanese "
        "translations of technical documents, and build a parallel corpus of them.",
        epilog="Begin with `taiyaku check docs`; `taiyaku COMMAND --help` ends with an example. "
        "Exit status: 0 success, 1 problems found, 2 usage or input error, 3 internal error, 130 interrupted.",
        formatter_class=_CommandHelp,
    )
    root.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    families = {"": root.add_subparsers(**_SUBPARSERS)}
    for command in (command for commands in COMMANDS.values() for command in commands):
        *family, word = command.name.split()
        if family and family[0] not in families:
            summary, description = FAMILIES[family[0]]
            parent = families[""].add_parser(
                family[0], help=summary, description=description, formatter_class=_CommandHelp
            )
            families[family[0]] = parent.add_subparsers(**_SUBPARSERS)
        added = families["".join(family)].add_parser(
            word,
            help=command.summary,
            description=" ".join(str(command.options[0].__doc__).split()),
            epilog=f"example:\n  taiyaku {command.example}",
            formatter_class=_CommandHelp,
        )
        if called is None or command.name.split() == [*called[: len(family) + 1]]:
            _add_options(added, command)
    return root


def _add_options(added: argparse.ArgumentParser, command: Command) -> None:
    groups: defaultdict[str, Any] = defaultdict(added.add_mutually_exclusive_group)
    for kind in command.options:
        for entry in declarations(kind):
            if words := entry.metadata["argument"].split():
                exclusive = entry.metadata.get("instead_of")
                place = groups[exclusive] if exclusive else added
                settings = _settings(entry, words[1:], not issubclass(kind, OptionGroup))
                if words[0].startswith("-"):
                    place.add_argument(words[0], dest=entry.name, **settings)
                else:
                    place.add_argument(entry.name, **{**settings, "metavar": words[0]})
    added.set_defaults(run=_runner(command), stopped=command.stopped)


def _runner(command: Command) -> Callable[[argparse.Namespace], int]:
    """Return a function that runs a command and imports the command's own function only when called. It gets the
    arguments and, if the command has `--config`, the settings that they override.
    """
    module, function = command.function.split(":")

    def run(options: argparse.Namespace) -> int:
        with uncollected():  # modules that are imported are no garbage
            called: Callable[..., int] = getattr(import_module(f"flows.command_line.commands.{module}"), function)
        if command.loads_settings or "config" not in options:
            return called(options)
        return called(options, overridden(load(options.config), command.options, options))

    return run


def _settings(entry: Declaration, metavars: Sequence[str], has_default: bool) -> dict[str, Any]:
    """Return argparse's settings for an option except its name; `has_default`: whether they include its default."""
    kind, is_flag = _plain(entry.hint), entry.metadata["argument"].startswith("-")
    settings: dict[str, Any] = {"help": help_text(entry)}
    if kind is bool:
        return {**settings, "action": "store_true"}
    if has_default and entry.default not in (REQUIRED, ()):
        settings["default"] = entry.default
    if "const" in entry.metadata:
        settings |= {"const": entry.metadata["const"], **({"nargs": "?"} if metavars else {"action": "store_const"})}
        if not metavars:
            return settings
    if _is_repeatable(entry):
        kind, required = _plain(get_args(kind)[0]), entry.default is REQUIRED
        settings |= {"action": "append", "default": []} if is_flag else {"nargs": "+" if required else "*"}
    elif get_origin(kind) is tuple and "parse" not in entry.metadata:
        kind, settings["nargs"] = get_args(kind)[0], len(get_args(kind))
    elif not is_flag and entry.default is not REQUIRED:
        settings["nargs"] = "?"
    elif is_flag and entry.default is REQUIRED:
        settings["required"] = True
    if metavars:
        settings["metavar"] = tuple(metavars) if len(metavars) > 1 else metavars[0].strip("[]")
    if get_origin(kind) is Literal:
        return {**settings, "choices": list(get_args(kind))}
    if parse := entry.metadata.get("parse") or (_number(entry, kind) if kind in (int, float) else kind):
        settings["type"] = parse
    return settings


def _plain(hint: Any) -> Any:
    """Return a type without its value constraints and without None."""
    if get_origin(hint) is Annotated:
        return _plain(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return _plain(next(member for member in get_args(hint) if member is not type(None)))
    return hint


def _is_repeatable(entry: Declaration) -> bool:
    return get_args(_plain(entry.hint))[1:] == (...,)


def _number(entry: Declaration, kind: Callable[[str], float]) -> Callable[[str], float]:
    """Return a parser of numbers within an option's bounds, with a clear error for others."""
    bounds, noun = entry.metadata, entry.metadata.get("noun", "an amount")
    low, high = bounds.get("least", bounds.get("ge", bounds.get("gt"))), bounds.get("le")
    is_open = "gt" in bounds and "least" not in bounds
    range_text = f"more than {low}" if is_open else f"{low} or more" if high is None else f"one from {low} to {high}"

    def parse(text: str) -> float:
        with suppress(ValueError):
            value = kind(text) if kind is float or (text.isascii() and text.isdigit()) else math.nan
            if value < math.inf and (value > low if is_open else value >= low) and (high is None or value <= high):
                return value
        raise argparse.ArgumentTypeError(f"{text!r} is not {noun}; give {range_text}")

    return parse


def help_text(entry: Declaration) -> str:
    """Return the help of an option: its own text, else its description, with the default."""
    text, start, default = str(entry.metadata.get("help") or entry.metadata["description"]).partition(" (default: ")
    if text.endswith("."):
        text = text[0].lower() + text[1:-1]
    if _is_repeatable(entry) and entry.metadata["argument"].startswith("-"):
        text += "; repeatable"
    is_said = start or "default)" in text or "const" in entry.metadata
    if not is_said and entry.default not in (None, False, REQUIRED, "", ()):
        return f"{text} (default: {entry.default})"
    return f"{text}{start}{default}"


class _CommandHelp(argparse.HelpFormatter):
    """A help formatter that lists the commands by group and keeps the lines of an example."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._action_max_length = 4 + max(map(len, _WORDS))  # argparse forgets the indent of commands

    def _format_action(self, action: argparse.Action) -> str:
        heading = "" if action.option_strings else _HEADINGS.get(action.dest)
        text = super()._format_action(action)
        return f"\n  {heading}:\n{text}" if heading else text

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return textwrap.indent(text, indent) if "\n" in text else super()._fill_text(text, width, indent)


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"taiyaku {version('taiyaku')}")
        parser.exit(FINE)
