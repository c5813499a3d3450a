"""Plain text: the blocks of a page that was scraped from the web, where nothing but the lines tells its structure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from corpus.formats import furniture
from corpus.formats.code import code_lines, continues_after_code
from corpus.formats.lines import (
    CJK,
    Line,
    introduces,
    is_ended,
    is_open,
    lone_bullet,
    number_bullet,
    numbered_title,
    read_lines,
    symbol_bullet,
    width,
)
from corpus.records import Block

_CONTINUATION = re.compile(r"[，。、；：）」』】！？…]|[,;)](?=\s|$|[\u3041-\u9fff])|[.:!?](?=\s|$)")
_PARTICLE_START = re.compile(r"(?:を|は、|が、|の(?!ち)|に(?=よ|つい|対|お)|という|として|では|には)")
_HASH_TITLE = re.compile(r"#{1,6}\s+\S")
_LABELLED_TITLE = re.compile(r"[\[(（【［][^\])）】］]{1,16}[\])）】］]\s*\S")


def blocks(text: str) -> list[Block]:
    """The blocks of a plain-text page, in order and disjoint, covering every character that is not white space."""
    lines = read_lines(text)
    groups = _group(lines)
    kinds = _kinds(lines, groups)
    return [
        Block(lines[first].start, lines[last].end, kind, level=1 if kind == "heading" else 0)
        for (first, last, _), kind in zip(groups, kinds, strict=True)
    ]


Group = tuple[int, int, bool]  # first line, last line, code


def _group(lines: Sequence[Line]) -> list[Group]:
    """Lines that belong together."""
    code = code_lines(lines)
    wrap = _wrap_width(lines, code)
    groups: list[Group] = []
    for at in range(len(lines)):
        if groups and _belongs(lines, code, at, groups[-1], wrap):
            groups[-1] = (groups[-1][0], at, code[at] >= 0)
        else:
            groups.append((at, at, code[at] >= 0))
    return groups


def _belongs(lines: Sequence[Line], code: Sequence[int], at: int, group: Group, wrap: int) -> bool:
    """Whether line `at` continues the group before it."""
    if code[at] >= 0 or code[at - 1] >= 0:
        return code[at] == code[at - 1]
    line, before = lines[at], lines[at - 1]
    if lone_bullet(before.text) and at - 1 == group[0]:
        return not _begins_item(line.text)
    if line.after_blank or line.ideographic_indent or _begins_item(line.text) or lone_bullet(line.text):
        return False
    if _CONTINUATION.match(line.text) or continues_after_code(lines, at):
        return True
    if at - 1 > group[0] and (continues_after_code(lines, at - 1) or _goes_on_small(lines, at)):
        return True
    if furniture.is_metadata(line.text) or furniture.is_metadata(before.text):
        return False
    if _unfinished(before.text, line.text):
        return True
    return bool(wrap) and _wrapped(lines, at, group, wrap)


def _begins_item(text: str) -> bool:
    return symbol_bullet(text) or number_bullet(text) or numbered_title(text) or bool(_HASH_TITLE.match(text))


def _unfinished(before: str, line: str) -> bool:
    """Whether a line stops in mid-sentence and the next one goes on."""
    if is_open(before) and not before.endswith(("-", "—", "–")):
        return True
    if before[0] in "“「『(（" and _PARTICLE_START.match(line) and before[-1] in "”」』)）":
        return True
    if is_ended(before) or introduces(before):
        return False
    return line[0].islower() and line[0].isascii() and before.count(" ") >= 3 and not CJK.search(line + before)


def _goes_on_small(lines: Sequence[Line], at: int) -> bool:
    """Whether an English line goes on with a sentence that inline code has cut into lines."""
    before, line = lines[at - 1].text, lines[at].text
    return line[0].islower() and line[0].isascii() and not is_ended(before) and not CJK.search(before + line)


def _wrap_width(lines: Sequence[Line], code: Sequence[int]) -> int:
    """The column at which the page's prose is wrapped, 0 where each line is a paragraph of its own.

    A page is wrapped when no line of prose is long and most lines that another line of the same paragraph
    follows end near the same column, in mid-sentence.
    """
    prose = [at for at in range(len(lines)) if code[at] < 0]
    inner = [
        width(lines[at].text)
        for at, following in pairwise(prose)
        if following == at + 1 and not lines[following].after_blank and not _begins_item(lines[following].text)
    ]
    widths = sorted(width(lines[at].text) for at in prose)
    if len(inner) < 4 or widths[int(len(widths) * 0.97)] > 110:
        return 0
    limit = sorted(inner)[int(len(inner) * 0.9)]
    full = [
        at
        for at, following in pairwise(prose)
        if following == at + 1 and not lines[following].after_blank and width(lines[at].text) >= 0.75 * limit
    ]
    cut = [at for at in full if not is_ended(lines[at].text)]
    return limit if limit >= 30 and len(full) >= 0.5 * len(inner) and len(cut) >= 0.5 * len(full) else 0


def _wrapped(lines: Sequence[Line], at: int, group: Group, wrap: int) -> bool:
    before, line = lines[at - 1], lines[at]
    if furniture.is_boilerplate(line.text) or furniture.is_boilerplate(before.text):
        return False
    if width(before.text) >= 0.7 * wrap:
        return True
    if at - 1 > group[0]:  # a short line inside a paragraph: an identifier, or the end of it
        return not is_ended(before.text)
    return not CJK.search(before.text) and not before.after_blank and not is_ended(before.text)


def _kinds(lines: Sequence[Line], groups: Sequence[Group]) -> list[str]:
    """The kind of each group."""
    kinds = [_kind(lines, groups, index) for index in range(len(groups))]
    _numbered(lines, groups, kinds)
    _head(lines, groups, kinds)
    _tail(lines, groups, kinds)
    return kinds


def _text(lines: Sequence[Line], group: Group) -> str:
    return "\n".join(line.text for line in lines[group[0] : group[1] + 1])


def _kind(lines: Sequence[Line], groups: Sequence[Group], index: int) -> str:
    group = groups[index]
    first, last, code = group
    if code:
        return "code"
    text = _text(lines, group)
    if furniture.is_translation_note(text) and (index < 12 or index > len(groups) - 6):
        return "metadata"
    if first == last and furniture.is_boilerplate(text):
        return "boilerplate"
    if first == last and furniture.is_metadata(text):
        return "metadata"
    if lone_bullet(lines[first].text) or symbol_bullet(text):
        return "list_item"
    if number_bullet(text) and not numbered_title(text):
        return "list_item"
    return "heading" if _is_heading(lines, groups, index, text) else "paragraph"


def _is_heading(lines: Sequence[Line], groups: Sequence[Group], index: int, text: str) -> bool:
    first, last, _ = groups[index]
    if _HASH_TITLE.match(text) and first == last:
        return True
    if first != last or width(text) > 120 or introduces(text) or is_open(text) or index + 1 == len(groups):
        return False
    title = not any(one[2] or width(lines[one[0]].text) > 60 for one in groups[:index]) and index < 4
    if is_ended(text):
        return title and text[-1] in "!！?？" and index < 2
    if title and index < 3:
        return True
    labelled = numbered_title(text) or bool(_LABELLED_TITLE.match(text))
    following = groups[index + 1]
    below = following[2] or lines[following[0]].start > lines[last].end
    dense = sum(line.after_blank for line in lines) < 0.1 * len(lines)
    limit = 80 if labelled else 32 if dense else 60
    return below and width(text) <= limit and _is_title_like(text)


def _is_title_like(text: str) -> bool:
    """No clause marks or columns inside: a title names, a sentence tells."""
    return not re.search(r"[。！？\t]|[，,]\s*\S.*[，,]", text)


def _numbered(lines: Sequence[Line], groups: Sequence[Group], kinds: list[str]) -> None:
    """Numbered lines in a row are a list, whatever their numbers look like; one alone is a heading."""
    texts = [_text(lines, group) for group in groups]
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
    return (
        "\n" not in text and width(text) <= 60 and not is_ended(text) and not introduces(text) and _is_title_like(text)
    )


def _head(lines: Sequence[Line], groups: Sequence[Group], kinds: list[str]) -> None:
    """Short labels in one run with navigation, or in a run of their own at the page's very top, are navigation too."""
    runs: list[list[int]] = []
    for index in range(min(12, len(groups))):
        if not runs or lines[groups[index][0]].after_blank:
            runs.append([])
        runs[-1].append(index)
    for number, run in enumerate(runs):
        labels = [
            i for i in run if kinds[i] in ("heading", "list_item") and furniture.is_label(_text(lines, groups[i]))
        ]
        tiny = number == 0 and len(labels) == len(run) >= 3 and all(width(_text(lines, groups[i])) <= 16 for i in run)
        if not tiny and not any(kinds[i] == "boilerplate" for i in run):
            continue
        if len(labels) + sum(kinds[i] == "boilerplate" for i in run) == len(run):
            for index in labels:
                kinds[index] = "boilerplate"


def _tail(lines: Sequence[Line], groups: Sequence[Group], kinds: list[str]) -> None:
    """From a line such as 相关阅读 in the page's second half on, all is the site's, with the labels directly before it;
    otherwise the labels that follow the page's first line of boilerplate near its end are."""
    half = len(kinds) // 2
    sidebar = next((i for i in range(half, len(kinds)) if furniture.opens_sidebar(_text(lines, groups[i]))), len(kinds))
    while 0 < sidebar < len(kinds) and not lines[groups[sidebar][0]].after_blank:
        if kinds[sidebar - 1] != "boilerplate" and not furniture.is_label(_text(lines, groups[sidebar - 1])):
            break
        sidebar -= 1
    kinds[sidebar:] = ["boilerplate"] * (len(kinds) - sidebar)
    near = max(half, sidebar - 12)
    first = next((i for i in range(near, sidebar) if kinds[i] == "boilerplate"), sidebar)
    for index in range(first, sidebar):
        if kinds[index] in ("heading", "paragraph") and furniture.is_label(_text(lines, groups[index])):
            kinds[index] = "boilerplate"
