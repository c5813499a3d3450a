"""Code listings: the code of a `<pre>` as written, without line numbers and buttons, and its language."""

from __future__ import annotations

from corpus import lazy_re as re
from corpus.formats.html.class_names import is_button, is_line_number
from corpus.formats.html.tree import Node
from corpus.formats.markdown.fences import fenced

_LANGUAGE = re.compile(r"(?:language|lang|highlight-source|highlight|brush:)-([\w+#.]{1,20})", re.ASCII)
_NO_LANGUAGE = frozenset(re.findall(r"\w+", "default none plaintext text txt auto notranslate code block guess"))
_KNOWN = frozenset(
    re.findall(
        r"\w+",
        "bash c console cpp cpython csharp css cuda diff docker dockerfile go html ini java javascript js "
        "json julia kotlin latex lua makefile cmake matlab objectivec perl php powershell python py py3 "
        "python3 pycon r ruby rust scala shell sh sql swift toml ts typescript xml yaml yml",
    )
)
_LINES = frozenset(re.findall(r"\w+", "div li p tr pre table ol ul section blockquote tbody dd dt"))
_HIDDEN = re.compile(r"display\s*:\s*none|user-select\s*:\s*none", re.IGNORECASE)
_LINE = re.compile(r"(?:^|-)line(?:-\d+)?$")
_NUMBERS = re.compile(r"\s*\d+(?:\s*\n\s*\d+)*\s*")
_SPACES = str.maketrans({"\xa0": " ", "\r": "\n"})


def listing(node: Node) -> str:
    """Return a fenced block with the code of an element; empty if it has none."""
    lines: list[str] = []
    _collect_lines(node, lines, _has_line_elements(node))
    return fenced("".join(lines).translate(_SPACES), _language(node))


def is_gutter(node: Node) -> bool:
    """Return whether an element is a cell of line numbers next to a cell of code."""
    if is_line_number(node):
        return True
    if node.tag != "td" or node.parent is None or not _NUMBERS.fullmatch(node.text()):
        return False
    after = [cell for cell in node.parent.elements() if cell.tag == "td"][1:]
    return (
        node not in after
        and any(cell.first("pre", "code") for cell in after)
        and bool(node.first("pre", "code", "div"))
    )


def _collect_lines(node: Node, lines: list[str], split: bool) -> None:
    for child in node.children:
        if isinstance(child, str):
            if child:
                lines.append(child)
        elif child.tag == "br":
            lines.append("\n")
        elif _is_button_or_number(child):
            continue
        elif child.tag in _LINES or (split and _is_line(child)):
            _read_line(child, lines, split)
        elif not _is_empty(child):
            _collect_lines(child, lines, split)


def _is_button_or_number(node: Node) -> bool:
    if node.tag in ("script", "style", "svg", "textarea") or "hidden" in node.attributes:
        return True
    return bool(_HIDDEN.search(node.get("style"))) or is_gutter(node) or is_button(node)


def _read_line(node: Node, lines: list[str], split: bool) -> None:
    if lines and not lines[-1].endswith("\n"):
        lines.append("\n")
    before = len(lines)
    if not _is_empty(node):
        _collect_lines(node, lines, split)
    if len(lines) == before or not lines[-1].endswith("\n"):
        lines.append("\n")


def _is_line(node: Node) -> bool:
    return node.tag == "code" or "data-line" in node.attributes or any(map(_LINE.search, node.classes))


def _is_empty(node: Node) -> bool:
    """Return whether a line holds only a space, put in to give an empty line its height."""
    return _is_line(node) and node.text() in (" ", "\xa0")


def _has_line_elements(node: Node) -> bool:
    """Return whether each line of code is an element of its own, without line ends between them."""
    if "\n" in node.text().strip("\n") or any(
        element.tag == "br" and not _is_height(element) for element in node.walk()
    ):
        return False
    return any(sum(map(_is_line, element.elements())) > 1 for element in node.walk())


def _is_height(node: Node) -> bool:
    """Return whether a line break is the only content of its line."""
    return node.parent is not None and len(node.parent.children) == 1


def _language(node: Node) -> str:
    inner = [element for element in node.walk() if element.tag in ("pre", "code")]
    outer = list(node.ancestors())[:4]
    for element in (*inner, node, *outer):
        names = [
            element.get("data-lang"),
            element.get("data-language"),
            element.get("lang") if element.tag == "code" else "",
        ]
        names += [match[1] for name in element.get("class").split() if (match := _LANGUAGE.fullmatch(name))]
        if element in inner:
            names += [
                name for one_class in element.get("class").split() if (name := one_class.strip(";")).lower() in _KNOWN
            ]
        for name in names:
            if re.fullmatch(r"[\w+#.-]{1,20}", name, re.ASCII) and name.lower() not in _NO_LANGUAGE:
                return name.lower()
    return ""
