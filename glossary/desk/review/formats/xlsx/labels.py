"""Labels: what a sheet says itself, which is data in `words.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, cast

import tomli

WordsByLanguage = Mapping[str, str]  # language → words


@cache
def words(*path: str) -> Mapping[str, WordsByLanguage]:
    """Return the words of each key in each language, of a table such as `columns`, in the order of the file."""
    table: Any = tomli.loads((files("glossary.desk.review.formats.xlsx") / "words.toml").read_text(encoding="utf-8"))
    for key in path:
        table = table[key]
    return cast("Mapping[str, WordsByLanguage]", table)


def bilingual_label(labels: WordsByLanguage, lang: str, between: str = " ") -> str:
    """Return the words in English, then in the language of the packet."""
    return between.join(dict.fromkeys((labels["en"], labels.get(lang, labels["en"]))))
