"""Scores what was read from a gold page: how much of the article was kept, how much beside it was dropped, code exact.

A gold page says in comments what its parts are, and the comments are taken out before it is read: `<!--main-->` …
`<!--/main-->` is the article, `<!--drop-->` … `<!--/drop-->` inside it is not, `<!--any-->` … `<!--/any-->` counts
neither way (bylines, formulas), and `<!--code LANGUAGE` … `-->` is the exact code of the block that follows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

FOLDER = Path(__file__).parent
_MARK = re.compile(r"<!--(?:/?(?:main|drop|any)|code\b.*?)-->\n?", re.DOTALL)
_CODE = re.compile(r"<!--code ?(\S*)\n(.*?)-->", re.DOTALL)
_FENCE = re.compile(r"^(`{3,})([^\n`]*)\n(.*?)\n\1$", re.DOTALL | re.MULTILINE)
_TARGET = re.compile(r"(?<=\])\([^()\n]*\)")
_INLINE = frozenset(
    re.findall(r"\w+", "a abbr b code del em font i ins kbd mark q rp rt ruby s small span strong sub sup u var wbr")
)
# Code is not asked for here: it is right to the character or it is not.
_UNSEEN = frozenset(("script", "style", "title", "noscript", "textarea", "iframe", "pre"))


@dataclass(frozen=True)
class Score:
    """Characters of the article read, of the rest left, and code blocks exact, each of how many."""

    read: int
    main: int
    left: int
    beside: int
    exact: int
    codes: int
    missed: tuple[str, ...]

    def __add__(self, other: Score) -> Score:
        return Score(
            self.read + other.read,
            self.main + other.main,
            self.left + other.left,
            self.beside + other.beside,
            self.exact + other.exact,
            self.codes + other.codes,
            self.missed + other.missed,
        )

    def __str__(self) -> str:
        dropped = self.beside - self.left
        return (
            f"kept {self.read}/{self.main} ({self.read / max(1, self.main):.3f}), "
            f"dropped {dropped}/{self.beside} ({dropped / max(1, self.beside):.3f}), code {self.exact}/{self.codes}"
        )


def pages() -> dict[str, str]:
    """The gold pages by name, with their marks."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.html"))}


def unmarked(page: str) -> str:
    """A gold page as a browser would have saved it."""
    return _MARK.sub("", page)


def codes(page: str) -> list[tuple[str, str]]:
    """The language and the exact text of each code block."""
    return [(language, code.rstrip("\n")) for language, code in _CODE.findall(page)]


class _Lines(HTMLParser):
    """The lines of a page as a reader sees them, each with the mark it stands under."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[list[str]] = [["", ""]]
        self.marks = ["beside"]
        self.unseen = 0
        self.hidden: list[str] = []

    def _break(self) -> None:
        self.lines.append([self.marks[-1], ""])

    def handle_comment(self, data: str) -> None:
        if data in ("main", "drop", "any"):
            self.marks.append(data)
            self._break()
        elif data in ("/main", "/drop", "/any"):
            self.marks.pop()
            self._break()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.unseen += tag in _UNSEEN
        if tag not in _INLINE:
            self._break()

    def handle_endtag(self, tag: str) -> None:
        self.unseen -= tag in _UNSEEN
        if tag not in _INLINE:
            self._break()

    def handle_data(self, data: str) -> None:
        if not self.unseen:
            self.lines[-1][1] += data


def _bare(text: str) -> str:
    return "".join(char for char in text if char.isalnum())


def score(page: str, text: str) -> Score:
    """The score of the text that was read from a gold page."""
    reader = _Lines()
    reader.feed(page)
    plain = _TARGET.sub("", _FENCE.sub("", text))
    whole, lines = _bare(plain), {_bare(cell) for line in plain.splitlines() for cell in (line, *line.split("|"))}
    read = main = left = beside = 0
    missed = []
    for mark, line in reader.lines:
        bare = _bare(line)
        if mark == "main":
            main += len(bare)
            read += len(bare) if bare in whole else 0
            missed += [line.strip()] if bare not in whole else []
        elif mark in ("beside", "drop"):
            is_there = bool(bare) and (bare in lines or (len(bare) > 12 and bare in whole))
            is_there = is_there and not any(
                bare in _bare(other) for how, other in reader.lines if how in ("main", "any")
            )
            beside += len(bare)
            left += len(bare) if is_there else 0
            missed += [f"+ {line.strip()}"] if is_there else []
    read_codes = [(language, code) for _, language, code in _FENCE.findall(text)]
    gold_codes = codes(page)
    exact = sum(1 for _, code in gold_codes if any(code == other for _, other in read_codes))
    missed += [f"code: {code}" for _, code in gold_codes if all(code != other for _, other in read_codes)]
    return Score(read, main, left, beside, exact, len(gold_codes), tuple(missed))
