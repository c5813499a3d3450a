"""Han frequencies: the shares of characters and pairs, from jieba's dictionary, and folding to other forms."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache

from corpus.languages.chinese import word_counts
from corpus.languages.scripts import UNIFIED_IDEOGRAPHS, characters
from corpus.storage.kept_tables import kept_table

_IN_WORD = 0.4  # how often the next character belongs to the same word


@cache
def shares() -> tuple[dict[str, float], dict[str, float]]:
    """Return the log share of each Han character, and of each pair's second character after the first."""
    single: Counter[str] = Counter()
    pairs: Counter[str] = Counter()
    for word, count in word_counts().items():
        for index, character in enumerate(word):
            single[character] += count
            if index:
                pairs[word[index - 1 : index + 1]] += count
    han = {char: single[char] for char in characters(UNIFIED_IDEOGRAPHS) if char in single}
    total = sum(han.values())
    return (
        {char: math.log(count / total) for char, count in han.items()},
        {pair: math.log(_IN_WORD * count / single[pair[0]]) for pair, count in pairs.items() if count >= 20},
    )


@kept_table("opencc")
def folded_han(*conversions: str) -> dict[int, str]:
    """Return the Han characters that the conversions change, each mapped to the result."""
    import opencc

    ideographs = "\n".join(characters(UNIFIED_IDEOGRAPHS))
    result = ideographs
    for conversion in conversions:
        result = opencc.OpenCC(conversion).convert(result)
    changed = zip(ideographs.split("\n"), result.split("\n"), strict=True)
    return {ord(char): other for char, other in changed if char != other and len(other) == 1}
