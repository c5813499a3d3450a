"""Tool tables: the lines of a glossary for OmegaT, and its rows for Crowdin."""

from __future__ import annotations

import csv
from dataclasses import replace
from io import StringIO

from glossary.exchange.tool_tables import crowdin_csv, tab_lines
from glossary.termbase.termbase import Termbase
from tests.glossary.exchange import operator
from tests.glossary.exchange.imports.shown import read
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


GLOSSARY = termbase(
    f"""{operator.OPERATOR}
admitted = ["运算符", {{ form = "運算子", region = "zh-TW" }}]
wrong = [{{ form = "操作员", why = "a person" }}, "演算"]
""",
    'id = "pytorch"\ndomain = "ecosystem"\ndefinition = "A framework."\nkeep = true\nen.preferred = "PyTorch"',
)


def crowdin_rows() -> list[dict[str, str]]:
    """The rows of the file, without empty cells."""
    text = crowdin_csv(GLOSSARY).decode("utf-8-sig")
    return [{key: cell for key, cell in row.items() if cell} for row in csv.DictReader(StringIO(text))]


def test_first_row_has_the_facts_of_the_concept_and_a_form_of_each_language():
    assert crowdin_rows()[0] == {
        "Concept Definition": "A function on tensors, a < b & c.",
        "Concept Subject": "compiler",
        "Concept URL": "https://pytorch.org/docs/stable/torch.html",
        "Term [en]": "operator",
        "Status [en]": "preferred",
        "Term [zh-CN]": "算子",
        "Status [zh-CN]": "preferred",
        "Term [ja]": "演算子",
        "Status [ja]": "preferred",
        "Term [zh-TW]": "運算子",
        "Status [zh-TW]": "admitted",
    }


def test_other_renderings_follow_with_the_statuses_that_crowdin_knows():
    renderings = [
        (row["Term [en]"], row[f"Term [{locale}]"], row[f"Status [{locale}]"], row.get(f"Note [{locale}]"))
        for row in crowdin_rows()[1:4]
        for locale in ("zh-CN", "ja")
        if f"Term [{locale}]" in row
    ]
    assert renderings == [
        ("operator", "运算符", "admitted", None),
        ("operator", "作用素", "obsolete", None),
        ("operator", "操作员", "not recommended", "do not use; a person"),
        ("operator", "演算", "not recommended", "do not use"),
    ]


def test_another_english_name_has_a_row_of_its_own():
    (row,) = (row for row in crowdin_rows() if row["Term [en]"] == "op")
    assert (row["Status [en]"], row["Type [en]"], row["Term [zh-CN]"]) == ("admitted", "abbreviation", "算子")


def test_name_that_stays_english_says_so():
    (row,) = (row for row in crowdin_rows() if row["Term [en]"] == "PyTorch")
    assert (row["Concept Note"], row["Term [ja]"]) == ("do not translate", "PyTorch")


def test_import_brings_all_renderings_back_but_english_abbreviations_as_entries_of_their_own():
    assert read(crowdin_csv(GLOSSARY)) == [
        "PyTorch: keep; keep",
        "op: 算子; 演算子",
        "operator: 算子 運算子=admitted@zh-TW 运算符=admitted 操作员=wrong 演算=wrong; 演算子 作用素=deprecated",
    ]
