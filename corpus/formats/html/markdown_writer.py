"""Writing Markdown: the article as Markdown text, with code exact to the character."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from corpus import lazy_re as re
from corpus.formats.html.inline import code, formula, line
from corpus.formats.html.tree import HEADINGS, Node, is_button, is_line_number
from corpus.formats.plaintext.code_detection import strength
from corpus.formats.plaintext.lines import fenced
from corpus.languages.scripts import CJK_CHARACTER

_LANGUAGE = re.compile(r"(?:language|lang|highlight-source|highlight|brush:)-([\w+#.]{1,20})", re.ASCII)
_NO_LANGUAGE = re.words("default none plaintext text txt auto notranslate code block guess")
_KNOWN = re.words(
    "bash c console cpp cpython csharp css cuda diff docker dockerfile go html ini java javascript js "
    "json julia kotlin latex lua makefile cmake matlab objectivec perl php powershell python py py3 "
    "python3 pycon r ruby rust scala shell sh sql swift toml ts typescript xml yaml yml"
)
_LINES = re.words("div li p tr pre table ol ul section blockquote tbody dd dt")
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


_BLOCKS = re.words(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main nav ol p pre "
    "section summary table tbody td tfoot th thead tr ul"
)
_LISTING_BOXES = frozenset(("syntaxhighlighter", "code-mirror-code"))
_DEEPEST = 8  # lists and quotes inside one another that are set in further


@dataclass(frozen=True)
class _Piece:
    """A block as written. A raw one begins at the margin, whatever it is nested in."""

    text: str
    raw: bool = False
    tight: bool = False  # no blank line before it


def to_markdown(top: Node) -> str:
    """Return the Markdown of an element."""
    lines: list[str] = []
    for piece in _pieces(top, 0):
        lines += ["\n" if piece.tight else "\n\n", piece.text]
    return "".join(lines[1:])


def _pieces(node: Node, depth: int) -> Iterator[_Piece]:
    """Yield the blocks in an element."""
    running: list[Node | str] = []
    for child in node.children:
        if isinstance(child, str) or not _is_block(child):
            running.append(child)
            continue
        yield from _paragraph(running)
        running = []
        yield from _block(child, depth)
    yield from _paragraph(running)


def _is_block(node: Node) -> bool:
    if equation := formula(node):
        return equation[1]
    if node.tag in _BLOCKS or _LISTING_BOXES.intersection(node.classes) or _is_code_block(node):
        return True
    return any(map(_is_block, node.elements())) if node.tag not in ("code", "ruby") else False


def _is_code_block(node: Node) -> bool:
    """Return whether an element is code of several lines without a `<pre>`."""
    return node.tag == "code" and ("\n" in node.text().strip() or node.first("br") is not None) and _is_alone(node)


def _is_alone(node: Node) -> bool:
    others = node.parent.children if node.parent else []
    return all(other is node or (isinstance(other, str) and not other.strip()) for other in others)


def _paragraph(running: list[Node | str]) -> Iterator[_Piece]:
    for text in filter(None, line(running).split("\n\n")):
        yield _Piece(text)


def _block(node: Node, depth: int) -> Iterator[_Piece]:
    if equation := formula(node):
        if lines := [text_line.rstrip() for text_line in equation[0].splitlines() if text_line.strip()]:
            yield _Piece("\n".join(["$$", *lines, "$$"]), raw=True)
    elif node.tag in HEADINGS:
        if node.first("pre", "ul", "ol", "table"):
            yield from _pieces(node, depth)
        elif text := " ".join(line([node], plain=True).split("\n")):
            yield _Piece(f"{'#' * int(node.tag[1])} {text.lstrip('#').strip() or text}")
    elif node.tag == "pre" or _LISTING_BOXES.intersection(node.classes) or _is_code_block(node):
        yield from _preformatted(node)
    elif node.tag in ("ul", "ol", "dir"):
        yield from _list(node, depth)
    elif node.tag == "blockquote":
        yield from _quote(node, depth)
    elif node.tag == "table":
        yield from _table(node, depth)
    elif node.tag == "dt" and any(name.startswith("sig") for name in node.classes):
        yield from [_Piece(code(node.text().replace("¶", "")))] if node.text().strip() else []
    elif not is_button(node) and not is_gutter(node):
        yield from _pieces(node, depth)


def _preformatted(node: Node) -> Iterator[_Piece]:
    """Yield code; if all its lines are Chinese or Japanese prose, yield paragraphs."""
    lines = [text_line.strip() for text_line in node.text().splitlines() if text_line.strip()]
    if (
        lines
        and not node.first("code")
        and all(CJK_CHARACTER.search(text_line) and not strength(text_line) for text_line in lines)
    ):
        for part in re.split(r"\n\s*\n", node.text()):
            yield from _paragraph([part])
    elif text := listing(node):
        yield _Piece(text, raw=True)


# --- lists and quotes


def _list(node: Node, depth: int) -> Iterator[_Piece]:
    number = int(node.get("start")) if re.fullmatch(r"\d{1,6}", node.get("start"), re.ASCII) else 1
    first = True
    for child in _items(node):
        if isinstance(child, Node) and child.tag == "li":
            pieces = list(_item(child, f"{number}. " if node.tag == "ol" else "- ", depth))
            number += bool(pieces)
        else:
            pieces = list(_pieces(Node("div", {}, node, [child]), depth + 1))
        for place, piece in enumerate(pieces):
            yield replace(piece, tight=True) if place == 0 and not first and not piece.raw else piece
            first = False


def _items(node: Node) -> Iterator[Node | str]:
    for child in node.children:
        if isinstance(child, str):
            if child.strip():
                yield child
        else:
            yield child


def _item(node: Node, marker: str, depth: int) -> Iterator[_Piece]:
    """Yield the blocks of an item, indented under its marker up to the first raw one."""
    pieces = list(_pieces(node, depth + 1))
    if not pieces:
        return
    box = next((element for element in islice(node.walk(), 8) if element.tag == "input"), None)
    if box and box.get("type") == "checkbox" and not pieces[0].raw:
        checked = "x" if "checked" in box.attributes else " "
        pieces[0] = replace(pieces[0], text=f"[{checked}] {pieces[0].text}")
    indent = " " * len(marker) if depth < _DEEPEST else ""
    raw = pieces[0].raw
    for place, piece in enumerate(pieces):
        raw = raw or piece.raw
        if raw:
            yield piece
        elif place == 0:
            yield replace(piece, text=marker + piece.text.replace("\n", "\n" + indent), tight=False)
        else:
            begins = re.match(r" *(?:- |\d+\. )", piece.text) is not None
            yield replace(piece, text=indent + piece.text.replace("\n", "\n" + indent), tight=begins)


def _quote(node: Node, depth: int) -> Iterator[_Piece]:
    for piece in _pieces(node, depth + 1):
        yield piece if piece.raw or depth >= _DEEPEST else replace(piece, text="> " + piece.text.replace("\n", "\n> "))


# --- tables


def _table(node: Node, depth: int) -> Iterator[_Piece]:
    """Yield a pipe table, or the blocks of the cells if the table serves only for layout."""
    rows = [row for row in node.walk() if row.tag == "tr" and _table_of(row) is node]
    cells = [[cell for cell in row.elements() if cell.tag in ("td", "th")] for row in rows]
    width = max(map(len, cells), default=0)
    if width < 2 or any(_holds_blocks(cell) for row in cells for cell in row):
        yield from _pieces(node, depth)
        return
    for caption in node.elements():
        if caption.tag == "caption":
            yield from _pieces(caption, depth)
    cell_texts = [_row(row) for row in cells if row]
    cell_texts = [row for row in cell_texts if any(row)]
    if not cell_texts:
        return
    width = max(map(len, cell_texts))
    lines = ["| " + " | ".join([*row, *[""] * (width - len(row))]) + " |" for row in cell_texts]
    yield _Piece("\n".join([lines[0], "|" + " --- |" * width, *lines[1:]]), raw=True)


def _table_of(row: Node) -> Node | None:
    return next((ancestor for ancestor in row.ancestors() if ancestor.tag == "table"), None)


def _holds_blocks(cell: Node) -> bool:
    return cell.first("pre", "table", "blockquote", *HEADINGS) is not None or len(cell.text()) > 2000


def _row(row: list[Node]) -> list[str]:
    cells: list[str] = []
    for cell in row:
        span = int(cell.get("colspan")) if re.fullmatch(r"\d{1,2}", cell.get("colspan"), re.ASCII) else 1
        text = " ".join(piece.text for piece in _pieces(cell, _DEEPEST))
        text = re.sub(r"\s*\n\s*", " ", text)
        cells += [re.sub(r"(?<!\\)\|", r"\\|", text), *[""] * (span - 1)]
    return cells
