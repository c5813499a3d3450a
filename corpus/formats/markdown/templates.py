"""Template lines in Markdown: Hugo, Jekyll, Hexo, GitBook, Svelte, snippets, tables of contents, cell marks."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

from corpus import lazy_re as re
from corpus.formats.markdown.parser_plugins import line_after_closer, line_at, line_begins_with, push, use

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
