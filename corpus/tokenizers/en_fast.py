"""English words, cut fast without spaCy, which takes half a second to load, for uses that show no tokens."""

from __future__ import annotations

from corpus import lazy_re as re
from corpus.tokenizers import Words

_WORD = re.compile(r"[A-Za-z0-9]+(?:['’][A-Za-z]+)?|[^\sA-Za-z0-9]")


def cut(text: str) -> Words:
    """Cut an English text into words: runs of letters and digits, and each other mark by itself."""
    return [match.span() for match in _WORD.finditer(text)]
