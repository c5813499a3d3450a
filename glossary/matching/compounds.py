"""The Han or kana compound that ends at a place: where it begins, as far as its gloss shows how long it is."""

from __future__ import annotations

from collections.abc import Container
from math import fsum

from glossary.matching.characters import is_cjk, is_han, is_hiragana, is_katakana

_REACH = 24  # no term is longer
_OPENERS = {"”": "“", "」": "「", "』": "『", "》": "《", "】": "【", "’": "‘", '"': '"', "'": "'", "*": "*", "_": "_"}
# Words that are no part of a term, as jieba cuts them: particles, pronouns, verbs that introduce a name.
_NO_PART_WORDS = (
    "的 了 是 在 和 与 或 及 把 被 将 对 从 用 以 由 于 为 其 该 这 那 此 每 各 即 叫 称 有 个 种 而 也 都 就 并 "
    "等 中 上 下 里 时 后 前 让 给 到 会 能 可 要 不 很 更 最为 一个 一种 一些 这种 这个 这些 那个 某个 某种 "
    "每个 称为 称作 叫做 叫作 名为 作为 成为 使用 采用 利用 运用 通过 经过 进行 包括 包含 例如 比如 譬如 支持 "
    "提供 引入 实现 基于 所谓 我们 他们 它 它们 你 其中 以及 还有 或者 并且 因此 所以 可以 需要 关于 对于 由于 "
    "根据 按照 具有 属于 来自 任何 所有 其他 其它 不同 同一 及其"
)
_NO_PART = frozenset(_NO_PART_WORDS.split())
_VERBAL = frozenset("るたてでいなうすくむぶつぬぐば")  # kana in which Japanese verbs and adjectives end, nouns hardly
# Characters that make one word with what follows, though jieba and UniDic cut them off: 超/参数, 非/同期.
_PREFIXES = frozenset("超非反子多预元微次全自双单无再不未副逆单準擬後単双無类")


def compound_start(text: str, end: int, size: int, borders: Container[int] | None) -> int:
    """Return the start of the compound that ends here, of about `size` characters; `end` if there is none."""
    quoted = _quotation_start(text, end)
    if quoted is not None and weight(text[quoted:end]) <= 2 * size + 2:
        return quoted
    start = end
    while start > 0 and end - start < _REACH and weight(text[start:end]) < size:
        word = _word_before(text, start, borders)
        if word == start or not _is_part(text[word:start]):
            break
        start = word
    while start and start < end and text[start - 1] in _PREFIXES and (borders is None or start - 1 in borders):
        start -= 1
    return start


def weight(words: str) -> float:
    """Return the length in Han characters; a loan word needs five katakana for every two Han."""
    return fsum(0.4 if is_katakana(char) else 1.0 for char in words)


def before_closers(text: str, place: int) -> int:
    """Return the end of the text before a bracket, skipping space, emphasis and a closing quotation mark."""
    while place and (text[place - 1] in " \u3000`" or text[place - 1] in _OPENERS):
        place -= 1
    return place


def _quotation_start(text: str, end: int) -> int | None:
    """Return the start of the quoted text whose mark closes here, or whose quotation includes the bracket too."""
    closing = text[end] if end < len(text) else ""
    openers = {_OPENERS[closing]} if closing in _OPENERS else set("“「『《【")
    for place in range(end - 1, max(end - _REACH, 0) - 1, -1):
        if text[place] in openers:
            return place + 1 if place + 1 < end else None
        if closing not in _OPENERS and not is_cjk(text[place]):
            return None
        if text[place] in "。，、；！？\n":
            return None
    return None


def _word_before(text: str, end: int, borders: Container[int] | None) -> int:
    """Return the start of the word that ends here; a run of katakana is one word whatever the tokenizer says."""
    start = end - 1
    if not is_cjk(text[start]):
        return end
    if is_katakana(text[start]):
        while start and (is_katakana(text[start - 1]) or text[start - 1] == "・"):
            start -= 1
        return start
    while start and is_cjk(text[start - 1]) and (start not in borders if borders is not None else is_han(text[start])):
        if borders is None and (end - start == 2 or not is_han(text[start - 1])):
            break
        start -= 1
    return start


def _is_part(word: str) -> bool:
    if word[-1] in _VERBAL or word in _NO_PART:
        return False
    return not all(map(is_hiragana, word))
