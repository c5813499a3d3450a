"""The blocks of code and the calls of taiyaku in pages of documentation."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

BLOCK = re.compile(r'```(\w+)(?: title="[^"]*")?\n(.*?)```', re.DOTALL)
_COMMAND = re.compile(r"(?<![\w-])(?:\S*bin/)?taiyaku ((?:[a-z]+)(?:[^`\n|<>&;)]|\\\n)*)")
_CALLING = ("sh", "cron", "ini", "yaml")  # languages of blocks in which commands stand


def blocks(pages: Iterable[Path], language: str) -> list[tuple[str, str]]:
    """The blocks of a language, each with its page."""
    return [
        (page.name, text) for page in pages for kind, text in BLOCK.findall(page.read_text("utf-8")) if kind == language
    ]


def calls(pages: Iterable[Path]) -> list[tuple[str, str]]:
    """The calls of taiyaku in blocks and in running text, each with its page."""
    listed = []
    for page in pages:
        text = page.read_text(encoding="utf-8")
        code = [body for kind, body in BLOCK.findall(text) if kind in _CALLING]
        code += re.findall(r"`(taiyaku [^`]+)`", BLOCK.sub("", text))
        listed += [
            (page.name, match.group(1).split("  #")[0].strip()) for part in code for match in _COMMAND.finditer(part)
        ]
    return listed
