"""Lines of a reStructuredText page, with their indentation and the columns of their characters."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from corpus import lazy_re as re
from corpus.formats.markdown.line_map import LineMap


class Content(Enum):
    """The kinds of content that a directive may hold."""

    PROSE = auto()  # the body is prose; the argument is a path, a label or a setting
    TITLED = auto()  # the argument is a title, the body prose
    RUN_IN = auto()  # the prose of the body may begin where the argument would stand
    VERSION = auto()  # a version, then such prose
    CELLS = auto()  # the argument is a title, the body a list of lists whose items are cells
    ROWS = auto()  # the argument is a title, the body rows of values with commas between them
    CODE = auto()  # the body is code, or what a program reads
    MARKUP = auto()  # nothing that a reader of this page sees as text


_NAMES = {
    Content.PROSE: """
        figure container only ifconfig div grid tab-set tabs glossary compound epigraph pull-quote highlights hlist
        parsed card-carousel role-list line-block header footer class cssclass rst-class function method attribute data
        exception module describe object option program envvar cfunction staticmethod classmethod property decorator
        decoratormethod confval type struct enum enumerator macro member var concept py:function py:method py:class
        py:attribute py:data py:exception py:property py:decorator py:staticmethod py:classmethod c:function c:type
        c:macro c:struct cpp:function cpp:class cpp:member cpp:type cpp:enum cpp:struct
    """,
    Content.TITLED: """
        admonition topic sidebar rubric centered card dropdown details tab tab-item group-tab grid-item grid-item-card
        table exercise solution proof theorem lemma definition corollary example remark aside margin
    """,
    Content.RUN_IN: "attention caution danger error hint important note tip warning seealso todo compare",
    Content.VERSION: "versionadded versionchanged versionremoved deprecated deprecated-removed",
    Content.CELLS: "list-table flat-table",
    Content.ROWS: "csv-table",
    Content.MARKUP: """
        toctree contents sectnum include literalinclude image index meta currentmodule module default-role role
        default-domain highlight target-notes title sectionauthor codeauthor automodule autoclass autofunction
        automethod autoattribute autodata autoexception autosummary includenodoc galleryitem customgalleryitem
        customcarditem customcalloutitem customcardstart customcardend acks tabularcolumns py:module py:currentmodule
    """,
}
_CONTENT = {name: content for content, names in _NAMES.items() for name in re.findall(r"\S+", names)}


def content_of(name: str) -> Content:
    """Return the kind of content of a directive; an unknown one holds code."""
    return _CONTENT.get(name.lower(), Content.CODE)


_LEAD = re.compile(r"[ \t\x0b\x0c]*")
_TAB = 8  # columns


@dataclass(frozen=True, slots=True)
class RstLine:
    """A line, or the part of one after a marker, without surrounding white space."""

    start: int
    end: int
    text: str
    indent: int  # columns before it

    @property
    def blank(self) -> bool:
        """Return whether the line is blank."""
        return not self.text

    def after(self, length: int) -> RstLine:
        """Return the rest of the line after a marker of `length` ASCII characters."""
        text = self.text[length:]
        return RstLine(self.end - len(text), self.end, text, self.indent + length)

    def at_least(self, indent: int) -> RstLine:
        """Return the line, indented by at least `indent` columns."""
        return self if self.indent >= indent else replace(self, indent=indent)


def read_lines(page: LineMap) -> list[RstLine]:
    """Return the lines of a page; a byte order mark belongs to none."""
    return [
        _line(page.text, start + page.text.startswith("\ufeff", start, end) * (start == 0), end)
        for start, end in zip(page.starts, page.ends, strict=True)
    ]


def _line(source: str, start: int, end: int) -> RstLine:
    raw = source[start:end]
    text = raw.strip()
    lead = _LEAD.match(raw)
    begin = start + len(raw) - len(raw.lstrip()) if text else end
    column = 0
    for char in lead.group() if lead else "":
        column += _TAB - column % _TAB if char == "\t" else 1
    return RstLine(begin, begin + len(text), text, column)


def base_indent(lines: Sequence[RstLine]) -> int:
    """Return the smallest indentation of some lines."""
    return min((line.indent for line in lines if not line.blank), default=0)


def indented_end(lines: Sequence[RstLine], start: int, base: int) -> int:
    """Return the end of the lines from `start` on that are blank or indented by more than `base`."""
    while start < len(lines) and (lines[start].blank or lines[start].indent > base):
        start += 1
    return start


def columns_of(text: str) -> list[int]:
    """Return the column where each character of a line begins, and where the line ends; wide characters take two."""
    if text.isascii():
        return list(range(len(text) + 1))
    columns = [0]
    for char in text:
        width = 0 if unicodedata.combining(char) else 1 + (unicodedata.east_asian_width(char) in "WF")
        columns.append(columns[-1] + width)
    return columns
