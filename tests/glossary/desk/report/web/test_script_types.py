"""What the page's scripts are told of its data, against what the page holds: TypeScript believes the one, readers meet the other."""

from __future__ import annotations

import re
from typing import Any

import pytest

from corpus.vocabularies import FINDING_SEVERITY, FINDING_STATE
from glossary.decisions.decision import ACTIONS
from glossary.desk.report.web import page
from glossary.desk.report.web.interface import LANGUAGES, words
from glossary.desk.report.web.queue import COLUMNS
from tests.browser.lint import FOLDER
from tests.glossary.desk.report.built import beside
from tests.glossary.desk.report.embedded import data_of

TOLD = (FOLDER / "page.d.ts").read_text("utf-8")
PAGE = page(beside())
DATA = data_of(PAGE)


def fields(name: str) -> dict[str, str]:
    """The fields of an interface with their types."""
    match = re.search(rf"^interface {name} \{{\n(.*?)^\}}", TOLD, re.MULTILINE | re.DOTALL)
    assert match is not None, name
    return dict(re.findall(r"^  (\w+): (\{.*?^  \}|[^{\n]+);$", match[1], re.MULTILINE | re.DOTALL))


def columns(name: str) -> int:
    """How long a row is."""
    match = re.search(rf"^type {name} = \[(.*)\];$", TOLD, re.MULTILINE)
    assert match is not None, name
    return len(match[1].split(", "))


def choices(name: str) -> list[str]:
    """What a value may be."""
    match = re.search(rf"^type {name} = (.*);$", TOLD, re.MULTILINE)
    assert match is not None, name
    return re.findall(r'"(\w+)"', match[1])


def test_data_of_the_page_are_what_its_scripts_declare():
    (concept, *_) = DATA["concepts"]
    texts = [data_of(PAGE, f"text-{number}") for number in range(len(DATA["documents"]))]
    (pairs, *_) = [text["beside"] for text in texts if text["beside"]]
    assert list(fields("PageData")) == list(DATA)
    assert list(fields("ReviewPace")) == list(DATA["pace"])
    assert list(fields("Finding")) == ["rank", *COLUMNS]
    assert list(fields("Concept")) == list(concept)
    assert list(fields("ConceptInLanguage")) == list(next(iter(concept["languages"].values())))
    assert list(fields("DocumentText")) == list(texts[0])
    assert list(fields("Beside")) == list(pairs)


def test_rows_of_the_page_are_as_long_as_its_scripts_declare():
    places = [place for row in DATA["findings"] for place in row[COLUMNS.index("places")]]
    lines = [
        rendering for by_lang in data_of(PAGE, "lines").values() for many in by_lang.values() for rendering in many
    ]
    assert {len(row) for row in DATA["documents"]} == {columns("DocumentRow")}
    assert {len(place) for place in places} == {columns("PlaceRow")}
    assert {len(rendering) for rendering in lines} == {columns("Rendering")}
    assert {len(spot) for row in lines for spot in row[3]} == {columns("SpotRow")}


def test_names_of_values_are_those_of_the_tables():
    assert choices("Lang") == list(LANGUAGES)
    assert choices("Severity") == list(FINDING_SEVERITY)
    assert choices("State") == list(FINDING_STATE)
    assert choices("Action") == list(ACTIONS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_that_scripts_say_are_there_in_every_language(lang: str):
    assert len(fields("Words")) > 50
    assert not list(missing(fields("Words"), words(lang)))


def missing(declared: dict[str, str], table: Any) -> Any:
    """The texts that are not there, or are more than one where only one is expected."""
    kinds = {"string": str, "Phrase": str | list}
    for name, kind in declared.items():
        if kind.startswith("{"):
            inner = dict(re.findall(r"^    (\w+): (\w+);$", kind, re.MULTILINE))
            yield from missing(inner, table.get(name, {}))
        elif not isinstance(table.get(name), kinds.get(kind, dict)):
            yield name, kind


def test_what_is_missing_is_reported():
    assert list(missing({"a": "string", "b": "Phrase", "c": "{\n    d: string;\n  }"}, {"a": ["x", "y"], "c": {}})) == [
        ("a", "string"),
        ("b", "Phrase"),
        ("d", "string"),
    ]


def test_types_stay_out_of_the_page():
    assert "/**" not in PAGE and "Finding}" not in PAGE
