"""HTML: the article of a web page as Markdown, the page's metadata, and the blocks of such a text."""

from __future__ import annotations

from dataclasses import dataclass, replace

from corpus import lazy_re as re
from corpus.errors import UnreadableError
from corpus.formats import markdown
from corpus.formats.html.main_content import article
from corpus.formats.html.markdown_writer import to_markdown
from corpus.formats.html.page_metadata import page_metadata
from corpus.formats.html.tree import parse
from corpus.formats.plaintext import boilerplate
from corpus.languages.scripts import LETTER
from corpus.records import Block

_MARKERS = re.compile(r"(?:[>*#|\s]|[-+]\s|(?<!\d)\d+\.\s)+|[*|\s]+$")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")


@dataclass(frozen=True)
class HtmlPage:
    """What was read from an HTML page."""

    text: str
    title: str
    origin: str
    license: str
    language: str  # the tag that the page gives itself
    metadata: dict[str, str]


def read(source: str) -> HtmlPage:
    """Return the article of a page and its metadata; raises UnreadableError if it has no text."""
    root = parse(source)
    head = page_metadata(source, root)
    heading, content = article(root, head.titles, head.site)
    text = to_markdown(content)
    if not LETTER.search(text):
        raise UnreadableError(
            "no text found in the page: its article may be loaded by a script; save it from a browser"
        )
    text = f"# {heading}\n\n{text}" if heading else text
    return HtmlPage(f"{text}\n", _title(head.titles, text), head.origin, head.license, head.language, head.metadata)


def _title(titles: tuple[str, ...], text: str) -> str:
    """Return the title in the head; if it joins the site's name to a heading of the article, return that heading."""
    headings = re.findall(r"^##? (.+)", text, re.MULTILINE)
    if not titles:
        return headings[0] if headings else ""
    joined = [heading for heading in headings if titles[0].startswith(heading) or titles[0].endswith(heading)]
    return max(joined, key=len, default=titles[0])


def blocks(text: str) -> list[Block]:
    """Return the blocks of an article that was read from HTML. The site's own text is recognized by its words."""
    sidebar = False
    page_blocks: list[Block] = []
    for block in markdown.blocks(text):
        words = _words(text, block)
        if block.kind in ("heading", "paragraph") and boilerplate.opens_sidebar(words):
            sidebar = 2 * block.start > len(text)
        elif block.kind == "heading":
            sidebar = False
        page_blocks.append(_as_furniture(block, words, sidebar))
    return page_blocks


def _words(text: str, block: Block) -> str:
    """Return the visible text of a one-line block; empty for longer blocks and for code."""
    if block.kind not in ("heading", "paragraph", "list_item") or block.end - block.start > 1000:
        return ""
    visible_text = _LINK.sub(r"\1", text[block.start : block.end])
    return "" if "\n" in visible_text else _MARKERS.sub("", visible_text).strip()


def _as_furniture(block: Block, words: str, sidebar: bool) -> Block:
    if sidebar and block.kind in ("heading", "paragraph", "list_item"):
        return replace(block, kind="boilerplate", level=0)
    if not words or block.kind not in ("paragraph", "list_item"):
        return block
    if boilerplate.is_boilerplate(words):
        return replace(block, kind="boilerplate")
    return replace(block, kind="metadata") if block.kind == "paragraph" and boilerplate.is_metadata(words) else block
