"""TMX: which units of a build become a memory, and how it is written."""

from __future__ import annotations

import pytest
from lxml import etree

from glossary.exchange.tmx import tmx_bytes
from tests.glossary.units import unit

EN_ZH, EN_JA = {"en": "en", "zh": "zh-CN"}, {"en": "en-US", "ja": "ja"}
LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def texts(memory: bytes) -> list[tuple[str | None, ...]]:
    return [tuple(seg.text for seg in tu.iter("seg")) for tu in etree.fromstring(memory).iter("tu")]


def test_unit_is_written_with_tags_score_and_document():
    top = etree.fromstring(tmx_bytes([unit(7, "A tensor.", "张量。", "テンソル。")], EN_JA))
    (tu,) = top.iter("tu")
    assert tu.get("tuid") == "0123456789abcdef-00007"
    assert [(tuv.get(LANG), tuv.findtext("seg")) for tuv in tu.iter("tuv")] == [
        ("en-US", "A tensor."),
        ("ja", "テンソル。"),
    ]
    properties = {prop.get("type"): prop.text for prop in tu.iter("prop")}
    assert properties == {"x-score": "0.99", "x-quality": "0.50", "x-document": "guide/intro"}
    header = top.find("header")
    assert top.get("version") == "1.4" and header is not None
    assert (header.get("srclang"), header.get("segtype"), header.get("datatype")) == ("en-US", "sentence", "plaintext")


@pytest.mark.parametrize(
    ("left_out", "why"),
    [
        (unit(1, "A tensor."), "no Chinese"),
        (unit(1, None, "张量。"), "no English"),
        (unit(1, "A tensor.", "", "テンソル。"), "Japanese alone"),
        (unit(1, "Cheers!", "Cheers!", None, "untranslated"), "left in English"),
        (unit(1, "Most users do.", "Most users ought to.", None, "other-language"), "no Chinese in it"),
        (unit(1, "A tensor.", "\x00\ufffe"), "nothing that XML can hold"),
    ],
    ids=lambda case: case if isinstance(case, str) else "",
)
def test_unit_without_a_translation_is_left_out(left_out, why):
    assert texts(tmx_bytes([left_out, unit(2, "A view.", "视图。")], EN_ZH)) == [("A view.", "视图。")], why


def test_unit_with_another_flag_stays():
    assert len(texts(tmx_bytes([unit(1, "2 views.", "两个视图。", None, "numbers-differ", "repeated")], EN_ZH))) == 1


def test_same_texts_are_written_once():
    same = [unit(1, "A view.", "视图。"), unit(2, "A view.", "视图。"), unit(3, "A view.", "一个视图。")]
    assert texts(tmx_bytes(same, EN_ZH)) == [("A view.", "视图。"), ("A view.", "一个视图。")]


def test_signs_of_markup_and_what_xml_cannot_hold():
    memory = tmx_bytes([unit(1, 'If a < b & "c"\x0b, <b>\ufffe', "𠮷 ]]> \ud800\r\n若 a < b")], EN_ZH)
    assert texts(memory) == [('If a < b & "c", <b>', "𠮷 ]]> \r\n若 a < b")]


def test_unit_that_has_no_score_says_none():
    alone = {**unit(1, "A view.", "视图。"), "score": None, "quality": None}
    assert [prop.get("type") for prop in etree.fromstring(tmx_bytes([alone], EN_ZH)).iter("prop")] == ["x-document"]


def test_memory_of_nothing_is_well_formed():
    assert texts(tmx_bytes([], EN_ZH)) == []


def test_units_stand_in_lines_and_come_out_the_same_again():
    units = [unit(1, "A view.", "视图。"), unit(2, "A tensor.", "张量。")]
    memory = tmx_bytes(units, EN_ZH)
    assert memory == tmx_bytes(iter(units), EN_ZH)
    assert memory.decode().splitlines()[5:14] == [
        '      <prop type="x-score">0.99</prop>',
        '      <prop type="x-quality">0.50</prop>',
        '      <prop type="x-document">guide/intro</prop>',
        '      <tuv xml:lang="en">',
        "        <seg>A view.</seg>",
        "      </tuv>",
        '      <tuv xml:lang="zh-CN">',
        "        <seg>视图。</seg>",
        "      </tuv>",
    ]  # fmt: skip
