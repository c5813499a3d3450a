"""Pages made from pages: what a broken download, a careless editor or an odd converter makes of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

PIECES = [
    "\n", "\n\n", "\r\n", "\r", "\t", " ", "\u3000", "\xa0", "\u200b", "\u2028", "\x0c", "\x1c", "\x00", "\ufeff", "\ufffd", "\u202e", "\u0301", "\u3099",
    "#", "## ", "- ", "* ", "1. ", "> ", "```", "```python\n", "~~~", "    ", "| a | b |\n|---|---|\n", "$", "$$", "\\[", "\\(", "`", "``", "*", "**", "_", "~~",
    "[", "](", ")", "![", "[^1]", "[^1]: ", "<", ">", "</", "<div>", "</div>", "<!--", "-->", "<Tip>", "</Tip>", "<br/>", "<pre>", "</pre>", "<table><tr><td>",
    "<script>", "<![CDATA[", "<p hidden>", "&nbsp;", "&#x5f20;", "&lt;", "{", "}", "{{< x >}}", "{% raw %}", ":::", ":::tip ", "!!! note\n    ", "---", "+++", "===",
    "title: ", "import a from 'b'\n", "export const a = ", "[[autodoc]] A", "https://example.org/a(b", "torch.nn.functional.relu(x)", "x = torch.ones(2)\n", "$ pip install a\n",
    "张量", "模型。", "テンソル", "です。", "（Beta）", "「", "」", "。。", "！？", "……", "1.12", "３．４", "ﾃﾝｿﾙ", "ｔｅｎｓｏｒ", "🙂", "𠮷", "👩‍👩‍👧", "が",
]  # fmt: skip
ENCODINGS = (
    "utf-8",
    "utf-8",
    "utf-8",
    "utf-8-sig",
    "utf-16",
    "utf-16-le",
    "gb18030",
    "big5",
    "cp932",
    "euc-jp",
    "cp1252",
)
_LONGEST = 12_000  # characters: what is longer takes time and shows nothing more

Change = Callable[[str, random.Random, Sequence[str]], str]


def page(draw: random.Random, pages: Sequence[str]) -> bytes:
    """A page of these, changed some times, in some encoding, and now and then with broken bytes."""
    text = _window(draw.choice(pages), draw)
    for _ in range(draw.choice((1, 1, 2, 3, 5, 8, 20))):
        text = draw.choice(_CHANGES)(text, draw, pages)[:_LONGEST]
    data = text.encode(draw.choice(ENCODINGS), "replace")
    return _broken(data, draw) if draw.random() < 0.2 else data


def _window(text: str, draw: random.Random) -> str:
    size = draw.choice((20, 200, 1_000, 4_000))
    start = draw.randrange(max(1, len(text) - size))
    return text[start : start + size] if draw.random() < 0.7 else text[:_LONGEST]


def _span(text: str, draw: random.Random) -> tuple[int, int]:
    start = draw.randrange(len(text) + 1)
    return start, min(len(text), start + draw.choice((1, 2, 5, 20, 100, 500)))


def _put(text: str, draw: random.Random, pages: Sequence[str]) -> str:
    offset, _ = _span(text, draw)
    return text[:offset] + draw.choice(PIECES) * draw.choice((1, 1, 1, 2, 3, 50)) + text[offset:]


def _put_at_a_line(text: str, draw: random.Random, pages: Sequence[str]) -> str:
    lines = text.split("\n")
    lines.insert(draw.randrange(len(lines) + 1), draw.choice(PIECES) + draw.choice(["", draw.choice(PIECES)]))
    return "\n".join(lines)


def _drop(text: str, draw: random.Random, pages: Sequence[str]) -> str:
    start, end = _span(text, draw)
    return text[:start] + text[end:]


def _repeat(text: str, draw: random.Random, pages: Sequence[str]) -> str:
    start, end = _span(text, draw)
    return text[:end] + text[start:end] * draw.choice((1, 2, 30)) + text[end:]


def _swap_lines(text: str, draw: random.Random, pages: Sequence[str]) -> str:
    lines = text.split("\n")
    first, second = draw.randrange(len(lines)), draw.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    return "\n".join(lines)


def _indent_lines(text: str, draw: random.Random, pages: Sequence[str]) -> str:
    lines, prefix = text.split("\n"), draw.choice(("  ", "    ", "\t", "> ", "- ", "\u3000"))
    start = draw.randrange(len(lines))
    end = start + draw.choice((1, 3, 10))
    return "\n".join([*lines[:start], *(prefix + line for line in lines[start:end]), *lines[end:]])


def _splice(text: str, draw: random.Random, pages: Sequence[str]) -> str:
    offset, _ = _span(text, draw)
    return text[:offset] + _window(draw.choice(pages), draw) + text[offset:]


def _line_ends(text: str, draw: random.Random, pages: Sequence[str]) -> str:
    return text.replace("\n", draw.choice(("\r\n", "\r", " ", "\n\n", "")))


def _no_spaces(text: str, draw: random.Random, pages: Sequence[str]) -> str:
    start, end = _span(text, draw)
    return text[:start] + "".join(text[start:end].split()) + text[end:]


_CHANGES: tuple[Change, ...] = (
    _put, _put, _put, _put_at_a_line, _put_at_a_line, _drop, _drop, _repeat, _swap_lines, _indent_lines, _splice, _line_ends, _no_spaces,
)  # fmt: skip


def _broken(data: bytes, draw: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(draw.choice((1, 2, 10))):
        if changed:
            changed[draw.randrange(len(changed))] = draw.randrange(256)
    return bytes(changed[: draw.randrange(len(changed) + 1)]) if draw.random() < 0.2 else bytes(changed)
