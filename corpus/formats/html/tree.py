"""The tree of a page: elements with their attributes and children, as a browser would build it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import files

from selectolax.lexbor import LexborHTMLParser, LexborNode

from corpus import lazy_re as re
from corpus.errors import UnreadableError

# Deeper elements hang at this depth: what reads the tree may call itself. Pages of this world stay below 60.
_DEEPEST = 100
# The parser's time grows with the square of both.
_MOST_OPEN, _MOST_ATTRIBUTES = 10_000, 5_000

_TAG = re.compile(r"""<(/?)([A-Za-z][A-Za-z0-9-]*)((?:[^<>"']++|"[^"]*+"|'[^']*+')*)""")
_XHTML = re.compile(r"<\?xml\s|//DTD XHTML|http://www\.w3\.org/1999/xhtml")
_CLOSED = re.compile(r"<(script|style|title|textarea|iframe|a|div|span|p|td|th|li|b|i|em|strong)\b([^<>]*)/>")
_QUOTED = re.compile(r""""[^"]*"|'[^']*'""")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_NESTED = re.words(
    "article aside blockquote center details div dl fieldset figure footer form header main nav ol "
    "section span table tbody ul"
)
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^\W\d_a-zA-Z]+")


@dataclass(eq=False)
class Node:
    """An element; its children are elements and strings."""

    tag: str
    attributes: dict[str, str]
    parent: Node | None = None
    children: list[Node | str] = field(default_factory=list)

    def get(self, name: str) -> str:
        """Return the value of an attribute; empty if it is missing."""
        return self.attributes.get(name, "")

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """Its classes, each split into words joined with `-`."""
        return tuple(_words(name) for name in self.get("class").split())

    def elements(self) -> Iterator[Node]:
        """Yield its child elements."""
        return (child for child in self.children if isinstance(child, Node))

    def walk(self) -> Iterator[Node]:
        """Yield it and all elements in it, in page order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack += [child for child in reversed(node.children) if child.__class__ is Node]

    def ancestors(self) -> Iterator[Node]:
        """Yield the elements around it, from the inside out."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def first(self, *tags: str) -> Node | None:
        """Return the first element in it with one of these tags."""
        return next((node for node in self.walk() if node.tag in tags and node is not self), None)

    def text(self) -> str:
        """Return all its text as it is in the page."""
        pieces: list[str] = []
        stack: list[Node | str] = [self]
        while stack:
            node = stack.pop()
            if isinstance(node, str):
                pieces.append(node)
            else:
                stack.extend(reversed(node.children))
        return "".join(pieces)


@lru_cache(maxsize=4096)
def _words(name: str) -> str:
    """Return the words of a class or id joined with `-`: lastUpdated_x1 → last-updated-x-1."""
    return "-".join(_WORD.findall(name)).lower()


def identifier(node: Node) -> str:
    """Return the id of an element, as words joined with `-`."""
    return _words(node.get("id"))


def parse(source: str) -> Node:
    """Return the tree of a page; raises UnreadableError for pages that would keep a parser busy without end."""
    _refuse_hostile(source)
    if _XHTML.search(source[:2000]):  # to HTML `<a id="b"/>` is not closed
        source = _CLOSED.sub(r"<\1\2></\1>", source)
    root = LexborHTMLParser(source.replace("\r\n", "\n").replace("\r", "\n")).root
    if root is None:
        return Node("html", {})
    top = _node(root, None)
    stack: list[tuple[LexborNode | None, Node]] = [(root.first_child, top)]
    while stack:
        child, node = stack.pop()
        if child is None:
            continue
        stack.append((child.next, node))
        if child.is_text_node:
            node.children.append(child.text_content or "")
        elif child.is_element_node:
            inner = _node(child, node)
            node.children.append(inner)
            # From the limit on an element stands beside what it holds.
            stack.append((child.first_child, inner if len(stack) < _DEEPEST else node))
    return top


def _node(raw: LexborNode, parent: Node | None) -> Node:
    attributes = {name: value or "" for name, value in raw.attributes.items()}
    return Node(raw.tag or "", attributes, parent)


def _refuse_hostile(source: str) -> None:
    depth = 0
    for match in _TAG.finditer(source):
        closing, name, rest = match.groups()
        if name.lower() in _NESTED:
            depth += -1 if closing and depth else 0 if closing else 1
            if depth > _MOST_OPEN:
                raise UnreadableError(f"more than {_MOST_OPEN:,} tags inside one another")
        if len(rest) > 2 * _MOST_ATTRIBUTES and len(_QUOTED.sub("", rest).split()) > _MOST_ATTRIBUTES:
            raise UnreadableError(f"more than {_MOST_ATTRIBUTES:,} attributes in one tag")


_DATA = tomllib.loads((files("corpus.formats.html") / "class_names.toml").read_text(encoding="utf-8"))


def _alternation(name: str) -> str:
    return f"(?:{'|'.join(_DATA[name])})"


_BESIDE = re.compile(
    rf"(?<![a-z])(?<!{'-)(?<!'.join(sorted(_DATA['said_of_others']))}-){_alternation('beside')}(?![a-z])"
)
_BESIDE_ID = re.compile(_alternation("beside"))
_ARTICLE = re.compile(_alternation("article"))
_HEARD = re.compile(_alternation("heard"))
_LINE_NUMBERS = re.compile(rf"(?:.*-)?{_alternation('line_numbers')}(?:-\d+)?")
_BUTTONS = re.compile(rf"(?:.*-)?{_alternation('buttons')}(?:-.*)?")
_ANCHORS = re.compile(rf"(?:.*-)?{_alternation('anchors')}(?:-.*)?")
_CODE = frozenset(("code", "codeblock", "highlight"))
_SAID_OF_OTHERS = frozenset(_DATA["said_of_others"])


@lru_cache(maxsize=4096)
def _names_beside(name: str) -> bool:
    """Return whether a class names something outside the article; `has-sidebar` and `sidebar-open` do not."""
    words = name.split("-")
    if words[-1] in _SAID_OF_OTHERS or (not _CODE.isdisjoint(words) and "qr" not in words):
        return False  # `code-toolbar` is what Prism calls a block of code that has one
    return _BESIDE.search(name) is not None


def is_page_furniture(node: Node) -> bool:
    """Return whether its classes or id call an element navigation, sharing, comments or other articles."""
    if any(map(_names_beside, node.classes)):
        return True
    # Documentation gives a section the id of its heading: "Related work" is no list of related articles.
    return node.tag != "section" and "section" not in node.classes and bool(_BESIDE_ID.fullmatch(identifier(node)))


def is_heard(node: Node) -> bool:
    """Return whether an element is for screen readers only."""
    return any(map(_HEARD.fullmatch, node.classes))


def is_article(node: Node) -> bool:
    """Return whether an element has a class or id that sites give to the article."""
    return any(_ARTICLE.fullmatch(name) for name in (*node.classes, identifier(node)) if name)


def is_line_number(node: Node) -> bool:
    """Return whether an element is a line number that the page puts before a line of code."""
    return any(map(_LINE_NUMBERS.fullmatch, node.classes))


def is_button(node: Node) -> bool:
    """Return whether an element is a button, or a title that the page adds to a code block."""
    has_button_class = node.tag not in ("pre", "code") and any(map(_BUTTONS.fullmatch, node.classes))
    return node.tag == "button" or (has_button_class and node.first("pre", "code") is None)


def is_anchor(node: Node) -> bool:
    """Return whether an element is the sign next to a heading that links to the heading itself."""
    return any(map(_ANCHORS.fullmatch, node.classes)) and not any(map(str.isalnum, node.text()))
