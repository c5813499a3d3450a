"""Arguments: every command leads to a function that is there, and its help ends with an example."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from importlib import import_module

import pytest

from flows.command_line.arguments.command_groups import EXAMPLES
from flows.command_line.cli import parser


def leaves(command: argparse.ArgumentParser, name: str = "") -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """The commands that can be called, by their names."""
    groups = [action for action in command._actions if isinstance(action, argparse._SubParsersAction)]
    for group in groups:
        for word, inner in group.choices.items():
            yield from leaves(inner, f"{name} {word}".strip())
    if not groups:
        yield name, command


COMMANDS = dict(leaves(parser()))


@pytest.mark.parametrize("name", COMMANDS)
def test_command_leads_to_a_function(name: str):
    module, function = COMMANDS[name].get_default("run").target.split(":")
    assert callable(getattr(import_module(module), function))


@pytest.mark.parametrize("name", COMMANDS)
def test_example_at_the_end_of_the_help_is_a_call_of_the_command(name: str):
    help_text = COMMANDS[name].format_help()
    example = help_text.rpartition("\nexample:\n  ")[2].strip()
    assert example.startswith(f"taiyaku {name}")
    parser().parse_args(shlex.split(example)[1:])


def test_commands_stand_in_groups():
    help_text = parser().format_help()
    places = [help_text.index(f"  {title}:\n") for title in EXAMPLES]
    assert places == sorted(places)
    for examples, start, end in zip(EXAMPLES.values(), places, [*places[1:], len(help_text)], strict=True):
        for name in examples:
            assert f"\n    {name.split()[0]} " in help_text[start:end]
