"""What rules say: their messages in English, Chinese and Japanese, which are data beside each module."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

import tomli

from corpus.records import MESSAGE_COLUMNS


@cache
def texts(code: str) -> dict[str, dict[str, str]]:
    """The messages of a rule: which one → language → text with {placeholders}. The rule's only one is called ''."""
    folder = files("glossary.rules") / "phrases"
    read: dict[str, Any] = tomli.loads((folder / f"{code}.toml").read_text(encoding="utf-8"))
    plain = {lang: read.pop(lang) for lang in MESSAGE_COLUMNS if lang in read}
    return {**({"": plain} if plain else {}), **read}


def message_id_of(code: str, said: str) -> str:
    """Which of a rule's messages an English one is; of several that fit the one with most words of its own."""
    fitting = [
        (len(re.sub(r"{[^{}]*}", "", in_languages["en"])), message_id)
        for message_id, in_languages in texts(code).items()
        if _pattern(in_languages["en"]).fullmatch(said)
    ]
    return max(fitting, default=(0, ""))[1]


def _pattern(template: str) -> re.Pattern[str]:
    words = re.split(r"{[^{}]*}", template.replace("{{", "{").replace("}}", "}"))
    return re.compile(".*".join(map(re.escape, words)), re.DOTALL)


def message(code: str, message_id: str, words: dict[str, str], lang: str) -> str:
    """One message of a rule with its words put in; in English where it has none in that language."""
    in_languages = texts(code)[message_id]
    return in_languages.get(lang, in_languages["en"]).format_map(words)
