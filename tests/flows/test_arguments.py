"""Arguments: every command leads to a function that is there, and its help ends with an example."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Literal

import pytest

from flows.command_line.argument_parser import _add_options, parser
from flows.command_line.command_table import COMMANDS as TABLE
from flows.command_line.command_table import Command
from flows.options.option_group import OptionGroup, given, option
from flows.options.options import GlossaryOptions, LexiconOptions, OutputOptions, WorkOptions
from flows.options.settings import BuildSettings, CheckSettings, GlossarySettings, Settings, overridden


def leaves(command: argparse.ArgumentParser, name: str = "") -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """The commands that can be called, by their names."""
    groups = [action for action in command._actions if isinstance(action, argparse._SubParsersAction)]
    for group in groups:
        for word, inner in group.choices.items():
            yield from leaves(inner, f"{name} {word}".strip())
    if not groups:
        yield name, command


COMMANDS = dict(leaves(parser()))


@pytest.mark.parametrize("command", [command for commands in TABLE.values() for command in commands])
def test_command_leads_to_a_function(command: Command):
    module, function = command.function.split(":")
    assert callable(getattr(import_module(f"flows.command_line.commands.{module}"), function))


@pytest.mark.parametrize("name", COMMANDS)
def test_example_at_the_end_of_the_help_is_a_call_of_the_command(name: str):
    help_text = COMMANDS[name].format_help()
    example = help_text.rpartition("\nexample:\n  ")[2].strip()
    assert example.startswith(f"taiyaku {name}")
    parser().parse_args(shlex.split(example)[1:])


def test_commands_stand_in_groups():
    help_text = parser().format_help()
    places = [help_text.index(f"  {title}:\n") for title in TABLE]
    assert places == sorted(places)
    for commands, start, end in zip(TABLE.values(), places, [*places[1:], len(help_text)], strict=True):
        for command in commands:
            assert f"\n    {command.name.split()[0]} " in help_text[start:end]


@pytest.mark.parametrize("name", COMMANDS)
def test_call_has_the_options_of_its_command_alone(name: str):
    def options(command: argparse.ArgumentParser) -> list[str]:
        return [action.dest for action in command._actions]

    called = dict(leaves(parser(name.split())))
    assert options(called.pop(name)) == options(COMMANDS[name])
    assert all(options(command) == ["help"] for command in called.values())


class Toys(OptionGroup):
    """Options of every type."""

    section = "build"

    jobs: int = option(
        0, ge=0, le=9, description="Number of toys.", argument="--toys N", noun="a number of toys", least=1
    )
    out: Path = option(Path("box"), description="Box.", argument="--box DIR")
    runner: Literal["cat", "dog"] = option("cat", description="Who plays.", argument="--player")
    max_lost: float = option(0.5, gt=0, description="Share.", argument="--any-lost", const=1)
    colours: tuple[str, ...] = option((), description="Colours.", argument="--colour NAME")
    quiet: bool = option(False, description="Say nothing.", argument="--quiet")
    hidden: str = option("", description="No argument.")


@pytest.fixture
def toys() -> argparse.ArgumentParser:
    command = argparse.ArgumentParser()
    _add_options(command, Command("toys", "", "build:run_build", "", (Toys,)))
    return command


def test_class_of_options_makes_arguments(toys: argparse.ArgumentParser):
    given_options = toys.parse_args(
        ["--toys", "2", "--box", "b", "--player", "dog", "--any-lost", "--colour", "red", "--colour", "blue", "--quiet"]
    )
    values = {"jobs": 2, "out": Path("b"), "runner": "dog", "max_lost": 1, "colours": ("red", "blue"), "quiet": True}
    assert {entry.name: value for entry, value in given((Toys,), given_options)} == values
    assert given((Toys,), toys.parse_args([])) == []


def test_help_has_description_default_and_what_may_be_repeated(toys: argparse.ArgumentParser):
    texts = {action.dest: action.help for action in toys._actions}
    assert (
        texts.items()
        >= {
            "jobs": "number of toys",
            "out": "box (default: box)",
            "runner": "who plays (default: cat)",
            "max_lost": "share",
            "colours": "colours; repeatable",
            "quiet": "say nothing",
        }.items()
    )
    assert "hidden" not in texts


@pytest.mark.parametrize(("text", "is_good"), [("1", True), ("9", True), ("0", False), ("10", False), ("x", False)])
def test_number_outside_its_bounds_is_refused_with_them(
    text: str, is_good: bool, toys: argparse.ArgumentParser, capsys: pytest.CaptureFixture[str]
):
    if is_good:
        assert toys.parse_args(["--toys", text]).jobs == int(text)
        return
    with pytest.raises(SystemExit):
        toys.parse_args(["--toys", text])
    assert f"'{text}' is not a number of toys; give one from 1 to 9" in capsys.readouterr().err


def test_arguments_override_settings_and_lists_are_added():
    settings = Settings(align=LexiconOptions(lexicons=(Path("a"),)), build=BuildSettings(jobs=2, keep_last=3))
    call = parser().parse_args(["build", "--jobs", "4", "--lexicon", "b", "--allow-loss"])
    after = overridden(settings, (WorkOptions, OutputOptions, LexiconOptions), call)
    assert (after.build.jobs, after.build.max_lost, after.build.keep_last) == (4, 1, 3)
    assert after.align.lexicons == (Path("a"), Path("b"))
    assert (
        overridden(settings, (WorkOptions, OutputOptions, LexiconOptions), parser().parse_args(["build"])) == settings
    )


def test_entries_of_a_call_are_laid_over_those_of_the_settings():
    settings = Settings(glossary=GlossarySettings(dirs=(Path("a"),), markdown=(Path("b.md"),)))
    call = parser().parse_args(["build", "--glossary", "c", "--glossary-only"])
    after = overridden(settings, (GlossaryOptions,), call).glossary
    assert (after.layers, after.only) == ((Path("a"), Path("b.md"), Path("c")), True)


def test_rules_of_a_call_are_not_taken_for_those_of_the_settings():
    call = parser().parse_args(["check", "--select", "T101"])
    assert overridden(Settings(), (CheckSettings,), call) == Settings()
