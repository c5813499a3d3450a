"""Grouping: which lines of a plain-text page make one paragraph, list item or code block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from corpus import lazy_re as re
from corpus.formats.plaintext import boilerplate
from corpus.formats.plaintext.code_detection import code_lines, continues_after_code
from corpus.formats.plaintext.lines import (
    CODE_SPAN,
    TextLine,
    display_columns,
    ends_mid_sentence,
    introduces,
    is_ended,
    is_hash_title,
    lone_bullet,
    number_bullet,
    numbered_title,
    symbol_bullet,
)
from corpus.languages.scripts import CJK, CJK_CHARACTER

_CONTINUATION = re.compile(rf"[，。、；：）」』】！？…]|[,;)](?=\s|$|[{CJK}])|[.:!?](?=\s|$)")
_PARTICLE = re.compile(r"(?:を|は、|が、|の(?!ち)|に(?=よ|つい|対|お)|という|として|では|には)")
_LONGEST_WRAPPED = 110  # columns; a page with longer lines of prose is wrapped only where that is plain to see
_FARTHEST_WRAPPED = 200
_SHORTEST_WRAPPED = 30
_FEW = 4  # lines with another below them: of fewer, more has to agree
_LONGEST_CODE = 4  # lines that a code span may begin above its last one


@dataclass(frozen=True, slots=True)
class LineGroup:
    """Lines that make one block."""

    lines: tuple[TextLine, ...]
    code: bool

    @property
    def text(self) -> str:
        """Its lines as they are on the page."""
        return "\n".join(line.text for line in self.lines)


def group(lines: Sequence[TextLine]) -> list[LineGroup]:
    """Return the lines of a page in groups, in order."""
    code = code_lines(lines)
    wrap = _wrap_width(lines, code)
    firsts: list[int] = []
    for index in range(len(lines)):
        if not firsts or not _belongs(lines, code, index, firsts[-1], wrap):
            firsts.append(index)
    return [LineGroup(tuple(lines[a:b]), code[a] >= 0) for a, b in pairwise([*firsts, len(lines)])]


def _belongs(lines: Sequence[TextLine], code: Sequence[int], index: int, first: int, wrap: int) -> bool:
    """Return whether line `index` continues the group that begins with line `first`."""
    if code[index] >= 0 or code[index - 1] >= 0:
        return code[index] == code[index - 1]
    line, before = lines[index], lines[index - 1]
    if _in_code_span(lines[first:index], line):
        return True
    if lone_bullet(before.text) and index - 1 == first:
        return not _begins_item(line.text)
    if line.after_blank or line.ideographic_indent or symbol_bullet(line.text) or lone_bullet(line.text):
        return False
    full = (
        wrap > 0
        and display_columns(before.text) >= 0.7 * wrap
        and not is_ended(before.text)
        and not introduces(before.text)
    )
    if _begins_item(line.text) and not full:  # in a wrapped sentence a number may stand first in a line
        return False
    if _CONTINUATION.match(line.text) or continues_after_code(lines, index):
        return True
    if index - 1 > first and (continues_after_code(lines, index - 1) or _goes_on_small(before.text, line.text)):
        return True
    if boilerplate.is_metadata(line.text) or boilerplate.is_metadata(before.text):
        return False
    return _unfinished(before.text, line.text) or (
        wrap > 0 and _continues_wrapped_line(before, line, index - 1 > first, wrap)
    )


def _in_code_span(above: Sequence[TextLine], line: TextLine) -> bool:
    """Return whether this line closes a code span that is open at the end of the lines above."""
    if line.after_blank or "`" not in line.text or _begins_item(line.text):
        return False
    text = "\n".join(previous.text for previous in above[-_LONGEST_CODE:])
    return any(match.start() < len(text) < match.end() - 1 for match in CODE_SPAN.finditer(f"{text}\n{line.text}"))


def _begins_item(text: str) -> bool:
    return symbol_bullet(text) or number_bullet(text) or numbered_title(text) or is_hash_title(text)


def _unfinished(before: str, line: str) -> bool:
    """Return whether a line stops in mid-sentence and the next one continues it."""
    if ends_mid_sentence(before) and not before.endswith(("-", "—", "–")):
        return True
    if before[0] in "“「『(（" and before[-1] in "”」』)）" and _PARTICLE.match(line):
        return True
    return before.count(" ") >= 3 and not introduces(before) and _goes_on_small(before, line)


def _goes_on_small(before: str, line: str) -> bool:
    """Return whether an English line, beginning in lower case, continues a line that does not end a sentence."""
    return line[0].islower() and line[0].isascii() and not is_ended(before) and not CJK_CHARACTER.search(before + line)


def _wrap_width(lines: Sequence[TextLine], code: Sequence[int]) -> int:
    """Return the column at which the page's prose is wrapped, 0 if each line is a paragraph of its own.

    A page is wrapped if no line of prose is long and most lines inside paragraphs end near the same column, in
    mid-sentence. If there are few such lines, or long ones, nearly all must do so, and the paragraphs must end with a
    stop, which lists of titles do not.
    """
    prose = [index for index in range(len(lines)) if code[index] < 0]
    widths = sorted(display_columns(lines[index].text) for index in prose)
    inner = [
        (display_columns(lines[index].text), is_ended(lines[index].text), _begins_item(lines[following].text))
        for index, following in pairwise(prose)
        if following == index + 1 and not lines[following].after_blank
    ]
    running = sorted(columns for columns, _, item in inner if not item)
    longest = _at_share(widths, 0.97) if widths else 0
    if len(running) < 2 or longest > _FARTHEST_WRAPPED:
        return 0
    limit = _at_share(running, 0.9)
    doubtful = len(running) < _FEW or longest > _LONGEST_WRAPPED
    if doubtful and not _ends_with_stops(lines, prose):
        return 0
    near, share = (0.85, 0.65) if doubtful else (0.75, 0.5)
    full = [ended for columns, ended, _ in inner if columns >= near * limit]
    most_full, most_cut = len(full) >= share * len(running), full.count(False) >= share * len(full)
    return limit if limit >= _SHORTEST_WRAPPED and most_full and most_cut else 0


def _ends_with_stops(lines: Sequence[TextLine], prose: Sequence[int]) -> bool:
    """Return whether most paragraphs of two lines and more end with the end of a sentence."""
    lasts = [
        is_ended(lines[index].text)
        for index in prose
        if index and not lines[index].after_blank and (index + 1 == len(lines) or lines[index + 1].after_blank)
    ]
    return sum(lasts) > 0.5 * len(lasts)


def _at_share(ordered: Sequence[int], share: float) -> int:
    return ordered[int(len(ordered) * share)]


def _continues_wrapped_line(before: TextLine, line: TextLine, inside: bool, wrap: int) -> bool:
    """Return whether a line of a wrapped page continues the paragraph of the line before it."""
    if any(boilerplate.is_boilerplate(text) for text in (before.text, line.text)):
        return False
    if display_columns(before.text) >= 0.7 * wrap:
        return True
    if inside:  # a short line inside a paragraph is one identifier, or the paragraph's end
        return not is_ended(before.text)
    return not CJK_CHARACTER.search(before.text) and not before.after_blank and not is_ended(before.text)
