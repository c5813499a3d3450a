"""Vocabulary of imported tables, from data: what columns, statuses, languages and notes of other tools mean."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple
from unicodedata import normalize

import tomli

from corpus import lazy_re as re
from corpus.languages import Language, is_foreign_tag, pack, parse_tag

_BETWEEN = re.compile(r"[\s_:：]+")
_BRACKETS = re.compile(r"[\[\](){}（）]")
_LONGEST_TAG = 4  # words: chinese hong kong s.a.r.


class ColumnName(NamedTuple):
    """What a column holds, and in which language."""

    field: str
    language: Language | None = None


@cache
def meanings(section: str) -> Mapping[str, str]:
    """Return word → meaning for a section of the vocabulary."""
    table = tomli.loads((files("glossary.exchange.imports") / "vocabulary.toml").read_text(encoding="utf-8"))
    return {word: meaning for meaning, words in reversed(table[section].items()) for word in words}


def folded(text: str) -> str:
    """Return a name normalized as in the vocabulary."""
    return " ".join(_BETWEEN.split(normalize("NFKC", text[:100]).casefold())).strip()


def language_named(name: str) -> Language | None:
    """Return the language that a header names: by its name or its tag in any spelling."""
    words = " ".join(_BRACKETS.sub(" ", folded(name)).split())
    tag = meanings("languages").get(words, words.replace(" ", "-"))
    return parse_tag(tag) or parse_tag(tag.split("-x-")[0]) if tag else None


def region_of(language: Language) -> str:
    """Return the region of forms unlike the language at large: zh-TW, not zh-Hans or ja-JP; else empty."""
    lang, *parts = language.locale.split("-")
    if language.locale in (lang, pack(lang).locale) or "Hans" in parts or lang not in ("zh", "en"):
        return ""
    regions = [part for part in parts if part not in ("Hant", "Latn")]
    return f"{lang}-{regions[0]}" if regions and regions != ["US"] else "zh-TW" if "Hant" in parts else ""


@cache
def column_of(name: str) -> ColumnName | None:
    """Return what a column of this name holds; None if unknown. Languages not in the glossary are "foreign"."""
    text = folded(name)
    fields = meanings("columns")
    if text in fields:
        return ColumnName(fields[text])
    if language := language_named(text):
        return ColumnName("term", language)
    words = _BRACKETS.sub(" ", text).split()
    for count in range(min(_LONGEST_TAG, len(words) - 1), 0, -1):
        for tag, rest in ((words[-count:], words[:-count]), (words[:count], words[count:])):
            field = fields.get(" ".join(rest))
            if field and (language := language_named(" ".join(tag))):
                return ColumnName("term" if field in ("source", "target") else field, language)
            if field and is_foreign_tag("-".join(tag)):
                return ColumnName("foreign")
    return ColumnName("foreign") if is_foreign_tag("-".join(words)) else None


def status_named(text: str) -> str | None:
    """Return the status that a tool's word means; empty if it leaves the form open, None if unknown."""
    status = meanings("statuses").get(folded(text.removesuffix("-admn-sts")))
    return "" if status == "open" else status


def flag(cell: str) -> bool | None:
    """Return what a yes-or-no cell says; None if it says something else."""
    word = meanings("flags").get(folded(cell), "")
    return {"yes": True, "no": False}.get(word)
