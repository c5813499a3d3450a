"""reStructuredText: the blocks of a page, as docutils finds them, with exact offsets and without running directives.

docutils reports lines, not characters, and reads the files that directives name; so the blocks are found here, line by
line. Broken pages are read as far as possible. What docutils complains about but shows is read as its author meant it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus import lazy_re as re
from corpus.formats.markdown.line_map import LineMap
from corpus.formats.plaintext.lines import display_columns
from corpus.formats.rst import rst_lines
from corpus.formats.rst.rst_lines import Content, RstLine, base_indent, content_of, indented_end, read_lines
from corpus.records import Block

_DEEPEST = 40  # bodies within bodies
_SPACE = r"(?:[ \t]+|$)"
_BULLET = re.compile(rf"[-+*•‣⁃]{_SPACE}")
_NUMBER = r"(?:\d{1,4}|#|[A-Za-z]|[ivxlcdm]{2,7}|[IVXLCDM]{2,7})"
_ENUMERATED = re.compile(rf"(?:\({_NUMBER}\)|{_NUMBER}[.)]){_SPACE}")
_FIELD = re.compile(rf":(?![: ])(?:[^:\\`]|\\.|`[^`]*`|:(?!\s|`|$))+(?<! ):{_SPACE}")
_OPTION_VALUE = r"(?:[A-Za-z][\w-]*|<[^<>]+>)"
_OPTION_NAME = rf"(?:-[A-Za-z0-9](?:[ ]?{_OPTION_VALUE})?|--[A-Za-z0-9][\w-]*(?:[ =]{_OPTION_VALUE})?)"
_OPTION = re.compile(rf"{_OPTION_NAME}(?:, {_OPTION_NAME})*(?:[ ][ \t]+|$)", re.ASCII)
_DOCTEST = re.compile(r">>>(?:\s|$)")
_LINE_OF_BLOCK = re.compile(rf"\|{_SPACE}")
_EXPLICIT = re.compile(rf"\.\.{_SPACE}")
_ANONYMOUS = re.compile(rf"__{_SPACE}")
_FOOTNOTE = re.compile(rf"\[(?:\d+|#[\w.-]*|\*|\w[\w.-]*)\]{_SPACE}")
_TARGET_OR_SUBSTITUTION = re.compile(r"_|\|[^|\s](?:[^|]*[^|\s])?\|[ \t]+[\w.+:-]+::")
_DIRECTIVE = re.compile(rf"(?P<name>\w+(?:[-.+:]\w+)*)[ ]?::{_SPACE}")
_LOST_DIRECTIVE = re.compile(rf"\.\.[ \t]+[a-z]+(?:[-_:][a-z]+)*::{_SPACE}")
_SETTING = re.compile(r":[\w-]+(?:[ :][\w.-]+)*:(?:\s|$)")
_VERSION = re.compile(r"\S+[ \t]*")
_PUNCTUATED = re.compile(r"([!-/:-@\[-`{-~])\1*$")
_LONG = 4  # characters, from which on a line of signs is an underline however long the title is


def blocks(text: str) -> list[Block]:
    """Return the blocks of a page, in order and disjoint, covering every character that is not white space."""
    page = LineMap(text)
    reader = _Reader(page)
    reader.body(read_lines(page), 0)
    return page.covered(sorted(reader.found, key=lambda block: block.start))


class _Reader:
    """A reader of lines into blocks; whatever is in no block is markup."""

    def __init__(self, page: LineMap) -> None:
        self.page = page
        self.found: list[Block] = []
        self._styles: list[tuple[str, bool]] = []  # of titles, in the order in which they are met
        self._is_top = True  # nothing but a title, fields and comments so far
        self._depth = 0
        self._prose = "paragraph"
        self._first: tuple[str, int] | None = None  # kind and start of a paragraph that comes next, after a marker
        self._constructs: tuple[Callable[[Sequence[RstLine], int, int], int | None], ...] = (
            self._explicit,
            self._field,
            self._title_with_overline,
            self._bullet,
            self._enumerated,
            self._option,
            self._doctest,
            self._line_block,
            self._grid,
            self._simple_table,
        )

    def body(self, lines: Sequence[RstLine], base: int) -> None:
        """Read lines that are indented by at least `base` columns."""
        self._depth += 1
        number = 0
        while number < len(lines):
            line = lines[number]
            if line.blank:
                number += 1
            elif self._depth > _DEEPEST:
                number = self._paragraph(lines, number, number + 1)
            elif line.indent > base:
                end = indented_end(lines, number, base)
                self._nested(lines[number:end])
                number = end
            else:
                number = self._read(lines, number, base)
        self._depth -= 1

    def _read(self, lines: Sequence[RstLine], number: int, base: int) -> int:
        """Read one construct; return the line after it."""
        for construct in self._constructs:
            after = construct(lines, number, base)
            if after is not None:
                break
        else:
            after = self._text(lines, number, base)
        return after

    def _nested(
        self, lines: Sequence[RstLine], base: int | None = None, first: tuple[str, int] | None = None, prose: str = ""
    ) -> None:
        """Read a nested body; `first` gives the kind and start of a paragraph that begins it."""
        before = self._prose
        self._prose = prose or before
        self._first = first if self._prose != "table_cell" else None
        self._is_top = False
        self.body(lines, base_indent(lines) if base is None else base)
        self._first = None
        self._prose = before

    def _leaf(self, start: int, end: int, kind: str, level: int = 0) -> None:
        self._first = None
        self.found += self.page.span(start, end, kind, level)

    def _paragraph(self, lines: Sequence[RstLine], first: int, last: int, cut: int = 0) -> int:
        """Read lines first … last - 1 as a paragraph, without `cut` characters at its end."""
        kind, start = self._first or (self._prose, lines[first].start)
        self._leaf(start, lines[last - 1].end - cut, kind)
        return last

    def _code(self, lines: Sequence[RstLine]) -> None:
        filled = [line for line in lines if not line.blank]
        if filled:
            self._leaf(filled[0].start, filled[-1].end, "code")

    # --- what begins with a marker; each answers with the line after it, or None where there is no such thing

    def _item(
        self, lines: Sequence[RstLine], number: int, base: int, marker: int, first: tuple[str, int] | None
    ) -> int:
        """Read the rest of a line after a marker of `marker` characters, and the lines indented below it."""
        end = indented_end(lines, number + 1, base)
        content = lines[number].after(marker)
        if content.blank:
            self._nested(lines[number + 1 : end], None, first)
        else:
            below = [line.at_least(content.indent) for line in lines[number + 1 : end]]
            self._nested([content, *below], content.indent, first)
        return end

    def _bullet(self, lines: Sequence[RstLine], number: int, base: int) -> int | None:
        line = lines[number]
        match = _BULLET.match(line.text)
        return self._item(lines, number, base, match.end(), ("list_item", line.start)) if match else None

    def _enumerated(self, lines: Sequence[RstLine], number: int, base: int) -> int | None:
        line = lines[number]
        match = _ENUMERATED.match(line.text)
        below = lines[number + 1] if number + 1 < len(lines) else None
        if not match or (below and below.text and below.indent <= base and not _ENUMERATED.match(below.text)):
            return None
        return self._item(lines, number, base, match.end(), ("list_item", line.start))

    def _field(self, lines: Sequence[RstLine], number: int, base: int) -> int | None:
        line = lines[number]
        match = _FIELD.match(line.text) if line.text[0] == ":" else None
        if not match:
            return None
        if self._is_top:
            end = indented_end(lines, number + 1, base)
            self._leaf(line.start, max(below.end for below in lines[number:end] if below.text), "metadata")
            return end
        return self._item(lines, number, base, match.end(), ("list_item", line.start + match.end()))

    def _option(self, lines: Sequence[RstLine], number: int, base: int) -> int | None:
        line = lines[number]
        match = _OPTION.match(line.text) if line.text[0] == "-" else None
        if not match:
            return None
        has_below = number + 1 < len(lines) and lines[number + 1].indent > base and not lines[number + 1].blank
        if match.end() == len(line.text) and not has_below:
            return None
        start = lines[number + 1].start if match.end() == len(line.text) else line.start + match.end()
        return self._item(lines, number, base, match.end(), ("list_item", start))

    def _doctest(self, lines: Sequence[RstLine], number: int, base: int) -> int | None:
        if not _DOCTEST.match(lines[number].text):
            return None
        end = number
        while end < len(lines) and not lines[end].blank and lines[end].indent >= base:
            end += 1
        self._is_top = False
        self._code(lines[number:end])
        return end

    def _line_block(self, lines: Sequence[RstLine], number: int, base: int) -> int | None:
        if not _LINE_OF_BLOCK.match(lines[number].text):
            return None
        end = number + 1
        while end < len(lines) and lines[end].indent > base and not lines[end].blank:
            end += 1
        self._is_top = False
        if len(lines[number].text) > 1:
            self._paragraph(lines, number, end)
        self._first = None
        return end

    def _grid(self, lines: Sequence[RstLine], number: int, base: int) -> int | None:
        if not rst_lines.GRID_TOP.match(lines[number].text):
            return None
        end = rst_lines.grid_end(lines, number, base)
        self._first, self._is_top = None, False
        self.found += rst_lines.grid_cells(self.page, lines[number:end])
        return end

    def _simple_table(self, lines: Sequence[RstLine], number: int, base: int) -> int | None:
        if not rst_lines.SIMPLE_TOP.match(lines[number].text):
            return None
        end = rst_lines.simple_end(lines, number, base)
        if end is not None:
            self._first, self._is_top = None, False
            self.found += rst_lines.simple_cells(self.page, lines[number:end])
        return end

    # --- explicit markup

    def _explicit(self, lines: Sequence[RstLine], number: int, base: int) -> int | None:
        """Read a directive, footnote, target, substitution or comment."""
        line = lines[number]
        match = _EXPLICIT.match(line.text)
        is_anonymous_target = _ANONYMOUS.match(line.text) is not None
        if not match and not is_anonymous_target:
            return None
        self._first = None
        if not match:
            return number + 1
        content = line.after(match.end())
        if content.blank and (number + 1 == len(lines) or lines[number + 1].blank):
            return number + 1
        end = indented_end(lines, number + 1, base)
        if footnote := _FOOTNOTE.match(content.text):
            return self._item(lines, number, base, match.end() + footnote.end(), None)
        directive = _DIRECTIVE.match(content.text)
        if directive and not _TARGET_OR_SUBSTITUTION.match(content.text):
            self._directive(directive["name"], content.after(directive.end()), lines[number + 1 : end])
        return end

    def _directive(self, name: str, argument: RstLine, lines: Sequence[RstLine]) -> None:
        """Read a directive. Its settings and everything readers do not see remain markup."""
        content, lines = content_of(name), lines[_settings(lines) :]
        if content is Content.MARKUP:
            return
        self._is_top = False
        if content is Content.CODE:
            self._code([argument, *lines] if name == "math" else lines)
            return
        if content is Content.VERSION and (version := _VERSION.match(argument.text)):
            argument = argument.after(version.end())
        if content in (Content.TITLED, Content.CELLS, Content.ROWS) and not argument.blank:
            self._leaf(argument.start, argument.end, "paragraph")
        if content is Content.ROWS:
            self.found += rst_lines.comma_cells(self.page, lines)
        elif content in (Content.RUN_IN, Content.VERSION) and not argument.blank:
            indent = base_indent(lines)
            self._nested([RstLine(argument.start, argument.end, argument.text, indent), *lines], indent)
        else:
            self._nested(lines, prose="table_cell" if content is Content.CELLS else "")

    # --- titles and text

    def _title_with_overline(self, lines: Sequence[RstLine], number: int, base: int) -> int | None:
        """Read a title between two lines of signs. A line of signs by itself is a transition."""
        over = lines[number].text
        if not _PUNCTUATED.match(over) or over == "::":
            return None
        if number + 2 < len(lines) and not lines[number + 1].blank:
            title, under = lines[number + 1], lines[number + 2]
            is_framed = under.indent == base and under.text[:1] == over[0] and _PUNCTUATED.match(under.text)
            if is_framed and _fits(title.text, over) and not _PUNCTUATED.match(title.text):
                self._heading(title, over[0], has_overline=True)
                return number + 3
        if len(over) < _LONG:
            return None
        self._first = None
        return number + 1

    def _heading(self, title: RstLine, sign: str, *, has_overline: bool) -> None:
        style = (sign, has_overline)
        if style not in self._styles:
            self._styles.append(style)
        self._leaf(title.start, title.end, "heading", min(self._styles.index(style) + 1, 6))

    def _text(self, lines: Sequence[RstLine], number: int, base: int) -> int:
        """Read a title, a term with its definition, or a paragraph and the literal text that it announces."""
        end = number + 1
        if end < len(lines) and lines[end].indent == base and _is_underline(lines[end].text, lines[number].text):
            self._heading(lines[number], lines[end].text[0], has_overline=False)
            return number + 2
        while end < len(lines) and lines[end].indent == base and not _ends_text(lines[end]):
            end += 1
        self._is_top = False
        last = lines[end - 1].text
        if last.endswith("::"):
            return self._announcing(lines, number, end, base)
        below = end < len(lines) and not lines[end].blank and lines[end].indent > base
        if end == number + 1 and below and self._prose != "table_cell":
            self._leaf(self._first[1] if self._first else lines[number].start, lines[number].end, "list_item")
            after = indented_end(lines, end, base)
            self._nested(lines[end:after], None, ("list_item", lines[end].start))
            return after
        return self._paragraph(lines, number, end)

    def _announcing(self, lines: Sequence[RstLine], number: int, end: int, base: int) -> int:
        """Read a paragraph that ends in `::`, and the literal text below it. After a word, one colon is shown."""
        last = lines[end - 1].text
        if last != "::":
            self._paragraph(lines, number, end, 2 if last[-3:-2].isspace() else 1)
        elif end > number + 1:
            self._paragraph(lines, number, end - 1)
        self._first = None
        start = end
        while start < len(lines) and lines[start].blank:
            start += 1
        if start == len(lines):
            return end
        if lines[start].indent > base:
            after = indented_end(lines, start, base)
        else:
            after = _quoted_end(lines, start) if start > end else start
        self._code(lines[start:after])
        return after if after > start else end


def _ends_text(line: RstLine) -> bool:
    """Return whether a paragraph ends before this line: it is blank, or a directive without a blank line above."""
    return line.blank or _LOST_DIRECTIVE.match(line.text) is not None


def _settings(lines: Sequence[RstLine]) -> int:
    """Count the lines of settings right below a directive."""
    count = 0
    while count < len(lines) and _SETTING.match(lines[count].text):
        indent = lines[count].indent
        count += 1
        while count < len(lines) and not lines[count].blank and lines[count].indent > indent:
            count += 1
    return count


def _quoted_end(lines: Sequence[RstLine], start: int) -> int:
    """Return the end of the lines that begin with the same sign, which form quoted literal text."""
    line = lines[start]
    if not re.match(r"[!-/:-@\[-`{-~]", line.text):
        return start
    end = start
    while end < len(lines) and lines[end].indent == line.indent and lines[end].text[:1] == line.text[0]:
        end += 1
    return end


def _is_underline(line: str, title: str) -> bool:
    return _PUNCTUATED.match(line) is not None and line != "::" and _fits(title, line)


def _fits(title: str, signs: str) -> bool:
    """Return whether a line of signs is long enough to underline a title."""
    return len(signs) >= _LONG or display_columns(title) <= len(signs)
