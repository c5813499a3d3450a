"""What MDX and documentation generators add to Markdown: component tags, template lines, imports, containers."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

_LINE = re.compile(
    r"""
      \{(?:[\#/:@%][^{}]*|/\*.*\*/|%.*%|\{.*\})\}?\s*$   # {#if …} {/if} {:else} {% … %} {{< … >}} {/* … */}
    | :::+.*$                                            # ::: note
    | (?:import\s+(?:[\w*{].*\sfrom\s+)?["'][^"']+["'];?|export\s+(?:const|default|function|let)\s.*)\s*$
    | \[\[(?:autodoc|open-in-colab)\]\].*$
    | \.\.\s[\w-]+::.*$
    """,
    re.VERBOSE,
)
_COMPONENT = re.compile(r"</?[A-Z][\w.]*(?=[\s/>]|$)")


def mdx_plugin(parser: MarkdownIt) -> None:
    """Teach a parser these lines; each becomes a token `markup` that ends a paragraph."""
    parser.block.ruler.before("html_block", "mdx", _markup, {"alt": ["paragraph", "reference", "blockquote", "list"]})


def _markup(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start):
        return False
    line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
    last = start + 1 if _LINE.match(line) else _after_tag(state, start, end) if _COMPONENT.match(line) else None
    if last is None:
        return False
    if not silent:
        token = state.push("markup", "", 0)
        token.map = [start, last]
        state.line = last
    return True


def _after_tag(state: StateBlock, start: int, end: int) -> int | None:
    """The line after a component's tag where the tag stands alone on its lines, else None."""
    depth, quote = 0, ""
    for number in range(start, min(end, start + 200)):
        line = state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]
        for at, char in enumerate(line):
            if quote:
                quote = "" if char == quote else quote
            elif char in "\"'`" and (depth or line[at - 1] == "="):
                quote = char
            elif char == "{":
                depth += 1
            elif char == "}":
                depth -= 1
            elif char == ">" and depth <= 0 and line[at - 1 : at] != "=":
                rest = line[at + 1 :].strip()
                return number + 1 if not rest or re.fullmatch(r"(?:</?[A-Z][\w.]*(?:\s[^<>]*)?/?>\s*)+", rest) else None
    return None
