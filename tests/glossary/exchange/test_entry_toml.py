"""Entries as TOML: the files look as those that are written by hand."""

from __future__ import annotations

from importlib.resources import files
from operator import itemgetter

import pytest
import tomli

from glossary.exchange.entry_toml import entry_files

TABLE = {
    "id": "operator",
    "domain": "compiler",
    "definition": 'A "function".',
    "en": {"preferred": "operator", "abbreviation": ["op", "ops"]},
    "zh": {
        "preferred": {"form": "算子", "not_in": ["算子集"]},
        "wrong": [{"form": "操作员", "why": "a person who operates a machine, and not a function"}, {"form": "员", "why": "x" * 60}],
    },
    "ja": {"keep": True},
    "examples": {"zh": {"match": ["约 250 个算子"], "wrong": ["a\n\\\x7f"]}},
}  # fmt: skip
TEXT = f"""\
[[concept]]
id = "operator"
domain = "compiler"
definition = "A \\"function\\"."

[concept.en]
preferred = "operator"
abbreviation = ["op", "ops"]

[concept.zh]
preferred = {{ form = "算子", not_in = ["算子集"] }}
wrong = [
  {{ form = "操作员", why = "a person who operates a machine, and not a function" }},
  {{ form = "员", why = "{"x" * 60}" }},
]

[concept.ja]
keep = true

[concept.examples]
zh.match = ["约 250 个算子"]
zh.wrong = ["a\\n\\\\\\u007f"]
"""


def test_file_is_in_the_style_of_the_entries():
    assert entry_files([TABLE]) == {"compiler.toml": TEXT}
    assert tomli.loads(TEXT) == {"concept": [TABLE]}


def test_own_entries_read_the_same_when_written_again():
    file = files("glossary") / "entries" / "mobile.toml"
    tables = tomli.loads(file.read_text(encoding="utf-8"))["concept"]
    written = [table for text in entry_files(tables).values() for table in tomli.loads(text)["concept"]]
    assert sorted(written, key=itemgetter("id")) == sorted(tables, key=itemgetter("id"))


@pytest.mark.parametrize(
    ("domain", "name"),
    [
        ("Our Terms", "our-terms.toml"),
        ("../../etc/passwd", "etc-passwd.toml"),
        ("..", "entries.toml"),
        ("", "entries.toml"),
        ("硬件", "硬件.toml"),
        ("x" * 300, f"{'x' * 60}.toml"),
        ("a\0b:c*", "a-b-c.toml"),
    ],
)
def test_names_of_files_are_those_that_every_system_takes(domain, name):
    assert list(entry_files([{"id": "a", "domain": domain}])) == [name]
