"""The page of the glossary: every form with its language, safe to open, the same each time."""

from __future__ import annotations

import re

import pytest
from selectolax.lexbor import LexborHTMLParser

from glossary import load
from glossary.exchange.html import by_english_name, page
from glossary.exchange.provenance import edition_text, release
from tests.flows.command import called
from tests.glossary.small import termbase

ENTRY = """
id = "tensor"
definition = "An <array> & more."
reference = "https://example.org/tensor"
identifier = ["torch.Tensor"]
en.preferred = "tensor"
zh.preferred = "张量"
zh.admitted = [{ form = "張量", region = "zh-TW" }]
zh.wrong = [{ form = "紧张", why = "tense", only_near = ["数组"] }]
ja.preferred = "テンソル"
"""


def test_every_form_stands_in_its_language_with_its_status():
    html = LexborHTMLParser(page(termbase(ENTRY)))
    forms = [
        (section.attributes["lang"], node.attributes.get("lang"), node.attributes["class"], node.text())
        for section in html.css("section")
        for node in section.css("li > span")
    ]
    assert forms == [
        ("en", None, "preferred", "tensor"),
        ("zh-Hans", None, "preferred", "张量"),
        ("zh-Hans", "zh-TW", "admitted", "張量"),
        ("zh-Hans", None, "wrong", "紧张"),
        ("ja", None, "preferred", "テンソル"),
    ]
    notes = [(node.attributes.get("lang"), node.text()) for node in html.css("li > small")]
    assert notes == [("en", "zh-TW"), ("en", "tense"), (None, "near 数组")]


def test_concepts_stand_by_english_name_with_an_address():
    glossary = termbase(
        'id = "a"\nen.preferred = "zebra"', 'id = "b"\nen.preferred = ".ant"', 'id = "c"\nen.preferred = "Bee"'
    )
    html = LexborHTMLParser(page(glossary))
    assert [node.text() for node in html.css("h2")] == [".ant#test", "Bee#test", "zebra#test"]
    assert [node.attributes["href"] for node in html.css("h2 a")] == ["#b", "#c", "#a"]


def test_page_names_its_edition_and_the_files_beside_it():
    text = page(termbase(ENTRY), beside=["x.csv"], home="index.html")
    html = LexborHTMLParser(text)
    assert {node.attributes["name"]: node.attributes["content"] for node in html.css("meta[name^=dcterms]")} == {
        "dcterms.hasVersion": release().version,
        "dcterms.issued": release().day,
        "dcterms.license": "MIT",
    }
    assert edition_text(termbase(ENTRY)) in text
    assert [node.attributes["href"] for node in html.css(".about a")] == ["x.csv"]
    assert 'new URL("index.html" + sign.hash' in text


def test_texts_of_entries_are_no_markup():
    text = page(termbase(ENTRY, 'id = "b"\nreference = "javascript:alert(1)"\nzh.preferred = "<script>"'))
    assert "An &lt;array&gt; &amp; more." in text and "&lt;script&gt;</span>" in text
    assert "javascript:" not in text and text.count("<script>") == 1


@pytest.mark.slow
def test_page_asks_nothing_of_the_network():
    text = page(load())
    html = LexborHTMLParser(text)
    assert html.css("[src], link, iframe, form[action]") == []
    assert re.findall(r"@import|url\(|fetch\(", "".join(node.text() for node in html.css("style, script"))) == []
    assert {node.attributes["rel"] for node in LexborHTMLParser(text).css("a[href^=http]")} == {"noreferrer"}


@pytest.mark.slow
def test_page_holds_every_concept_and_is_the_same_each_time():
    glossary = load()
    text = page(glossary)
    ids = [node.attributes["id"] for node in LexborHTMLParser(text).css("article")]
    assert ids == [concept.id for concept in by_english_name(glossary)]
    assert page(glossary) == text


@pytest.mark.slow
def test_command_writes_it(capfd, tmp_path):
    ran = called(capfd, "glossary", "export", tmp_path / "new" / "glossary.html")
    assert (ran.status, ran.out) == (0, "")
    assert ran.err == f"wrote {tmp_path}/new/glossary.html: {len(load().concepts):,} concepts\n"
    assert (tmp_path / "new" / "glossary.html").read_text(encoding="utf-8") == page(load())
