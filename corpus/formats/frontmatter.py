"""Front matter: the YAML or TOML entries above a Markdown page."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import yaml

_YAML = re.compile(
    r"\ufeff?---[ \t]*(?:\r\n?|\n)(?P<body>.*?)(?:^|(?<=[\r\n]))---[ \t]*(?=[\r\n]|\Z)",
    re.DOTALL | re.MULTILINE,
)
_TOML = re.compile(
    r"\ufeff?\+\+\+[ \t]*(?:\r\n?|\n)(?P<body>.*?)(?:^|(?<=[\r\n]))\+\+\+[ \t]*(?=[\r\n]|\Z)",
    re.DOTALL | re.MULTILINE,
)


def find(text: str) -> re.Match[str] | None:
    """The front matter with its fences; the group `body` is what stands between them."""
    match = _YAML.match(text) or _TOML.match(text)
    return (
        match
        if match and (not match["body"].strip() or re.search(r"(?:^|[\r\n])\s*(?:[\w\"'-]+\s*[:=]|#)", match["body"]))
        else None
    )


class _Loader(yaml.SafeLoader):
    """YAML without aliases: a few lines of them can stand for gigabytes."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.events.AliasEvent):
            raise yaml.YAMLError("aliases are not read")
        return super().compose_node(parent, index)


def parse(text: str) -> dict[str, str]:
    """The entries of the front matter as strings; empty where there is none or it cannot be parsed."""
    match = find(text)
    if not match:
        return {}
    try:
        loaded = tomllib.loads(match["body"]) if "+++" in match.group()[:4] else yaml.load(match["body"], _Loader)
    except (ValueError, RecursionError, yaml.YAMLError):  # a date such as 2024-13-45 is a ValueError
        return {}
    return {str(key): _plain(value) for key, value in loaded.items()} if isinstance(loaded, dict) else {}


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_plain, value))
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_plain(item)}" for key, item in value.items())
    return "" if value is None else str(value)
