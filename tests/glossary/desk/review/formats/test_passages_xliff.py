"""Passages in XLIFF: what translators get, and what they send back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lxml import etree
from translate.storage.xliff import xlifffile

from glossary.desk.review.formats.read_file import read
from glossary.desk.review.formats.xliff.write_xliff import passages_bytes
from glossary.desk.review.packets.row import Packet
from tests.glossary.desk.review.packet_files import packet

ENGLISH = ("Then restart the process.", "Load `model.h5` & <b>run</b> it again.")


def _packet() -> Packet:
    rows = packet(2).rows
    passages = tuple(
        replace(row, question=replace(row.question, rule="T110", surface=text))
        for row, text in zip(rows, ENGLISH, strict=True)
    )
    return replace(packet(2), rows=(), passages=passages)


def _ids() -> list[str]:
    return [row.question.finding_id for row in _packet().passages]


def _edited(text: str, **attributes: str) -> bytes:
    top = etree.fromstring(passages_bytes(_packet()))
    target = next(top.iter("{*}target"))
    target.text = text
    target.attrib.update({name.replace("_", "-"): value for name, value in attributes.items()})
    return etree.tostring(top)


def test_each_passage_is_a_unit_with_an_empty_target():
    top = etree.fromstring(passages_bytes(_packet()))
    assert [element.text for element in top.iter("{*}source")] == list(ENGLISH)
    targets = [(element.text or "", element.get("state")) for element in top.iter("{*}target")]
    assert targets == [("", "needs-translation")] * 2


def test_untouched_it_says_nothing():
    answers = read("a.xlf", passages_bytes(_packet()))
    assert (answers.answers, answers.problems, answers.build_id) == ((), (), _packet().build_id)


def test_a_translation_is_accepted_also_where_the_editor_leaves_the_state():
    answers = read("a.xlf", _edited("然后重启进程。"))
    assert [(answer.finding_id, answer.action, answer.words) for answer in answers.answers] == [
        (_ids()[0], "accept", "然后重启进程。")
    ]


@pytest.mark.parametrize(
    ("text", "more"), [(ENGLISH[0], {}), ("  ", {}), ("然后", {"state_qualifier": "mt-suggestion"})]
)
def test_the_source_copied_nothing_and_what_a_machine_filled_in_is_no_translation(text: str, more: dict[str, str]):
    assert read("a.xlf", _edited(text, **more)).answers == ()


def test_what_a_tool_filled_in_from_the_packets_memory_is_reported_and_taken_when_it_is_final():
    data = passages_bytes(_packet(), {ENGLISH[0]: ["然后重启进程。"]})
    assert (read("a.xlf", data).answers, read("a.xlf", data).remarks) == ((), ())
    top = etree.fromstring(data)
    target = next(top.iter("{*}target"))
    target.text = "然后重启进程。"
    target.set("state", "translated")
    answers = read("a.xlf", etree.tostring(top))
    assert answers.answers == () and answers.remarks[0].startswith("1 passage was filled in from a memory: not taken")
    target.set("state", "final")
    answers = read("a.xlf", etree.tostring(top))
    assert ([answer.words for answer in answers.answers], answers.remarks) == (["然后重启进程。"], ())


def test_a_note_says_that_a_passage_stays_english():
    top = etree.fromstring(passages_bytes(_packet()))
    etree.SubElement(
        next(top.iter("{*}trans-unit")), "{urn:oasis:names:tc:xliff:document:1.2}note"
    ).text = "reject: a licence"
    answers = read("a.xlf", etree.tostring(top))
    assert [(answer.finding_id, answer.action, answer.why) for answer in answers.answers] == [
        (_ids()[0], "reject", "a licence")
    ]


def test_it_goes_through_translate_toolkit_and_back():
    store = xlifffile.parsestring(passages_bytes(_packet()))
    translations = ["然后重启进程。", "加载 `model.h5` 并 <b>再次运行</b>。"]
    for unit, text in zip(store.units, translations, strict=True):
        assert unit.source in ENGLISH
        unit.target = text
    answers = read("a.xlf", bytes(store))
    assert [(answer.finding_id, answer.words) for answer in answers.answers] == list(
        zip(_ids(), translations, strict=True)
    )
    assert answers.problems == ()


def test_draft_stands_beside_its_unit_and_is_no_target():
    first = _ids()[0]
    top = etree.fromstring(passages_bytes(_packet(), drafts={first: [("然后重启进程。", "local")]}))
    (offered,) = top.iter("{*}alt-trans")
    assert offered.get("origin") == "draft of local" and offered.findtext("{*}target") == "然后重启进程。"
    assert {target.text for target in top.iterfind(".//{*}trans-unit/{*}target")} == {None}
    unit = next(top.iterfind(".//{*}trans-unit/{*}target"))
    unit.text = "然后重启进程。"  # a tool filled it in
    assert read("back.xlf", etree.tostring(top)).answers == ()
