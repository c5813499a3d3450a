"""English words as Chinese and Japanese pages have them: which are common, what makes a sentence of them, or code."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import tomli

from corpus import lazy_re as re
from corpus.languages import pack
from corpus.languages.scripts import HAN, KANA
from glossary.bitext.terms.term_lexicon import everyday_english
from glossary.termbase.termbase import Termbase
from glossary.termbase.termbase_facts import termbase_fact

_REACH = 12  # characters within which a noun says that a word is a name of code


def is_beside_code_noun(text: str, start: int, end: int) -> bool:
    """Return whether a word is introduced as a function, a file or a value: forward 函数, 列 label."""
    before, after = _code_nouns()
    return bool(after.match(text, end) or before.search(text[max(0, start - _REACH) : start]))


@cache
def _code_nouns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    nouns = "|".join(sorted(data()["code_nouns"], key=len, reverse=True))
    before = rf"(?:{nouns})[ *_「“『\"'（(]{{0,3}}\Z"
    after = rf"[ *_」”』\"')）]{{0,3}}(?:[的の] ?)?(?:{nouns})"
    return re.compile(before), re.compile(after)


_SIGN = r"(?:\)\s*;|[{}]|=(?:>|&gt;))"
_LINE = re.compile(
    r"\s*(?://|/\*|#include\b)"  # a comment
    r"|\s*(?:let|var|const|auto|int|void|import|return)\s[^.,]*[=(;{]"
    r"|.*(?:[\w)\]\"']\s*\)\s*;|[=!<>]=?\s*[\w\"'.]+;|[{}]|=>)\s*\Z"  # how a line ends
    rf"|(?:.*?{_SIGN}){{3}}"  # several statements in one line
    r"|.*(?:</?pre\b|\w->\w+\()"
    r"|(?!.*\b[A-Za-z]+ [a-z]+ [a-z]+\b)(?:.*?(?:\b[a-z]\[\w+\]|[a-z\d)\]][+*][a-z\d(])){2}"  # start, start+step, …
)
_SHARE = 0.34  # of the lines


def reads_as_code(text: str) -> bool:
    """Return whether a good part of the lines of an English text are code."""
    lines = [line for line in text.splitlines() if line.strip()]
    return sum(_LINE.match(line) is not None for line in lines) > _SHARE * len(lines)


WORD = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?")
HAN_OR_KANA = re.compile(f"[{HAN}{KANA}]")
_FEWEST = 5  # words of a sentence: shorter ones are labels, names and commands
_SENTENCE_ENDS = re.compile(r"[.!?:;。！？：；][\s*_\"'”’)|]*\Z")
_SMALL_WORD = re.compile("[a-z]{3,}")
_SHORTEST_STEM = 3  # letters that an ending leaves at least


def native_script(lang: str) -> re.Pattern[str]:
    """Return the pattern of a language's script, shared by Chinese and Japanese, unlike English."""
    return HAN_OR_KANA if lang in ("zh", "ja") else pack(lang).script or HAN_OR_KANA


@cache
def data() -> dict[str, Any]:
    """Return the data of the file beside this module."""
    return tomli.loads((files("glossary.rules.shared") / "english_words.toml").read_text(encoding="utf-8"))


@cache
def words_of(key: str) -> frozenset[str]:
    """Return one of the file's lists of words."""
    return frozenset(data()[key].split())


def is_sentence(text: str, fewest: int = _FEWEST) -> bool:
    """Return whether English text has the words of a clause, which titles and lists of names lack."""
    words = [word.replace("’", "'") for word in WORD.findall(text)]
    if len(words) < fewest:
        return False
    small = sum(word[0].islower() for word in words) / len(words)
    function = sum(word.lower() in pack("en").function_words for word in words)
    clause, ends = any(word.lower() in words_of("clause_words") for word in words), bool(_SENTENCE_ENDS.search(text))
    least = 0.15 if clause and ends else 0.2
    return function >= max(2, least * len(words)) and small >= (0.4 if clause and ends else 0.6) and (clause or ends)


def is_common(word: str, termbase: Termbase) -> bool:
    """Return whether a lower-case word is an English one with a meaning of its own, not the name of a thing."""
    if word in _names(termbase):
        return False
    vocabulary = _vocabulary(termbase)
    return any(base in vocabulary for base in _bases(word)) or (
        len(word) > 6 and word.endswith(tuple(data()["common_endings"]))
    )


def is_everyday(word: str) -> bool:
    """Return whether a lower-case word, or its base form, is among the commonest in English."""
    everyday = words_of("common_words") | pack("en").function_words
    return any(base in everyday for base in _bases(word))


@termbase_fact
def _vocabulary(termbase: Termbase) -> frozenset[str]:
    """Return the common words, everyday ones of documentation, and those of concepts that are translated."""
    forms = (form.form for concept in termbase.concepts if not concept.keep for form in concept.in_language("en"))
    small_words = (_SMALL_WORD.findall(form) for form in (*everyday_english(), *forms) if form.islower())
    return words_of("common_words").union(*small_words)


@termbase_fact
def _names(termbase: Termbase) -> frozenset[str]:
    """Return lower-case words that are names: forms and identifiers of concepts that are kept (numpy, torch)."""
    kept_concepts = (concept for concept in termbase.concepts if concept.keep)
    return frozenset(
        name.partition(".")[0]
        for concept in kept_concepts
        for name in (*concept.identifiers, *(form.form for form in concept.forms))
    )


def _bases(word: str) -> list[str]:
    """Return a word and what it may be an inflection of: freeze for freezing, binary for binaries."""
    bases = [word]
    for ending, instead in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST_STEM:
            bases.append(stem + instead)
            if ending in ("ed", "ing", "er") and stem[-1] == stem[-2]:
                bases.append(stem[:-1])
    return bases


_ENDINGS = [
    (ending, instead)
    for ending, all_instead in (
        ("s", ("",)), ("es", ("",)), ("ies", ("y",)), ("ed", ("", "e")), ("ing", ("", "e")), ("er", ("", "e")),
        ("ers", ("", "e")), ("ly", ("",)), ("ily", ("y",)),
    )
    for instead in all_instead
]  # fmt: skip
