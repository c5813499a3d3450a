"""Arguments: every command leads to a function that is there."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib import import_module

import pytest

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
