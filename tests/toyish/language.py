"""Toyish, a language that nobody speaks: English in runes, with ᛭ behind each sentence. Its pack and its words."""

from __future__ import annotations

import re
from pathlib import Path

from corpus.languages import LanguagePack

VERSION = "toyish-1"
_WORD = re.compile(r"[\u16a0-\u16ea]+|[A-Za-z0-9]+|[^\s\w]")

PACK = LanguagePack(
    code="xt",
    name="Toyish",
    native_name="ᛏᛟᛁᛁᛋᚺ",
    locale="xt",
    html_lang="art-x-toyish",
    is_target=True,
    has_every_concept=False,
    tokenizer=__name__,
    aliases={"toy": "xt"},
    script=re.compile(r"[\u16a0-\u16ea]"),
    sentence_ends="᛭",
    phrases=Path(__file__).with_name("phrases.toml"),
)


def cut(text: str) -> list[tuple[int, int]]:
    """The words of a Toyish text."""
    return [match.span() for match in _WORD.finditer(text)]
