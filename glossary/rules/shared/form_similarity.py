"""Form similarity: forms that readers take for one rendering, differing in spelling or one short for the other."""

from __future__ import annotations

from functools import lru_cache

from corpus import lazy_re as re
from corpus.languages.scripts import HAN, WORD_KATAKANA
from glossary.matching.characters import is_cjk
from glossary.matching.normalized_view import fold
from glossary.matching.spellings import without_okurigana
from glossary.termbase.termbase import Concept

_WORD = f"{HAN}{WORD_KATAKANA}A-Za-z0-9"
# What joins two words without making another term of them: 勾配の累積 is 勾配累積, 嵌套的张量 is 嵌套张量.
_JOINS = re.compile(rf"(?<=[{_WORD}])(?:の|を|な|(?<!目)的)(?=[{_WORD}])")
_COMES_AND_GOES = str.maketrans("", "", " ー・-'’®™")
_INFLECTED = re.compile(r"(?<=[a-z]{3})(?:ing|ed|es|e|s)$")  # tune, tunes, tuned, tuning
_LOAN_NOUN = re.compile(r"(?:.ング|.ション)$")  # トレーニング, コンパイレーション, without ー
# What a name may be followed by, and the faces that stand before some: Transformers ライブラリ, 🤗 Transformers.
_KIND = re.compile(
    r"^[^\w]+|(?<=[a-z0-9])(?:程序库|函式庫|库|ライブラリ|library|框架|フレムワク|framework|平台|プラットフォム)$"
)


@lru_cache(maxsize=20_000)
def bare(form: str, lang: str) -> str:
    """Return a form without what makes no other rendering, or has rules of its own. That is width, casing, spacing, ー,
    ・, script, okurigana, particles between words, and English endings.
    """
    shortest = [form, *without_okurigana(form)][-1] if lang == "ja" else form
    joined = _JOINS.sub("", fold(shortest, lang).casefold()).translate(_COMES_AND_GOES)
    return _INFLECTED.sub("", joined) or joined


@lru_cache(maxsize=20_000)
def is_same_rendering(form: str, other: str, lang: str) -> bool:
    """Return whether two forms of a concept are one rendering: spelled differently, shortened, or as verb and noun."""
    if is_latin(form) and is_latin(other):
        return True  # a name in full and in short, with and without its number: Mac, MacBook; no one translated it
    first, second = _by_length(_KIND.sub("", bare(form, lang)), _KIND.sub("", bare(other, lang)))
    return first in second or _verb_and_noun(first, second) or (lang == "zh" and _is_reordered(first, second))


@lru_cache(maxsize=20_000)
def is_shortening(form: str, other: str, lang: str) -> bool:
    """Return whether one of two forms is the other with something left out in the middle, as 大模型 for 大语言模型."""
    first, second = _by_length(bare(form, lang), bare(other, lang))
    rest = iter(second)
    return len(first) < len(second) and all(char in rest for char in first)


def is_one_rendering(form: str, other: str, lang: str) -> bool:
    """Return whether a reader takes two forms for one: they differ in spelling, or one is short for the other."""
    return is_same_rendering(form, other, lang) or is_shortening(form, other, lang)


def is_latin(form: str) -> bool:
    """Return whether a form has neither Han nor kana."""
    return not any(map(is_cjk, form))


def is_initialism(form: str, concept: Concept) -> bool:
    """Return whether a form is an initialism, which customarily stands next to the full name: AMP, LSTM, SiLU."""
    if any(entry.form == form and entry.status == "abbreviation" for entry in concept.forms):
        return True
    if " " in form or not form.isascii() or sum(map(str.isupper, form)) < 2:
        return False
    names = {bare(entry.form, "en") for entry in concept.forms if entry.form.isascii() and " " in entry.form}
    return bool(names) and bare(form, "en") not in names


def _by_length(form: str, other: str) -> tuple[str, str]:
    return (form, other) if len(form) <= len(other) else (other, form)


def _verb_and_noun(form: str, other: str) -> bool:
    """Return whether one form is a loan word's verb stem and the other its noun: コンパイル, コンパイレーション."""
    return any(
        len(stem) > 1 and verb[:-1] == stem
        for noun, verb in ((form, other), (other, form))
        if (stem := _LOAN_NOUN.sub("", noun)) != noun
    )


def _is_reordered(form: str, other: str) -> bool:
    """Return whether the same two words occur as verb and object, and as a noun: 累积梯度, 梯度累积."""
    turns = (form[split:] + form[:split] for split in range(2, len(form) - 1))
    return len(form) == len(other) and other in turns
