"""Which English words a finding is about, and how other languages say their sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pyarrow as pa
import pytest

from corpus.records import Location
from glossary.desk.report.web import ReportTables
from glossary.desk.report.web.source_sentences import (
    Originals,
    SourceTermLink,
    SourceWords,
    meant_by,
    originals,
    within,
)
from tests.glossary.desk.report.built import bead, build, link_to, termed
from tests.glossary.desk.report.made import document

PLACE = Location("zh", 10, 13)
AT = SourceTermLink("en", "library", 0, 7, 10, 12)
OMITTED = SourceTermLink("en", "loader", 9, 15, None, None)


def read(tables: ReportTables, *langs: str) -> tuple[Originals, dict[str, dict[str, Any]]]:
    """The originals of the documents in some languages, and all documents by language."""
    documents = {row["lang"]: row for row in tables.whole("documents").to_pylist()}
    return originals(tables, {documents[lang]["doc_id"] for lang in langs}), documents


def place_of(page: dict[str, Any], words: str, nth: int = 0) -> Location:
    """Where words stand in a document."""
    start = -1
    for _ in range(nth + 1):
        start = page["text"].index(words, start + 1)
    return Location(page["doc_id"], start, start + len(words))


@pytest.mark.parametrize(
    ("concept_id", "links", "expected"),
    [
        ("library", [AT, OMITTED], AT),
        ("loader", [AT, OMITTED], OMITTED),  # nothing stands for it: that is what the finding is about
        ("other", [AT, OMITTED], AT),  # the words at the place stand for something else
        (None, [OMITTED], None),
        ("library", [AT._replace(start=20, end=22)], None),
        (None, [AT._replace(start=12, end=13)], None),  # stands for a third of the place
        ("library", [], None),
    ],
)
def test_term_that_a_finding_is_about(
    concept_id: str | None, links: list[SourceTermLink], expected: SourceTermLink | None
):
    assert meant_by(PLACE, concept_id, links) == expected


def test_links_of_a_stretch():
    links = [AT._replace(source_start=start) for start in (0, 5, 9, 12)]
    assert [link.source_start for link in within(links, 5, 12)] == [5, 9]


def test_words_are_found_in_the_sentence_as_it_is_read():
    english, documents = read(termed(), "zh")
    heading = place_of(documents["zh"], "图书馆")
    text = english.at(heading).text
    words = english.words_at(heading, "library")
    assert (text, words) == ("🤗 The first library", SourceWords(13, 20, False))
    assert text.encode("utf-16-le")[26:40].decode("utf-16-le") == "library"


def test_same_words_twice_in_a_sentence_are_distinguished():
    en = document("w/en.md", "A `library` is no *library* of books.", work="w", lang="en", locale="en")
    zh = document("w/zh.md", "库不是图书馆。", work="w")
    second = en.text.index("library*")
    terms = [
        link_to(zh, "库", en, "library", concept_id="library", relation="preferred"),
        link_to(
            zh, "图书馆", en, "library", concept_id="library", relation="wrong",
            source_start=second, source_end=second + 7,
        ),
        link_to(zh, "", en, "books", concept_id="book", confidence=0.9),
    ]  # fmt: skip
    english, documents = read(build(zh, en, beads=[bead(zh, zh.text, en, en.text)], terms=terms), "zh")
    page = documents["zh"]
    assert english.at(place_of(page, "库")).text == "A library is no library of books."
    assert english.words_at(place_of(page, "库"), "library") == SourceWords(2, 9, False)
    assert english.words_at(place_of(page, "图书馆"), "library") == SourceWords(16, 23, False)
    assert english.words_at(place_of(page, zh.text), "book") == SourceWords(27, 32, True)


def test_other_language_says_the_same_sentence():
    english, documents = read(termed(), "zh", "ja")
    assert english.at(place_of(documents["zh"], "库")).elsewhere == (
        ("ja", "速いライブラリはデータローダを実行します"),
    )
    assert english.at(place_of(documents["ja"], "データローダ")).elsewhere == (("zh-Hans", "𠮷快的库运行数据加载器"),)


def test_doubtful_sentence_has_neither_words_nor_other_languages():
    tables = termed()
    rows = tables.whole("alignments")
    doubtful = pa.Table.from_pylist([{**row, "score": 0.3} for row in rows.to_pylist()], rows.schema)
    english, documents = read(replace(tables, tables={**tables.tables, "alignments": [doubtful]}), "zh")
    heading = place_of(documents["zh"], "图书馆")
    assert english.at(heading).is_doubtful
    assert (english.at(heading).elsewhere, english.words_at(heading, "library")) == ((), None)


def test_sentences_that_are_lacking_after_a_place_stand_in_its_english_and_are_marked():
    zh = document("w/zh.md", "库很快。𠮷很慢。", work="w")
    sentences = ["The library is fast.", "It is 𠮷 new.", "It is free.", "It is slow."]
    en = document("w/en.md", " ".join(sentences), work="w", lang="en", locale="en")
    beads = [
        bead(zh, "库很快。", en, sentences[0]),
        *(bead(zh, "", en, lacking, relation="none", kind="0-1") for lacking in sentences[1:3]),
        bead(zh, "𠮷很慢。", en, sentences[3]),
    ]
    english, documents = read(build(zh, en, beads=beads), "zh")
    before, after = (place_of(documents["zh"], words) for words in ("库很快。", "𠮷很慢。"))
    assert english.at(before, is_gap=True).text == " ".join(sentences[:3])
    assert english.lacking_at(before) == SourceWords(21, 21 + len("It is 𠮷 new. It is free.") + 1, is_omitted=True)
    assert (english.at(after, is_gap=True).text, english.lacking_at(after)) == (sentences[3], None)
    assert english.at(before).text == sentences[0]
