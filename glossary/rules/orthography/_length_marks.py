"""Length marks: which katakana words may end in ー or do without, and which of the two a page or the glossary does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from corpus import lazy_re as re
from corpus.languages.scripts import KATAKANA

# English -er, -or and -ar; after other kana stand other endings too (スキーマ, メディア, レプリカ).
_AGENT = re.compile(f"[{KATAKANA}ー]{{2,}}(?:[タダサザバラガ]|ジャ)")
_NO_AGENT = re.compile("データ$|[ベシイゼ]ータ$|デルタ$|ラムダ$|カメラ$|オペラ$|クォータ$")
_MARKED = re.compile(f"[{KATAKANA}ー]{{2,}}[アカサタナハマヤラワガザダバパァャ]ー")


def is_bare(word: str) -> bool:
    """Return whether a word could have a ー at its end and has none."""
    return _AGENT.fullmatch(word) is not None and not _NO_AGENT.search(word)


def has_optional_mark(word: str) -> bool:
    """Return whether a word has a ー at its end that it could do without."""
    return _MARKED.fullmatch(word) is not None


def direction(surface: str, other: str) -> int:
    """Return 1 where another spelling of a word has more ー, -1 where it has fewer, else 0."""
    return _sign(other.count("ー") - surface.count("ー"))


def length_mark_custom(words: Iterable[Mapping[str, int]]) -> int:
    """Return 1 where words rather end in ー, -1 where they rather do without, 0 where that is not clear.

    Each word comes with its spellings and how often each is used. It is clear where words and places agree; a single
    word in a single spelling shows its own custom, not that of others.
    """
    balances = [(_balance(spellings), len(spellings) > 1) for spellings in words]
    telling = [(balance, mixed) for balance, mixed in balances if balance is not None]
    if len(telling) == 1 and not telling[0][1]:
        return 0
    by_word = sum(_sign(balance) for balance, _ in telling)
    by_place = sum(balance for balance, _ in telling)
    return _sign(by_word + by_place) if by_word * by_place >= 0 else 0


def _balance(spellings: Mapping[str, int]) -> int | None:
    """Return how much more often a word is written with a ー at its end than without; None where it could have none."""
    marks = [_mark(word, spellings) * count for word, count in spellings.items()]
    return sum(marks) if any(marks) else None


def _mark(word: str, spellings: Mapping[str, int]) -> int:
    """Return 1 with a ー that could be left out, -1 without one that could stand, by the word's other spelling."""
    if has_optional_mark(word) or word.removesuffix("ー") in spellings.keys() - {word}:
        return 1
    return -1 if is_bare(word) or f"{word}ー" in spellings else 0


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
