"""Regional words: what mainland China and Taiwan call the same thing, as OpenCC's phrase tables have it.

OpenCC hands out no list, so the pairs are what its conversion makes of the words of jieba's dictionary: 549 pairs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from corpus.languages.chinese import word_counts
from corpus.storage.kept_tables import kept_table
from glossary.matching.han_conversion import simplified

# A word of Taiwan that mainland texts have too is none to report: jieba met 资料 9,021 times and 数据 5,232 times, but
# 网路 73 times and 网络 8,352.
_RARER = 20


class RegionalWord(NamedTuple):
    """A word of the other region at a place of a text."""

    start: int
    end: int
    word: str
    other: str  # what the text's own region says


def words_of_other_region(text: str, region: str) -> Iterator[RegionalWord]:
    """Yield the words of the other region in a text of a region, CN or TW, in order; the longest at each place."""
    lengths, words = _lengths(region), _words(region)
    start = 0
    while start < len(text):
        sizes = lengths.get(text[start], ())
        word = next((text[start : start + size] for size in sizes if text[start : start + size] in words), "")
        if words.get(word):
            yield RegionalWord(start, start + len(word), word, words[word])
        start += len(word) or 1


@kept_table("opencc", "rjieba")
def _words(region: str) -> dict[str, str]:
    """Return the words of the other region with what this region says; its words that hold one, with nothing."""
    pairs = _pairs()
    if region == "TW":
        return {**{word: "" for word in pairs.values() if word not in pairs}, **pairs}
    foreign = {simplified(taiwan): simplified(mainland) for mainland, taiwan in pairs.items()}
    counts = word_counts()
    rarer = {
        word: other
        for word, other in foreign.items()
        if word != other and counts.get(word, 0) * _RARER <= counts.get(other, 0)
    }
    return {**{word: "" for word in foreign.values() if word not in rarer}, **rarer}


def is_of_both(word: str, region: str) -> bool:
    """Return whether a region has the word itself for something else: 文件 is a document in Taiwan, 程序 a process."""
    return region == "TW" and word in _taiwan_words()


@cache
def _lengths(region: str) -> Mapping[str, tuple[int, ...]]:
    """Return the lengths of the words that begin with a character, the longest first."""
    lengths: dict[str, set[int]] = {}
    for word in _words(region):
        lengths.setdefault(word[0], set()).add(len(word))
    return {char: tuple(sorted(sizes, reverse=True)) for char, sizes in lengths.items()}


@cache
def _taiwan_words() -> frozenset[str]:
    return frozenset(_pairs().values())


@kept_table("opencc", "rjieba")
def _pairs() -> dict[str, str]:
    """Return the words of mainland China in Traditional characters, each with the word of Taiwan; none that holds
    another.
    """
    import opencc

    words = "\n".join(word for word in word_counts() if len(word) > 1)
    plain, phrases = (opencc.OpenCC(name).convert(words).split("\n") for name in ("s2tw", "s2twp"))
    pairs = {word: other for word, other in zip(plain, phrases, strict=True) if word != other}
    return {word: other for word, other in pairs.items() if not _holds_another(word, pairs)}


def _holds_another(word: str, pairs: Mapping[str, str]) -> bool:
    parts = (word[start:end] for start in range(len(word)) for end in range(start + 2, len(word) + 1))
    return any(part in pairs and part != word for part in parts)
