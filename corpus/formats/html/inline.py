"""Inline elements: what stands in a paragraph as one line of Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from corpus import lazy_re as re
from corpus.formats.html.class_names import is_anchor, is_button
from corpus.formats.html.formulas import formula, is_rendered_formula
from corpus.formats.html.markdown_escaping import GONE, code, escape_markdown
from corpus.formats.html.tree import Node
from corpus.languages.scripts import WIDE

# Stand-ins while a paragraph is put together; from a page itself they are taken out.
_SOFT, _HARD = "\ue010", "\ue011"

_CODE = frozenset(("code", "tt", "samp", "kbd"))
_MARKS = {"strong": "**", "b": "**", "em": "*", "i": "*", "del": "~~", "s": "~~", "strike": "~~"}
_LEFT_OUT = frozenset(re.findall(r"\w+", "rt rp rtc script style input option button svg noscript wbr hr"))

_SPACE = re.compile(r"[ \t\n\f\xa0\u2028\u2029\x0b\x85]+")
_BETWEEN_WIDE = re.compile(rf"(?<=[{WIDE}]) *{_SOFT}[ {_SOFT}]*(?=[{WIDE}])")
_SPACES = re.compile(rf"[ {_SOFT}]+")
_BREAKS = re.compile(rf"(?<! ) *(?:{_HARD} *)+")
_BREAKS_TWICE = re.compile(rf"{_HARD}[ {_SOFT}]*{_HARD}")
_OPENS = re.compile(r"(?:```|~~~|\[(?!\^)[^\]]+\]:|\$\$(?!.*\$\$))")
_FILE = re.compile(
    r"(?:image|img|图片|圖片|画像|在这里插入图片描述|alt|photo)?[\s\d_-]*|\S+\.(?:png|jpe?g|gif|svg|webp)",
    re.IGNORECASE,
)
_LEADS_OUT = re.compile(r"(?:https?:|mailto:|ftp:|(?!#)(?![a-z-]+:)).", re.IGNORECASE)
_SIGNS = "¶#§🔗↩↑^ "
_MARK_OF_NOTE = re.compile(r"\[?[*†‡]?(\d{1,3}|[a-z*†‡])\]?\)?")
_MARK_IN_TEXT = re.compile(r"\[\*?(\d{1,3})\]|\*(\d{1,3})")


def line(nodes: Iterable[Node | str], plain: bool = False) -> str:
    """Return running text; one break is a line end, several are a blank line. `plain` leaves out links and emphasis."""
    pieces: list[str] = []
    for node in nodes:
        _write(node, pieces, plain)
    text = _BETWEEN_WIDE.sub("", "".join(pieces))
    text = _BREAKS.sub(lambda match: "\n" * min(2, match.group().count(_HARD)), _SPACES.sub(" ", text))
    paragraphs = (map(_safe_line, paragraph.split("\n")) for paragraph in text.split("\n\n"))
    return "\n\n".join(joined for lines in paragraphs if (joined := "\n".join(filter(None, lines))))


def _safe_line(text: str) -> str:
    """Return a line with an escape where it would open a fence, a formula or a link definition; not signs alone."""
    text = text.strip()
    if not any(map(str.isalnum, text)):
        return ""
    return f"\\{text}" if _OPENS.match(text) else text


def _write(node: Node | str, pieces: list[str], plain: bool) -> None:
    if isinstance(node, str):
        pieces.append(_text(node))
    elif equation := formula(node):
        tex = " ".join(equation[0].split())
        pieces.append(f"$${tex}$$" if equation[1] else f"${tex}$" if tex else "")
    elif node.tag in _LEFT_OUT or is_rendered_formula(node) or is_button(node) or is_anchor(node):
        return
    elif node.tag == "br":
        pieces.append(" " if plain else _HARD)
    elif node.tag in _CODE:
        pieces.append(code(node.text()))
    elif node.tag == "img":
        pieces.append(_image(node, plain))
    elif node.tag == "a":
        pieces.append(_link(node, plain))
    elif node.tag in ("sup", "sub"):
        pieces.append(_superscript(node, plain))
    elif node.tag == "label":
        pieces.append(f" {_inner(node, plain)} ")
    elif node.tag == "q":
        pieces.append(f"“{_inner(node, plain)}”")
    elif node.tag in _MARKS and not plain:
        pieces.append(_emphasize(_inner(node, plain), _MARKS[node.tag]))
    else:
        for child in node.children:
            _write(child, pieces, plain)


def _inner(node: Node, plain: bool) -> str:
    pieces: list[str] = []
    for child in node.children:
        _write(child, pieces, plain)
    return "".join(pieces)


def _text(text: str) -> str:
    text = _SPACE.sub(lambda match: _SOFT if "\n" in match.group() else " ", text.translate(GONE))
    return escape_markdown(text)


def _emphasize(text: str, mark: str) -> str:
    """Return emphasis, with the white space around it outside."""
    inner = text.strip(f" {_SOFT}{_HARD}")
    if not inner or inner.startswith(mark) or inner.endswith(mark) or _BREAKS_TWICE.search(inner):
        return text
    start = text.index(inner)
    return f"{text[:start]}{mark}{inner}{mark}{text[start + len(inner) :]}"


def _is_sign(text: str) -> bool:
    return not text.translate(GONE).strip(_SIGNS + "\xa0\n\t")


def _link(node: Node, plain: bool) -> str:
    text, target = _inner(node, plain), node.get("href").strip()
    inner = text.strip(f" {_SOFT}{_HARD}")
    if target.startswith("#") and _is_sign(inner):
        return ""
    if target.startswith("#") and (note := _MARK_IN_TEXT.fullmatch(inner)):
        return "" if plain else f"[^{note[1] or note[2]}]"
    if plain or not inner or not _LEADS_OUT.match(target):
        return text
    if inner.count("[") != inner.count("]") or _HARD in inner or inner.startswith("!["):
        return text
    start = text.index(inner)
    return f"{text[:start]}[{inner}]({_address(target)}){text[start + len(inner) :]}"


def _address(target: str) -> str:
    return re.sub(r"[\s()<>`\\$\x00-\x1f\ue010\ue011]", lambda match: quote(match.group()), target)


def _image(node: Node, plain: bool) -> str:
    alternative = " ".join(node.get("alt").translate(GONE).split())
    if not alternative or _FILE.fullmatch(alternative):
        return ""
    sources = (node.get(name) for name in ("data-src", "data-original", "data-actualsrc", "src"))
    source = next((url for url in sources if url and not url.startswith("data:")), "")
    if plain or any("emoji" in name for name in node.classes) or len(alternative) < 3 or not source:
        return _text(alternative)
    return f"![{re.sub(r'[][]', '', alternative)}]({_address(source)})"


def _superscript(node: Node, plain: bool) -> str:
    """Return a footnote's mark, a power, or just the text."""
    text = " ".join(node.text().split())
    anchor = node.first("a")
    if node.tag == "sup" and anchor and anchor.get("href").startswith("#") and (mark := _MARK_OF_NOTE.fullmatch(text)):
        return "" if plain else f"[^{mark[1]}]"
    return f"^{text}" if node.tag == "sup" and re.fullmatch(r"[-−+]?\d+", text) else _inner(node, plain)
