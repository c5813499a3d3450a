"""Flow charts in pages: a block of code of the language `flow` as boxes below each other, drawn by the style sheet."""

from __future__ import annotations

from html import escape
from typing import Any


def drawn(source: str, language: str, class_name: str, options: dict[str, Any], md: Any, **more: Any) -> str:
    """Return the chart of a block, a superfences formatter: a step a line, `step: what happens | where it ends`."""
    steps = [_step(line) for line in source.splitlines() if line.strip()]
    return f'<ol class="flow">{"".join(steps)}</ol>'


def _step(line: str) -> str:
    step, _, way_out = line.partition(" | ")
    title, _, detail = step.partition(": ")
    words = f" {escape(detail.strip())}" if detail else ""
    ends = f'<span class="flow-out">{escape(way_out.strip())}</span>' if way_out else ""
    return f'<li><span class="flow-box"><b>{escape(title.strip())}</b>{words}</span>{ends}</li>'
