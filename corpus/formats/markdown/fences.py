"""Fenced code, as texts that are made from other formats hold it."""

from __future__ import annotations

import re


def fenced(code: str, language: str = "") -> str:
    """A fenced block with this code, which nothing in the code closes; empty where there is none."""
    code = re.sub(r"\A(?:[ \t]*\n)+|\s+\Z", "", code)
    if not code.strip():
        return ""
    longest = max((len(run) for run in re.findall("`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{code}\n{fence}"
