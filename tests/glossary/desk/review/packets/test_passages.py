"""Passages: which findings are to be translated and not judged."""

from __future__ import annotations

import pytest

from glossary.desk.review.packets.packet import Bounds, is_passage, packet
from glossary.desk.review.packets.sent_log import read, sent_log_text
from glossary.rules.messages import message
from tests.glossary.desk.report.made import finding
from tests.glossary.desk.review.builds import material, reported, zh

TEXT = "图书馆很快。\n\nThen restart the process.\n\n库很大。\n\nIt loads the model again.\n"
WORDS = dict.fromkeys(("start", "count", "surface"), "x")


def _left(doc, *spans, name="left"):
    return finding(doc, *spans, rule="T110", finding_id=name, message=message("T110", "", WORDS, "en"))


@pytest.mark.parametrize(
    ("rule", "message_id", "expected"),
    [
        ("T110", "", True), ("T110", "passage", True), ("T504", "sentence", True), ("T504", "item", True),
        ("T110", "clause", False), ("T110", "page", False), ("T110", "headings", False), ("T504", "heading", False),
        ("T504", "cell", False), ("T504", "sentence_nearly", False),
    ],
)  # fmt: skip
def test_whole_sentences_in_english_are_passages(rule: str, message_id: str, expected: bool):
    page = zh(TEXT)
    assert is_passage(finding(page, (0, 3), rule=rule, message=message(rule, message_id, WORDS, "en"))) == expected


def test_passages_stand_beside_the_rows_and_count_as_sent():
    page = zh(TEXT)
    build_material = material(page, findings=[reported(page, finding_id="judged"), _left(page, (8, 33))])
    first = packet(build_material, "zh", "zh-0001")
    assert [row.question.finding_id for row in first.rows] == ["judged"]
    assert [row.question.surface for row in first.passages] == [TEXT[8:33]]
    sent = read(sent_log_text(first), "zh-0001.jsonl")
    second = packet(build_material, "zh", "zh-0002", [sent])
    assert (second.rows, second.passages) == ((), ())


def test_of_a_passage_in_two_places_the_next_packet_has_the_other():
    page = zh(TEXT)
    build_material = material(page, findings=[_left(page, (8, 33), (41, 66))])
    first = packet(build_material, "zh", "zh-0001")
    second = packet(build_material, "zh", "zh-0002", [read(sent_log_text(first), "zh-0001.jsonl")])
    assert [row.question.surface for row in first.passages] == [TEXT[8:33]]
    assert [row.question.surface for row in second.passages] == [TEXT[41:66]]
    assert (first.later_passages, second.later_passages) == (1, 0)


def test_passages_have_a_bound_of_their_own_and_the_packet_tells_how_many_are_left():
    page = zh(TEXT)
    build_material = material(page, findings=[_left(page, (8, 33), name="a"), _left(page, (41, 66), name="b")])
    zh_packet = packet(build_material, "zh", "zh-0001", bounds=Bounds(passages=1))
    assert (len(zh_packet.passages), zh_packet.later_passages, zh_packet.later) == (1, 1, 0)
