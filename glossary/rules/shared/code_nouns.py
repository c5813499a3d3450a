"""Nouns of code: words beside which an English one names a function, a file or a value."""

from __future__ import annotations

from functools import cache

from corpus import lazy_re as re
from glossary.rules.shared.english_words import data

_REACH = 12  # characters within which a noun says that a word is a name of code


def is_beside_code_noun(text: str, start: int, end: int) -> bool:
    """Return whether a word is called a function, a file or a value: forward 函数, 列 label."""
    before, after = _code_nouns()
    return bool(after.match(text, end) or before.search(text[max(0, start - _REACH) : start]))


@cache
def _code_nouns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    nouns = "|".join(sorted(data()["code_nouns"], key=len, reverse=True))
    before = rf"(?:{nouns})[ *_「“『\"'（(]{{0,3}}\Z"
    after = rf"[ *_」”』\"')）]{{0,3}}(?:[的の] ?)?(?:{nouns})"
    return re.compile(before), re.compile(after)
