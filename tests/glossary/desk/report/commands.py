"""A reader of GitHub's workflow commands, after the documented grammar: `::name key=value,key=value::message`."""

from __future__ import annotations

import re
from typing import NamedTuple

_COMMAND = re.compile(r"::(?P<name>[^\s:]+)(?: (?P<properties>(?:(?!::).)*))?::(?P<data>.*)")
_DATA = {"%25": "%", "%0D": "\r", "%0A": "\n"}
_PROPERTY = {**_DATA, "%3A": ":", "%2C": ","}


class Command(NamedTuple):
    """One command."""

    name: str
    properties: dict[str, str]
    message: str


def commands(text: str) -> list[Command]:
    """The commands in the output of a step; what is none is left out."""
    return [_read(match) for line in text.split("\n") if (match := _COMMAND.fullmatch(line))]


def _read(match: re.Match[str]) -> Command:
    pairs = (pair.split("=", 1) for pair in (match["properties"] or "").split(",") if "=" in pair)
    return Command(match["name"], {key: _plain(value, _PROPERTY) for key, value in pairs}, _plain(match["data"], _DATA))


def _plain(text: str, escapes: dict[str, str]) -> str:
    return re.sub("|".join(escapes), lambda match: escapes[match[0]], text)
