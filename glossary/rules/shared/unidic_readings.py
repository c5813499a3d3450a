"""Readings: how UniDic reads the words of a Japanese page: sound, dictionary form, part of speech."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages.scripts import HAN
from corpus.tokenizers.ja import analysed
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan

HAN_CHARACTER = re.compile(f"[{HAN}]")
# What follows a verb, and no noun: 取り扱います, 切り替えて.
_GOES_ON = re.compile("ま[すしせ]|[てた]|なが|つつ|やす|にく|られ|ず|な[いかけく]|よう[とに]")
_SOUND, _BASE, _BASE_SOUND, _CLASS, _ENDING = 9, 10, 11, 0, 5  # columns of UniDic; others are not in packages/unidic


class UnidicReading(NamedTuple):
    """A word as UniDic reads it."""

    text: str
    sound: str  # 行なっ: オコナッ
    base: str  # its dictionary form: 行なう; the word itself where it is not inflected
    base_sound: str
    inflected: bool  # a verb or an adjective, in a form that is no noun too


class ReadWord(NamedTuple):
    """A word of a page, and where it stands."""

    reading: UnidicReading
    place: DocumentSpan


def words(page: RuleContext) -> Iterator[ReadWord]:
    """Yield the words with Han characters of the page's own prose outside code."""
    for segment in page.own_prose:
        text = page.plain(segment)
        for start, token in zip(segment.token_starts, segment.tokens, strict=True):
            if HAN_CHARACTER.search(token) and text.startswith(token, start - segment.start):
                goes_on = _GOES_ON.match(text, start - segment.start + len(token)) is not None
                for offset, reading in readings(token, goes_on):
                    begin = start + offset
                    yield ReadWord(reading, DocumentSpan(begin, begin + len(reading.text)))


@lru_cache(maxsize=50_000)
def readings(token: str, goes_on: bool = False) -> tuple[tuple[int, UnidicReading], ...]:
    """Return the words of a token that the dictionary knows, each with its offset; `goes_on` if a verb continues."""
    known_words, position = [], 0
    for surface, columns in analysed(token + "ます" if goes_on else token):
        position = token.find(surface, position)
        if position < 0:
            break
        if len(columns) > _BASE_SOUND and HAN_CHARACTER.search(surface):
            known_words.append((position, _reading(surface, columns, goes_on)))
        position += len(surface)
    return tuple(known_words)


@lru_cache(maxsize=50_000)
def sound(words: str) -> str:
    """Return how words sound, in katakana; what the dictionary does not know stays as written."""
    return "".join(columns[_SOUND] if len(columns) > _SOUND else surface for surface, columns in analysed(words))


def _reading(surface: str, columns: tuple[str, ...], goes_on: bool) -> UnidicReading:
    # By itself 読み込み may be the noun as well: UniDic says now this, now that.
    noun = columns[_ENDING] == "連用形-一般" and not goes_on
    inflected = columns[_CLASS] in ("動詞", "形容詞") and not noun
    base = (columns[_BASE], columns[_BASE_SOUND]) if inflected else (surface, columns[_SOUND])
    return UnidicReading(surface, columns[_SOUND], *base, inflected)
