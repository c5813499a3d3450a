"""Chinese: which script a text is written in, and how often words are used."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import tomli


def locale_of(text: str) -> str:
    """Return the tag of the script with more characters that only this script has."""
    characters, telling = set(text), _telling_characters()
    return "zh-Hant" if len(characters & telling["traditional"]) > len(characters & telling["simplified"]) else "zh"


@cache
def word_counts() -> Mapping[str, int]:
    """Return jieba's words with their counts, from the wheel, or in a checkout from jieba itself, which is large."""
    compiled = files("corpus.languages") / "jieba_words.zlib"
    lines = zlib.decompress(compiled.read_bytes()) if compiled.is_file() else (files("jieba") / "dict.txt").read_bytes()
    fields = lines.decode().split()  # a word, its count, its kind, the next word …
    return dict(zip(fields[::3], map(int, fields[1::3]), strict=True))


@cache
def _telling_characters() -> dict[str, frozenset[str]]:
    table = tomli.loads((files("corpus.languages") / "chinese_scripts.toml").read_text(encoding="utf-8"))
    return {script: frozenset(characters) for script, characters in table.items()}
