"""Terms of a passage in lines; names of proposals: what some file system does not take is refused with what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from corpus.sources.discovery import SourceError
from corpus.text.segments import segment
from flows.assistants.entry_proposals import (
    check_translation,
    given_document,
    look_up,
    propose_entry,
    term_lines,
    text_document,
)
from flows.checking.check_request import CheckRequest, request_of
from flows.options.flow_parameters import CheckOptions
from glossary.decisions.decision import ReviewError
from glossary.loading import load
from glossary.termbase.termbase import Termbase

ENTRIES = """
[[concept]]
id = "operator"
domain = "nn"
definition = "A function."
en.preferred = "operator"
zh.preferred = "算子"
[[concept.zh.wrong]]
form = "操作员"
[[concept.zh.wrong]]
form = "框架操作员"
[[concept.zh.wrong]]
form = "运算员"
[[concept.zh.wrong]]
form = "算员"

[[concept]]
id = "torchframe"
domain = "nn"
definition = "A library."
keep = true
en.preferred = "TorchFrame"
zh.preferred = "TorchFrame"

[[concept]]
id = "weight"
domain = "nn"
definition = "A number."
en.preferred = "weight"
zh.preferred = "权重"
"""
FLOWS = Path(__file__).parents[3] / "flows"
PAGE = """\
---
title: "A tensor"
icon: "cloud"
---

import Browser from "/snippets/browser.mdx";

<Card title="Operators" icon="box">
  Run `learning_rate`.
</Card>

    The library registers each operator once.
"""
FORMS = {"en": ["made-up layer"], "zh": ["虚构层"], "ja": ["架空層"]}


def lines_of(text: str, lang: str, termbase: Termbase | None = None) -> list[str]:
    """The lines of the terms of a text, by the built-in glossary where none is given."""
    return term_lines(termbase or load(), text_document(text, "en"), lang)


@pytest.mark.parametrize(
    ("concept_id", "remedy"),
    [
        ("", "write an id"),
        ("..", "write an id"),
        ("../x", "write - instead"),
        ("a/b", "write - instead"),
        ("a\\b", "write - instead"),
        ("c:x", "write - instead"),
        ("a\0b", "write - instead"),
        ("a\nb", "write - instead"),
        ("what?", "write - instead"),
        ("con", "add a word"),
        ("NUL", "add a word"),
        ("aux.term", "add a word"),
        ("com1", "add a word"),
        ("lpt9", "add a word"),
        ("-rf", "leave that out"),
        (".hidden", "leave that out"),
        ("name.", "leave that out"),
        ("name ", "leave that out"),
        ("a" * 201, "shorten it"),
        ("張" * 67, "shorten it"),
    ],
)
def test_name_that_no_file_can_have_is_refused_with_the_remedy(tmp_path: Path, concept_id: str, remedy: str):
    with pytest.raises(ReviewError, match="cannot be the name of a file") as refused:
        propose_entry(Termbase((), ""), tmp_path, concept_id, "nn", "A layer.", FORMS)
    assert remedy in str(refused.value) and "\n" not in str(refused.value)
    assert not list(tmp_path.iterdir())


def test_terms_of_a_passage_are_a_line_each_with_nothing_said_twice(tmp_path: Path):
    (tmp_path / "entries.toml").write_text(ENTRIES, encoding="utf-8")
    termbase = load((tmp_path,), True)
    lines = lines_of("TorchFrame operators share weights; an operator has one weight.", "zh", termbase)
    assert lines == ["TorchFrame", "operators = 算子 (not 操作员, 算员)", "weights = 权重"]


def test_terms_are_those_of_prose():
    assert lines_of(PAGE, "zh") == [
        "tensor = 张量",
        "Operators = 算子|操作符 (not 操作员)",
        "library = 库 (not 图书馆)",
    ]


def test_line_offers_other_words_and_senses_and_a_wrong_word_once():
    assert lines_of("The operations of an interface, a field of the record and a library.", "zh") == [
        "operations = 操作|运算 (not 手术)", "interface = 接口|界面", "field = 字段|领域", "library = 库 (not 图书馆)",
    ]  # fmt: skip


def test_terms_that_a_passage_has_too_many_of_are_counted():
    concepts = load().concepts
    lines = lines_of(". ".join(concept.forms[0].form for concept in concepts[::40]), "ja")
    assert len(lines) == 61 and re.fullmatch(r"\(\d+ more terms: .*\)", lines[-1])


@pytest.mark.parametrize(
    ("page", "lang"),
    [("editing/README.md", "zh"), ("docs/site/zh/how-to/editors.md", "zh"), ("docs/site/ja/how-to/editors.md", "ja")],
)
def test_examples_of_the_documentation_are_lines_as_they_are_given(page: str, lang: str):
    examples = re.findall(r"`(\w+ = [^`]+ \(not [^`]+\))`", (FLOWS / page).read_text(encoding="utf-8"))
    assert len(examples) == 2
    assert [lines_of(example.partition(" ")[0], lang) for example in examples] == [[example] for example in examples]


def test_unknown_word_has_three_entries_that_are_spelt_alike_at_most():
    (entries, alike), (none, others) = look_up(load(), "Operater"), look_up(load(), "workflow")
    assert entries == none == [] and len(others) <= 3
    assert alike[0] == "operator | operator | 算子 | 演算子" and look_up(load(), "qqqqqq") == ([], [])


@pytest.fixture
def request_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CheckRequest:
    """How a project checks that has a page with its original."""
    monkeypatch.chdir(tmp_path)
    for lang, text in (("en", PAGE), ("zh", "# 张量\n\n这个图书馆把每个算子注册一次。\n")):
        (tmp_path / lang).mkdir()
        (tmp_path / lang / "page.mdx").write_text(text, encoding="utf-8")
    return request_of(CheckOptions())


def test_file_is_read_by_its_path(request_here: CheckRequest, tmp_path: Path):
    english, page = (given_document(request_here, f"{lang}/page.mdx", lang, tmp_path) for lang in ("en", "zh"))
    assert english.text == PAGE and page.path == "zh/page.mdx"
    assert term_lines(request_here.termbase, english, "zh") == lines_of(PAGE, "zh")
    (row,) = [row for row in check_translation(request_here, page, english).findings if row["rule"] == "T101"]
    assert (row["words"], row["line"], row["start"]) == ("图书馆", 3, page.text.index("图书馆"))
    assert given_document(request_here, str(tmp_path / "zh/page.mdx"), "zh", tmp_path) == page
    assert [part.kind for part in segment(english)].count("code") == 0  # as MDX, which has no indented code
    assert given_document(request_here, "See zh/none.mdx", "en", tmp_path).text == "See zh/none.mdx"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("zh/none.mdx", "no such file"),
        ("../page.mdx", "outside of"),
        ("/etc/page.md", "outside of"),
        ("link/page.mdx", "outside of"),
        ("  ", "white space"),
    ],
)
def test_what_cannot_be_read_is_refused(request_here: CheckRequest, tmp_path: Path, source: str, reason: str):
    (tmp_path / "zh" / "link").symlink_to(tmp_path / "en")
    with pytest.raises(SourceError, match=reason):
        given_document(request_here, source, "zh", tmp_path / "zh")


@pytest.mark.parametrize("concept_id", ["convolution", "common", "lpt-layer", "c++", "a" * 200])
def test_name_that_only_looks_like_one_is_taken(tmp_path: Path, concept_id: str):
    file = propose_entry(Termbase((), ""), tmp_path, concept_id, "nn", "A layer.", FORMS)
    assert file.is_file() and file.name == f"{concept_id}.toml"
