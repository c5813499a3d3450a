"""Brackets and quotes in a text, matched in pairs; those without a partner are skipped."""

from __future__ import annotations

from collections import Counter

from corpus import lazy_re as re

OPENERS = {"(": ")", "（": ")", "[": "]", "［": "]", "【": "】", "「": "」", "『": "』", "《": "》", "〈": "〉",
            "“": "”", "‘": "’", "{": "}", "〔": "〕", "｢": "｣"}  # fmt: skip
CLOSERS = {")": ")", "）": ")", "]": "]", "］": "]", **{c: c for c in "】」』》〉”’}〕｣"}}
_BRACKET = re.compile(r"[()（）\[\]［］【】「」『』《》〈〉“”‘’{}〔〕｢｣\"]")


def pairs_in(view: str) -> list[tuple[int, int]]:
    """Return the pairs of matching brackets and quotes; those without a partner are skipped."""
    stack: list[tuple[str, int]] = []
    waiting: Counter[str] = Counter()
    pairs: list[tuple[int, int]] = []
    straight = view.count('"') % 2 == 0
    for match in _BRACKET.finditer(view):
        char, offset = match.group(), match.start()
        if char == '"':
            closes, kind = waiting[char] > 0, char
            if not straight:
                continue
        else:
            closes, kind = char in CLOSERS, CLOSERS.get(char) or OPENERS[char]
        if not closes:
            stack.append((kind, offset))
            waiting[kind] += 1
        elif waiting[kind] and not _is_apostrophe(view, offset):
            while True:
                top, opened = stack.pop()
                waiting[top] -= 1
                if top == kind:
                    break
            pairs.append((opened, offset))
    return pairs


def _is_apostrophe(view: str, offset: int) -> bool:
    return (
        view[offset] == "’"
        and view[offset - 1 : offset].isalpha()
        and view[offset + 1 : offset + 2].isalpha()
        and view[offset - 1].isascii()
    )


def outermost(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the pairs that are inside no other pair, in order."""
    outer: list[tuple[int, int]] = []
    for a, b in sorted(pairs):
        if not outer or a > outer[-1][1]:
            outer.append((a, b))
    return outer
