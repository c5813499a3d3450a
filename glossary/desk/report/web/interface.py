"""The interface: the texts of the page itself, in each language that a reader may choose."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, reduce
from importlib.resources import files
from typing import Any

import tomli
from markupsafe import Markup

from corpus.languages import pack, packs
from corpus.vocabularies import FINDING_SEVERITY
from glossary.desk.report.wording import word
from glossary.rules.messages import about
from glossary.rules.registry import BY_CODE

LANGUAGES = ("en", "zh", "ja")  # those that the page can speak: each has a folder of words
TAGS = {lang: pack(lang).html_lang for lang in LANGUAGES}
# What the reports of `check` say as well: it stands in their table alone.
_SHARED = {"bad": "bad", "good": "good", "uncertain": "is-uncertain", "inherited": "is-inherited"}
_FOLDER = files("glossary.desk.report.web") / "words"


@cache
def words(lang: str) -> Mapping[str, Any]:
    """Return the interface texts of a language: all files of its folder, merged into one table."""
    table: dict[str, Any] = {key: word(shared, lang) for key, shared in _SHARED.items()}
    for file in sorted(_FOLDER.joinpath(lang).iterdir(), key=lambda path: path.name):
        table |= tomli.loads(file.read_text(encoding="utf-8"))
    rules = {code: about(code, lang) for code in BY_CODE}
    if lang == "en":  # the module of a rule has its title and why
        in_english = {code: {"title": rule.title, "why": rule.description.why} for code, rule in BY_CODE.items()}
        rules = {code: in_english[code] | rules[code] for code in BY_CODE}
    for key, part in (("counts", "count"), ("rules", "title"), ("whys", "why")):
        table[key] = table.get(key, {}) | {code: rule[part] for code, rule in rules.items() if part in rule}
    return table | {"meanings": FINDING_SEVERITY} if lang == "en" else table


def native_names() -> dict[str, str]:
    """Return the name of each language in that language."""
    return {language.code: language.native_name for language in packs()}


def phrase(text: str | list[str], values: Mapping[str, Any]) -> str:
    """Return a text with its values filled in; a list holds the singular and the plural."""
    form = text if isinstance(text, str) else text[0 if values.get("n") == 1 else -1]
    return form.format_map({name: f"{value:,}" if isinstance(value, int) else value for name, value in values.items()})


def speaker(table: Mapping[str, Any]) -> Callable[..., Markup]:
    """Return a function that turns a table's texts into elements that scripts can translate."""

    def said(key: str, **values: Any) -> Markup:
        """Return an element with a text; `key` may name a table and an entry: severities.major."""
        attribute = Markup(" data-with='{}'").format(json.dumps(values, ensure_ascii=False)) if values else ""
        return Markup('<span data-say="{}"{}>{}</span>').format(
            key, attribute, phrase(_table_value(table, key), values)
        )

    return said


def labeller(table: Mapping[str, Any]) -> Callable[[str, str], Markup]:
    """Return a function that writes a text as an attribute, with the key by which scripts replace it."""
    return lambda name, key: Markup('{}="{}" data-say-{}="{}"').format(name, _table_value(table, key), name, key)


def _table_value(table: Mapping[str, Any], key: str) -> Any:
    return reduce(lambda node, part: node[part], key.split("."), table)
