"""The normalized view of a text: width, case, spacing, line ends and ・ folded, with offsets mapped back."""

from __future__ import annotations

import string
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages.scripts import HALFWIDTH_KATAKANA, WORD_CJK, WORD_KATAKANA
from glossary.matching.han_conversion import simplified

# Lower case, any white space and the hyphen as a space ("mixed-precision training"): one byte for one, so that
# it runs at the speed of a copy and no offset moves.
_ONE_TO_ONE = bytes.maketrans(
    (string.ascii_uppercase + "\t\n\r\v\f-").encode(), (string.ascii_lowercase + " " * 6).encode()
)
_BETWEEN = "\0"  # between texts that are folded together
_KATAKANA = f"{WORD_KATAKANA}{HALFWIDTH_KATAKANA}"
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
_ODD_ONE = re.compile(f"[{_ODD}\u30fb\t\n\r\v\f]|(?<=[{_KATAKANA}]) (?=[{_KATAKANA}])")
_GAP = re.compile("  ")
_STARTS = rf"(?=[\s・･{_UNSEEN}{_ODD}])"  # most places are passed over at once
_MANY = rf"""
    (?P<gone>[{_UNSEEN}]+ | (?<=[{_KATAKANA}])[・･ ](?=[{_KATAKANA}])
       | (?<=[{WORD_CJK}])[^\S\n]*\n[^\S\n]*(?=[{WORD_CJK}]) )
  | (?P<space>[^\S\n]*\n[^\S\n]*(?!\s) | [^\S\n]{{2,}})
"""
_CHANGE = re.compile(rf"{_STARTS}(?:{_MANY} | (?P<odd>[{_ODD}]))", re.VERBOSE)
_CHANGE_MARKED = re.compile(rf"{_MANY} | (?P<odd>[^{_MARKS}]?[{_MARKS}]+ | [{_ODD}])", re.VERBOSE)
_MARK = re.compile(f"[{_MARKS}]")


class NormalizedView(NamedTuple):
    """A folded text and, if its length differs, the stretches that map it to the original text."""

    text: str
    starts: tuple[int, ...] = ()  # where each stretch begins in the view
    to: tuple[int, ...] = ()  # where it begins in the text; one more at the end
    whole: tuple[bool, ...] = ()  # changed as a whole: nothing inside it has a place of its own

    def place(self, start: int, end: int) -> tuple[int, int] | None:
        """Return the place of view[start:end] in the text; None if it begins or ends within a changed character."""
        if not self.starts:
            return start, end
        first, last = bisect_right(self.starts, start) - 1, bisect_right(self.starts, end - 1) - 1
        begin = self.to[first] + (start - self.starts[first])
        if self.whole[first]:
            begin = self.to[first]
            if start != self.starts[first]:
                return None
        if not self.whole[last]:
            return begin, self.to[last] + (end - self.starts[last])
        return (begin, self.to[last + 1]) if end == self._end(last) else None

    def _end(self, stretch: int) -> int:
        return self.starts[stretch + 1] if stretch + 1 < len(self.starts) else len(self.text)


def view(text: str, lang: str = "") -> NormalizedView:
    """Return the folded view of a text; in zh the script is folded too. Nearly all texts fold one to one."""
    is_uneven = "  " in text or _ODD_ONE.search(text)  # folding may change more than characters one for one
    folded_view = _changed(text) if is_uneven else NormalizedView(_fold_characters(text))
    return folded_view._replace(text=simplified(folded_view.text)) if lang == "zh" else folded_view


def views(texts: Sequence[str], lang: str) -> list[NormalizedView]:
    """Return the views of many texts; what folds one to one is done for all of them together."""
    if len(texts) == 1:
        return [view(texts[0], lang)]
    joined = _BETWEEN.join(texts)
    if joined.count(_BETWEEN) != len(texts) - 1:
        return [view(text, lang) for text in texts]
    folded = _fold_characters(joined)
    parts = (simplified(folded) if lang == "zh" else folded).split(_BETWEEN)
    folded_views = list(map(NormalizedView, parts))
    # Which of the texts are uneven, by one search through all of them.
    ends = list(accumulate(len(text) + 1 for text in texts))
    odd = {bisect_right(ends, match.start()) for match in _ODD_ONE.finditer(joined)}
    for number in odd | {bisect_right(ends, match.start()) for match in _GAP.finditer(joined)}:
        folded_views[number] = view(texts[number], lang)
    return folded_views


def fold(text: str, lang: str = "") -> str:
    """Return only the folded text; two strings that fold to the same are one spelling."""
    return view(text, lang).text


def _fold_characters(text: str) -> str:
    return text.encode("utf-8", "replace").translate(_ONE_TO_ONE).decode()


def _changed(text: str) -> NormalizedView:
    parts: list[str] = []
    starts: list[int] = []
    to: list[int] = []
    whole: list[bool] = []
    size = position = 0

    def add(part: str, begin: int, changed: bool) -> None:
        nonlocal size
        parts.append(part)
        starts.append(size)
        to.append(begin)
        whole.append(changed)
        size += len(part)

    for match in (_CHANGE_MARKED if _MARK.search(text) else _CHANGE).finditer(text):
        part = _replacement(match)
        if part == match[0]:
            continue
        if match.start() > position:
            add(text[position : match.start()], position, False)
        add(part, match.start(), True)
        position = match.end()
    add(text[position:], position, False)
    return NormalizedView(_fold_characters("".join(parts)), tuple(starts), (*to, len(text)), tuple(whole))


def _replacement(match: re.Match[str]) -> str:
    if match["odd"]:
        return unicodedata.normalize("NFKC", match[0]).casefold().replace("\u2010", "-")
    return " " if match["space"] else ""
