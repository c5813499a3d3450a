"""Inline elements: the contents of a paragraph as one line of Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from corpus import lazy_re as re
from corpus.formats.html.tree import Node, is_anchor, is_button
from corpus.languages.scripts import WIDE

# What no reader sees, and the stand-ins of `inline`.
GONE = dict.fromkeys(map(ord, "\ue010\ue011\xad\u200b\u2060\ufeff\ufe0e"))
_TEX = re.compile(r"\\\(((?:[^\\]|\\(?![()]))+)\\\)")
_LONE_TICK = re.compile(r"(?<!`)`(?!`)")
_MATH = re.compile(r"(\$\$[^$]+\$\$|\$[^$\n]+\$)")
# What Markdown would take for its own: tags, stars of arguments and products, links, footnotes.
_TAKEN = re.compile(
    r"""
    <[A-Za-z!/?](?:[!-;=?-~ ]{0,200}>)?                   # List<int>, <div class="a">, a <b
  | (?<![A-Za-z0-9_*])\*{1,2}(?=[A-Za-z_])               # *args
  | (?<=[A-Za-z0-9_)\]])\*{1,2}(?=[A-Za-z0-9_(])         # 2*x
  | \]\(                                                # a[0](x)
  | \[\[[^\[\]\n]{0,200}\]\] | \[\^[^\[\]\s]{0,50}\] | \{\#[^{}\n]{0,100}\}
    """,
    re.VERBOSE,
)
_AROUND = re.compile(r"([\"'(\[{]*)(.*?)([\"')\]},.;:!?]*)", re.DOTALL)


def _escape_prose(text: str) -> str:
    """Return text (without formulas) in which everything Markdown would interpret is code, with all that adjoins it."""
    pieces: list[str] = []
    position = 0
    for match in _TAKEN.finditer(text):
        start, end = match.span()
        if end <= position:
            continue
        start = max(start, position)
        while start > position and "!" <= text[start - 1] <= "~":
            start -= 1
        while end < len(text) and "!" <= text[end] <= "~":
            end += 1
        pieces += [text[position:start], _as_code(text[start:end])]
        position = end
    return "".join([*pieces, text[position:]])


def _as_code(text: str) -> str:
    match = _AROUND.fullmatch(text) if len(text) < 300 else None
    before, inner, after = match.groups() if match else ("", text, "")
    whole = inner and inner.count("(") == inner.count(")") and inner.count("[") == inner.count("]")
    if re.fullmatch(r"(\*+).+\1", inner) or "`" in inner:
        return text
    return f"{before}{code(inner)}{after}" if whole else code(text)


def code(text: str) -> str:
    """Return a code span; spaces alone give a plain space."""
    inner = " ".join(text.translate(GONE).split())
    if not inner:
        return " " if text else ""
    longest = max((len(run) for run in re.findall("`+", inner)), default=0)
    ticks = "`" * (1 if longest != 1 else 2) if longest < 2 else "`" * (longest + 1)
    pad = " " if inner[0] == "`" or inner[-1] == "`" else ""
    return f"{ticks}{pad}{inner}{pad}{ticks}"


_DRAWN = re.compile(
    r"(?:^|-)(?:katex|mathjax|mjx|ztext-math|mwe-math)(?:-|$)|^(?:math|arithmatex|equation|tex|latex)(?:-|$)"
)
_PREVIEW = re.compile(r"^(?:math-jax|mathjax)(?:-|$)")
_SOURCES = ("data-tex", "data-latex", "data-formula", "data-expr", "alttext")
_TEXT = re.words("p h1 h2 h3 h4 h5 h6 li pre blockquote article section")
_DELIMITED = re.compile(r"\s*(?:\\\((.*)\\\)|(\\\[)(.*)\\\]|(\$\$)(.*)\$\$|\$(.*)\$)\s*", re.DOTALL)


def formula(node: Node) -> tuple[str, bool] | None:
    """Return the TeX of a formula element and whether it is a display formula; None if it is no formula."""
    if node.tag == "script":
        return (node.text().strip(), "mode=display" in node.get("type")) if "math/tex" in node.get("type") else None
    if node.tag == "img":
        drawn = "eeimg" in node.attributes or any(name in ("tex", "latex") for name in node.classes)
        return (node.get("alt").strip(), False) if drawn and node.get("alt").strip() else None
    if node.tag not in ("math", "mjx-container") and not any(map(_DRAWN.search, node.classes)):
        return None
    inside = [element.tag for element in node.walk() if element is not node]
    if inside.count("annotation") > 1 or any(tag in _TEXT for tag in inside):
        return None
    tex = _tex_source(node)
    if tex is None:
        match = _DELIMITED.fullmatch(node.text())
        if not match:
            return None
        inline, bracket, in_brackets, dollars, in_dollars, in_dollar = match.groups()
        tex = next(content for content in (inline, in_brackets, in_dollars, in_dollar) if content is not None)
        return tex.strip(), bool(bracket or dollars)
    display = any("display" in name for name in node.classes) or node.get("display") in ("block", "true")
    return tex, display or node.tag == "div" or any(
        element.get("display") == "block" or "mode=display" in element.get("type") or "katex-display" in element.classes
        for element in node.walk()
    )


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


# Stand-ins while a paragraph is put together; from a page itself they are taken out.
_SOFT, _HARD = "\ue010", "\ue011"

_CODE = frozenset(("code", "tt", "samp", "kbd"))
_MARKS = {"strong": "**", "b": "**", "em": "*", "i": "*", "del": "~~", "s": "~~", "strike": "~~"}
_LEFT_OUT = re.words("rt rp rtc script style input option button svg noscript wbr hr")

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
    """Return running text: one break is a line end, several a blank line. `plain` leaves out links and emphasis."""
    pieces: list[str] = []
    for node in nodes:
        _write(node, pieces, plain)
    text = _BETWEEN_WIDE.sub("", "".join(pieces))
    text = _BREAKS.sub(lambda match: "\n" * min(2, match.group().count(_HARD)), _SPACES.sub(" ", text))
    paragraphs = (map(_safe_line, paragraph.split("\n")) for paragraph in text.split("\n\n"))
    return "\n\n".join(joined for lines in paragraphs if (joined := "\n".join(filter(None, lines))))


def _safe_line(text: str) -> str:
    """Return a line, escaped if it would open a fence, a formula or a link definition; empty if it has only signs."""
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
    elif node.tag in _LEFT_OUT or any(map(_PREVIEW.search, node.classes)) or is_button(node) or is_anchor(node):
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
    # Text in which `*args`, `<T>` and the like are code; formulas stay.
    if "\\(" in text:
        text = _TEX.sub(r"$\1$", text)
    if len(_LONE_TICK.findall(text)) % 2:
        text = _LONE_TICK.sub(code("`"), text)
    parts = _MATH.split(text) if text.count("$") > 1 else [text]
    return "".join(part if place % 2 else _escape_prose(part) for place, part in enumerate(parts))


def _emphasize(text: str, mark: str) -> str:
    """Return emphasized text, with the white space around it left outside the marks."""
    inner = text.strip(f" {_SOFT}{_HARD}")
    if not inner or inner.startswith(mark) or inner.endswith(mark) or _BREAKS_TWICE.search(inner):
        return text
    start = text.index(inner)
    return f"{text[:start]}{mark}{inner}{mark}{text[start + len(inner) :]}"


def _link(node: Node, plain: bool) -> str:
    text, target = _inner(node, plain), node.get("href").strip()
    inner = text.strip(f" {_SOFT}{_HARD}")
    if target.startswith("#") and not inner.translate(GONE).strip(_SIGNS + "\xa0\n\t"):
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
    """Return the mark of a footnote, a power, or the plain text."""
    text = " ".join(node.text().split())
    anchor = node.first("a")
    if node.tag == "sup" and anchor and anchor.get("href").startswith("#") and (mark := _MARK_OF_NOTE.fullmatch(text)):
        return "" if plain else f"[^{mark[1]}]"
    return f"^{text}" if node.tag == "sup" and re.fullmatch(r"[-−+]?\d+", text) else _inner(node, plain)
