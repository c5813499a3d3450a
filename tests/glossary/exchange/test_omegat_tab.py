"""Tab: the lines of a glossary for OmegaT."""

from __future__ import annotations

from dataclasses import replace

from glossary.exchange.omegat_tab import tab_lines
from glossary.termbase.termbase import Termbase
from tests.glossary.small import termbase

OPERATOR = """
id = "operator"
domain = "compiler"
definition = "A function on tensors that has a name."
en.preferred = "operator"
en.abbreviation = ["op"]

[zh]
preferred = "算子"
admitted = ["运算符", { form = "運算子", region = "zh-TW" }]
abbreviation = ["op"]
wrong = [{ form = "操作员", why = "a person" }]
"""


def test_each_rendering_has_its_line_and_the_preferred_one_the_comment():
    comment = "[compiler] A function on tensors that has a name.; zh-TW: 運算子; not: 操作员 (a person)"
    assert tab_lines(termbase(OPERATOR), "zh").splitlines() == [
        f"operator\t算子\t{comment}",
        "operator\t运算符\tadmitted",
        "operator\top\tabbreviation",
        f"op\t算子\t{comment}",
        "op\t运算符\tadmitted",
        "op\top\tabbreviation",
    ]


def test_tab_or_line_end_in_a_text_is_a_space():
    # No entry is loaded with one; whoever makes concepts otherwise shall have no lines broken.
    (concept,) = termbase(OPERATOR).concepts
    lines = tab_lines(Termbase((replace(concept, definition="A\tfunction\r\non tensors."),), "test"), "zh").splitlines()
    assert len(lines) == 6 and all(line.count("\t") == 2 for line in lines)
    assert "] A function on tensors.;" in lines[0]


def test_name_that_is_kept_is_rendered_by_itself():
    entry_toml = (
        'id = "pytorch"\ndomain = "ecosystem"\ndefinition = "A framework."\nkeep = true\nen.preferred = "PyTorch"'
    )
    assert tab_lines(termbase(entry_toml), "ja") == "PyTorch\tPyTorch\t[ecosystem] A framework.\n"


def test_glossary_without_concepts_is_empty():
    assert tab_lines(termbase(), "zh") == ""
