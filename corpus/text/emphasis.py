"""Emphasis in Markdown: which asterisks, underscores, tildes and equals signs are marks, which are characters.

More lenient than CommonMark, whose rules leave `**「张量」**是` as it stands: authors in Chinese and Japanese
mean bold.
"""

from __future__ import annotations

from itertools import pairwise

from corpus import lazy_re as re
from corpus.languages.scripts import CJK

_WORDS = re.compile(rf"[{CJK}]|[A-Za-z]{{4}}|\]\(")
_RUN = re.compile(r"(\*+|_+|~+|=+)")
_LENGTHS = {"*": (1, 2, 3), "_": (1, 2, 3), "~": (2,), "=": (2,)}
MarkRun = tuple[int, int]  # of marks of one kind: start and end in the text


def without_emphasis(text: str) -> str:
    """Return the text without its marks of emphasis; runs that open or close nothing stay."""
    marks = sorted(_marks(text))
    pieces, position = [], 0
    for start, end in marks:
        pieces.append(text[position:start])
        position = end
    return "".join([*pieces, text[position:]])


def _marks(text: str) -> list[MarkRun]:
    marks: list[MarkRun] = []
    astray: list[MarkRun] = []  # bold with a space inside: ** 注意 **
    opened: dict[str, list[MarkRun]] = {}  # runs that wait for their end, by what they look like
    for match in _RUN.finditer(text):
        start, end = match.span()
        if end - start not in _LENGTHS[text[start]]:
            continue
        opens, closes = _sides(text, start, end)
        same = opened.setdefault(match.group(), [])
        if closes and same:
            marks += [same.pop(), (start, end)]
        elif opens:
            same.append((start, end))
        elif other := _of_other_length(opened, text[start], start, end) if closes else []:
            marks += other
        elif match.group() == "**" and _may_stray(text, (start, end)):
            astray.append((start, end))
    return marks + _stray_bold(text, sorted(astray + [run for run in opened.get("**", ()) if _may_stray(text, run)]))


def _may_stray(text: str, run: MarkRun) -> bool:
    """Return whether a run that was never closed may be bold all the same: it does not look like **kwargs."""
    return not _is_latin(text[run[1] : run[1] + 1])


def _stray_bold(text: str, runs: list[MarkRun]) -> list[MarkRun]:
    """Return those runs, two by two, that stand on both sides of Han or kana, of words, or of one space too many."""
    marks: list[MarkRun] = []
    for run, other in pairwise(runs):
        between = text[run[1] : other[0]]
        is_meant = _WORDS.search(between) or (between[:1].isspace() and not between[-1:].isspace())
        if run not in marks[-1:] and is_meant and "\n" not in between:
            marks += [run, other]
    return marks


def _sides(text: str, start: int, end: int) -> tuple[bool, bool]:
    """Return whether a run can open and can close: 2*3 and a_b do neither."""
    before, after = text[start - 1 : start], text[end : end + 1]
    in_word = _is_latin(before) and _is_latin(after)
    opens = bool(after) and not after.isspace() and not in_word
    closes = bool(before) and not before.isspace() and not in_word
    if text[start] in "_=":
        return opens and not _is_latin(before), closes and not _is_latin(after)
    return opens, closes


def _is_latin(char: str) -> bool:
    return char.isascii() and char.isalnum()


def _of_other_length(opened: dict[str, list[MarkRun]], char: str, start: int, end: int) -> list[MarkRun]:
    """Return a run that ends a longer or shorter one: in ***a** b* two of three, then the one that is left."""
    for length in _LENGTHS[char][::-1]:
        runs = opened.get(char * length)
        if not runs:
            continue
        a, b = runs.pop()
        used = min(length, end - start)
        if length > used:
            opened.setdefault(char * (length - used), []).append((a, b - used))
        return [(b - used, b), (start, start + used)]
    return []
