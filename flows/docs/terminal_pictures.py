"""What the command line prints, as a picture of a terminal: the real output of the first check of the tutorial."""

from __future__ import annotations

import io
import re
from contextlib import chdir, redirect_stderr, redirect_stdout
from html import escape
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.cells import cell_len

from flows.command_line import cli

_TUTORIAL = Path(__file__).parent / "site/en/tutorial/first-check.md"
_FILES = ("docs/en/tensors.md", "docs/zh/tensors.md")
_CHECK = "check docs/zh"
_CELL, _LINE, _SIZE, _EDGE = 8.4, 20, 14, 16  # pixels: a column, a line, the height of letters, what is left around
_STYLE = f"text {{ fill: #d8dee6; font: {_SIZE}px 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace; }}"
_COLOURS = (
    (re.compile(r"^\$ "), "#fff"),
    (re.compile(r"^[\s|]*\^+$"), "#f0a070"),
    (re.compile(r"^\S+:\d+:\d+ "), "#7cc0d8"),
)


def check_picture() -> str:
    """Return the SVG of the check: command, findings with the words marked, summary. Loads nothing."""
    lines = [f"$ taiyaku {_CHECK}", *_printed().splitlines()]
    width = max(map(cell_len, lines)) * _CELL + 2 * _EDGE
    height = len(lines) * _LINE + 2 * _EDGE
    texts = "\n".join(_text(line, _EDGE + number * _LINE + _SIZE) for number, line in enumerate(lines))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" lang="zh-Hans">\n'
        f'<style>{_STYLE}</style>\n<rect width="100%" height="100%" rx="8" fill="#1c2329"/>\n{texts}\n</svg>\n'
    )


def _text(line: str, baseline: int) -> str:
    """Return a line: each run of narrow or wide characters in its columns of a terminal, whatever the font."""
    colour = next((f' style="fill:{colour}"' for pattern, colour in _COLOURS if pattern.match(line)), "")
    spans, column = [], 0
    for _, run in groupby(line, cell_len):
        run_text = "".join(run)
        cells = cell_len(run_text)
        if run_text.strip():
            place = f'x="{_EDGE + column * _CELL:.1f}" textLength="{cells * _CELL:.1f}"'
            words = escape(run_text).replace(" ", "&#160;")
            spans.append(f'<tspan {place} lengthAdjust="spacingAndGlyphs">{words}</tspan>')
        column += cells
    return f'<text y="{baseline}"{colour}>{"".join(spans)}</text>'


def _printed() -> str:
    text, output = _TUTORIAL.read_text("utf-8"), io.StringIO()
    with TemporaryDirectory() as folder, chdir(folder), redirect_stdout(output), redirect_stderr(io.StringIO()):
        for name in _FILES:
            page = re.search(rf'```markdown title="{name}"\n(.*?)```', text, re.DOTALL)
            Path(name).parent.mkdir(parents=True)
            Path(name).write_text(page[1] if page else "", encoding="utf-8")
        cli.main(_CHECK.split())
    return output.getvalue()
