"""Tables of units: CSV and TSV with a column of English and one of its translation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.errors import UnreadableError
from corpus.formats.plaintext.lines import LINE_END
from corpus.formats.units import StringRun, Unit, UnitFile, text_of
from corpus.languages import parse_tag

_SEPARATORS = ",\t;"
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')
_PIECE = re.compile(r'""|\r\n?|\n|[^"\r\n]+')
_NAMES = ("id", "key", "context")


class _Cell(NamedTuple):
    start: int  # of its text, after the quote
    runs: list[StringRun]
    is_quoted: bool

    @property
    def text(self) -> str:
        return text_of(self.runs)


def is_table(head: str) -> bool:
    """Return whether a file begins with column names for English and a translation."""
    return _columns(head) is not None


def unit_file(source: str) -> UnitFile:
    """Return the units of a table; raises UnreadableError if its first row does not name the columns."""
    columns = _columns(source)
    if columns is None:
        raise UnreadableError("no table of translations: begin it with a row such as en,zh or source,ja")
    separator, name_column, source_column, target_column, language = columns
    units = []
    for number, cells in enumerate(_rows(source, separator)):
        if number and max(source_column, target_column) < len(cells) and cells[source_column].text.strip():
            original, target = cells[source_column], cells[target_column]
            name = cells[name_column].text if 0 <= name_column < len(cells) else ""
            escaped = partial(_escaped, target.is_quoted, separator)
            sides = target.runs, target.start, original.runs, original.start
            units.append(Unit(f"{name}\x04{original.text}", *sides, escaped=escaped))
    return UnitFile(units, language)


def _columns(text: str) -> tuple[str, int, int, int, str] | None:
    """Return the separator, the columns of names (or -1), English and translation, and the translation's tag."""
    for separator in _SEPARATORS:
        header = [cell.text.strip() for cell in next(_rows(text, separator), ())]
        folded = [name.casefold() for name in header]
        languages = [parse_tag(name) for name in header]
        english = [n for n, tag in enumerate(languages) if (tag and tag.lang == "en") or folded[n] == "source"]
        targets = [n for n, tag in enumerate(languages) if (tag and tag.lang != "en") or folded[n] == "target"]
        if english and targets:
            names = [number for number, name in enumerate(folded) if name in _NAMES]
            tag = "" if folded[targets[0]] == "target" else header[targets[0]]
            return separator, names[0] if names else -1, english[0], targets[0], tag
    return None


def _rows(text: str, separator: str) -> Iterator[Sequence[_Cell]]:
    """Yield the rows, without empty lines. A quote that is never closed is part of its cell."""
    bare = re.compile(rf"[^{separator}\r\n]*")
    position, cells = int(text.startswith("\ufeff")), list[_Cell]()
    while position < len(text):
        quoted = _QUOTED.match(text, position)
        if quoted and (quoted.end() == len(text) or text[quoted.end()] in f"{separator}\r\n"):
            pieces = _PIECE.finditer(text, *quoted.span(1))
            runs = [StringRun({'""': '"'}.get(p[0], "\n" if p[0][0] in "\r\n" else p[0]), *p.span()) for p in pieces]
            cells.append(_Cell(quoted.start(1), runs, is_quoted=True))
            position = quoted.end()
        else:
            match = bare.match(text, position)
            end = match.end() if match else position
            cells.append(_Cell(position, [StringRun(text[position:end], position, end)] * (end > position), False))
            position = end
        if position < len(text) and text[position] == separator:
            position += 1
            if position < len(text):
                continue
        if line := LINE_END.match(text, position):
            position = line.end()
        if any(cell.runs for cell in cells):
            yield cells
        cells = []


def _escaped(is_quoted: bool, separator: str, words: str) -> str:
    if is_quoted:
        return words.replace('"', '""')
    if re.search(rf'["\r\n{separator}]', words):
        raise UnreadableError(f"a cell without quotes cannot hold {words!r}: put quotes around it")
    return words
