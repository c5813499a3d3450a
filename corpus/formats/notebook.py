"""Jupyter notebooks: the cells that a reader sees, as a page of Markdown.

The standard library reads them. nbformat would add a JSON schema validator and four more libraries, and it rejects
what Jupyter still shows, such as a cell without outputs; only the sources of cells are needed.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from corpus import lazy_re as re
from corpus.errors import UnreadableError
from corpus.formats import markdown
from corpus.formats.markdown import frontmatter
from corpus.formats.plaintext.lines import fenced, without_blank_ends
from corpus.languages.scripts import LETTER

_BROKEN = re.compile("[\x00\ud800-\udfff]")  # an escape of JSON may stand for half a character
_CODE_LANGUAGE = re.compile(r"[\w+#.-]{1,20}", re.ASCII)
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})", re.MULTILINE)
_OPENERS = re.compile(r"```|~~~|<|\$\$|\\\[")
_CLOSERS = ("-->", "</script>", "</style>", "</pre>", "</textarea>", "\\]")
_FORMULA = "$$"
_BELOW = "\n\n".join(("", "x", "`" * 40, "`" * 40, "~" * 40, "~" * 40, _FORMULA, r"\]", "-->"))
CELLS = "cells"  # the entry that says where each cell begins
_TAG_KEYS = ("lang", "locale", "language")


@dataclass(frozen=True)
class Notebook:
    """What was read from a notebook."""

    text: str
    entries: dict[str, str]
    language: str  # the tag that the notebook gives itself
    cells: str  # where each cell begins, for `cell_line`


class CellLine(NamedTuple):
    """A line of a cell's source; cells and lines count from 1."""

    cell: int
    line: int


def cell_line(cells: str, line: int) -> CellLine | None:
    """Return the cell and line of a line in the page's text; None if the entry `cells` does not have it. The fences
    around code are in no cell; for an opening fence the first line of the source is returned.
    """
    starts = [tuple(map(int, entry.split(":"))) for entry in cells.split()]
    number = bisect_right(starts, line, key=lambda start: start[1]) - 1
    if number < 0:
        return None
    cell, first, source_line = starts[number]
    return CellLine(cell, max(1, source_line + line - first))


def read(source: str) -> Notebook:
    """Return the cells of a notebook as Markdown, with its metadata; raises UnreadableError if it has no text."""
    try:
        notebook = json.loads(source)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"broken JSON: {_fault(error)}; open it in Jupyter and save it again") from None
    notebook = _mapping(notebook)
    cells = _cells(notebook)
    if not cells:
        raise UnreadableError("no cells: it is no Jupyter notebook, or an empty one")
    metadata = _mapping(notebook.get("metadata"))
    info, kernel = _mapping(metadata.get("language_info")), _mapping(metadata.get("kernelspec"))
    language = _language_name(info.get("name")) or _language_name(kernel.get("language"))
    parts = [_cell_text(cell, language, is_first=number == 0) for number, cell in enumerate(cells)]
    text = "\n\n".join(part for part in parts if part)
    starts = _starts(cells, parts)
    if not LETTER.search(text):
        raise UnreadableError("no text found in the notebook's cells")
    text = f"{text}\n"
    tags = (metadata.get(key) for key in _TAG_KEYS)
    language_tag = next((tag for tag in tags if isinstance(tag, str) and tag), "")
    # The metadata of the article in front matter and in the notebook's head.
    authors = metadata.get("authors")
    names = [_mapping(author).get("name") for author in (authors if isinstance(authors, list) else ())]
    values = {"title": metadata.get("title"), "author": ", ".join(name for name in names if isinstance(name, str))}
    filled = {key: _BROKEN.sub("\ufffd", value) for key, value in values.items() if isinstance(value, str) and value}
    return Notebook(text, {**frontmatter.parse(text), **filled}, language_tag, starts)


def _fault(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} at line {error.lineno:,}, column {error.colno:,}"
    return "a number is too long" if isinstance(error, ValueError) else "too many brackets inside one another"


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _cells(notebook: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the cells in order; before nbformat 4 they lie in worksheets."""
    sheets = notebook.get("worksheets")
    holders = [notebook, *map(_mapping, sheets if isinstance(sheets, list) else ())]
    lists = (holder.get("cells") for holder in holders)
    return [cell for cells in lists if isinstance(cells, list) for cell in cells if isinstance(cell, dict)]


def _language_name(value: Any) -> str:
    return value.lower() if isinstance(value, str) and _CODE_LANGUAGE.fullmatch(value) else ""


def _cell_text(cell: Mapping[str, Any], language: str, *, is_first: bool) -> str:
    """Return the text of a cell without its outputs. A raw cell is shown as written."""
    source = _source(cell)
    match cell.get("cell_type"):
        case "markdown" | "html":
            # Where no end is found, as in heaps of marks, it is code.
            if not _OPENERS.search(source):
                return source
            return next((closed for closed in _endings(source) if _ends(closed)), fenced(source))
        case "heading":
            return f"{'#' * _level(cell.get('level'))} {' '.join(source.split())}" if source.strip() else ""
        case "code":
            return fenced(source, _language_name(cell.get("language")) or language)
        case "raw":  # Quarto and nbdev keep front matter in the first one
            matter = frontmatter.find(source) if is_first else None
            return source if matter and matter.end() == len(source) else fenced(source)
    return ""


def _starts(cells: Sequence[Mapping[str, Any]], parts: Sequence[str]) -> str:
    """Return the number of each shown cell, its first line in the page's text, and that line's number in the cell."""
    starts, line = [], 1
    for number, (cell, part) in enumerate(zip(cells, parts, strict=True), 1):
        if part:
            written = _written(cell)
            blank = written[: len(written) - len(written.lstrip())].count("\n")
            starts.append(f"{number}:{line}:{blank + part.startswith(_source(cell))}")
            line += part.count("\n") + 2
    return " ".join(starts)


def _source(cell: Mapping[str, Any]) -> str:
    """Return the source of a cell without blank lines around it."""
    return without_blank_ends(_written(cell))


def _written(cell: Mapping[str, Any]) -> str:
    """Return the source of a cell, a string or a list of strings in the file, as one string."""
    value = cell.get("source", cell.get("input"))
    pieces: Sequence[Any] = value if isinstance(value, list) else [value]
    source = "".join(piece for piece in pieces if isinstance(piece, str))
    return _BROKEN.sub("\ufffd", source.replace("\r\n", "\n").replace("\r", "\n"))


def _level(value: Any) -> int:
    return min(max(value, 1), 6) if isinstance(value, int) else 1


def _endings(source: str) -> Iterator[str]:
    yield source
    fences = sorted(set(_FENCE.findall(source)), key=len, reverse=True)
    longest = {fence[0]: fence for fence in reversed(fences)}
    closers = (*longest.values(), *_CLOSERS)
    for closer in (_FORMULA, *closers):
        yield f"{source}\n{closer}"
    for closer in closers:
        yield f"{source}\n{closer}\n{_FORMULA}"


def _ends(source: str) -> bool:
    """Return whether a line below the source would be a paragraph of its own, whatever fences and formulas follow."""
    start = len(source) + 2
    blocks = markdown.blocks(source + _BELOW)
    return any((block.start, block.end, block.kind) == (start, start + 1, "paragraph") for block in blocks)
