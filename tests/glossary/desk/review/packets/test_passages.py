"""Passages: which findings are to be translated and not judged."""

from __future__ import annotations

import pytest

from glossary.desk.review.packets.packet import Bounds, is_passage, packet
from glossary.desk.review.packets.sent_log import read, sent_log_text
from glossary.rules.messages import message
from tests.glossary.desk.report.made import finding
from tests.glossary.desk.review.builds import material, told, zh

TEXT = "图书馆很快。\n\nThen restart the process.\n\n库很大。\n\nIt loads the model again.\n"
WORDS = dict.fromkeys(("start", "count", "surface"), "x")


def _left(at, *spans, name="left"):
    return finding(at, *spans, rule="T110", finding_id=name, message=message("T110", "", WORDS, "en"))


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
    own = material(page, found=[told(page, finding_id="judged"), _left(page, (8, 33))])
    made = packet(own, "zh", "zh-0001")
    assert [row.question.finding_id for row in made.rows] == ["judged"]
    assert [row.question.surface for row in made.passages] == [TEXT[8:33]]
    sent = read(sent_log_text(made), "zh-0001.jsonl")
    again = packet(own, "zh", "zh-0002", [sent])
    assert (again.rows, again.passages) == ((), ())


def test_of_a_passage_in_two_places_the_next_packet_has_the_other():
    page = zh(TEXT)
    own = material(page, found=[_left(page, (8, 33), (41, 66))])
    first = packet(own, "zh", "zh-0001")
    second = packet(own, "zh", "zh-0002", [read(sent_log_text(first), "zh-0001.jsonl")])
    assert [row.question.surface for row in first.passages] == [TEXT[8:33]]
    assert [row.question.surface for row in second.passages] == [TEXT[41:66]]
    assert (first.later_passages, second.later_passages) == (1, 0)


def test_passages_have_a_bound_of_their_own_and_the_packet_tells_how_many_are_left():
    page = zh(TEXT)
    own = material(page, found=[_left(page, (8, 33), name="a"), _left(page, (41, 66), name="b")])
    made = packet(own, "zh", "zh-0001", bounds=Bounds(passages=1))
    assert (len(made.passages), made.later_passages, made.later) == (1, 1, 0)
