"""Shared code of our block plugins for the Markdown parser: reading lines, leaving tokens, parsing nested lines.

They leave four kinds of token: `markup` and `code` for whole lines, `titled` and `enclosing` for a line of markup
with a title or prose in it.
"""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock

from corpus import lazy_re as re

# Blocks that these rules may interrupt.
ANYWHERE: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
NOTHING: RuleOptionsType = {"alt": []}
_BUDGET = 20_000  # lines of a page that may be looked through in vain


def line_at(state: StateBlock, number: int) -> str:
    """Return a line as its container sees it, without leading white space."""
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]


def line_begins_with(state: StateBlock, number: int, characters: str) -> bool:
    """Return whether the line begins with one of these characters and is not indented code."""
    offset = state.bMarks[number] + state.tShift[number]
    return offset < state.eMarks[number] and state.src[offset] in characters and not state.is_code_block(number)


def push(state: StateBlock, kind: str, first: int, last: int, title: str = "") -> None:
    """Leave a token for lines first … last - 1."""
    token = state.push(kind, "", 0)
    token.map, token.content = [first, last], title
    state.line = last


def parse_nested(state: StateBlock, first: int, last: int, indent: int) -> None:
    """Parse lines first … last - 1, all indented by `indent` columns, as Markdown of their own."""
    before = state.lineMax, state.blkIndent, state.parentType
    state.lineMax, state.blkIndent, state.parentType = last, indent, "root"
    state.level += 1
    if first < last:
        state.md.block.tokenize(state, first, last)
    state.level -= 1
    state.lineMax, state.blkIndent, state.parentType = before
    state.line = last


def body(state: StateBlock, start: int, end: int) -> tuple[int, int]:
    """Return where the lines indented below a line end, and their indent in columns; (start + 1, 0) without any."""
    base_indent = state.sCount[start]
    first = next((n for n in range(start + 1, end) if not state.isEmpty(n)), end)
    if first == end or state.sCount[first] < base_indent + 2:
        return start + 1, 0
    indent = min(state.sCount[first], base_indent + 4)
    last = first
    for number in range(first, end):
        if not state.isEmpty(number):
            if state.sCount[number] < indent:
                break
            last = number + 1
    return last, indent


def line_after_closer(state: StateBlock, closer: re.Pattern[str], start: int, end: int) -> int | None:
    """Return the line after the first match from `start` on; None if the container ends before one."""
    if is_search_budget_spent(state):
        return None
    number = start
    while number < end and (state.sCount[number] >= state.blkIndent or state.isEmpty(number)):
        if closer.match(line_at(state, number)):
            return number + 1
        number += 1
    spend(state, number - start)
    return None


def spend(state: StateBlock, lines: int) -> None:
    """Record that a search read this many lines without success."""
    state.env["spent"] = state.env.get("spent", 0) + lines


def is_search_budget_spent(state: StateBlock) -> bool:
    """Return whether a page's failed searches have used up its budget, which keeps the time linear."""
    return bool(state.env.get("spent", 0) > _BUDGET)


def use(parser: MarkdownIt, name: str, rule: object, options: RuleOptionsType = ANYWHERE) -> None:
    """Add a rule to a parser, before those for fences, quotes, lists and HTML."""
    parser.block.ruler.before("fence", name, rule, options)  # type: ignore[arg-type]


_OPEN = re.compile(r"\\{1,2}\[(?P<rest>.*)$")
_CLOSE = re.compile(r".*?\\{1,2}\]\s*[,.，。]?\s*(?:\(\d+\))?$")
_TEX = re.compile(r"\\[A-Za-z]+|[_^=]")
_BEGIN = re.compile(r"\\begin\{(?P<name>[a-z]+\*?)\}")
_DOLLARS = re.compile(r"\$\$(?P<rest>(?:[^$]|\\\$)*)(?P<closed>\$\$\s*(?:\([^)$]+\))?[,.，。]?\s*)?$")
_DOLLARS_END = re.compile(r"[^$]*\$\$\s*(?:\([^)$]+\))?[,.，。]?\s*$")


def formulas_plugin(parser: MarkdownIt) -> None:
    """Teach a parser display formulas; each becomes a token `code`."""
    use(parser, "formula", _formula)


def _formula(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if not line_begins_with(state, start, "$\\"):
        return False
    last = _formula_end(state, line_at(state, start), start, end)
    if last and not silent:
        push(state, "code", start, last)
    return last is not None


def _formula_end(state: StateBlock, line: str, start: int, end: int) -> int | None:
    """Return the line after the formula that begins here, or None."""
    if dollars := _DOLLARS.match(line):
        one_line = dollars["closed"] is not None and dollars["rest"].strip()
        return start + 1 if one_line else line_after_closer(state, _DOLLARS_END, start + 1, end)
    if bracket := _OPEN.match(line):
        inner, closer, following = bracket["rest"].partition("\\]")
        if closer and not following.strip(" \t,.，。") and _TEX.search(inner):
            return start + 1
        return line_after_closer(state, _CLOSE, start + 1, end) if not bracket["rest"].strip() else None
    if begin := _BEGIN.match(line):
        return line_after_closer(state, re.compile(rf".*\\end\{{{re.escape(begin['name'])}\}}"), start, end)
    return None
