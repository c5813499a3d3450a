"""Judges measured by what people had decided before them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from glossary.decisions.adjudication import Adjudication, adjudicate
from glossary.decisions.decision import Decision, Question
from glossary.desk.review.judging.measured_judges import (
    above_bar,
    agreement_lines,
    measure,
    rejected_places,
    table_lines,
    with_opinions,
)
from glossary.desk.review.judging.suggestions import Suggestion
from tests.glossary.desk.review.packet_files import packet

BEFORE, ASKED, AFTER = "2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z", "2026-11-03T00:00:00Z"


def question(number: int, rule: str = "T101", lang: str = "zh") -> Question:
    return Question(
        f"{rule}-{lang}-{number}", rule, "operator", lang, "zh.md", "操作员", (f"mark-{rule}-{lang}-{number}",), 1.0
    )


def decided(about: Question, action: str, moment: str = BEFORE) -> Decision:
    return Decision(about, action, "Mei", moment, words="算子" if action == "accept" else "")


def suggests(about: Question, verdict: str, judge: str = "local") -> Suggestion:
    return Suggestion(about, judge, verdict, ASKED)


def settled(*pairs: tuple[int, str]) -> Adjudication:
    return adjudicate(decided(question(number), action) for number, action in pairs)


def test_verdicts_are_counted_by_what_they_say_of_the_rule():
    people = settled((1, "accept"), (2, "reject"), (3, "admit"), (4, "wrong"))
    verdicts = [(1, "accept"), (2, "accept"), (3, "reject"), (4, "admit")]
    judge = measure([suggests(question(number), verdict) for number, verdict in verdicts], people)["local"]
    assert (judge.total("zh", True).right, judge.total("zh", True).count) == (1, 2)
    assert (judge.total("zh", False).right, judge.total("zh", False).count) == (1, 2)


@pytest.mark.parametrize(
    ("decisions", "why"),
    [
        ([decided(question(1), "accept", AFTER)], "it may have been decided with the suggestion in view"),
        ([decided(question(1), "discuss")], "it is open"),
        ([decided(question(1), "accept"), Decision(question(1), "reject", "Ken", BEFORE)], "people do not agree"),
        ([Decision(question(1), "accept", "Mei", BEFORE, placed=True)], "it was accepted without words"),
        ([decided(question(2), "accept")], "it is another place"),
    ],
)
def test_what_measures_nothing(decisions: list[Decision], why: str):
    judges = measure([suggests(question(1), "accept")], adjudicate(decisions))
    assert judges["local"].precision("zh", "T101", "accept") is None, why


def test_rule_with_few_controls_goes_by_the_others():
    people = settled(*((number, "accept") for number in range(10)))
    judge = measure([suggests(question(number), "accept") for number in range(10)], people)["local"]
    assert judge.precision("zh", "T999", "accept") == judge.precision("zh", "T101", "accept") == 1.0
    assert judge.precision("ja", "T101", "accept") is None and judge.precision("zh", "T101", "discuss") is None


def test_always_yes_is_worth_its_base_rate_and_a_rejection_of_such_a_judge_is_not_measured():
    people = settled(*((number, "accept" if number < 6 else "reject") for number in range(10)))
    suggestions = [suggests(question(number), "accept") for number in range(10)]
    judges = measure(suggestions, people)
    assert judges["local"].precision("zh", "T101", "accept") == pytest.approx(0.6)
    fresh = [suggests(question(20), "accept"), suggests(question(21), "reject")]
    assert [(suggestion.verdict, precision) for suggestion, precision in above_bar(fresh, judges, 0.8)] == [
        ("reject", None)
    ]
    assert rejected_places(above_bar(fresh, judges, 0.8), judges, 1) == {}


def test_as_many_measured_judges_must_reject_as_the_policy_says():
    people = settled(*((number, "reject") for number in range(5)))
    suggestions = [suggests(question(number), "reject", name) for number in range(6) for name in ("one", "two")]
    judges = measure(suggestions, people)
    rows = list(above_bar(suggestions, judges, 0.8))
    open_place = {"T101-zh-5": frozenset({"mark-T101-zh-5"})}
    assert rejected_places(rows, judges, 2).items() >= open_place.items()
    assert rejected_places(rows, judges, 3) == {}
    assert rejected_places([pair for pair in rows if pair[0].judge == "one"], judges, 2) == {}


def test_table_has_a_row_for_each_language_and_rule():
    people = settled((1, "accept"), (2, "reject"))
    judges = measure(
        [suggests(question(1), "accept"), suggests(question(2), "accept"), suggests(question(9), "accept", "new")],
        people,
    )
    assert list(table_lines([*judges.values()], 0.8)) == [
        "judge            language rule            accept right           reject right",
        "local            zh       all                   1 of 2                      –",
        "local            zh       T101       1 of 2, not shown                      –",
        "new              not measured: no decision of a person was among its questions",
    ]


def test_opinions_stand_beside_the_places_that_were_judged():
    sent = packet(3)
    about = sent.rows[0].question
    other_place = replace(sent.rows[1].question, marks=("gone",))
    last = Suggestion(about, "local", "reject", AFTER, reason="an example")
    suggestions = [last, suggests(about, "accept"), suggests(other_place, "reject"), suggests(about, "admit", "gpt")]
    rows = with_opinions(sent, [(suggestion, 0.9) for suggestion in suggestions]).rows
    assert [opinion.text for opinion in rows[0].opinions] == [
        "gpt: admit (90% right)",
        "local: reject, an example (90% right)",
    ]
    assert [row.agreement for row in rows] == ["split", "", ""]


def test_who_agrees_with_whom():
    decisions = [decided(question(1), "accept"), decided(question(2), "reject"), decided(question(3), "discuss")]
    suggestions = [suggests(question(number), "accept", name) for number in (1, 2, 9) for name in ("gpt", "local")]
    assert list(agreement_lines(suggestions, decisions)) == [
        "Assistant gpt: 3 suggestions; agrees with Mei on 1 of 2; agrees with local on 3 of 3",
        "Assistant local: 3 suggestions; agrees with Mei on 1 of 2",
    ]
