"""Markdown and MDX: the blocks of a page, with line maps from a CommonMark parser."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from corpus.formats import frontmatter
from corpus.formats.code import strength
from corpus.formats.lines import CJK, LINE_END
from corpus.formats.mdx import mdx_plugin
from corpus.records import Block

_QUOTE = re.compile(r"[ \t]*(?:>[ \t]?)+")
_TAG = re.compile(r"(?:<!--.*?(?:-->|\Z)|</?[A-Za-z][^<>]*>|<![A-Z][^<>]*>|\s)+", re.DOTALL)
_HTML_KINDS = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6", "summary"), "heading"),
    **dict.fromkeys(("td", "th"), "table_cell"),
    "li": "list_item",
}
_INLINE = frozenset(
    re.findall(
        r"\w+",
        "a abbr b bdi bdo big br cite code del dfn em font i img ins kbd mark q ruby rt rp s samp small span strike "
        "strong sub sup time tt u var wbr",
    )
)
_RAW = re.compile(r"\s*<(?P<name>script|style|pre|svg|iframe|video|textarea)\b", re.IGNORECASE)


def blocks(text: str) -> list[Block]:
    """The blocks of a Markdown page, in order and disjoint, covering every character that is not white space."""
    page = _Page(text)
    matter = frontmatter.find(text)
    found = [*(_front_matter(page, matter) if matter else ()), *_leaves(page, matter)]
    return page.covered(sorted(found, key=lambda block: block.start))


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": 60}).enable("table")
    parser.use(footnote_plugin).use(dollarmath_plugin).use(mdx_plugin)
    parser.core.ruler.enableOnly(["normalize", "block"])  # inline markup is found by `corpus.protected`
    return parser


class _Page:
    """A page with the offsets of its lines."""

    def __init__(self, text: str) -> None:
        ends = [match.span() for match in LINE_END.finditer(text)]
        self.text = text
        self.starts = [0, *(stop for _, stop in ends)]
        self.ends = [*(begin for begin, _ in ends), len(text)]

    def block(self, first: int, last: int, kind: str, level: int = 0) -> Iterator[Block]:
        """The block on lines first … last - 1, without white space around it; nothing if they are blank."""
        last = min(last, len(self.starts))
        if first < last:
            skip = self._quote_signs(first + 1, last) if kind not in ("code", "markup") else ()
            yield from self.span(self.starts[first], self.ends[last - 1], kind, level, skip)

    def span(
        self, start: int, end: int, kind: str, level: int = 0, skip: tuple[tuple[int, int], ...] = ()
    ) -> Iterator[Block]:
        """The block between two offsets, without white space around it; nothing if all is white space."""
        text = self.text
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if start < end:
            yield Block(start, end, kind, level, tuple((a, b) for a, b in skip if a >= start and b <= end))

    def _quote_signs(self, first: int, last: int) -> tuple[tuple[int, int], ...]:
        matches = (_QUOTE.match(self.text, self.starts[n], self.ends[n]) for n in range(first, last))
        return tuple(match.span() for match in matches if match)

    def covered(self, found: Sequence[Block]) -> list[Block]:
        """The blocks with what they leave out (link definitions, empty items) as markup between them."""
        whole: list[Block] = []
        position = 0
        for block in found:
            if block.start < position:
                continue
            whole += [*self._gap(position, block.start), block]
            position = block.end
        return [*whole, *self._gap(position, len(self.text))]

    def _gap(self, start: int, end: int) -> Iterator[Block]:
        for piece in re.finditer(r"\S(?:[^\r\n]*\S)?", self.text[start:end]):
            yield from self.span(start + piece.start(), start + piece.end(), "markup")


def _front_matter(page: _Page, match: re.Match[str]) -> Iterator[Block]:
    """One block per entry; the fences are markup."""
    start, end = match.span("body")
    yield from page.span(0, start, "markup")
    entries = [
        start,
        *(start + one.start() for one in re.finditer(r"(?:^|(?<=\r))(?=[^\s#-])", match["body"], re.MULTILINE)),
        end,
    ]
    for a, b in pairwise(entries):
        yield from page.span(a, b, "metadata")
    yield from page.span(end, match.end(), "markup")


def _leaves(page: _Page, match: re.Match[str] | None) -> Iterator[Block]:
    """Every block that holds text of its own, below the front matter."""
    source = page.text
    if match:  # keep the line count, hide the entries from the parser
        source = re.sub(r"[^\r\n]", " ", match.group()) + source[match.end() :]
    tokens = _parser().parse(source)
    item = False  # the next paragraph is the first of a list item
    for index, token in enumerate(tokens):
        if token.type == "list_item_open":
            item = True
        if token.map is None:
            continue
        first, last = token.map
        if token.type == "heading_open":
            yield from page.block(first, last, "heading", int(token.tag[1]))
        elif token.type == "paragraph_open":
            yield from page.block(first, last, "list_item" if item else "paragraph")
        elif token.type in ("fence", "math_block", "math_block_label"):
            yield from page.block(first, last, "code")
        elif token.type == "code_block":
            yield from page.block(first, last, _indented(token.content))
        elif token.type == "html_block":
            yield from _html(page, first, last)
        elif token.type in ("hr", "markup"):
            yield from page.block(first, last, "markup")
        elif token.type == "tr_open":
            yield from _row(page, first, _cells(tokens, index))
        if token.type in (
            "paragraph_open",
            "fence",
            "code_block",
            "heading_open",
            "html_block",
            "table_open",
        ):
            item = False


def _indented(content: str) -> str:
    """Lines indented by four: code, unless all that they hold is Chinese or Japanese prose."""
    lines = [line for line in content.splitlines() if line.strip()]
    prose = all(CJK.search(line) and not strength(line.strip()) for line in lines)
    return "paragraph" if prose and lines else "code"


def _html(page: _Page, first: int, last: int) -> Iterator[Block]:
    """Tags and comments are markup, the text between them is paragraphs."""
    last = min(last, len(page.starts))
    start, end = page.starts[first], page.ends[last - 1]
    if _RAW.match(page.text, start, end):
        yield from page.span(start, end, "markup")
        return
    position, kind = start, "paragraph"
    for tags in _TAG.finditer(page.text, start, end):
        if _INLINE.issuperset(_names(tags.group())) and not tags.group().lstrip().startswith("<!"):
            continue
        yield from page.span(position, tags.start(), kind)
        yield from page.span(tags.start(), tags.end(), "markup")
        position, kind = tags.end(), _kind_in(tags.group())
    yield from page.span(position, end, kind)


def _names(tags: str) -> list[str]:
    return re.findall(r"</?([a-z][a-z0-9]*)", tags.lower())


def _kind_in(tags: str) -> str:
    """The kind of the text that follows these tags."""
    kinds = [_HTML_KINDS[tag] for tag in re.findall(r"<([a-z][a-z0-9]*)", tags.lower()) if tag in _HTML_KINDS]
    return kinds[-1] if kinds else "paragraph"


def _cells(tokens: Sequence[Token], row: int) -> int:
    """How many cells a table row has."""
    count = 0
    while tokens[row].type != "tr_close":
        count += tokens[row].type in ("th_open", "td_open")
        row += 1
    return count


def _row(page: _Page, line: int, cells: int) -> Iterator[Block]:
    """The cells of a row, each with the pipe before it; the last with the pipe that closes the row."""
    start, end = page.starts[line], page.ends[line]
    pipes = [match.start() for match in re.finditer(r"(?<!\\)\|", page.text[start:end])]
    prefix = page.text[start : start + pipes[0]] if pipes else ""
    leading = bool(pipes) and not re.sub(r"[\s>*+-]", "", prefix)
    borders = [start, *(start + at for at in (pipes[1:] if leading else pipes))][:cells]
    for a, b in zip(borders, [*borders[1:], end], strict=True):
        yield from page.span(a, b, "table_cell")
