"""Lines of a plain-text page, and the properties of a single line: its width, its bullet, how it ends."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from corpus import lazy_re as re
from corpus.languages.scripts import FULLWIDTH_DIGITS

LINE_END = re.compile(r"\r\n?|\n")


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line that is not blank, without the white space around it."""

    start: int
    end: int
    text: str
    indent: int  # columns of white space before it
    after_blank: bool  # a blank line, or the page's beginning, stands before it

    @property
    def ideographic_indent(self) -> bool:
        """Return whether it begins with an ideographic space, as Chinese and Japanese paragraphs do."""
        return self.indent >= 1000


def read_lines(text: str) -> list[TextLine]:
    """Return the lines of a page that are not blank."""
    lines: list[TextLine] = []
    begin, blank = 0, True
    for match in [*LINE_END.finditer(text), None]:
        stop = match.start() if match else len(text)
        raw = text[begin:stop]
        stripped = raw.strip()
        if stripped:
            lead = len(raw) - len(raw.lstrip())
            start = begin + lead
            indent = 1000 if "\u3000" in raw[:lead] else lead
            lines.append(TextLine(start, start + len(stripped), stripped, indent, blank))
        blank = not stripped
        begin = match.end() if match else stop
    return lines


def display_columns(text: str) -> int:
    """Return the width of a text in columns; wide characters take two."""
    if text.isascii():
        return len(text)
    return len(text) + sum(unicodedata.east_asian_width(char) in "WF" for char in text)


CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)  # of a paragraph; it may go over a line end
_ENDED = re.compile(r"[。！？!?.｡．…][\"”’」』）)】》〉*_~\]]*$")
_OPEN = re.compile(r"[，、,（(「『【《“—–-]$")
_COLON = re.compile(r"[:：;；]$")

_SYMBOL_BULLET = re.compile(r"(?:[•●○◦▪▫■□◆◇▶►‣⁃∙✓✔✅➢➤]\s*|・\s*(?=\S)|[·*+\-–—]\s+)")
_NUMBER_BULLET = re.compile(
    r"(?:\d{1,2}[.)．、）](?!\d)\s*|[(（]\d{1,2}[)）]\s*|\[\d{1,2}\]\s+|[①-⑳❶-❿]\s*|[a-z][.)]\s+|[ivx]{1,4}[.)]\s+)"
)
_LONE_BULLET = re.compile(r"(?:[•●○◦▪▫■□◆◇▶►‣⁃∙✓✔➢➤・·*+\-–—]|\d{1,2}[.)．、]|[①-⑳])")
_NUMBERED_TITLE = re.compile(
    rf"(?:第\s?[0-9{FULLWIDTH_DIGITS}一二三四五六七八九十]+\s?[章节節部回篇]|"
    r"[一二三四五六七八九十]{1,3}[、．.]|[（(][一二三四五六七八九十]{1,3}[)）]|"
    r"\d{1,2}(?:\.\d{1,2}){1,3}\.?\s|Step\s*\d+|步骤\s*\d+|ステップ\s*\d+)"
)


_HASH_TITLE = re.compile(r"#{1,6}\s+\S")


def is_ended(text: str) -> bool:
    """Return whether a line ends with the end of a sentence."""
    return _ENDED.search(text) is not None


def ends_mid_sentence(text: str) -> bool:
    """Return whether a line ends in mid-sentence: with a comma, a dash or an opening bracket."""
    return _OPEN.search(text) is not None


def introduces(text: str) -> bool:
    """Return whether a line ends with a colon or semicolon."""
    return _COLON.search(text) is not None


def symbol_bullet(text: str) -> bool:
    """Return whether the line begins with a symbol that marks items."""
    return _SYMBOL_BULLET.match(text) is not None


def section_mark(text: str) -> bool:
    """Return whether the line begins with a symbol that marks sections as often as items: ■ ◆ ▼."""
    return text[0] in "■◆▼★□◇"


def number_bullet(text: str) -> bool:
    """Return whether the line begins with the number of an item."""
    return _NUMBER_BULLET.match(text) is not None


def lone_bullet(text: str) -> bool:
    """Return whether the line is only a bullet, with its item on the next line."""
    return _LONE_BULLET.fullmatch(text) is not None


def numbered_title(text: str) -> bool:
    """Return whether a line begins as a numbered title does: 第3章, 一、, 2.1."""
    return _NUMBERED_TITLE.match(text) is not None


def is_hash_title(text: str) -> bool:
    """Return whether the line is a title marked with hashes, as in Markdown."""
    return _HASH_TITLE.match(text) is not None


_BLANK_LINES = re.compile(r"(?:[ \t]*\n)+")


def without_blank_ends(text: str) -> str:
    """Return a text without leading blank lines and trailing white space."""
    head = _BLANK_LINES.match(text)
    return text[head.end() if head else 0 :].rstrip()


def fenced(code: str, language: str = "") -> str:
    """Return a fenced block whose fence is longer than any in the code; empty without code."""
    code = without_blank_ends(code)
    if not code.strip():
        return ""
    longest = max((len(run) for run in re.findall("`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{code}\n{fence}"
