"""The short way to write an entry: what it says is what the long way says, which stays readable."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli

from glossary.loading import load
from glossary.termbase.read_change import read_change
from glossary.termbase.read_concept import completed, read_concept
from glossary.termbase.short_entry import expanded, shortened

LONG = """
[[concept]]
id = "matrix-product"
domain = "math"
definition = "A product."

[concept.en]
preferred = "matrix product"

[concept.zh]
preferred = { form = "矩阵积", not_in = ["矩阵积木"] }
admitted = ["矩阵乘积"]
abbreviation = ["MP"]
deprecated = [{ form = "阵积", until = "1.0" }]

[[concept.zh.wrong]]
form = "矩阵产品"
why = "goods"

[concept.ja]
preferred = "行列の積"

[concept.examples]
zh.match = ["求矩阵积", "**矩阵积**"]
ja.match = ["行列の積を求める"]
ja.no_match = ["行列に並ぶ"]
"""
SHORT = """
[[concept]]
id = "matrix-product"
definition = "A product."
zh.good = [{ form = "矩阵积", not_in = ["矩阵积木"] }, "矩阵乘积"]
zh.abbreviation = ["MP"]
zh.deprecated = [{ form = "阵积", until = "1.0" }]
zh.bad = [{ form = "矩阵产品", why = "goods" }]
ja = "行列の積"
examples.zh.match = ["求矩阵积", "**矩阵积**"]
examples.ja = ["行列の積を求める", "!行列に並ぶ"]
"""


def table(text: str) -> dict[str, object]:
    (entry,) = tomli.loads(text)["concept"]
    return dict(entry)


def test_short_and_long_way_say_the_same(tmp_path: Path):
    (tmp_path / "math.toml").write_text(LONG, encoding="utf-8")
    before = load([tmp_path], only=True)
    (tmp_path / "math.toml").write_text(SHORT, encoding="utf-8")
    after = load([tmp_path], only=True)
    assert after.fingerprint == before.fingerprint
    assert after.concepts == before.concepts


def test_short_way_is_what_the_long_one_becomes():
    derived = {"domain": "math", "en": "matrix product"}
    assert shortened(expanded(table(LONG))) == table(SHORT) | derived
    assert expanded(table(LONG)) == completed(table(SHORT), "math.toml")


LANGUAGES = [
    ('zh = "甲"', {"preferred": "甲"}),
    ('zh = ["甲", "乙"]', {"preferred": "甲", "admitted": ["乙"]}),
    ('zh = { form = "甲", not_in = ["甲板"] }', {"preferred": {"form": "甲", "not_in": ["甲板"]}}),
    ('zh.good = "甲"\nzh.admitted = ["乙"]', {"preferred": "甲", "admitted": ["乙"]}),
    ('zh.good = ["甲", "乙"]\nzh.admitted = ["丙"]', {"preferred": "甲", "admitted": ["乙", "丙"]}),
    ('zh.preferred = "甲"\nzh.bad = ["乙"]', {"preferred": "甲", "wrong": ["乙"]}),
    ('zh.wrong = ["甲"]\nzh.bad = ["乙"]\nzh.deprecated = ["丙"]', {"deprecated": ["丙"], "wrong": ["甲", "乙"]}),
    ('zh.preferred = "甲"\nzh.wrong = []', {"preferred": "甲"}),
    ("zh = []", {}),
]


@pytest.mark.parametrize(("text", "expected"), LANGUAGES, ids=[text for text, _ in LANGUAGES])
def test_forms_by_status(text: str, expected: dict[str, object]):
    assert expanded(tomli.loads(text))["zh"] == expected


def test_signs_of_examples():
    texts = expanded({"examples": {"zh": ["甲", "!乙", "*丙", "丁!"]}})["examples"]["zh"]
    assert texts == {"match": ["甲", "丁!"], "no_match": ["乙"], "wrong": ["丙"]}


@pytest.mark.parametrize(("file", "domain"), [("math.toml", "math"), ("my-math.toml", None), ("terms.toml", None)])
def test_domain_is_that_of_a_file_called_so(file: str, domain: str | None):
    assert completed(table(SHORT), file).get("domain") == domain


def test_domain_that_is_written_counts():
    assert completed({**table(SHORT), "domain": "nlp"}, "math.toml")["domain"] == "nlp"


def test_english_that_is_written_counts():
    assert (
        read_concept(completed({**table(SHORT), "en": "matmul"}, "math.toml"), "x").in_language("en")[0].form
        == "matmul"
    )


def test_project_entry_without_english_has_that_of_the_entry_replaced(tmp_path: Path):
    (tmp_path / "mine.toml").write_text('[[concept]]\nid = "pytorch"\ndomain = "ecosystem"\nzh = "火炬"\n', "utf-8")
    concept = load([tmp_path]).by_id["pytorch"]
    assert [form.form for form in concept.in_language("en") if form.status == "preferred"] == ["PyTorch"]
    assert concept.in_language("zh")[0].form == "火炬"


def test_change_in_the_short_form_sets_the_same():
    short, long = (
        read_change(tomli.loads(f'id = "tensor"\n{text}'), "own.toml").settings
        for text in (
            'zh = ["甲", "乙"]\nja.bad = ["丙"]\nexamples.zh = ["甲", "!乙板"]',
            'zh.preferred = "甲"\nzh.admitted = ["乙"]\nja.wrong = ["丙"]\n'
            'examples.zh.match = ["甲"]\nexamples.zh.no_match = ["乙板"]',
        )
    )
    assert short == long
