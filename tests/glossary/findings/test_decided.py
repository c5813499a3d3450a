"""What was decided silences findings, marks accepted ones, ends with its text, and moves the rules' confidence."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from corpus.vocabularies import FindingState
from glossary.decisions.adjudication import adjudicate
from glossary.findings.decided import measured, with_decisions
from glossary.findings.fingerprints import mark
from glossary.findings.rule_selection import Selection
from glossary.rules.calibration import JudgedCounts, confidence
from glossary.rules.registry import BY_CODE, RULES
from glossary.rules.rule import Rule
from tests.glossary.desk.report.made import document, finding, places
from tests.glossary.desk.review.decided import decision

PAGE = document("guide/zh.md", "这个图书馆很快。\n\n去年新建的那座图书馆在河边，风景很好。")
FOUND = finding(PAGE, *places(PAGE.text, "图书馆"), finding_id="00000000000000a1", suggestion="库")
MARKS = tuple(mark(PAGE.text, *place) for place in places(PAGE.text, "图书馆"))


def after(*decisions, page=PAGE, undecided=FOUND):
    return with_decisions([undecided], adjudicate(decisions), {page.doc_id: page})[0]


def test_rejected_finding_is_suppressed_with_who_when_and_why():
    decided = after(decision("reject", marks=MARKS, why="a real library"))
    assert (decided.state, decided.suppressed_by) == ("suppressed", "reviewer")
    assert decided.reason == "rejected by Mei, 2026-11-22: a real library"
    assert decided.occurrences == 2


def test_finding_keeps_the_places_that_were_not_rejected():
    decided = after(decision("reject", marks=MARKS[1:]))
    assert (decided.state, decided.occurrences, decided.start, decided.suggestion) == ("new", 1, 2, "库")
    assert [location.start for location in decided.locations] == [2]


def test_accepted_finding_says_so_and_stays_until_its_text_changes():
    decided = after(decision("accept", marks=MARKS))
    assert (decided.state, decided.reason, decided.occurrences) == ("accepted", "accepted by Mei, 2026-11-22", 2)
    assert decided.suppressed_by is None


def test_finding_with_a_place_that_no_reviewer_has_seen_stands():
    assert (after(decision("accept", marks=MARKS[:1])).state, after(decision("accept", marks=MARKS[:1])).reason) == (
        "new",
        None,
    )


def test_what_the_glossary_should_allow_is_silent_at_once():
    for action, reason in [
        ("admit", "to be admitted to the glossary"),
        ("prefer", "to be preferred by the glossary"),
        ("exclude", "to be passed over in this context"),
    ]:
        decided = after(decision(action, marks=MARKS))
        assert (decided.state, decided.reason) == ("suppressed", f"{reason} by Mei, 2026-11-22")


def test_words_that_the_glossary_should_call_wrong_have_a_reason_that_says_so():
    decided = after(decision("wrong", marks=MARKS))
    assert (decided.state, decided.reason) == ("accepted", "to be listed as wrong by the glossary by Mei, 2026-11-22")


def test_decision_on_a_rendering_says_nothing_of_findings_and_rules():
    on_rendering = decision("wrong", rule="", path="", marks=MARKS)
    assert after(on_rendering).state == "new"
    assert measured(adjudicate([on_rendering])) == {}


def test_decision_ends_when_its_text_changes():
    text = PAGE.text.replace("很快", "非常快").replace("河边", "山上")
    page = replace(PAGE, text=text)
    decided = after(
        decision("reject", marks=MARKS),
        page=page,
        undecided=finding(page, *places(text, "图书馆"), finding_id=FOUND.finding_id),
    )
    assert (decided.state, decided.occurrences, decided.reason) == (
        "new",
        2,
        "rejected by Mei, 2026-11-22, before the text was changed",
    )


def test_decision_survives_an_edit_elsewhere():
    text = f"# 新的一行\n\n{PAGE.text}\n\n再一行。"
    page = replace(PAGE, text=text)
    decided = after(
        decision("reject", marks=MARKS),
        page=page,
        undecided=finding(page, *places(text, "图书馆"), finding_id="b" * 16),
    )
    assert decided.state == "suppressed"


def test_decision_is_about_one_rule_and_one_concept():
    assert after(decision("reject", marks=MARKS, rule="T201")).state == "new"
    assert after(decision("reject", marks=MARKS, concept_id="module")).state == "new"


def test_conflict_and_discussion_leave_a_finding_as_it_is():
    assert after(decision("reject", marks=MARKS), decision("accept", "Ken", marks=MARKS)) == FOUND
    assert after(decision("discuss", marks=MARKS)) == FOUND


def test_fixed_and_suppressed_findings_stay_so():
    for state in (FindingState.FIXED, FindingState.SUPPRESSED):
        gone = replace(FOUND, state=state)
        assert after(decision("accept", marks=MARKS), undecided=gone) == gone


def test_every_decision_is_counted_once_by_whether_the_rule_was_right():
    decisions = [
        decision("accept", finding_id="a", marks=("1", "2")),
        decision("accept", "Ken", finding_id="a", marks=("1", "2")),
        decision("reject", finding_id="b", marks=("3",), sure=0.5),
        decision("admit", finding_id="c", marks=("4",), sure=0.8),
        decision("discuss", finding_id="d", marks=("5",)),
        decision("accept", finding_id="e", marks=("6",)),
        decision("reject", "Ken", finding_id="e", marks=("6",)),
        decision("accept", finding_id="f", marks=("7",), rule="T405"),
    ]
    counts = measured(adjudicate(decisions))
    assert {key: tuple(count) for key, count in counts.items()} == {
        ("T101", "zh"): (3, 1, 2.3),
        ("T405", "zh"): (1, 1, 1.0),
    }


@pytest.mark.parametrize(
    ("rule", "same", "counted"),
    [
        ("T101", {}, 1),
        ("T101", {"surface": "书馆"}, 2),  # other words, another card
        ("T101", {"concept_id": "store"}, 2),
        ("T101", {"when": "2026-11-22T10:00:01Z"}, 2),  # a card of its own, decided afterwards
        ("T101", {"action": "admit"}, 2),
        ("T504", {"surface": "Overview", "path": "b.md", "concept_id": ""}, 1),  # a habit of pages
        ("T201", {"surface": "书库"}, 1),  # of a concept, whatever words
        ("T505", {"surface": "另一句", "concept_id": "library"}, 1),  # of a page
        ("T505", {"path": "b.md"}, 2),
        ("T101", {"lang": "ja"}, 2),
    ],
)
def test_what_is_decided_with_a_folded_card_is_one_vote(rule: str, same: dict[str, str], counted: int):
    first = decision("reject", rule=rule, finding_id="1", marks=("1",))
    options: dict[str, Any] = {"rule": rule, "finding_id": "2", "marks": ("2",), **_plain(same)}
    other = decision(same.get("action", "reject"), **options)
    assert sum(count.findings for count in measured(adjudicate([first, other])).values()) == counted


def _plain(options: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in options.items() if name != "action"}


def test_confidence_of_a_rule_moves_with_what_its_reviewers_decide_in_that_language_alone():
    def sure(rules: Iterable[Rule]) -> dict[tuple[str, str], float]:
        return {(rule.code, lang): rule.confidence_of("", lang) for rule in rules for lang in ("zh", "ja")}

    rejected = [decision("reject", finding_id=str(n), marks=(str(n),), surface=f"书馆{n}") for n in range(20)]
    selection = Selection(project_counts=tuple(measured(adjudicate(rejected)).items()))
    plain, moved = sure(RULES), sure(selection.rules("a.md"))
    assert [key for key in plain if plain[key] != moved[key]] == [("T101", "zh")]
    # Twenty decisions against a prior of twenty: the share of true ones is halved.
    base = confidence("T101", BY_CODE["T101"].prior, lang="zh")
    counts = measured(adjudicate(rejected))["T101", "zh"]
    assert confidence("T101", BY_CODE["T101"].prior, counts, lang="zh") == pytest.approx(base / 2, abs=0.001)
    assert selection.fingerprint == ""


def test_one_rejection_takes_no_rule_far():
    for rule in RULES:
        base = confidence(rule.code, rule.prior, lang="ja")
        assert base - confidence(rule.code, rule.prior, JudgedCounts(1, 0, 1.0), lang="ja") < 0.05


def test_accept_that_leaves_the_words_to_others_proves_no_rule():
    decisions = [
        decision("accept", finding_id="1", marks=("m1",), placed=True),
        decision("accept", finding_id="2", marks=("m2",), placed=True, words="库"),
        decision("reject", finding_id="3", marks=("m3",), placed=True),
    ]
    counts = measured(adjudicate(decisions))["T101", "zh"]
    assert (counts.findings, counts.true) == (2, 1)
