"""Formulas: the TeX that a page keeps beside what MathJax, KaTeX and others draw from it."""

from __future__ import annotations

from corpus import lazy_re as re
from corpus.formats.html.tree import Node

_DRAWN = re.compile(
    r"(?:^|-)(?:katex|mathjax|mjx|ztext-math|mwe-math)(?:-|$)|^(?:math|arithmatex|equation|tex|latex)(?:-|$)"
)
_PREVIEW = re.compile(r"^(?:math-jax|mathjax)(?:-|$)")
_SOURCES = ("data-tex", "data-latex", "data-formula", "data-expr", "alttext")
_TEXT = frozenset(re.findall(r"\w+", "p h1 h2 h3 h4 h5 h6 li pre blockquote article section"))
_DELIMITED = re.compile(r"\s*(?:\\\((.*)\\\)|(\\\[)(.*)\\\]|(\$\$)(.*)\$\$|\$(.*)\$)\s*", re.DOTALL)


def formula(node: Node) -> tuple[str, bool] | None:
    """Return the TeX of an element that is a formula, and whether it is set off from the text; else None."""
    if node.tag == "script":
        return (node.text().strip(), "mode=display" in node.get("type")) if "math/tex" in node.get("type") else None
    if node.tag == "img":
        drawn = "eeimg" in node.attributes or any(name in ("tex", "latex") for name in node.classes)
        return (node.get("alt").strip(), False) if drawn and node.get("alt").strip() else None
    if node.tag not in ("math", "mjx-container") and not any(map(_DRAWN.search, node.classes)):
        return None
    if _holds_several(node):
        return None
    tex = _tex_source(node)
    if tex is None:
        return _delimited(node.text())
    display = any("display" in name for name in node.classes) or node.get("display") in ("block", "true")
    return tex, display or node.tag == "div" or _shown_large(node)


def is_rendered_formula(node: Node) -> bool:
    """Return whether MathJax drew the element; the TeX stands in the script after it."""
    return any(map(_PREVIEW.search, node.classes))


def _holds_several(node: Node) -> bool:
    """Return whether it is a page or paragraph with formulas in it rather than one formula."""
    inside = [element.tag for element in node.walk() if element is not node]
    return inside.count("annotation") > 1 or any(tag in _TEXT for tag in inside)


def _tex_source(node: Node) -> str | None:
    for element in node.walk():
        for name in _SOURCES:
            if element.get(name).strip():
                return element.get(name).strip()
        if element.tag == "annotation" and "tex" in element.get("encoding").lower():
            return element.text().strip()
        if element.tag == "script" and "math/tex" in element.get("type"):
            return element.text().strip()
    return None


def _shown_large(node: Node) -> bool:
    return any(
        element.get("display") == "block" or "mode=display" in element.get("type") or "katex-display" in element.classes
        for element in node.walk()
    )


def _delimited(text: str) -> tuple[str, bool] | None:
    match = _DELIMITED.fullmatch(text)
    if not match:
        return None
    inline, bracket, in_brackets, dollars, in_dollars, in_dollar = match.groups()
    tex = next(content for content in (inline, in_brackets, in_dollars, in_dollar) if content is not None)
    return tex.strip(), bool(bracket or dollars)
