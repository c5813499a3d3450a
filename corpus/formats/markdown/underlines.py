"""Underlined titles of reStructuredText that CommonMark takes for code or for prose: a line of ~, `, ^ or " below them.

A line of tildes or backticks opens a fence, which swallows the page where nobody closes it. It is an underline where it
stands alone, right below a title no wider than itself, and no code follows that another such line would close.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

from corpus.formats.markdown.parser_plugins import (
    NOTHING,
    is_search_budget_spent,
    line_at,
    line_begins_with,
    spend,
    use,
)
from corpus.formats.plaintext.code_detection import strength
from corpus.formats.plaintext.lines import display_columns

_UNDERLINE = re.compile(r"([~`^\"])\1{2,}\s*$")
_FENCES = "~`"
_MARKED = re.compile(r"[>|#~`^\"]|[-*+] ")  # begins no title
_LEVEL = "h3"  # their order is each page's own


def underlines_plugin(parser: MarkdownIt) -> None:
    """Teach a parser these titles."""
    use(parser, "underlined_title", _underlined, NOTHING)


def _underlined(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if silent or not _is_title(state, start, end) or not _is_believed(state, start + 1, end):
        return False
    token = state.push("heading_open", _LEVEL, 1)
    token.map = [start, start + 2]
    state.push("heading_close", _LEVEL, -1)
    state.line = start + 2
    return True


def _is_title(state: StateBlock, title: int, end: int) -> bool:
    """Whether a line has an underline below it that is as wide, and prose or nothing below that."""
    if title + 1 >= end or state.is_code_block(title) or not line_begins_with(state, title + 1, '~`^"'):
        return False
    line, below = line_at(state, title).rstrip(), line_at(state, title + 1).rstrip()
    if not line or _MARKED.match(line) or not _UNDERLINE.match(below) or display_columns(line) > len(below):
        return False
    behind = line_at(state, title + 2).strip() if title + 2 < end else ""
    return not (behind and strength(behind))


def _is_believed(state: StateBlock, underline: int, end: int) -> bool:
    """Whether no line closes what a fence would open here, but for the underline of another title."""
    mark = line_at(state, underline).rstrip()
    if mark[0] not in _FENCES:
        return True
    if is_search_budget_spent(state):
        return False
    for number in range(underline + 1, end):
        line = line_at(state, number).rstrip()
        if line.startswith(mark) and not line.strip(mark[0]):
            return number > underline + 3 and state.isEmpty(number - 2) and _is_title(state, number - 1, end)
    spend(state, end - underline)
    return True
