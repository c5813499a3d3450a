"""The texts of the page: the same in each language, all of them used, messages of findings along with them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import glossary.desk.report.web
from glossary.desk.report.web import page
from glossary.desk.report.web.interface import LANGUAGES, TAGS, labeller, phrase, speaker, words
from glossary.rules.registry import BY_CODE
from tests.glossary.desk.report.built import plain
from tests.glossary.desk.report.embedded import data_of, findings_of

FOLDER = Path(glossary.desk.report.web.__file__).parent
SAY = {"place": ["{n} place", "{n} places"], "shown": "{shown} of {all}", "severities": {"major": "<major>"}}


def flat(table: Mapping[str, Any], under: str = "") -> dict[str, Any]:
    """Every text of a table by its key and those of the tables that hold it."""
    texts: dict[str, Any] = {}
    for key, value in table.items():
        texts |= flat(value, f"{under}{key}.") if isinstance(value, Mapping) else {under + key: value}
    return texts


def placeholders(template: str | list[str]) -> set[str]:
    """What is filled in."""
    return set(re.findall(r"\{(\w+)\}", "".join(template)))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_language_has_the_same_texts_with_the_same_placeholders(lang: str):
    translated, english = flat(words(lang)), flat(words("en"))
    assert translated.keys() == english.keys()
    assert {key: placeholders(value) for key, value in translated.items()} == {
        key: placeholders(value) for key, value in english.items()
    }
    assert all("".join(value).strip() for value in translated.values())


@pytest.mark.parametrize("lang", ["zh", "ja"])
def test_no_text_was_left_in_english(lang: str):
    english = flat(words("en"))
    assert [key for key, value in flat(words(lang)).items() if value == english[key]] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_says_what_it_finds_and_why(lang: str):
    assert words(lang)["rules"].keys() == words(lang)["whys"].keys() == BY_CODE.keys()


def test_page_holds_the_texts_of_every_language_and_uses_all_of_them():
    text = page(plain())
    assert data_of(text)["words"] == {lang: words(lang) for lang in LANGUAGES}
    sources = "\n".join(path.read_text("utf-8") for path in FOLDER.rglob("*") if path.suffix in (".js", ".j2"))
    used = set(re.findall(r"\bsay\.(\w+)|\bsay\(\"(\w+)|label\(\"[\w-]+\", \"(\w+)", sources))
    used_names = {name for groups in used for name in groups} | set(re.findall(r"\"(\w+)\"", sources))
    assert words("en").keys() - used_names == set()


def test_messages_stand_in_three_languages_in_the_order_of_the_tables():
    (row,) = [finding for finding in findings_of(page(plain())) if finding["id"][0] == "b"]
    assert dict(zip(TAGS, row["says"], strict=True)) == {
        "en": "“图书馆” is wrong", "zh": "“图书馆”不对", "ja": "「图书馆」は誤りです",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("template", "values", "expected"),
    [
        (["{n} place", "{n} places"], {"n": 1}, "1 place"),
        (["{n} place", "{n} places"], {"n": 0}, "0 places"),
        (["{n} place", "{n} places"], {"n": 1234}, "1,234 places"),
        ("{n} 处", {"n": 1}, "1 处"),
        ("{shown} of {all}", {"shown": 2, "all": "<b>"}, "2 of <b>"),
    ],
)
def test_phrase_has_its_values(template: str | list[str], values: dict[str, Any], expected: str):
    assert phrase(template, values) == expected


def test_element_names_its_key_and_values_and_no_text_is_markup():
    assert speaker(SAY)("place", n=2) == ("<span data-say=\"place\" data-with='{&#34;n&#34;: 2}'>2 places</span>")
    assert speaker(SAY)("severities.major") == '<span data-say="severities.major">&lt;major&gt;</span>'
    assert labeller({"state": '"State"'})("aria-label", "state") == (
        'aria-label="&#34;State&#34;" data-say-aria-label="state"'
    )
