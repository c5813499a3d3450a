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
    """Return the log-likelihood of a text in one of the `SCRIPTS`."""
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
    return SCRIPTS[name]()


def _simplified() -> ScriptModel:
    return ScriptModel(
        {**_share_evenly(_FULL_WIDTH, 0.005), **_share_evenly(_PUNCTUATION, 0.1), **_han(0.88)}, shares()[1], {}
    )


def _traditional() -> ScriptModel:
    base = _simplified()
    return ScriptModel(base.characters, base.pairs, folded_han("t2s"))


def _japanese() -> ScriptModel:
    kana = {**_share_evenly(_HIRAGANA, 0.4), **_share_evenly(_KATAKANA, 0.25)}
    rest = {**_share_evenly(_FULL_WIDTH, 0.01), **_share_evenly(_PUNCTUATION, 0.08)}
    # As dear as any byte: a page of Thai or Korean read as Shift_JIS is nothing but half-width katakana.
    half = dict.fromkeys(_HALF_WIDTH, HIGH - 0.1)
    return ScriptModel({**half, **rest, **kana, **_han(0.25)}, shares()[1], folded_han("jp2t", "t2s"))


def _korean() -> ScriptModel:
    block = (bytes((row, cell)).decode("euc_kr") for row in range(0xB0, 0xC9) for cell in range(0xA1, 0xFF))
    return ScriptModel(_share_evenly(block, 0.95), {}, {})


def _russian() -> ScriptModel:
    lower = {**_share_evenly(_CYRILLIC[0], 0.82), **_share_evenly(_CYRILLIC[1], 0.14)}
    return ScriptModel({**{letter.upper(): cost - 3.5 for letter, cost in lower.items()}, **lower}, {}, {}, switch=-6)


def _western() -> ScriptModel:
    common = _share_evenly(_WESTERN, 0.9)
    return ScriptModel({**{letter.upper(): cost - 1 for letter, cost in common.items()}, **common}, {}, {}, switch=0)


def _any_script() -> ScriptModel:
    """Return the model of text in any alphabet, which the way its bytes fit together shows to be text."""
    return ScriptModel({}, {}, {}, other=math.log(1 / 400))


SCRIPTS = {
    "simplified": _simplified,
    "traditional": _traditional,
    "japanese": _japanese,
    "korean": _korean,
    "russian": _russian,
    "western": _western,
    "any": _any_script,
}
