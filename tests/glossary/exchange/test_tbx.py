"""TBX: what stands in a termbase for tools, and in one for the standard."""

from __future__ import annotations

import pytest
from lxml import etree

from glossary.exchange.imports.read_entries import read_entries
from glossary.exchange.tbx import tbx_bytes
from tests.glossary.exchange.operator import OPERATOR
from tests.glossary.exchange.reimported import loaded
from tests.glossary.small import termbase

GLOSSARY = termbase(
    f"""{OPERATOR}
admitted = ["运算符", {{ form = "運算子", region = "zh-TW" }}]
wrong = [{{ form = "操作员", why = "a person" }}, "演算"]
""",
    'id = "8-bit"\nen.preferred = "8-bit"\nzh.preferred = "8 位"\nja.preferred = "8 ビット"',
)
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
SPACES = {
    "t": "urn:iso:std:iso:30042:ed-2",
    "min": "http://www.tbxinfo.net/ns/min",
    "basic": "http://www.tbxinfo.net/ns/basic",
}


def entry(data: bytes, number: str) -> etree._Element:
    (element,) = (element for element in etree.fromstring(data).iter() if element.get("id") == number)
    return element


def shown(section: etree._Element) -> list[tuple[str | None, ...]]:
    """The terms of a language, each with its notes."""
    return [
        tuple(child.text for child in term) for term in section if etree.QName(term).localname in ("tig", "termSec")
    ]


def test_tools_get_english_and_one_language_in_this_order():
    sets = entry(tbx_bytes(GLOSSARY, "zh"), "c-operator").findall("langSet")
    assert [lang_set.get(LANG) for lang_set in sets] == ["en", "zh-CN"]
    assert shown(sets[0]) == [("operator", "preferredTerm-admn-sts"), ("op", "admittedTerm-admn-sts")]
    assert shown(sets[1]) == [("算子", "preferredTerm-admn-sts"), ("运算符", "admittedTerm-admn-sts")]


@pytest.mark.parametrize(
    ("lang", "note"),
    [("zh", "zh-TW: 運算子; not: 操作员 (a person), 演算"), ("ja", "not: 作用素")],
)
def test_form_that_tools_must_not_offer_stands_in_a_note(lang: str, note: str):
    (_, lang_set) = entry(tbx_bytes(GLOSSARY, lang), "c-operator").findall("langSet")
    assert lang_set.findtext("note") == note


def test_concept_says_what_it_means_and_where_it_belongs():
    described = {
        descrip.get("type"): descrip.text
        for descrip in entry(tbx_bytes(GLOSSARY, "ja"), "c-operator").findall("descrip")
    }
    assert described == {"definition": "A function on tensors, a < b & c.", "subjectField": "compiler"}


@pytest.mark.parametrize("version", [2, 3])
def test_ids_are_those_that_xml_allows_and_the_file_names_its_glossary(version: int):
    top = etree.fromstring(tbx_bytes(GLOSSARY, "zh", version))
    ids = [str(element.get("id")) for element in top.iter() if element.get("id")]
    assert ids == ["c-8-bit", "c-operator"]
    assert "glossary test" in "".join(map(str, top.itertext()))


def test_standard_has_all_languages_and_all_forms():
    top = entry(tbx_bytes(GLOSSARY, "zh", 3), "c-operator")
    sections = {section.get(LANG): section for section in top.findall("t:langSec", SPACES)}
    assert list(sections) == ["en", "zh-CN", "ja"]
    assert shown(sections["en"])[1] == ("op", "admittedTerm-admn-sts", "abbreviation")
    assert shown(sections["zh-CN"]) == [
        ("算子", "preferredTerm-admn-sts"),
        ("运算符", "admittedTerm-admn-sts"),
        ("運算子", "admittedTerm-admn-sts", "zh-TW"),
        ("操作员", "deprecatedTerm-admn-sts", "a person"),
        ("演算", "deprecatedTerm-admn-sts"),
    ]
    assert shown(sections["ja"])[1] == ("作用素", "supersededTerm-admn-sts")
    assert top.findtext("min:subjectField", None, SPACES) == "compiler"
    assert top.findtext("basic:definition", None, SPACES) == "A function on tensors, a < b & c."
    reference = top.find("min:externalCrossReference", SPACES)
    assert reference is not None and reference.get("target") == "https://pytorch.org/docs/stable/torch.html"


def test_standard_names_its_dialect():
    top = etree.fromstring(tbx_bytes(GLOSSARY, "zh", 3))
    assert etree.QName(top).namespace == SPACES["t"]
    assert (top.get("type"), top.get("style"), top.get(LANG)) == ("TBX-Basic", "dct", "en")


def test_same_glossary_gives_the_same_bytes():
    assert tbx_bytes(GLOSSARY, "zh") == tbx_bytes(GLOSSARY, "zh") != tbx_bytes(GLOSSARY, "ja")


@pytest.mark.parametrize("version", [2, 3])
def test_part_of_speech_goes_out_and_comes_back(version: int):
    parts = termbase('id = "mask"\nen.preferred = "mask"\nzh.preferred = { form = "掩码", part_of_speech = "noun" }')
    data = tbx_bytes(parts, "zh", version)
    assert data.count(b"partOfSpeech") == (1 if version == 2 else 2)
    (concept,) = loaded(read_entries(data)).concepts
    assert [form.part_of_speech for form in concept.forms if form.lang != "ja"] == ["", "noun"]
