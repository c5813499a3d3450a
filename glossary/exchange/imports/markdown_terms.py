"""Tables of terms in Markdown pages: each table as a sheet, whose rows are lines of the page, with its heading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from corpus import lazy_re as re
from corpus.formats.markdown import frontmatter
from glossary.exchange.entry_tables.entry_drafts import EntrySheet

_ATTRIBUTES = re.compile(r"\s*\{[^{}]*\}$")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def markdown_sheets(text: str) -> list[EntrySheet]:
    """Return the tables of a page; the rows have the numbers of their lines, and the heading above is their domain."""
    if match := frontmatter.find(text):  # keep the count of lines
        text = re.sub(r"[^\r\n]", " ", match.group()) + text[match.end() :]
    tokens = _parser().parse(text)
    sheets: list[EntrySheet] = []
    rows: list[tuple[int, list[str]]] = []
    cells: list[str] = []
    heading, line = "", 0
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = _ATTRIBUTES.sub("", _plain(tokens[index + 1]))
        elif token.type == "table_open":
            rows = []
        elif token.type == "tr_open":
            cells, line = [], (token.map or [line])[0] + 1
        elif token.type in ("th_open", "td_open"):
            cells.append(_plain(tokens[index + 1]))
        elif token.type == "tr_close":
            rows.append((line, cells))
        elif token.type == "table_close":
            sheets.append(EntrySheet("", rows, heading, "line"))
    return sheets


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"maxNesting": 60}).enable("table")


def _plain(token: Token) -> str:
    """Return the text of a cell: code keeps its marks, which show where a note quotes a form."""
    return "".join(_texts(token.children or [])).strip()


def _texts(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.type == "code_inline":
            yield f"`{token.content}`"
        elif token.type in ("softbreak", "hardbreak") or _BREAK.fullmatch(token.content):
            yield "\n"
        elif token.type == "image":
            yield from _texts(token.children or [])
        elif token.type != "html_inline":
            yield token.content
