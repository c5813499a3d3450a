"""Messages of rules in English, Chinese and Japanese, and what the report says of a rule: data in `phrases/`."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import tomli

from corpus import lazy_re as re
from corpus.records import MESSAGE_COLUMNS

_ABOUT = "about"  # the table of what the report says of the rule itself; all other tables are messages


@cache
def texts(code: str) -> dict[str, dict[str, str]]:
    """Return the messages of a rule: which one → language → text with {placeholders}. A rule's only one is ''."""
    read = {key: value for key, value in _phrases(code).items() if key != _ABOUT}
    plain = {lang: read.pop(lang) for lang in MESSAGE_COLUMNS if lang in read}
    return {**({"": plain} if plain else {}), **read}


def about(code: str, lang: str) -> dict[str, Any]:
    """Return what the report says of a rule in a language: title, why, and count; in English its module has the first
    two.
    """
    return dict(_phrases(code).get(_ABOUT, {}).get(lang, {}))


@cache
def _phrases(code: str) -> dict[str, Any]:
    return tomli.loads(_file(code).read_text(encoding="utf-8"))


def _file(code: str) -> Traversable:
    return files("glossary.rules") / "phrases" / f"{code}.toml"


@lru_cache(maxsize=20_000)
def message_id_of(code: str, said: str) -> str:
    """Return which of a rule's messages an English one is; of several that fit the one with most words of its own."""
    if not _file(code).is_file():  # a rule of another release
        return ""
    fitting = [
        (len(re.sub(r"{[^{}]*}", "", in_languages["en"])), message_id)
        for message_id, in_languages in texts(code).items()
        if _pattern(in_languages["en"]).fullmatch(said)
    ]
    return max(fitting, default=(0, ""))[1]


def _pattern(template: str) -> re.Pattern[str]:
    words = re.split(r"{[^{}]*}", template.replace("{{", "{").replace("}}", "}"))
    line_of_entry = r"(?: \([^()\n]+:[^()\n]+\))?"  # in a project's table of terms
    return re.compile(".*".join(map(re.escape, words)) + line_of_entry, re.DOTALL)


def message(code: str, message_id: str, words: dict[str, str], lang: str) -> str:
    """Return one message of a rule with its words put in; in English where it has none in that language."""
    in_languages = texts(code)[message_id]
    return in_languages.get(lang, in_languages["en"]).format_map(words)
