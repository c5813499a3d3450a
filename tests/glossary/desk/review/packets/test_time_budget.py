"""Time: what a decision takes, and which ones a packet of so many minutes asks for."""

from __future__ import annotations

from typing import Any

from glossary.decisions.decision import Question
from glossary.desk.review.packets.time_budget import by_second, seconds, within
from glossary.findings.review_queue import QueueRow, queue
from tests.glossary.desk.report.made import document, finding


def _row(name: str, rule: str = "T101", places: int = 1, page: str = "", **options: Any) -> QueueRow:
    document_of_row = document(f"{page or name}.md", "图书馆很好" * 9)
    spans = [(5 * number, 5 * number + 3) for number in range(places)]
    return queue([finding(document_of_row, *spans, rule=rule, concept_id=name, finding_id=name, **options)])[0]


def _questions(rows: list[QueueRow], target: str = "图书馆很好") -> dict[str, Question]:
    return {row.findings[0].finding_id: _question(row, target) for row in rows}


def _question(row: QueueRow, target: str, source: str = "") -> Question:
    first = row.findings[0]
    return Question(first.finding_id, first.rule, "", "zh", "a.md", first.surface, ("m",), 1.0, target, source)


def _names(rows: list[QueueRow]) -> list[str]:
    return [row.findings[0].finding_id for row in rows]


def test_longer_sentences_more_places_and_an_original_take_longer():
    row, spread = _row("a"), _row("b", places=4)
    short = seconds(row, _question(row, "图书馆"))
    assert short < seconds(row, _question(row, "图书馆" * 9))
    assert short < seconds(row, _question(row, "图书馆", "library"))
    assert short < seconds(spread, _question(spread, "图书馆"))


def test_an_english_character_takes_less_than_a_chinese_one_and_a_long_text_is_not_read_to_its_end():
    row = _row("a")
    assert seconds(row, _question(row, "a" * 99)) < seconds(row, _question(row, "图" * 99))
    assert seconds(row, _question(row, "图" * 320)) == seconds(row, _question(row, "图" * 9_000))


def test_of_two_that_repair_the_same_the_one_that_is_read_faster_comes_first():
    rows = [_row("long"), _row("short", rule="T102")]
    questions = {"long": _question(rows[0], "图" * 200), "short": _question(rows[1], "图")}
    assert _names(by_second(rows, questions)) == ["short", "long"]


def test_no_rule_takes_more_than_a_quarter_while_others_have_something():
    rows = [
        *(_row(f"a{n}") for n in range(20)),
        *(_row(f"{rule}-{n}", rule) for n in range(9) for rule in ("T102", "T103", "T104")),
    ]
    questions = _questions(rows)
    budget = 16 * seconds(rows[0], questions["a0"]) + 0.5
    chosen = within(by_second(rows, questions), questions, budget)
    assert sorted(row.findings[0].rule for row in chosen) == ["T101"] * 4 + ["T102"] * 4 + ["T103"] * 4 + ["T104"] * 4


def test_a_rule_has_all_of_the_time_that_no_other_wants():
    rows = [_row(f"a{n}") for n in range(20)]
    questions = _questions(rows)
    assert len(within(rows, questions, 10 * seconds(rows[0], questions["a0"]) + 0.5)) == 10


def test_half_of_the_decisions_are_on_terms_and_meaning_though_others_repair_more():
    others = [
        _row(f"{rule}-{n}", rule, severity="major") for n in range(9) for rule in ("T305", "T311", "T303", "T405")
    ]
    words = [_row(f"{rule}-{n}", rule) for n in range(9) for rule in ("T102", "T203", "T508")]
    questions = _questions([*others, *words])
    budget = 16 * seconds(words[0], questions["T102-0"]) + 0.5
    chosen = within([*others, *words], questions, budget)
    of_words = [row.findings[0].rule in ("T102", "T203", "T508") for row in chosen]
    assert len(of_words) == 16
    assert 8 <= of_words.count(True) <= 12


def test_what_is_neutral_comes_in_only_where_time_is_left():
    rows = [_row("sure"), _row("likely", "T501", confidence=0.87), _row("neutral", "T105", severity="neutral")]
    questions = _questions(rows)
    once = seconds(rows[0], questions["sure"])
    assert _names(within(rows, questions, once + 0.5)) == ["sure"]
    assert _names(within(rows, questions, 3 * once + 0.5)) == ["sure", "likely", "neutral"]


def test_most_of_a_packet_is_true_as_long_as_half_of_the_time_has_something_to_do():
    sure = [_row(f"sure{n}", f"T10{n}", confidence=0.95) for n in range(4)]
    doubtful = [_row(f"doubtful{n}", f"T50{n}", confidence=0.7) for n in range(5)]
    times = seconds(sure[0], _question(sure[0], "图书馆很好"))
    for count, expected in (
        (4, ["sure0", "sure1", "sure2", "sure3", "doubtful0"]),
        (1, ["sure0", "doubtful0", "doubtful1", "doubtful2"]),
        (0, [*map("doubtful{}".format, range(5))]),
    ):
        rows = [*sure[:count], *doubtful]
        assert _names(within(rows, _questions(rows), 7 * times + 0.5)) == expected


def test_one_decision_is_asked_for_however_little_time_there_is():
    rows = [_row("a"), _row("b")]
    assert _names(within(rows, _questions(rows), 0.1)) == ["a"]
    assert within([], {}, 60) == []


def test_of_one_place_is_asked_once():
    rows = [_row("worded", page="a"), _row("cased", "T105", page="a"), _row("elsewhere", "T105", page="b")]
    questions = _questions(rows)
    assert _names(within(rows, questions, 1_000)) == ["worded", "elsewhere"]
