"""Rows of the table: a row for each form that an entry lists, facts of the concept in the first."""

from __future__ import annotations

from glossary.exchange.entry_tables.entry_columns import BY_KEY, COLUMNS
from glossary.exchange.entry_tables.entry_rows import entry_rows
from tests.glossary.small import termbase

TENSOR = """
id = "tensor"
domain = "tensors"
definition = "An array."
identifier = ["torch.Tensor", "torch.FloatTensor"]
note = "To be read."
choose = "free"
en.preferred = "tensor"
zh.preferred = "张量"
zh.wrong = [{ form = "紧张", why = "tense", only_near = ["数组", "PyTorch"], case = "exact" }]
ja.preferred = "テンソル"
examples.zh.match = ["张量很大", "一个张量"]
"""
KEPT = """
id = "pytorch"
keep = true
en.preferred = "PyTorch"
en.admitted = ["torch"]
zh.wrong = ["火炬"]
examples.ja.match = ["PyTorch を使う"]
"""


def test_each_form_has_its_row():
    first, second, third, fourth = entry_rows(termbase(TENSOR))
    assert first == {
        "id": "tensor",
        "domain": "tensors",
        "language": "en",
        "definition": "An array.",
        "choose": "free",
        "identifier": "torch.Tensor\ntorch.FloatTensor",
        "note": "To be read.",
        "status": "preferred",
        "form": "tensor",
    }
    assert second["example_match"] == "张量很大\n一个张量"
    assert third == {
        "id": "tensor",
        "domain": "tensors",
        "language": "zh",
        "status": "wrong",
        "form": "紧张",
        "why": "tense",
        "only_near": "数组\nPyTorch",
        "case": "exact",
    }
    assert fourth["form"] == "テンソル"


def test_names_that_are_kept_are_listed_once_and_examples_may_stand_alone():
    rows = list(entry_rows(termbase(KEPT)))
    assert [(row["language"], row.get("form")) for row in rows] == [
        ("en", "PyTorch"),
        ("en", "torch"),
        ("zh", "火炬"),
        ("ja", None),
    ]
    assert rows[0]["keep"] == "zh\nja"
    assert rows[3] == {"id": "pytorch", "domain": "test", "language": "ja", "example_match": "PyTorch を使う"}


def test_rows_have_the_columns_of_the_table():
    assert {key for row in entry_rows(termbase(TENSOR, KEPT)) for key in row} <= set(BY_KEY)
    assert len(BY_KEY) == len(COLUMNS)
