"""Messages of rules in English, Chinese and Japanese, and what the report says of a rule: data in `phrases/`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import tomli

from corpus import lazy_re as re
from corpus.records import MESSAGE_COLUMNS

_RULE = re.compile(r"^(?=T\d{3} [a-z-]+: )", re.MULTILINE)
_PART = re.compile(r"^(Why|Bad|Good):[ \t]*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class RuleDescription:
    """A rule in words and by example."""

    title: str  # what it finds, as a sentence
    why: str
    bad: str
    good: str


@cache
def described(module: str, code: str) -> RuleDescription:
    """Return the description of a rule from its module, which may describe several rules."""
    parts = _RULE.split(import_module(module).__doc__ or "")
    return parse_docstring(next(part for part in parts if part.startswith(code)))


def parse_docstring(docstring: str) -> RuleDescription:
    """Return the parts of a rule's docstring: its first sentence without code and name, then each labelled text."""
    title, *labelled = _PART.split(docstring)
    parts = dict(zip(labelled[::2], map(_text, labelled[1::2]), strict=True))
    sentence = re.sub(r"^T\d{3} [a-z-]+: ", "", _join_lines(title.strip().split("\n\n")[0]))
    return RuleDescription(
        sentence[:1].upper() + sentence[1:],
        _join_lines(parts.get("Why", "")),
        parts.get("Bad", ""),
        parts.get("Good", ""),
    )


def _text(part: str) -> str:
    """Return a part up to its first blank line, with its line breaks."""
    return "\n".join(line.strip() for line in part.strip().split("\n\n")[0].splitlines())


def _join_lines(text: str) -> str:
    return " ".join(text.split())


_ABOUT = "about"  # the table of what the report says of the rule itself; all other tables are messages


@cache
def texts(code: str) -> dict[str, dict[str, str]]:
    """Return the messages of a rule: message id → language → text with {placeholders}. A single one has the id ''."""
    read = {key: value for key, value in _phrases(code).items() if key != _ABOUT}
    plain = {lang: read.pop(lang) for lang in MESSAGE_COLUMNS if lang in read}
    return {**({"": plain} if plain else {}), **read}


def about(code: str, lang: str) -> dict[str, Any]:
    """Return the report's texts about a rule in a language: title, why, and count. In English, the rule's module has
    the first two.
    """
    return dict(_phrases(code).get(_ABOUT, {}).get(lang, {}))


@cache
def _phrases(code: str) -> dict[str, Any]:
    return tomli.loads(_file(code).read_text(encoding="utf-8"))


def _file(code: str) -> Traversable:
    return files("glossary.rules") / "phrases" / f"{code}.toml"


@lru_cache(maxsize=20_000)
def message_id_of(code: str, said: str) -> str:
    """Return the id of the rule's message that an English text is; of several that fit, that with most fixed text."""
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


def shortened(text: str, most: int) -> str:
    """Return a text as one line for a message, cut to at most so many characters."""
    line = _join_lines(text)
    return line if len(line) <= most else line[: most - 1] + "…"


def message(code: str, message_id: str, words: dict[str, str], lang: str) -> str:
    """Return one message of a rule with its placeholders filled; in English if it has none in that language."""
    in_languages = texts(code)[message_id]
    return in_languages.get(lang, in_languages["en"]).format_map(words)
