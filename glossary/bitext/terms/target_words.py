"""The target words of the translation: base words, not the longer tokens that mentions make from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from corpus import lazy_re as re
from corpus.alignment.features import word_key
from corpus.languages import pack
from corpus.languages.scripts import HAN, WORD_KATAKANA
from corpus.records import Segment
from corpus.tokenizers import Words
from glossary.bitext.terms.english_terms import opaque_spans, touches

_HAN = re.compile(f"[{HAN}]")
_KATAKANA = re.compile(f"[{WORD_KATAKANA}]+")
_JOINS = frozenset("-・ /")  # may stand inside a term
_SHORT = 3  # characters: a token that is no longer is no compound


@dataclass(frozen=True, slots=True)
class TargetWord:
    """A word of the translation; offsets are in its document."""

    start: int
    end: int
    surface: str
    key: str  # what a lexicon knows it by; empty for kana, signs and figures
    is_latin: bool
    is_katakana: bool
    means: bool  # whether a term may consist of it: no particle, sign or figure
    parts: bool  # whether no term reaches over it


def target_words(segments: Iterable[Segment], cut: Callable[[str], Words]) -> list[TargetWord]:
    """Return the words of segments in order, without code and addresses; `cut` is the language's tokenizer."""
    return [word for segment in segments for word in _words(segment, cut)]


def _words(segment: Segment, cut: Callable[[str], Words]) -> Iterator[TargetWord]:
    opaque = opaque_spans(segment)
    for token, start in zip(segment.tokens, segment.token_starts, strict=True):
        if not opaque or not touches(start, start + len(token), opaque):
            for first, last in _parts(token, cut):
                surface = token[first:last]
                yield TargetWord(start + first, start + last, surface, *_traits(surface, segment.lang))


@lru_cache(1 << 15)
def _parts(token: str, cut: Callable[[str], Words]) -> Words:
    """Return the base words of a published token."""
    return cut(token) if len(token) >= _SHORT and _HAN.search(token) else [(0, len(token))]


@lru_cache(1 << 15)
def _traits(surface: str, lang: str) -> tuple[str, bool, bool, bool, bool]:
    is_latin = surface[0].isascii() and any(map(str.isalpha, surface))
    is_katakana = _KATAKANA.fullmatch(surface) is not None
    key = surface.casefold() if is_latin else word_key(surface, lang)
    means = is_latin or (bool(key) and surface not in pack(lang).function_words)
    is_sign = not any(map(str.isalnum, surface)) and surface not in _JOINS
    return key, is_latin, is_katakana, means, is_sign
