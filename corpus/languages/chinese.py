"""Chinese, in Simplified and in Traditional characters."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import tomli

from corpus import lazy_re as re
from corpus.languages.pack import LanguagePack, function_words
from corpus.languages.scripts import HAN


def is_traditional(locale: str) -> bool:
    """Return whether a BCP 47 tag means Chinese in Traditional characters."""
    parts = {*locale.split("-")}
    return "Hans" not in parts and not parts.isdisjoint(("Hant", "TW", "HK", "MO"))


def _locale_of(text: str) -> str:
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


PACK = LanguagePack(
    code="zh",
    name="Chinese",
    native_name="中文",
    locale="zh-CN",
    html_lang="zh-Hans",
    is_target=True,
    has_every_concept=True,
    tokenizer="corpus.tokenizers.zh",
    has_dictionary=True,
    aliases={"cn": "zh-CN", "tw": "zh-TW", "hk": "zh-HK", "chs": "zh-Hans", "cht": "zh-Hant"},
    script=re.compile(f"[{HAN}]"),
    locale_of=_locale_of,
    sentence_ends="。｡",
    joiner="",
    compound_joint=re.compile(" ?的? ?"),
    alternatives=" 或 ",
    quoted_alternatives="”或“",
    english_characters=2.5,  # the median of documentation in three languages
    kept_names=0.8,  # in texts that were aligned by hand
    function_words=function_words("zh"),
)
