"""Terms of a passage in lines; names of proposals: what some file system does not take is refused with what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.assistants.entry_proposals import propose_entry, term_lines
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
FORMS = {"en": ["made-up layer"], "zh": ["虚构层"], "ja": ["架空層"]}


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
    lines = term_lines(termbase, "TorchFrame operators share weights; an operator has one weight.", "zh")
    assert lines == ["TorchFrame", "operators = 算子 (not 操作员, 算员)", "weights = 权重"]


@pytest.mark.parametrize("concept_id", ["convolution", "common", "lpt-layer", "c++", "a" * 200])
def test_name_that_only_looks_like_one_is_taken(tmp_path: Path, concept_id: str):
    file = propose_entry(Termbase((), ""), tmp_path, concept_id, "nn", "A layer.", FORMS)
    assert file.is_file() and file.name == f"{concept_id}.toml"
