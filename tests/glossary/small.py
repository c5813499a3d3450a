"""Small glossaries for tests: entries as files have them, and termbases built without files."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from glossary.matching import MatchedTerm, Matcher
from glossary.termbase.read_concept import read_concept
from glossary.termbase.termbase import Termbase

TENSOR = """
[[concept]]
id = "tensor"
domain = "tensors"
definition = "A multi-dimensional array."
en.preferred = "tensor"
zh.preferred = "张量"
ja.preferred = "テンソル"
"""
FAULTY_TENSOR = TENSOR.replace("ja.preferred", 'zh.wrong = ["张两"]\nja.preferred')
ARRAY = TENSOR.replace('"tensor"', '"array"').replace("张量", "数组").replace("テンソル", "配列")
MARKS = {
    "preferred": "",
    "admitted": "+",
    "abbreviation": "^",
    "deprecated": "-",
    "wrong": "!",
    "variant": "~",
    "source": "=",
}


def termbase(*concepts: Mapping[str, Any] | str) -> Termbase:
    """A termbase of concepts, each a mapping or TOML as below [[concept]]; what a test does not speak of is filled in."""
    tables = [tomllib.loads(concept) if isinstance(concept, str) else concept for concept in concepts]
    read = (read_concept(_filled(dict(table)), "test.toml") for table in tables)
    return Termbase(tuple(sorted(read, key=lambda concept: concept.id)), "test")


def _filled(table: dict[str, Any]) -> dict[str, Any]:
    table = {"domain": "test", "definition": "For a test.", **table}
    for lang in ("en", "zh", "ja"):
        lang_entry = dict(table.get(lang, {}))
        if lang == "en" or not (table.get("keep") or lang_entry.get("keep")):
            lang_entry.setdefault("preferred", f"{lang} of {table['id']}")
        table[lang] = lang_entry
    return table


def shown(matched_terms: list[MatchedTerm]) -> list[str]:
    """Mentions as cases write them: the surface, a mark for the status, and [ ] around what is nested."""
    marked = (f"{MARKS[term.status]}{term.surface}" for term in matched_terms)
    return [f"[{text}]" if term.nested else text for text, term in zip(marked, matched_terms, strict=True)]


def matcher(*concepts: Mapping[str, Any] | str) -> Matcher:
    """A matcher over a small glossary."""
    return Matcher(termbase(*concepts))
