"""Shielding: text that Markdown would take for markup of its own becomes code, so that it is read as it stands."""

from __future__ import annotations

from corpus import lazy_re as re

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


def escape_markdown(text: str) -> str:
    """Return text in which `*args`, `<T>` and the like are code; formulas stay."""
    if "\\(" in text:
        text = _TEX.sub(r"$\1$", text)
    if len(_LONE_TICK.findall(text)) % 2:
        text = _LONE_TICK.sub(code("`"), text)
    parts = _MATH.split(text) if text.count("$") > 1 else [text]
    return "".join(part if place % 2 else _escape_prose(part) for place, part in enumerate(parts))


def _escape_prose(text: str) -> str:
    """Return the same without formulas: what Markdown would take for its own is code, with all that is joined to it."""
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
    """Return a code span; with spaces alone it is no code."""
    inner = " ".join(text.translate(GONE).split())
    if not inner:
        return " " if text else ""
    longest = max((len(run) for run in re.findall("`+", inner)), default=0)
    ticks = "`" * (1 if longest != 1 else 2) if longest < 2 else "`" * (longest + 1)
    pad = " " if inner[0] == "`" or inner[-1] == "`" else ""
    return f"{ticks}{pad}{inner}{pad}{ticks}"
