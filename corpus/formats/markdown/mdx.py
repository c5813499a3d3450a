"""MDX and what documentation generators add to Markdown: imports, exports, expressions, component tags."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.common.html_blocks import block_names
from markdown_it.rules_block import StateBlock

from corpus import lazy_re as re
from corpus.formats.markdown.parser_plugins import (
    NOTHING,
    is_search_budget_spent,
    line_after_closer,
    line_at,
    line_begins_with,
    push,
    spend,
    use,
)

INLINE_TAGS = re.words(
    "a abbr b bdi bdo big br cite code del dfn em font i img ins kbd mark q ruby rb rt rp s samp small span strike "
    "strong sub sup time tt u var wbr"
)
_HTML = INLINE_TAGS.union(
    block_names,
    re.words(
        "area audio button canvas data embed input label map math meter object output picture pre progress script "
        "select slot style svg template textarea video"
    ),
)
# Those with which no block of HTML begins unless they end on their line: a `>` on a line below would open a quotation.
_ALONE = _HTML.difference(INLINE_TAGS, block_names, ("pre", "script", "style", "textarea")) | {"img"}
_REACH = 200  # lines that a tag or an expression may take
_IMPORT = re.compile(r"""import\s+(?:type\s+)?(?:[\w*{].*\sfrom\s+)?["'][^"']+["'];?\s*$""")
_LONG_IMPORT = re.compile(r"import\s+(?:type\s+)?(?:\w+\s*,\s*)?\{[^}]*$")
_FROM = re.compile(r"""[^{}]*\}\s*from\s+["'][^"']+["'];?\s*$""")
_EXPORT = re.compile(
    r"""export\s+(?:(?:const|let|var|type|interface)\s+[\w{\[].*[={<:] | (?:default\s+)?(?:async\s+)?function\b
    | default\s+(?:[({\[]|class\b|\w+;?\s*$) | \{ | \*\s*from\b)""",
    re.VERBOSE,
)
_COMPONENT = re.compile(r"</?(?:(?P<name>[A-Za-z][\w.-]*)(?=[\s/>]|$)|>)")
_TAGS = re.compile(r"(?:</?(?:[A-Za-z][\w.-]*(?:\s[^<>]*)?/?)?>\s*)+")
_HOLDS_MARKDOWN = re.compile(r"""<[a-z]+\s[^<>]*?(?<![\w-])markdown(?:=["']?(?:1|block|span)["']?)?(?=[\s>])""")


def is_html(name: str) -> bool:
    """Return whether a tag name belongs to HTML, and not to a component or a shortcode."""
    return name in _HTML


def mdx_plugin(parser: MarkdownIt) -> None:
    """Teach a parser these additions; each becomes a token `markup`."""
    use(parser, "mdx", _markup)
    use(parser, "esm", _esm, NOTHING)


def _esm(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse imports and exports (ESM), which never interrupt a paragraph."""
    if not line_begins_with(state, start, "ie"):
        return False
    line, last = line_at(state, start), None
    if _IMPORT.match(line):
        last = start + 1
    elif _LONG_IMPORT.match(line):
        last = line_after_closer(state, _FROM, start + 1, min(end, start + _REACH))
    elif _EXPORT.match(line):
        last = _construct_end(state, start, end, "", "") or start + 1
    if last and not silent:
        push(state, "markup", start, last)
    return last is not None


def _markup(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if not line_begins_with(state, start, "{<"):
        return False
    line = line_at(state, start)
    if line[0] == "{":
        last = None if line.startswith(("{{<", "{{%")) else _construct_end(state, start, end, "}", "")
    else:
        last = _construct_end(state, start, end, ">", "<") if _is_component(line) else None
    if last and not silent:
        push(state, "markup", start, last)
    return last is not None


def _is_component(line: str) -> bool:
    """Return whether a line begins with a tag that forms a block of its own. HTML does not know the tag, or it says
    that it holds Markdown, or it goes on below and may stand alone.
    """
    match = _COMPONENT.match(line)
    if not match:
        return False
    name = match["name"] or ""
    if name[:1].isupper() or name not in _HTML or (name in _ALONE and ">" not in line):
        return True
    return _HOLDS_MARKDOWN.match(line) is not None


def _construct_end(state: StateBlock, start: int, end: int, closer: str, opener: str) -> int | None:
    """Return the line after a tag, expression or statement that is alone on its lines, else None. It ends with
    `closer` outside of all braces and strings. A statement has no closer and ends with its line.
    """
    if is_search_budget_spent(state):
        return None
    depth, quote, stop = 0, "", min(end, start + _REACH)
    for number in range(start, stop):
        line = line_at(state, number)
        for index, char in enumerate(line):
            if quote:
                quote = "" if char == quote else quote
            elif char in "\"'`" and (depth or line[index - 1] == "="):
                quote = char
            elif char == "{" or (not closer and char in "(["):
                depth += 1
            elif char == "}" or (not closer and char in ")]"):
                depth -= 1
            if char == closer and not quote and depth <= 0 and not (closer == ">" and line[index - 1 : index] == "="):
                return number + 1 if _is_line_rest_empty(line[index + 1 :].strip(), opener) else None
        if not closer and depth <= 0:
            return number + 1
        quote = quote if quote == "`" else ""
    spend(state, stop - start)
    return None


def _is_line_rest_empty(rest: str, opener: str) -> bool:
    """Return whether a line has only further tags or expressions after this one."""
    if opener:
        return not rest or _TAGS.fullmatch(rest) is not None
    return not rest or re.fullmatch(r"(?:\{[^{}]*\}\s*)+", rest) is not None
