"""T408 regional-words: a word of mainland China on a page for Taiwan, or one of Taiwan on a page for mainland China.

Why: Readers understand it, but see that the page was converted character by character and not written for them.
Bad: 服務器將數據保存在內存中。
Good: 伺服器將資料儲存在記憶體中。
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from corpus.languages.chinese import word_counts
from corpus.storage.code_hash import kept_table
from glossary.matching.han_conversion import simplified
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.visible_text import visible

_REGIONS = {"zh-TW": "TW", "zh-Hant": "TW", "zh-Hant-TW": "TW", "zh-CN": "CN", "zh-Hans": "CN", "zh-Hans-CN": "CN"}
_COMPANY = 2  # other words of the region, for a word that this region has in another sense
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
    """Yield the words of the other region in a text for a region, CN or TW, in order; the longest at each place."""
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
    """Return the other region's words, each with this region's word. This region's words that contain one of them are
    included with an empty text.
    """
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
    """Return whether a region uses the word itself for something else: 文件 is a document in Taiwan, 程序 a process."""
    return region == "TW" and word in _taiwan_words()


@cache
def _lengths(region: str) -> Mapping[str, tuple[int, ...]]:
    """Return, by first character, the lengths of the words that begin with it, the longest first."""
    lengths: dict[str, set[int]] = {}
    for word in _words(region):
        lengths.setdefault(word[0], set()).add(len(word))
    return {char: tuple(sorted(sizes, reverse=True)) for char, sizes in lengths.items()}


@cache
def _taiwan_words() -> frozenset[str]:
    return frozenset(_pairs().values())


@kept_table("opencc", "rjieba")
def _pairs() -> dict[str, str]:
    """Return the words of mainland China in Traditional characters, each with Taiwan's word; none contains another.
    OpenCC publishes no list, so they are what its conversion makes of the words of jieba's dictionary: 549 pairs.
    """
    import opencc

    words = "\n".join(word for word in word_counts() if len(word) > 1)
    plain, phrases = (opencc.OpenCC(name).convert(words).split("\n") for name in ("s2tw", "s2twp"))
    pairs = {word: other for word, other in zip(plain, phrases, strict=True) if word != other}
    return {word: other for word, other in pairs.items() if not _holds_another(word, pairs)}


def _holds_another(word: str, pairs: Mapping[str, str]) -> bool:
    parts = (word[start:end] for start in range(len(word)) for end in range(start + 2, len(word) + 1))
    return any(part in pairs and part != word for part in parts)


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield words of the other region, one decision for each; nothing on pages that are for neither."""
    region = _REGIONS.get(page.document.locale, "")
    if not region:
        return
    places: defaultdict[str, list[DocumentSpan]] = defaultdict(list)
    words: dict[str, RegionalWord] = {}
    for segment, text in visible(page):
        for match in words_of_other_region(text, region):
            words[match.word] = match
            places[match.word].append(DocumentSpan(segment.start + match.start, segment.start + match.end))
    sure = [word for word in words if not is_of_both(word, region)]
    for word, match in words.items():
        # Taiwanese words are easily coined in mainland texts, too: one alone says nothing of the page.
        if (word in sure and (region == "TW" or len(sure) > 1)) or len(sure) >= _COMPANY:
            yield Violation(tuple(places[word]), "", f"in-{region}", expected=(match.other,), key=word)


RULE = Rule("T408", "regional-words", "locale-conventions", "neutral", 0.8, "document", find, languages=("zh",))
