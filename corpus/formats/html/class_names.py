"""Class names: what an element's classes and ids say about it. The patterns are data, in `class_names.toml`."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files

from corpus import lazy_re as re
from corpus.formats.html.tree import Node, identifier

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
