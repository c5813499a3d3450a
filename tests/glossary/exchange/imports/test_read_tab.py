"""Tab-separated glossaries that come in: concepts as far as the comments tell them."""

from __future__ import annotations

import pytest

from glossary import load
from glossary.exchange.imports.read_entries import read_entries
from glossary.exchange.tool_tables import tab_lines
from tests.glossary.exchange.reimported import loaded, refused, rejected
from tests.glossary.small import termbase

GLOSSARY = termbase(
    """
id = "operator-of-a-graph"
domain = "compiler"
definition = "A function on tensors; it has a name."
en.preferred = "operator"
en.abbreviation = ["op"]
zh.preferred = "算子"
zh.admitted = ["运算符", { form = "運算子", region = "zh-TW" }]
zh.wrong = [{ form = "操作员", why = "a person" }]
""",
    'id = "neurips"\nen.preferred = "NeurIPS"\nzh.preferred = "NeurIPS"',
    'id = "icml"\nen.preferred = "ICML"\nzh.preferred = "ICML"',
)


def test_own_file_brings_names_back_and_names_what_is_lost():
    entries = read_entries(tab_lines(GLOSSARY, "zh").encode(), "zh")
    assert entries.notices == (
        "a tab-separated glossary holds no ids, forms to avoid, forms of one region, only_near, not_in, use, since, until, "
        "case, part_of_speech, keep, choose, reference, identifier, note and examples",
        "ids are made of the English names, and English forms but the first of a concept are admitted",
        "the file has nothing in ja: the built-in entry of the same id counts, or else the English name; add forms",
    )
    concepts = loaded(entries).by_id
    assert list(concepts) == ["icml", "neurips", "operator"]
    operator = concepts["operator"]
    assert (operator.domain, operator.definition) == ("compiler", "A function on tensors; it has a name.")
    assert [(form.form, form.status) for form in operator.forms if form.lang != "ja"] == [
        ("operator", "preferred"),
        ("op", "admitted"),
        ("算子", "preferred"),
        ("运算符", "admitted"),
    ]


def test_lines_of_others_are_entries_of_their_own():
    (concept, other) = loaded(
        read_entries("\ufeff# by hand\ncat\t猫\r\n\r\ncat\t貓\ndog\t狗\tan animal\n".encode(), "zh")
    ).concepts
    assert [form.form for form in concept.in_language("zh")] == ["猫", "貓"]
    assert (other.id, other.domain, other.definition) == ("dog", "imported", "an animal")


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["zh", "ja"])
def test_whole_glossary_loads_again(lang):
    glossary = load()
    copy = loaded(read_entries(tab_lines(glossary, lang).encode(), lang))
    assert len(copy.concepts) == len(glossary.concepts)


def test_language_is_asked_for():
    assert refused("cat\t猫\n") == [
        "is no table of entries but a tab-separated glossary, which does not say its language; add --for zh or --for ja"
    ]


def test_line_without_a_rendering_is_rejected():
    assert rejected("cat\t猫\ndog\n", "zh") == [
        "line 2 has no rendering after a tab; write English, tab, rendering, tab, comment"
    ]


@pytest.mark.parametrize(
    ("data", "line"),
    [
        ("", "is empty; export a table with `taiyaku glossary export --format csv`"),
        ('# x\n[[concept]]\nid = "a"\n', "holds entries as they are loaded; put it into a folder and name that with --glossary"),
    ],
)  # fmt: skip
def test_file_of_no_kind_is_refused_in_one_line(data, line):
    assert refused(data) == [line]
