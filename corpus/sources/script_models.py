"""Script models: how likely a string is as Chinese, Japanese, Korean, Russian or Western text, in nats.

Bytes read in a wrong encoding give characters that are possible but unlikely: rare Han, half-width katakana,
letters of other scripts. Each script here is a table of characters with the logarithm of their share in running
text. jieba's dictionary with its word counts tells which Han are common, and which follow which. It is
Simplified, so Traditional and Japanese forms are looked up under the Simplified one. All shares are round
figures: readings differ by several nats per character.
"""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from corpus.languages.chinese import word_counts
from corpus.languages.scripts import (
    FULLWIDTH_ASCII,
    HALFWIDTH_KATAKANA,
    HALFWIDTH_PUNCTUATION,
    JIS_HIRAGANA,
    JIS_KATAKANA,
    UNIFIED_IDEOGRAPHS,
    characters,
)
from corpus.storage.code_hash import kept_table

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


# An ASCII character; a byte above 0x7F, a control character where nothing is known of them.
ASCII, HIGH, CONTROL = math.log(1 / 30), math.log(1 / 128), math.log(1 / 256)
RARE, IMPOSSIBLE = -12.0, -16.0  # a character the script does not have; one that no text has
_PUNCTUATION = "，。、：；！？（）「」『』《》〈〉【】“”‘’…—～・·〜　\xa0"
_HIRAGANA = "".join(characters(JIS_HIRAGANA))
_KATAKANA = "".join(characters(f"{JIS_KATAKANA}ー"))
_HALF_WIDTH = "".join(characters(f"{HALFWIDTH_PUNCTUATION}{HALFWIDTH_KATAKANA}"))
_FULL_WIDTH = "".join(characters(FULLWIDTH_ASCII))
_CYRILLIC = "оеаинтсрвлкмдпуя", "ыьгзбчйхжшюцщэфъё"  # Russian by frequency: the first half is 85 % of a text
_WESTERN = "éèàçêùâîôûëïüöäßñáíóúãõåøæ“”‘’–—…•©®°·£€§«»\xa0"


@dataclass(frozen=True, slots=True)
class ScriptModel:
    """The costs of a script's characters, as logarithms of their shares."""

    characters: Mapping[str, float]
    pairs: Mapping[str, float]  # of the second character after the first
    fold: Mapping[int, str]  # to the form that both tables know
    switch: float = -1.5  # from a letter of the script to a Latin one or back: one in five on technical pages
    other: float = RARE  # any other character


def likelihood(text: str, script: str) -> float:
    """Return the log-likelihood of a text in a script, such as `simplified`."""
    model = _script(script)
    total, before, joined = 0.0, "", False
    for character in text.translate(model.fold) if model.fold else text:
        if character < "\x80":
            total += ASCII if character >= " " or character in "\t\n\r\f" else IMPOSSIBLE
            if joined and character.isalpha():
                total += model.switch
            joined = False
        else:
            single = model.characters.get(character)
            pair = model.pairs.get(before + character)
            joined = single is not None and character.isalpha()
            if joined and before.isascii() and before.isalpha():
                total += model.switch
            single = _unlisted_cost(character, model.other) if single is None else single
            total += single if pair is None else max(single, pair)
        before = character
    return total


@cache
def _unlisted_cost(character: str, other: float) -> float:
    if character == "\ufffd":
        return RARE
    return IMPOSSIBLE if unicodedata.category(character) in ("Cc", "Cn", "Co", "Cs") else other


def _share_evenly(characters: Iterable[str], share: float) -> dict[str, float]:
    """Return the log share of each character when they share this part of all text evenly."""
    listed = list(characters)
    return dict.fromkeys(listed, math.log(share / len(listed)))


def _han(share: float) -> dict[str, float]:
    return {character: max(math.log(share) + cost, RARE) for character, cost in shares()[0].items()}


@cache
def _script(name: str) -> ScriptModel:
    """Return the model of a script; `any` is text in any alphabet, as the way its bytes fit together shows."""
    full_width = _share_evenly(_FULL_WIDTH, 0.01 if name == "japanese" else 0.005)
    punctuation = _share_evenly(_PUNCTUATION, 0.08 if name == "japanese" else 0.1)
    match name:
        case "simplified" | "traditional":
            fold = folded_han("t2s") if name == "traditional" else {}
            return ScriptModel({**full_width, **punctuation, **_han(0.88)}, shares()[1], fold)
        case "japanese":
            kana = {**_share_evenly(_HIRAGANA, 0.4), **_share_evenly(_KATAKANA, 0.25)}
            # As dear as any byte: a page of Thai or Korean read as Shift_JIS is nothing but half-width katakana.
            half = dict.fromkeys(_HALF_WIDTH, HIGH - 0.1)
            table = {**half, **full_width, **punctuation, **kana, **_han(0.25)}
            return ScriptModel(table, shares()[1], folded_han("jp2t", "t2s"))
        case "korean":
            block = (bytes((row, cell)).decode("euc_kr") for row in range(0xB0, 0xC9) for cell in range(0xA1, 0xFF))
            return ScriptModel(_share_evenly(block, 0.95), {}, {})
        case "russian":
            lower = {**_share_evenly(_CYRILLIC[0], 0.82), **_share_evenly(_CYRILLIC[1], 0.14)}
            upper = {letter.upper(): cost - 3.5 for letter, cost in lower.items()}
            return ScriptModel({**upper, **lower}, {}, {}, switch=-6)
        case "western":
            common = _share_evenly(_WESTERN, 0.9)
            upper = {letter.upper(): cost - 1 for letter, cost in common.items()}
            return ScriptModel({**upper, **common}, {}, {}, switch=0)
    return ScriptModel({}, {}, {}, other=math.log(1 / 400))
