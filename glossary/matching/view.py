"""The text as forms are compared: width, case, spacing, line ends and ・ folded, with the way back to the text."""

from __future__ import annotations

import re
import string
import unicodedata
from bisect import bisect_right
from typing import NamedTuple

# Lower case, any white space and the hyphen as a space ("mixed-precision training"): one byte for one, so that
# it runs at the speed of a copy and no offset moves.
_ONE_TO_ONE = bytes.maketrans(
    (string.ascii_uppercase + "\t\n\r\v\f-").encode(), (string.ascii_lowercase + " " * 6).encode()
)
_CJK = "\u3041-\u3096\u30a1-\u30fa\u30fc-\u30fe\u3400-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_KATAKANA = "\u30a1-\u30fa\u30fc-\u30fe\uff66-\uff9f"
_MARKS = "\u0300-\u036f\u3099\u309a\uff9e\uff9f"
_UNSEEN = "\xad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef"
# Characters that NFKC or case folding may change. Left out on purpose: ASCII, and the punctuation that every
# Chinese or Japanese page has (，：（）… “”), which no form contains.
_ODD = (
    "\x1c-\x1f\x85\xa0-\u1fff\u2000-\u2011\u2028-\u202f\u205f-\u218f\u2460-\u24ff\u2c60-\u2dff\u2e80-\u2fdf\u3000"
    "\u3099\u309a\u309f\u30ff\u3131-\u318f\u3200-\u33ff\ua640-\uabff\uf900-\ufaff\ufb00-\ufb4f\ufe00-\ufe0f\ufeff"
    "\uff0b\uff0d-\uff19\uff20-\uff3a\uff3f-\uff5a\uff61-\uff9f\U00010400-\U0001049f\U0001d400-\U0001d7ff"
    "\U0001f100-\U0001f2ff\U0002f800-\U0002fa1f\U000e0100-\U000e01ef"
)
_SUSPECT = re.compile(f"[{_ODD}\u30fb]")
_CHANGE = re.compile(
    rf"(?P<gone>[{_UNSEEN}]+ | (?<=[{_KATAKANA}])[・･](?=[{_KATAKANA}])"
    rf"   | (?<=[{_CJK}])[^\S\n]*\n[^\S\n]*(?=[{_CJK}]) )"
    rf"| (?P<space>[^\S\n]*\n[^\S\n]*(?!\s) | [^\S\n]{{2,}})"
    rf"| (?P<odd>[^{_MARKS}]?[{_MARKS}]+ | [{_ODD}])",
    re.VERBOSE,
)


class View(NamedTuple):
    """A folded text and, where its length differs, the stretches it is made of."""

    text: str
    at: tuple[int, ...] = ()  # where each stretch begins in the view
    to: tuple[int, ...] = ()  # where it begins in the text; one more at the end
    whole: tuple[bool, ...] = ()  # changed as a whole: nothing inside it has a place of its own

    def place(self, start: int, end: int) -> tuple[int, int] | None:
        """Where view[start:end] stands in the text; None where it begins or ends within a changed character."""
        if not self.at:
            return start, end
        first, last = bisect_right(self.at, start) - 1, bisect_right(self.at, end - 1) - 1
        begin = self.to[first] + (start - self.at[first])
        if self.whole[first]:
            begin = self.to[first]
            if start != self.at[first]:
                return None
        if not self.whole[last]:
            return begin, self.to[last] + (end - self.at[last])
        return (begin, self.to[last + 1]) if end == self._end(last) else None

    def _end(self, stretch: int) -> int:
        return self.at[stretch + 1] if stretch + 1 < len(self.at) else len(self.text)


def view(text: str) -> View:
    """The folded view of a text. Nearly all texts only need what is one to one."""
    folded = _one_to_one(text)
    if "  " in folded or "\n" in text or not (text.isascii() or not _SUSPECT.search(text)):
        return _changed(text)
    return View(folded)


def fold(text: str) -> str:
    """The folded text alone: two strings that fold to the same are one spelling."""
    return view(text).text


def _one_to_one(text: str) -> str:
    return text.encode("utf-8", "replace").translate(_ONE_TO_ONE).decode()


def _changed(text: str) -> View:
    parts: list[str] = []
    at: list[int] = []
    to: list[int] = []
    whole: list[bool] = []
    size = done = 0

    def add(part: str, begin: int, changed: bool) -> None:
        nonlocal size
        parts.append(part)
        at.append(size)
        to.append(begin)
        whole.append(changed)
        size += len(part)

    for match in _CHANGE.finditer(text):
        part = _replacement(match)
        if part == match[0]:
            continue
        if match.start() > done:
            add(text[done : match.start()], done, False)
        add(part, match.start(), True)
        done = match.end()
    add(text[done:], done, False)
    return View(_one_to_one("".join(parts)), tuple(at), (*to, len(text)), tuple(whole))


def _replacement(match: re.Match[str]) -> str:
    if match["odd"]:
        return unicodedata.normalize("NFKC", match[0]).casefold().replace("\u2010", "-")
    return " " if match["space"] else ""
