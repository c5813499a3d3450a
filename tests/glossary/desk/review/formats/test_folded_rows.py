"""Folded rows: a row that nobody filled in is decided with the one that it is folded into."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from openpyxl import load_workbook

from glossary.decisions.decision import Answer
from glossary.desk.review.formats.xlsx import read_xlsx
from glossary.desk.review.formats.xlsx.read_xlsx import FoldableRow, folded_answers
from glossary.desk.review.formats.xlsx.write_xlsx import xlsx_bytes
from glossary.desk.review.packets.row import Packet
from tests.glossary.desk.review.filled import column, filled
from tests.glossary.desk.review.packet_files import packet


def _folded() -> Packet:
    """Rows 2 and 4 are folded into row 1, the last with the same words; they speak of no concept."""
    rows = [replace(row, question=replace(row.question, concept_id="")) for row in packet(4).rows]
    first = rows[0].question.finding_id
    together = [
        rows[0],
        rows[1],
        replace(rows[3], question=replace(rows[3].question, surface=rows[0].question.surface)),
    ]
    follow = [replace(row, follows=first, decision=1) for row in together[1:]]
    return replace(packet(4), rows=(replace(together[0], decision=1, alike=2), *follow, replace(rows[2], decision=2)))


def _said(typed: dict[int, dict[str, object]]) -> dict[int, tuple[str, str]]:
    """Row → action and words."""
    sent_packet = _folded()
    numbers = {row.question.finding_id: number for number, row in enumerate(sent_packet.rows, 1)}
    answers: tuple[Answer, ...] = read_xlsx.read(filled(typed, "Mei", sent_packet)).answers
    return {numbers[answer.finding_id]: (answer.action, answer.words) for answer in answers}


def test_rejecting_rejects_all():
    assert _said({1: {"decision": "reject"}}) == dict.fromkeys((1, 2, 3), ("reject", ""))


def test_accepting_takes_at_each_row_what_is_suggested_there():
    suggested = [row.suggestion or next(iter(row.expected), "") for row in _folded().rows[:3]]
    assert _said({1: {"decision": "accept"}}) == {n: ("accept", words) for n, words in enumerate(suggested, 1)}


@pytest.mark.parametrize(("action", "expected"), [("accept", ["other", "same"]), ("reject", ["same"])])
def test_other_words_for_a_concept_are_changed_as_the_first_row_says_and_not_called_right(
    action: str, expected: list[str]
):
    answer = Answer("first", action, words="问题" if action == "accept" else "")
    rows = [
        FoldableRow("first", "", "issue", "课题", "问题", "", "row 3", answer),
        FoldableRow("other", "first", "issue", "议题", "问题", "", "row 4", None),
        FoldableRow("back", "first", "issue", "问题", "课题", "", "row 5", None),
        FoldableRow("same", "first", "issue", "课题", "问题", "", "row 6", None),
    ]
    assert [answer.finding_id for answer in folded_answers(rows)] == expected


def test_own_words_hold_for_rows_with_the_same_words():
    assert _said({1: {"decision": "accept", "instead": "算符"}}) == {1: ("accept", "算符"), 3: ("accept", "算符")}
    assert _said({1: {"decision": "admit"}}).keys() == {1, 3}


@pytest.mark.parametrize("cells", [{"decision": "accept", "corrected": "全新的一句。"}, {"decision": "discuss"}])
def test_a_whole_text_and_a_doubt_are_about_one_row(cells: dict[str, object]):
    assert _said({1: cells}).keys() == {1}


def test_a_row_that_was_filled_in_decides_for_itself():
    assert _said({1: {"decision": "reject"}, 2: {"decision": "accept"}})[2][0] == "accept"
    assert _said({2: {"decision": "accept"}}).keys() == {2}


def test_what_is_alike_lies_closed_below_its_row():
    sheet = load_workbook(BytesIO(xlsx_bytes(_folded())))["Findings"]
    levels = [
        (sheet.row_dimensions[number].outlineLevel, sheet.row_dimensions[number].hidden) for number in (3, 4, 5, 6)
    ]
    assert levels == [(0, False), (1, True), (1, True), (0, False)]
    assert [sheet.cell(number, column(sheet, "alike")).value for number in (3, 4)] == [2, None]
