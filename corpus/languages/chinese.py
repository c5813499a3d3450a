"""Chinese, in Simplified and in Traditional characters."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import tomli

from corpus import lazy_re as re
from corpus.languages.pack import LanguagePack
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
    """Return the words of jieba's dictionary with their counts in 60 million words. A wheel contains them, as jieba is
    forty megabytes, of which they are five; a checkout reads them from jieba itself.
    """
    compiled = files("corpus.languages") / "jieba_words.zlib"
    lines = zlib.decompress(compiled.read_bytes()) if compiled.is_file() else (files("jieba") / "dict.txt").read_bytes()
    fields = lines.decode().split()  # a word, its count, its kind, the next word …
    return dict(zip(fields[::3], map(int, fields[1::3]), strict=True))


@cache
def _telling_characters() -> dict[str, frozenset[str]]:
    table = tomli.loads((files("corpus.languages") / "chinese_scripts.toml").read_text(encoding="utf-8"))
    return {script: frozenset(characters) for script, characters in table.items()}


# Pronouns, particles, prepositions, conjunctions, adverbs and numerals.
_FUNCTION_WORDS = """
的 了 在 是 和 与 或 及 将 把 被 对 从 到 为 以 于 上 下 中 里 并 且 也 都 还 就 而 但
如果 因此 我们 你 您 它 他 她 它们 他们 这 那 这个 那个 一个 一些 这些 那些 可以 能够 可能 以及
等 之 其 所 会 要 请 有 没有 不 没 使 让 给 向 由 用 时 后 前 内 外 该 各 每 个 种 些
什么 怎么 如何 这样 那样 例如 比如 由于 因为 所以 但是 然而 虽然 并且 而且 或者 来 去 说 做 很
更 最 非常 一 两 三 首先 然后 最后 接下来 只 只有 如 此 此外 另外 还有 自己 我 一种 一次 每个
所有 任何 其他 某些 某个 多个 几个 来说 其中 之后 之前 时候 地 得 着 过 吗 呢 吧 啊
"""


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
    function_words=frozenset(_FUNCTION_WORDS.split()),
)
