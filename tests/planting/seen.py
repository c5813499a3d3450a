"""What the rules' own cases say: none of it is planted, so that a rule is measured on what it was not written for."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import tomli

CASES = Path(__file__).parents[1] / "glossary/rules"


def is_seen(words: str) -> bool:
    """Whether these words stand in any case of any rule."""
    return words.casefold() in _said("T*.toml")


def is_seen_by(rule: str, words: str) -> bool:
    """Whether they stand in a case of this rule: for words that are right, which the others' cases are full of."""
    return words.casefold() in _said(f"{rule}.toml")


def is_seen_as_written(words: str) -> bool:
    """Whether they stand in a case in just this casing."""
    return words in _written("T*.toml")


@cache
def _said(files: str) -> str:
    return _written(files).casefold()


@cache
def _written(files: str) -> str:
    read = [tomli.loads(file.read_text(encoding="utf-8")) for file in sorted(CASES.glob(files))]
    return "\0".join(_strings(read))


def _strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for item in inside for text in _strings(item)]
