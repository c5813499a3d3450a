"""Chinese, in Simplified and in Traditional characters."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import tomli

from corpus.languages.pack import LanguagePack
from corpus.languages.scripts import HAN


def is_traditional(locale: str) -> bool:
    """Whether a BCP 47 tag says Chinese in Traditional characters."""
    parts = {*locale.split("-")}
    return "Hans" not in parts and not parts.isdisjoint(("Hant", "TW", "HK", "MO"))


def _locale_of(text: str) -> str:
    """The tag of the script that more of the characters belong to which only one of both has."""
    characters, telling = set(text), _telling_characters()
    return "zh-Hant" if len(characters & telling["traditional"]) > len(characters & telling["simplified"]) else "zh"


@cache
def _telling_characters() -> dict[str, frozenset[str]]:
    table = tomli.loads((files("corpus.languages") / "chinese.toml").read_text(encoding="utf-8"))
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
    alternatives=" 或 ",
    english_characters=2.5,  # the median of documentation in three languages
    kept_names=0.8,  # in texts that were aligned by hand
)
