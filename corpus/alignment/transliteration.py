"""Transliteration: the consonants of an English word and of its katakana, near enough to meet (モデル and model: mdr).

The rules are written by hand; they follow no published key such as Soundex, and no measurement is recorded.
"""

from __future__ import annotations

from functools import lru_cache

from corpus import lazy_re as re

_ROWS = {
    "": "アイウエオァィゥェォヤユヨャュョワヲヮッー",
    "k": "カキクケコヵヶ",
    "g": "ガギグゲゴ",
    "s": "サシスセソ",
    "z": "ザジズゼゾ",
    "t": "タチツテト",
    "d": "ダヂヅデド",
    "n": "ナニヌネノン",
    "h": "ハヒヘホ",
    "f": "フ",
    "b": "バビブベボヴ",
    "p": "パピプペポ",
    "m": "マミムメモ",
    "r": "ラリルレロ",
}
_CONSONANT = {ord(sign): consonant for consonant, row in _ROWS.items() for sign in row}
_DOUBLED = re.compile(r"(.)\1+")

# How English is spelled, in order. An r that closes a syllable is only a long vowel in katakana (server: サーバ).
_SPELLINGS = [
    (re.compile(pattern), consonants)
    for pattern, consonants in (
        (r"tion", "sn"),
        (r"sion", "zn"),
        (r"tch|ch", "t"),
        (r"ck", "k"),
        (r"ph", "f"),
        (r"th|sh", "s"),
        (r"qu", "k"),
        (r"gh", ""),
        (r"x", "ks"),
        (r"wr", "r"),
        (r"kn", "n"),
        (r"c(?=[eiy])", "s"),
        (r"[cq]", "k"),
        (r"g(?=[ey])|j", "z"),
        (r"e$", ""),
        (r"v", "b"),
        (r"m(?=[bp])", "n"),
        (r"(?<=[aeiouy])r(?![aeiouy])", ""),
        (r"l", "r"),
        (r"[aeiouyw]", ""),
    )
]


def katakana(word: str) -> str:
    """Return the consonants of a katakana word."""
    return _DOUBLED.sub(r"\1", word.translate(_CONSONANT))


@lru_cache(1 << 16)  # words; by hand
def english(word: str) -> str:
    """Return the consonants of a lower-case English word, as Japanese would borrow it."""
    for pattern, consonants in _SPELLINGS:
        word = pattern.sub(consonants, word)
    return _DOUBLED.sub(r"\1", word)
