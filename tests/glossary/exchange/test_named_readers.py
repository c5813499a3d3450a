"""Named readers: translate-toolkit, on which Weblate builds, reads what is written for Weblate and OmegaT."""

from __future__ import annotations

from translate.storage.omegat import OmegaTFile
from translate.storage.tbx import tbxfile, tbxunit

from glossary.exchange.tbx import tbx_bytes, weblate_tbx
from glossary.exchange.tool_tables import tab_lines
from tests.glossary.exchange.operator import OPERATOR
from tests.glossary.small import termbase

GLOSSARY = termbase(
    f"""{OPERATOR}
admitted = ["运算符", {{ form = "運算子", region = "zh-TW" }}]
deprecated = ["算符"]
wrong = [{{ form = "操作员", why = "a person" }}]
""",
    'id = "pytorch"\ndomain = "ecosystem"\ndefinition = "A framework."\nkeep = true\nen.preferred = "PyTorch"',
)


def units(data: bytes, lang: str = "zh-CN") -> list[tbxunit]:
    """The units of a file as translate-toolkit reads it."""
    read: list[tbxunit] = tbxfile.parsestring(data, "en", lang).units
    return read


def test_weblate_has_each_rendering_and_forbids_those_to_avoid():
    read = [
        (unit.getid(), unit.source, unit.target, unit.get_target_terms()[0].administrative_status)
        for unit in units(weblate_tbx(GLOSSARY, "zh"))
    ]
    assert read == [
        ("c-operator", "operator", "算子", "preferredTerm-admn-sts"),
        ("c-operator-2", "operator", "运算符", "admittedTerm-admn-sts"),
        ("c-operator-3", "op", "算子", "preferredTerm-admn-sts"),
        ("c-operator-4", "op", "运算符", "admittedTerm-admn-sts"),
        ("c-operator-5", "operator", "算符", "obsolete"),
        ("c-operator-6", "operator", "操作员", "forbidden"),
        ("c-pytorch", "PyTorch", "PyTorch", "preferredTerm-admn-sts"),
    ]


def test_weblate_shows_what_a_term_means_why_a_form_is_wrong_and_what_is_not_translated():
    read = {unit.getid(): unit for unit in units(weblate_tbx(GLOSSARY, "zh"))}
    assert "A function on tensors, a < b & c." in read["c-operator-6"].getnotes("definition")
    assert read["c-operator-6"].getnotes("translator") == "a person"
    assert read["c-operator"].getnotes("translator") == "zh-TW: 運算子; not: 算符, 操作员 (a person)"
    assert not any(unit.isobsolete() for unit in read.values())
    assert [name for name, unit in read.items() if not unit.istranslatable()] == ["c-pytorch"]


def test_plain_tbx_has_a_unit_for_each_concept_without_forms_to_avoid():
    read = [[term.text for term in unit.get_target_terms()] for unit in units(tbx_bytes(GLOSSARY, "zh"))]
    assert read == [["算子", "运算符"], ["PyTorch"]]


def test_omegat_lines_are_read_with_their_comments():
    read = OmegaTFile.parsestring(tab_lines(GLOSSARY, "zh").encode()).units
    assert [(unit.source, unit.target) for unit in read] == [
        ("operator", "算子"), ("operator", "运算符"), ("op", "算子"), ("op", "运算符"), ("PyTorch", "PyTorch"),
    ]  # fmt: skip
    assert "not: 算符, 操作员 (a person)" in read[0].getnotes("translator")
