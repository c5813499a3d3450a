"""Terminal pictures: the real output of a first check in three languages, and screens that other programs draw."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from html import escape
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from rich.cells import cell_len, chop_cells

from corpus.languages import pack
from flows.command_line import cli

PAGES = Path(__file__).with_name("first_check")
_COLUMNS = 104
_CELL, _LINE, _SIZE, _EDGE = 8.4, 20, 14, 16  # pixels: a column, a line, the height of letters, what is left around
_FONTS = {"zh": "Noto Sans Mono CJK SC", "ja": "Noto Sans Mono CJK JP"}
_STYLE = "text {{ fill: #d8dee6; font: {size}px 'DejaVu Sans Mono', '{font}', monospace; }}"
_COLOURS = (
    (re.compile(r"^\$ "), "#fff"),
    (re.compile(r"^[\s|]*\^+$"), "#f0a070"),
    (re.compile(r"^\S+:\d+:\d+ "), "#7cc0d8"),
)


def check_picture(lang: str, messages: str) -> str:
    """Return the SVG of a page's check: command, findings with the words marked, summary. Loads nothing."""
    command = f"check {lang}" + (f" --messages {messages}" if messages != "en" else "")
    lines = list(_wrapped([f"$ taiyaku {command}", *_printed(command).splitlines()]))
    return screen_picture(([(sign, colour) for sign in line] for line, colour in lines), lang)


def screen_picture(rows: Iterable[Iterable[tuple[str, str]]], lang: str) -> str:
    """Return the SVG of terminal rows: runs of text, each with its colour; empty means the default colour."""
    texts = [_text(row, _EDGE + number * _LINE + _SIZE) for number, row in enumerate(rows)]
    width, height = _COLUMNS * _CELL + 2 * _EDGE, len(texts) * _LINE + 2 * _EDGE
    style = _STYLE.format(size=_SIZE, font=_FONTS[lang])
    lines = "\n".join(texts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" lang="{pack(lang).html_lang}">\n'
        f'<style>{style}</style>\n<rect width="100%" height="100%" rx="8" fill="#1c2329"/>\n{lines}\n</svg>\n'
    )


def _wrapped(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Yield lines wrapped to the picture's width, broken at spaces, each with its colour."""
    for line in lines:
        colour = next((colour for pattern, colour in _COLOURS if pattern.match(line)), "")
        while cell_len(line) > _COLUMNS:
            piece = chop_cells(line, _COLUMNS)[0]
            cut = piece.rfind(" ", len(piece) // 2) + 1 or len(piece)
            yield piece[:cut].rstrip(), colour
            line = line[cut:]
        yield line, colour


def _text(row: Iterable[tuple[str, str]], baseline: int) -> str:
    """Return a line: each run of narrow or wide characters of one colour, aligned to terminal columns in any font."""
    spans, column = [], 0
    for (colour, _), cells in groupby(row, lambda cell: (cell[1], cell_len(cell[0]))):
        run = "".join(map(itemgetter(0), cells))
        count = cell_len(run)
        if run.strip():
            style = f' style="fill:{colour}"' if colour else ""
            place = f'x="{_EDGE + column * _CELL:.1f}" textLength="{count * _CELL:.1f}"'
            words = escape(run).replace(" ", "&#160;")
            spans.append(f'<tspan {place} lengthAdjust="spacingAndGlyphs"{style}>{words}</tspan>')
        column += count
    return f'<text y="{baseline}">{"".join(spans)}</text>'


def _printed(command: str) -> str:
    output = io.StringIO()
    with chdir(PAGES), redirect_stdout(output), redirect_stderr(io.StringIO()):
        cli.main(command.split())
    return output.getvalue()
