"""Markdown and MDX: the blocks of a page, from the line maps of a CommonMark parser."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from corpus import lazy_re as re
from corpus.formats.markdown import attributes, cjk_leniency, frontmatter, jsx
from corpus.formats.markdown.admonitions import admonitions_plugin
from corpus.formats.markdown.attributes import inline_html_blocks
from corpus.formats.markdown.line_map import LineMap
from corpus.formats.markdown.mdx import mdx_plugin
from corpus.formats.markdown.parser_plugins import (
    formulas_plugin,
    line_at,
    line_begins_with,
    push,
    templates_plugin,
    underlines_plugin,
    use,
)
from corpus.formats.plaintext.code_detection import strength
from corpus.languages.scripts import CJK_CHARACTER
from corpus.records import Block

_ABBREVIATION = re.compile(r"\*\[[^\]]+\]:\s")
_PIPE = re.compile(r"(?<!\\)\|")
_BEFORE_ROW = re.compile(r"(?:[\s>*+-]|\d{1,9}[.)])*")
_STARTED = (
    "paragraph_open",
    "fence",
    "code_block",
    "code",
    "heading_open",
    "html_block",
    "table_open",
    "titled",
    "enclosing",
)


def blocks(text: str, text_attributes: Collection[str] = (), *, is_mdx: bool = False) -> list[Block]:
    """Return the blocks of a Markdown page, in order and disjoint, covering every character that is not white space. A
    page is MDX with `is_mdx`, or if a component has children on lines of their own. Readers also see the values of
    `text_attributes`.
    """
    page = LineMap(text, frozenset(map(attributes.plain_name, text_attributes)))
    matter = frontmatter.find(text)
    page_blocks = [*(_front_matter(page, matter) if matter else ()), *_leaves(page, matter, is_mdx)]
    carved = (piece for block in page_blocks for piece in attributes.carved(page, block))
    return page.covered(sorted(carved, key=lambda block: block.start))


def mdx_blocks(text: str, text_attributes: Collection[str] = ()) -> list[Block]:
    """Return the blocks of an MDX page."""
    return blocks(text, text_attributes, is_mdx=True)


@cache
def _parser(is_mdx: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": 60}).enable("table")
    for plugin in (footnote_plugin, deflist_plugin, admonitions_plugin, templates_plugin, formulas_plugin, mdx_plugin):
        parser.use(plugin)
    parser.use(underlines_plugin)
    use(parser, "abbreviation", _abbreviation)
    if is_mdx:
        parser.disable("code")
    parser.core.ruler.enableOnly(["normalize", "block"])  # inline markup is found by `corpus.text.protected_spans`
    return parser


def _abbreviation(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse a line `*[HTML]: …` as a paragraph of its own."""
    is_abbreviation = line_begins_with(state, start, "*") and _ABBREVIATION.match(line_at(state, start)) is not None
    if is_abbreviation and not silent:
        push(state, "paragraph_open", start, start + 1)
    return is_abbreviation


def _front_matter(page: LineMap, match: re.Match[str]) -> Iterator[Block]:
    """Yield the blocks of front matter: keys and fences are markup, texts prose, other values metadata."""
    for entry in frontmatter.entries(match):
        yield from page.span(entry.start, entry.end, entry.kind)
    yield from page.span(match.end("body"), match.end(), "markup")


def _leaves(page: LineMap, match: re.Match[str] | None, is_mdx: bool) -> Iterator[Block]:
    """Yield every block below the front matter that holds text of its own."""
    source = page.text
    if match:  # keep the line count, hide the entries from the parser
        source = re.sub(r"[^\r\n]", " ", match.group()) + source[match.end() :]
    source, is_mdx = jsx.flush(cjk_leniency.view(source), is_mdx)
    tokens = _parser(is_mdx).parse(source)
    item = False  # the next paragraph is the first of a list item
    for index, token in enumerate(tokens):
        if token.type in ("list_item_open", "dd_open"):
            item = True
        if token.map is not None:
            yield from _leaf(page, tokens, index, *token.map, item=item)
        if token.type in _STARTED:
            item = False


def _leaf(page: LineMap, tokens: Sequence[Token], index: int, first: int, last: int, *, item: bool) -> Iterator[Block]:
    """Yield the blocks of a token that holds text; nothing for other tokens."""
    token, prose = tokens[index], "list_item" if item else "paragraph"
    match token.type:
        case "heading_open":
            yield from page.block(first, last, "heading", int(token.tag[1]))
        case "paragraph_open":
            yield from _paragraph(page, first, last, prose)
        case "dt_open":
            yield from page.block(first, first + 1, "list_item")
        case "fence" | "code":
            yield from page.block(first, last, "code")
        case "code_block":
            yield from page.block(first, last, _indented(token.content))
        case "html_block":
            yield from inline_html_blocks(page, first, last, prose)
        case "hr":
            yield from page.block(first, last, "markup")
        case "markup":
            yield from attributes.markup(page, page.starts[first], page.ends[min(last, len(page.starts)) - 1])
        case "titled":
            yield from _words_in_markup(page, first, token.content, "heading")
        case "enclosing":
            yield from _words_in_markup(page, first, token.content, "paragraph")
        case "tr_open":
            yield from _row(page, first, _cells(tokens, index))


def _paragraph(page: LineMap, first: int, last: int, kind: str) -> Iterator[Block]:
    """Yield a paragraph, or the items of a list that Markdown does not recognize as one."""
    last = min(last, len(page.starts))
    for a, b, listed in cjk_leniency.pieces([page.line(number) for number in range(first, last)]):
        yield from page.block(first + a, first + b, "list_item" if listed else kind)


def _words_in_markup(page: LineMap, line: int, words: str, kind: str) -> Iterator[Block]:
    """Yield the words in a line of markup, and the markup around them."""
    start = page.text.rfind(words, page.starts[line], page.ends[line])
    if start >= 0:
        yield from attributes.markup(page, page.starts[line], start)
        yield from page.span(start, start + len(words), kind)
        yield from page.span(start + len(words), page.ends[line], "markup")


def _indented(content: str) -> str:
    """Return the kind of lines indented by four: code, or paragraph if all of them are Chinese or Japanese prose."""
    lines = [line for line in content.splitlines() if line.strip()]
    prose = all(CJK_CHARACTER.search(line) and not strength(line.strip()) for line in lines)
    return "paragraph" if prose and lines else "code"


def _cells(tokens: Sequence[Token], row: int) -> int:
    """Count the cells of a table row."""
    count = 0
    while tokens[row].type != "tr_close":
        count += tokens[row].type in ("th_open", "td_open")
        row += 1
    return count


def _row(page: LineMap, line: int, cells: int) -> Iterator[Block]:
    """Yield the cells of a row, each with the pipe before it, the last also with the pipe that closes the row. As on
    GitHub, an unescaped pipe begins a cell even in a code span. Cells beyond those of the header are not shown: they
    are markup.
    """
    start, end = page.starts[line], page.ends[line]
    pipes = [match.start() for match in _PIPE.finditer(page.text, start, end)]
    leading = bool(pipes) and _BEFORE_ROW.fullmatch(page.text, start, pipes[0]) is not None
    borders = [start, *(pipes[1:] if leading else pipes)]
    last = borders[cells] if cells < len(borders) and page.text[borders[cells] + 1 : end].strip() else end
    borders = borders[:cells]
    for a, b in zip(borders, [*borders[1:], last], strict=True):
        yield from page.span(a, b, "table_cell")
    yield from page.span(last, end, "markup")
