"""Errors of layout: punctuation and letters of another width, brackets that are not closed or closed by another kind."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.text.segments import pairs_in
from tests.planting.edits import Edit
from tests.planting.ground import Ground

_CJK = "[぀-ヿ一-鿿]"
_NARROW = str.maketrans("，；：！？、（）", ",;:!?,()")
_LEAST_INSIDE = 3  # a bracket around less may be a list's number


def widths(ground: Ground) -> Iterator[Edit]:
    """A comma of half width between Chinese or Japanese words, or letters of full width."""
    for match in re.finditer(f"(?<={_CJK})[，；、](?={_CJK})", ground.masked):
        yield Edit(*match.span(), match.group().translate(_NARROW), "half-width comma", "comma")
    for match in re.finditer(r"(?<![\w.])[A-Z][a-zA-Z]{2,}(?![\w.])", ground.masked):
        wide = "".join(chr(ord(char) + 0xFEE0) for char in match.group())
        yield Edit(*match.span(), wide, "full-width letters", "letters")


def debris(ground: Ground) -> Iterator[Edit]:
    """What conversions leave: an English ending, an escape, an entity in code, a link come apart, emphasis that is none."""
    for match in re.finditer(f"(?<={_CJK}{{2}})(?={_CJK})", ground.masked):
        yield Edit(*match.span(), "’s ", "possessive", "possessive", (match.start(), match.end() + 3))
    for match in re.finditer("(?<=。)", ground.masked):
        yield Edit(*match.span(), r"\n", "escape", "escape", (match.start() - 1, match.end() + 2))
    for match in re.finditer(r"(?<=\])(?=\(https?://[^()\s]+\))", ground.text):
        yield Edit(*match.span(), " ", "link", str(match.start()), (match.start(), match.end() + 1))
    for match in re.finditer(f"(?<={_CJK})，({_CJK}{{2,8}})，(?={_CJK})", ground.masked):
        yield Edit(match.start(1), match.end(), f"**{match[1]}，**", "emphasis", "emphasis")


def broken_marks(ground: Ground) -> Iterator[Edit]:
    """A heading or an item that lost the space behind its mark, an item's number with a Chinese stop."""
    for match in re.finditer(r"^(#{2,4})( )(?=\S)", ground.text, re.MULTILINE):
        yield Edit(*match.span(2), "", "heading", str(match.start()), match.span(1))
    for match in re.finditer(r"^\d(\. )(?=\S)", ground.text, re.MULTILINE):
        yield Edit(*match.span(1), "。", "item", str(match.start()), match.span())


def lost_elements(ground: Ground) -> Iterator[Edit]:
    """A heading that is bold text, a link of which the words are left."""
    if not ground.base.english:
        return
    for match in re.finditer(r"^#{2,4} ([^\n`*\[]+)$", ground.text, re.MULTILINE):
        yield Edit(*match.span(), f"**{match[1]}**", "heading", str(match.start()))
    for segment in ground.prose:
        for match in re.finditer(r"(?<!!)\[([^\[\]()\n`]{2,40})\]\(https?://[^()\s]+\)", segment.text):
            start, end = segment.start + match.start(), segment.start + match.end()
            yield Edit(start, end, match[1], "link", str(start), (segment.start, segment.end))


def brackets(ground: Ground) -> Iterator[Edit]:
    """A full-width bracket closed by a half-width one, or without its partner; a link without its square one."""
    for segment in ground.prose:
        text = ground.masked[segment.start : segment.end]
        for opens, closes in pairs_in(text):
            if text[opens] == "（" and text[closes] == "）" and closes - opens > _LEAST_INSIDE:
                a, b = segment.start + opens, segment.start + closes
                yield Edit(b, b + 1, ")", "closed by )", str(a), (a, b + 1))
                yield Edit(a, a + 1, "(", "opened by (", str(a), (a, b + 1))
                yield Edit(b, b + 1, "", "not closed", str(a), (a, b + 1))
    for match in re.finditer(r"(?<!!)\[[^\[\]()\n`]{2,40}(\])\(https?://[^()\s]+\)", ground.text):
        yield Edit(*match.span(1), "", "link not closed", str(match.start()), match.span())


KINDS = {  # by the rule that is to find them
    "T308": debris,
    "T310": broken_marks,
    "T311": lost_elements,
    "T405": widths,
    "T406": brackets,
}
