"""Underlines of reStructuredText titles (~, `, ^ or ") that CommonMark takes for code or prose.

A line of tildes or backticks opens a fence, which swallows the page if nothing closes it. It is an underline if it
is alone, right below a title no wider than itself, and not followed by code that another such line would close. A long
one that nothing closes underlines any line of about its width, and opens no fence below other lines either.
"""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

from corpus import lazy_re as re
from corpus.formats.markdown.parser_plugins import (
    NOTHING,
    is_search_budget_spent,
    line_at,
    line_begins_with,
    push,
    spend,
    use,
)
from corpus.formats.plaintext.code_detection import strength
from corpus.formats.plaintext.lines import display_columns

_UNDERLINE = re.compile(r"([~`^\"])\1{2,}\s*$")
_FENCES = "~`"
_MARKED = re.compile(r"[>|#^\"]|`{3}|~{3}|[-*+] ")  # begins no title
_NO_TEXT = re.compile(r"[>|]|`{3}|~{3}")
_LEVEL = "h3"  # their order is each page's own
_LONG = 5  # signs; fences have three, or four around others
_WIDER = 3  # times as wide a line may be as its long underline: a translation may be longer, and keep the line below


def underlines_plugin(parser: MarkdownIt) -> None:
    """Teach a parser these underlined titles."""
    use(parser, "underlined_title", _underlined, NOTHING)
    use(parser, "stray_underline", _stray)


def _underlined(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if silent or not _is_underlined(state, start, end):
        return False
    is_title, is_long = _is_title(state, start, end), _is_long(state, start + 1)
    if not (is_title or is_long) or not _is_believed(state, start + 1, end, is_title=is_title):
        return False
    token = state.push("heading_open", _LEVEL, 1)
    token.map = [start, start + 2]
    state.push("heading_close", _LEVEL, -1)
    state.line = start + 2
    return True


def _stray(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse a long underline not closed below the last line of a paragraph, or below a title of another form."""
    if start == 0 or not line_begins_with(state, start, _FENCES) or not _UNDERLINE.match(line_at(state, start)):
        return False
    above = line_at(state, start - 1)
    if state.isEmpty(start - 1) or state.is_code_block(start - 1) or _NO_TEXT.match(above):
        return False
    if not _is_long(state, start) or not _is_believed(state, start, end, is_title=False):
        return False
    if not silent:
        push(state, "markup", start, start + 1)
    return True


def _is_underlined(state: StateBlock, title: int, end: int) -> bool:
    """Return whether a line may be a title and has a line of signs below it."""
    if title + 1 >= end or state.is_code_block(title) or not line_begins_with(state, title + 1, '~`^"'):
        return False
    line = line_at(state, title).rstrip()
    return bool(line) and not _MARKED.match(line) and _UNDERLINE.match(line_at(state, title + 1)) is not None


def _is_title(state: StateBlock, title: int, end: int) -> bool:
    """Return whether a line is no wider than the signs below it, and is followed by prose or nothing."""
    line, below = line_at(state, title).rstrip(), line_at(state, title + 1).rstrip()
    following = line_at(state, title + 2).strip() if title + 2 < end else ""
    return min(display_columns(line), len(line)) <= len(below) and not (following and strength(following))


def _is_long(state: StateBlock, underline: int) -> bool:
    """Return whether a line of signs is unusually long for a fence, and about as wide as the line above."""
    signs = line_at(state, underline).rstrip()
    width = display_columns(line_at(state, underline - 1).rstrip())
    return signs[0] in _FENCES and len(signs) >= _LONG and width <= _WIDER * len(signs)


def _is_believed(state: StateBlock, underline: int, end: int, *, is_title: bool) -> bool:
    """Return whether nothing closes the fence that this would open; below a title, another underline may."""
    mark = line_at(state, underline).rstrip()
    if mark[0] not in _FENCES:
        return True
    if is_search_budget_spent(state):
        return False
    for number in range(underline + 1, end):
        line = line_at(state, number).rstrip()
        if line.startswith(mark) and not line.strip(mark[0]):
            is_other = number > underline + 3 and state.isEmpty(number - 2) and _is_underlined(state, number - 1, end)
            return is_title and is_other and _is_title(state, number - 1, end)
    spend(state, end - underline)
    return True
