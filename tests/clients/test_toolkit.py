"""translate-toolkit, which Weblate and Virtaal build on, with what we write: it reads all of it and spoils nothing."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from lxml import etree

from corpus.languages import pack
from glossary.desk.review.formats.xliff.notes import read_line
from glossary.desk.review.formats.xliff.read_xliff import read
from glossary.desk.review.formats.xliff.write_xliff import xliff_bytes
from glossary.exchange import tbx, tmx
from glossary.loading import load
from glossary.termbase.display import forms_to_use
from tests.glossary.desk.review.formats.test_write_xliff import same_unit
from tests.glossary.desk.review.packet_files import packet
from tests.glossary.units import unit


def toolkit(name: str) -> ModuleType:
    """A module of its storage; skips the test where the package is not installed."""
    module: ModuleType = pytest.importorskip(f"translate.storage.{name}", reason="no translate-toolkit: pip install it")
    return module


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["zh", "ja"])
@pytest.mark.parametrize("languages_named", [True, False], ids=["languages named", "by position"])
def test_termbase_has_the_right_pair_for_every_concept(lang: str, languages_named: bool):
    termbase = load()
    languages = {"sourcelanguage": "en", "targetlanguage": pack(lang).locale} if languages_named else {}
    store = toolkit("tbx").tbxfile.parsestring(tbx.tbx_bytes(termbase, lang), **languages)
    assert len(store.units) == len(termbase.concepts)
    for loaded, concept in zip(store.units, termbase.concepts, strict=True):
        assert (loaded.source, loaded.target) == (
            termbase.preferred(concept.id, "en"),
            termbase.preferred(concept.id, lang),
        )
        assert [term.text for term in loaded.get_target_terms()] == [form.form for form in forms_to_use(concept, lang)]
        assert concept.definition in loaded.getnotes("definition")
        assert not loaded.isobsolete() and not any(term.deprecated for term in loaded.get_target_terms())


def test_version_3_is_not_read():
    with pytest.raises(AssertionError):  # that is why there is a version 2
        toolkit("tbx").tbxfile.parsestring(tbx.tbx_bytes(load(), "zh", version=3))


def test_memory_is_read():
    units = [unit(1, "A view < b & c.", "视图 < b & c。"), unit(2, "Two 😀.", "两个 😀。")]
    store = toolkit("tmx").tmxfile.parsestring(tmx.tmx_bytes(units, {"en": "en", "zh": "zh-CN"}), "en", "zh-CN")
    assert [(loaded.source, loaded.target) for loaded in store.units] == [(row["en"], row["zh"]) for row in units]


def test_packet_is_read_for_review():
    sent = packet(1)
    (unit,) = toolkit("xliff").xlifffile.parsestring(xliff_bytes(sent)).units
    first = sent.rows[0]
    assert (unit.source, unit.target) == (first.question.source, first.question.target)
    assert unit.isfuzzy() and unit.isreview() and not unit.isapproved() and unit.istranslatable()
    assert unit.getlocations() == [first.location]
    assert read_line(unit.getnotes().splitlines()[0]) is not None
    assert [other.target for other in unit.getalttrans("guide/sums")] == [first.match and first.match.target]


def test_edit_changes_its_target_alone_and_is_understood():
    sent = same_unit(packet(4))
    store = toolkit("xliff").xlifffile.parsestring(xliff_bytes(sent))
    store.units[0].target = sent.rows[0].question.target.replace("操作员", "算子")
    store.units[0].addnote("as in the guide", origin="translator")
    back = bytes(store)
    assert shape(back) == shape(xliff_bytes(sent))
    answers = read(back)
    assert [(answer.finding_id, answer.action, answer.why) for answer in answers.answers] == [
        (sent.rows[0].question.finding_id, "accept", "as in the guide")  # and nothing of the second finding of the unit
    ]
    assert answers.problems == () and answers.build_id == sent.build_id


def shape(data: bytes) -> bytes:
    """The file without what a reviewer may change: targets, what they say of themselves, notes of a translator."""
    top = etree.fromstring(data)
    for trans_unit in top.iter("{*}trans-unit"):
        trans_unit.attrib.pop("approved", "")
        for child in trans_unit.findall("{*}target") + [
            n for n in trans_unit.findall("{*}note") if n.get("from") == "translator"
        ]:
            trans_unit.remove(child)
        for child in trans_unit:
            child.tail = None
    return etree.tostring(top, method="c14n")


def test_approving_without_a_change_rejects():
    sent = packet(1)
    store = toolkit("xliff").xlifffile.parsestring(xliff_bytes(sent))
    store.units[0].markapproved()
    assert [answer.action for answer in read(bytes(store)).answers] == ["reject"]


@pytest.mark.parametrize(
    "save", [lambda unit: setattr(unit, "target", unit.target), lambda unit: unit.markfuzzy(False)]
)
def test_unit_that_was_saved_as_it_was_is_reported_and_decides_nothing(save: Callable[[Any], None]):
    store = toolkit("xliff").xlifffile.parsestring(xliff_bytes(packet(1)))
    save(store.units[0])
    answers = read(bytes(store))
    assert (answers.answers, answers.problems) == ((), ())
    assert [remark.split(":")[0] for remark in answers.remarks] == [
        "1 unit was saved as translated with the text as it was"
    ]


def test_change_that_needs_editing_still_decides_nothing():
    sent = packet(1)
    store = toolkit("xliff").xlifffile.parsestring(xliff_bytes(sent))
    store.units[0].target = sent.rows[0].question.target.replace("操作员", "算子")
    store.units[0].markfuzzy()
    answers = read(bytes(store))
    assert answers.answers == () and "still to be reviewed: not taken" in answers.remarks[0]


def test_file_that_was_opened_and_saved_decides_nothing():
    answers = read(bytes(toolkit("xliff").xlifffile.parsestring(xliff_bytes(same_unit(packet(4))))))
    assert answers.answers == () and answers.problems == ()
