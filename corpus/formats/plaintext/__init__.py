"""Plain text: the blocks of a page scraped from the web, where only the lines show its structure.

A group of lines is code, a heading, a list item, a paragraph, metadata or boilerplate.
"""

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
    read_lines,
    section_mark,
    symbol_bullet,
)
from corpus.languages.scripts import CJK, CJK_CHARACTER
from corpus.records import Block

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


def blocks(text: str) -> list[Block]:
    """Return the blocks of a plain-text page, in order and disjoint, covering each character that is not whitespace."""
    groups = group(read_lines(text))
    return [
        Block(line_group.lines[0].start, line_group.lines[-1].end, kind, level=1 if kind == "heading" else 0)
        for line_group, kind in zip(groups, kinds_of(groups), strict=True)
    ]


_LABELLED_TITLE = re.compile(r"[\[(（【［][^\])）】］]{1,16}[\])）】］]\s*\S")  # [Beta] …
_CLAUSES = re.compile(r"[。！？\t]|[，,]\s*\S.*[，,]")  # a title names, a sentence tells

# Columns. On a page without blank lines every line is a paragraph, so a heading has to be short to be one.
_TITLE, _LABELLED, _HEADING, _QUESTION, _HEADING_OF_DENSE = 120, 80, 60, 40, 32
_TOP, _NEAR_TOP, _TAIL = 4, 12, 12  # groups


def kinds_of(groups: Sequence[LineGroup]) -> list[str]:
    """Return the kind of each group."""
    texts = [group.text for group in groups]
    dense = sum(line.after_blank for group in groups for line in group.lines) < 0.1 * sum(
        len(group.lines) for group in groups
    )
    limit = _HEADING_OF_DENSE if dense else _HEADING
    kinds = [_kind(groups, texts, index, limit) for index in range(len(groups))]
    _numbered(texts, kinds)
    _head(groups, texts, kinds)
    _classify_page_end(groups, texts, kinds)
    return kinds


def _kind(groups: Sequence[LineGroup], texts: Sequence[str], index: int, limit: int) -> str:
    group, text = groups[index], texts[index]
    if group.code:
        return "code"
    if (index < _NEAR_TOP or index > len(groups) - 6) and boilerplate.is_translation_note(text):
        return "metadata"
    if len(group.lines) == 1 and (boilerplate.is_boilerplate(text) or (text.isdigit() and len(text) < 4)):
        return "boilerplate"
    if len(group.lines) == 1 and boilerplate.is_metadata(text) and not symbol_bullet(text) and not number_bullet(text):
        return "metadata"
    if section_mark(text) and _may_be_title(text) and not _beside_mark(texts, index):
        return "heading"
    if lone_bullet(group.lines[0].text) or symbol_bullet(text) or (number_bullet(text) and not numbered_title(text)):
        return "list_item"
    return "heading" if _is_heading(groups, texts, index, limit) else "paragraph"


def _beside_mark(texts: Sequence[str], index: int) -> bool:
    """Return whether an adjacent group begins with the same symbol, which makes them list items."""
    return any(
        text[:1] == texts[index][0] for text in (*texts[max(0, index - 1) : index], *texts[index + 1 : index + 2])
    )


def _is_heading(groups: Sequence[LineGroup], texts: Sequence[str], index: int, limit: int) -> bool:
    text = texts[index]
    if len(groups[index].lines) > 1:
        return False
    if is_hash_title(text):
        return True
    if display_columns(text) > _TITLE or introduces(text) or ends_mid_sentence(text) or index + 1 == len(groups):
        return False
    top = index < _TOP and not any(
        group.code or display_columns(group.lines[0].text) > _HEADING for group in groups[:index]
    )  # nothing but short lines above: the page's title
    if is_ended(text):
        is_question = text[-1] in "?？" and display_columns(text) <= _QUESTION and not _CLAUSES.search(text[:-1])
        return is_question or (top and index < 2 and text[-1] in "!！?？")
    if top and index < _TOP - 1:
        return True
    labelled = numbered_title(text) or _LABELLED_TITLE.match(text) is not None
    return display_columns(text) <= (_LABELLED if labelled else limit) and not _CLAUSES.search(text)


def _numbered(texts: Sequence[str], kinds: list[str]) -> None:
    """Make consecutive numbered lines a list, whatever the form of their numbers. A single one becomes a heading."""
    marks = [
        _number_shape(text) if kind in ("list_item", "heading") else "" for text, kind in zip(texts, kinds, strict=True)
    ]
    for index, mark in enumerate(marks):
        if not mark:
            continue
        beside = (index > 0 and marks[index - 1] == mark) or (index + 1 < len(marks) and marks[index + 1] == mark)
        if beside and mark != "2.1":
            kinds[index] = "list_item"
        elif not beside and index + 1 < len(kinds) and _may_be_title(texts[index]):
            kinds[index] = "heading"


def _number_shape(text: str) -> str:
    if re.match(r"\d{1,2}(?:\.\d{1,2})+|第", text):
        return "2.1"
    if numbered_title(text):
        return "一"
    return "1" if number_bullet(text) else ""


def _may_be_title(text: str) -> bool:
    running = is_ended(text) or introduces(text) or "\n" in text or _CLAUSES.search(text)
    return display_columns(text) <= _HEADING and not running


def _head(groups: Sequence[LineGroup], texts: Sequence[str], kinds: list[str]) -> None:
    """Mark short labels at the top as boilerplate: a first run of tiny labels, or labels in a run of navigation."""
    runs: list[list[int]] = []
    for index in range(min(_NEAR_TOP, len(groups))):
        if not runs or groups[index].lines[0].after_blank:
            runs.append([])
        runs[-1].append(index)
    for number, run in enumerate(runs):
        labels = [i for i in run if kinds[i] in ("heading", "list_item") and boilerplate.is_label(texts[i])]
        navigation = [i for i in run if kinds[i] == "boilerplate"]
        tiny = number == 0 and len(labels) == len(run) >= 3 and all(display_columns(texts[i]) <= 16 for i in run)
        if tiny or (navigation and len(labels) + len(navigation) == len(run)):
            for index in labels:
                kinds[index] = "boilerplate"


def _classify_page_end(groups: Sequence[LineGroup], texts: Sequence[str], kinds: list[str]) -> None:
    """Classify the end of the page: its sidebar, and the labels that follow boilerplate. A line such as 相关阅读 in the
    second half makes all below it boilerplate, with the labels in the same run above it.
    """
    half = len(kinds) // 2
    sidebar = next((i for i in range(half, len(kinds)) if boilerplate.opens_sidebar(texts[i])), len(kinds))
    while 0 < sidebar < len(kinds) and not groups[sidebar].lines[0].after_blank:
        if kinds[sidebar - 1] != "boilerplate" and not boilerplate.is_label(texts[sidebar - 1]):
            break
        sidebar -= 1
    kinds[sidebar:] = ["boilerplate"] * (len(kinds) - sidebar)
    near = range(max(half, sidebar - _TAIL), sidebar)
    first = next((i for i in near if kinds[i] == "boilerplate"), sidebar)
    if 0 < first < len(kinds) and kinds[first - 1] == "heading":
        kinds[first - 1] = "paragraph"  # with nothing of the article below, it heads nothing
    for index in range(first, sidebar):
        if kinds[index] in ("heading", "paragraph") and boilerplate.is_label(texts[index]):
            kinds[index] = "boilerplate"
