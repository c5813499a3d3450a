"""Shared code of our block plugins for the Markdown parser: reading lines, leaving tokens, parsing nested lines.

They leave four kinds of token: `markup` and `code` for whole lines, `titled` and `enclosing` for a line of markup
with a title or prose in it.
"""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock

from corpus import lazy_re as re
from corpus.formats.plaintext.code_detection import strength
from corpus.formats.plaintext.lines import display_columns

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


_TAG = r"(?:\{\{(?:[^{}]|\{[^{}]*\})*\}\}|\{%(?:[^%\n]|%(?!\}))*%\}|\{[#/:@][^{}]*\})"
_TAGS = re.compile(rf"(?:{_TAG}\s*)+$")
_PAIR = re.compile(
    r"""(?:\{\{[<%]\s*(?P<hugo>[\w-]+)[^{}]*\}\}(?P<inner>.*)\{\{[<%]\s*/\s*(?P=hugo)\s*[%>]\}\}
    | \{%-?\s*(?P<liquid>\w+)[^{}%]*%\}(?P<within>.*)\{%-?\s*end(?P=liquid)\s*-?%\})\s*$""",
    re.VERBOSE,
)
_HOLDS = re.compile(
    r"""\{\{[<%]\s*(?P<hugo>highlight|code|mermaid|katex|math|chart)\b[^{}]*(?<!/)[%>]\}\}\s*$
    | \{%-?\s*(?P<liquid>highlight|codeblock|code|mermaid|math|katex|comment)\b[^{}%]*%\}\s*$""",
    re.VERBOSE,
)
_LONG = re.compile(r"\{\{[<%](?:(?![%>]\}\}).)*$")
_LONG_END = re.compile(r"(?:(?!\{\{).)*[%>]\}\}\s*$")
_SNIPPET = re.compile(r"(?:;*-{1,}8<-{1,})(?P<file>\s+\S.*)?\s*$")
_LINE = re.compile(
    r"""\[\[?(?:_?TOC_?|open-in-colab)\]?\]\s*$ | @\[toc\].*$      # tables of contents
    | @\[[A-Za-z]+\]\([^()\s]*\)\s*$                                     # what Zenn embeds
    | \[\[autodoc\]\].*$
    | %%.*$ | \#\ ?%%.*$ | \#\ [+-]\s*(?:\{.*)?$ | \+{3}(?:\s*\{.*)?$    # cells of notebooks, comments of Obsidian
    | :(?:label|eqlabel|width|height|begin_tab|bookmark):`[^`]*`\s*$ | :end_tab:\s*$
    | \([\w.:/-]+\)=\s*$                                                 # a target of MyST""",
    re.VERBOSE | re.IGNORECASE,
)


def templates_plugin(parser: MarkdownIt) -> None:
    """Teach a parser these template lines."""
    use(parser, "template", _template)


def _template(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if not line_begins_with(state, start, "{[@%#+:-;("):
        return False
    line = line_at(state, start)
    token = _braces(state, line, start, end) if line[0] == "{" else _other_token(state, line, start, end)
    if not silent and line.startswith("% "):  # a comment of MyST; inside a paragraph it may be anything
        token = "markup", start + 1, ""
    if token and not silent:
        kind, last, title = token
        push(state, kind, start, last, title)
    return token is not None


TemplateToken = tuple[str, int, str]


def _braces(state: StateBlock, line: str, start: int, end: int) -> TemplateToken | None:
    if pair := _PAIR.match(line):
        return "enclosing", start + 1, (pair["inner"] or pair["within"] or "").strip()
    if holds := _HOLDS.match(line):
        # A tag whose content is code or a comment, up to the tag that closes it.
        name = holds["hugo"] or holds["liquid"]
        slash = rf"\{{\{{[<%]\s*/\s*{name}\b" if holds["hugo"] else rf"\{{%-?\s*end{name}\b"
        last = line_after_closer(state, re.compile(slash), start + 1, end)
        return ("code" if last and name != "comment" else "markup"), last or start + 1, ""
    if _TAGS.match(line):
        return "markup", start + 1, ""
    if _LONG.match(line) and (last := line_after_closer(state, _LONG_END, start + 1, min(end, start + 40))):
        return "markup", last, ""
    return None


def _other_token(state: StateBlock, line: str, start: int, end: int) -> TemplateToken | None:
    if snippet := _SNIPPET.match(line):
        block = not snippet["file"]
        return "markup", (line_after_closer(state, _SNIPPET, start + 1, end) if block else None) or start + 1, ""
    if not _LINE.match(line):
        return None
    last = start + 1
    while line.startswith("[[autodoc]]") and last < end and state.sCount[last] >= state.blkIndent + 2:
        if not line_at(state, last).startswith("-"):
            break
        last += 1
    return "markup", last, ""


_UNDERLINE = re.compile(r"([~`^\"])\1{2,}\s*$")
_FENCES = "~`"
_MARKED = re.compile(r"[>|#^\"]|`{3}|~{3}|[-*+] ")  # begins no title
_NO_TEXT = re.compile(r"[>|]|`{3}|~{3}")
_LEVEL = "h3"  # their order is each page's own
_LONG_UNDERLINE = 5  # signs; fences have three, or four around others
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
    return signs[0] in _FENCES and len(signs) >= _LONG_UNDERLINE and width <= _WIDER * len(signs)


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
