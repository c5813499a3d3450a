"""Entries as TOML: the files look as those that are written by hand."""

from __future__ import annotations

from importlib.resources import files
from operator import itemgetter
from typing import Any

import pytest
import tomli
from hypothesis import given, settings
from hypothesis import strategies as st

from glossary.exchange.entry_toml import entry_files, entry_text, formatted, rewritten
from glossary.termbase.read_concept import completed
from glossary.termbase.short_entry import expanded
from glossary.termbase.termbase import STATUSES, GlossaryError

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
definition = "A \\"function\\"."
en.good = "operator"
en.abbreviation = ["op", "ops"]
zh.good = {{ form = "算子", not_in = ["算子集"] }}
zh.bad = [
  {{ form = "操作员", why = "a person who operates a machine, and not a function" }},
  {{ form = "员", why = "{"x" * 60}" }},
]
ja.keep = true
examples.zh = ["约 250 个算子", "*a\\n\\\\\\u007f"]
"""


def test_file_is_in_the_style_of_the_entries():
    assert entry_files([TABLE]) == {"compiler.toml": TEXT}
    (written,) = tomli.loads(TEXT)["concept"]
    assert completed(written, "compiler.toml") == TABLE


def test_domain_that_the_file_does_not_say_is_written():
    assert 'domain = "Our Terms"' in entry_files([{**TABLE, "domain": "Our Terms"}])["our-terms.toml"]


def test_own_entries_read_the_same_when_written_again():
    file = files("glossary") / "entries" / "mobile.toml"
    tables = [completed(table, file.name) for table in tomli.loads(file.read_text(encoding="utf-8"))["concept"]]
    written = [
        completed(table, name) for name, text in entry_files(tables).items() for table in tomli.loads(text)["concept"]
    ]
    assert sorted(written, key=itemgetter("id")) == sorted(tables, key=itemgetter("id"))


def test_built_in_entries_are_in_the_short_form():
    for file in sorted((files("glossary") / "entries").iterdir(), key=lambda file: file.name)[::6]:
        assert formatted(file.read_bytes(), file.name) == file.read_bytes(), file.name


LONG = """\
# All operators.

# On this one.
[[concept]]  # read first
id = "matrix-product"  # an id
# Of the compiler.
domain = "compiler"  # see there
definition = "A product."
draft = true  # for now

[concept.en]
preferred = "matrix product"
[concept.zh]  # Chinese
preferred = "甲"
admitted = [
  # in books
  "乙", "丙",
  "丁",  # on the web
  # no more
]
wrong = [{form='戊', why='a # b'}]  # often seen

[[concept.ja.wrong]]
form = "は"
why = "x"

[concept.ja.preferred]
form = "い"

[concept.examples]
zh.match = ["甲的"]  # a book's
zh.no_match = ["甲板"]

# On the change.
[[change]]
id = "tensor"
zh.preferred = "己"  # ours
zh.admitted = ["庚"]  # theirs

# The end."""
SHORT = """\
# All operators.

# On this one.
[[concept]]
# read first
id = "matrix-product"  # an id
# Of the compiler.
# see there
definition = "A product."
draft = true  # for now
zh.good = [
  # Chinese
  "甲",
  # in books
  "乙",
  "丙",
  "丁",  # on the web  # no more
]
zh.bad = [{ form = "戊", why = "a # b" }]  # often seen
ja.good = { form = "い" }
ja.bad = [{ form = "は", why = "x" }]
examples.zh = ["甲的", "!甲板"]  # a book's

# On the change.
[[change]]
id = "tensor"
zh = ["己", "庚"]  # ours  # theirs

# The end."""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_remarks_stay_where_entries_are_written_again(line_end: str):
    assert formatted(LONG.replace("\n", line_end).encode(), "compiler.toml") == SHORT.replace("\n", line_end).encode()


def test_short_form_stays_as_it_is():
    assert formatted(SHORT.encode(), "compiler.toml") == SHORT.encode()


def test_what_another_place_would_not_derive_is_written():
    text = formatted(LONG.encode(), "terms.toml", {"matrix-product"}).decode()
    assert 'domain = "compiler"  # see there\n' in text and 'en = "matrix product"\n' in text


@pytest.mark.parametrize(
    "text",
    [
        '[[concept]]\nid = "a"\n"my key" = 1\n',
        '[[concept]]\nid = "a"\nnote = nan\n',
        'concept = [{ id = "a" }]\n',
        '[[concept]]\nid = "a"\n[[concept]]\nid = "a"\n',
        "[[concept]]\nid = ",
    ],
)
def test_what_cannot_be_written_again_is_reported(text: str):
    with pytest.raises(GlossaryError, match=r"own\.toml: .*written in an unusual way; edit it by hand"):
        formatted(text.encode(), "own.toml")


FORMS = st.one_of(
    st.sampled_from(["甲", "a # b", "!", "* x", "'", '"', "\\", "\x7f", "two\nlines", "]", "}", "true"]),
    st.fixed_dictionaries(
        {"form": st.text(min_size=1, max_size=4)}, optional={"not_in": st.lists(st.text(), max_size=2)}
    ),
)
LANGUAGE = st.fixed_dictionaries(
    {},
    optional={
        "preferred": FORMS,
        **{status: st.lists(FORMS, min_size=1, max_size=3) for status in STATUSES[1:]},
        "keep": st.booleans(),
        "case": st.sampled_from(["any", "exact"]),
    },
)
EXAMPLES = st.dictionaries(
    st.sampled_from(["match", "no_match", "wrong"]), st.lists(st.text(min_size=1), min_size=1, max_size=2), min_size=1
)


@given(
    st.fixed_dictionaries(
        {"id": st.just("a")}, optional={"zh": LANGUAGE, "examples": st.fixed_dictionaries({"zh": EXAMPLES})}
    )
)
@settings(max_examples=100, deadline=None)
def test_every_entry_reads_the_same_in_the_short_form(table: dict[str, Any]):
    text = entry_text(table)
    assert expanded(tomli.loads(text)["concept"][0]) == expanded(table)
    assert rewritten(text, expanded(table)) == text
    assert entry_text(expanded(table)) == text


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
