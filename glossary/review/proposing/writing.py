"""Values as TOML writes them, on one line and in the style of the built-in entries."""

from __future__ import annotations

import json
from typing import Any

_STYLED = {0x7F: "\\u007f"}  # JSON lets it stand, TOML does not


def written(value: Any) -> str:
    """A string, truth value, number, list or table as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {written(own)}" for key, own in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).translate(_STYLED)
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    return str(value.isoformat())  # a date: `since = 2024-05-01`


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "").replace("-", "").isalnum() else written(key)
