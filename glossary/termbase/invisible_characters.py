"""Characters that are invisible, or look like a space: they make equal strings differ."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from corpus import lazy_re as re

# Controls but the line end, soft hyphen, zero width, direction marks, fillers, variation selectors, tags, BOM; then
# the spaces that are not U+0020, the ideographic one too.
_UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
_SPACE = re.compile("[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_EITHER = re.compile(f"{_UNSEEN.pattern}|{_SPACE.pattern}")


@dataclass(frozen=True, slots=True)
class InvisibleCharacter:
    """A character found in a text, and the text with it spelled out."""

    name: str
    spelled_out: str
    remedy: str


def invisible(text: str) -> InvisibleCharacter | None:
    """Return the first invisible character of a text; None where there is none."""
    either = _EITHER.search(text)
    if either is None:
        return None
    unseen = _UNSEEN.search(text)
    match, remedy = (unseen, "remove it") if unseen else (either, "write an ordinary space")
    code = f"U+{ord(match[0]):04X}"
    spelled_out = f"{text[: match.start()]}<{code}>{text[match.end() :]}"
    return InvisibleCharacter(f"{code} {unicodedata.name(match[0], 'control character')}", spelled_out, remedy)
