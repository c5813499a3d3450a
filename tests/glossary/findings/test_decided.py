"""What was decided silences findings, marks accepted ones, ends with its text, and moves the rules' confidence."""

from dataclasses import replace

from corpus.vocabularies import FindingState
from glossary.decisions.adjudication import adjudicate
from glossary.findings.decided import measured, with_decisions
from glossary.findings.fingerprints import mark
from glossary.findings.rule_selection import Selection
from glossary.rules.registry import BY_CODE
from tests.glossary.report.made import document, finding, places
from tests.glossary.review.decided import decision

PAGE = document("guide/zh.md", "这个图书馆很快。\n\n去年新建的那座图书馆在河边，风景很好。")
FOUND = finding(PAGE, *places(PAGE.text, "图书馆"), finding_id="00000000000000a1", suggestion="库")
MARKS = tuple(mark(PAGE.text, *at) for at in places(PAGE.text, "图书馆"))


def after(*decisions, page=PAGE, found=FOUND):
    return with_decisions([found], adjudicate(decisions), {page.doc_id: page})[0]


def test_rejected_finding_is_suppressed_with_who_when_and_why():
    one = after(decision("reject", marks=MARKS, why="a real library"))
    assert (one.state, one.suppressed_by) == ("suppressed", "reviewer")
    assert one.reason == "rejected by Mei, 2026-11-22: a real library"
    assert one.occurrences == 2


def test_finding_keeps_the_places_that_were_not_rejected():
    one = after(decision("reject", marks=MARKS[1:]))
    assert (one.state, one.occurrences, one.start, one.suggestion) == ("new", 1, 2, "库")
    assert [at.start for at in one.locations] == [2]


def test_accepted_finding_says_so_and_stays_until_its_text_changes():
    one = after(decision("accept", marks=MARKS))
    assert (one.state, one.reason, one.occurrences) == ("accepted", "accepted by Mei, 2026-11-22", 2)
    assert one.suppressed_by is None


def test_finding_with_a_place_that_nobody_has_seen_stands():
    assert (after(decision("accept", marks=MARKS[:1])).state, after(decision("accept", marks=MARKS[:1])).reason) == (
        "new",
        None,
    )


def test_what_the_glossary_should_allow_is_silent_at_once():
    for action, said in [
        ("admit", "to be admitted to the glossary"),
        ("prefer", "to be preferred by the glossary"),
        ("exclude", "to be passed over in this company"),
    ]:
        one = after(decision(action, marks=MARKS))
        assert (one.state, one.reason) == ("suppressed", f"{said} by Mei, 2026-11-22")


def test_words_that_the_glossary_should_call_wrong_are_told_rightly():
    one = after(decision("wrong", marks=MARKS))
    assert (one.state, one.reason) == ("accepted", "to be listed as wrong by the glossary by Mei, 2026-11-22")


def test_decision_on_a_rendering_says_nothing_of_findings_and_rules():
    on_rendering = decision("wrong", rule="", path="", marks=MARKS)
    assert after(on_rendering).state == "new"
    assert measured(adjudicate([on_rendering])) == {}


def test_decision_ends_when_its_text_changes():
    text = PAGE.text.replace("很快", "非常快").replace("河边", "山上")
    page = replace(PAGE, text=text)
    one = after(
        decision("reject", marks=MARKS),
        page=page,
        found=finding(page, *places(text, "图书馆"), finding_id=FOUND.finding_id),
    )
    assert (one.state, one.occurrences, one.reason) == (
        "new",
        2,
        "rejected by Mei, 2026-11-22, before the text was changed",
    )


def test_decision_survives_an_edit_elsewhere():
    text = f"# 新的一行\n\n{PAGE.text}\n\n再一行。"
    page = replace(PAGE, text=text)
    one = after(
        decision("reject", marks=MARKS), page=page, found=finding(page, *places(text, "图书馆"), finding_id="b" * 16)
    )
    assert one.state == "suppressed"


def test_decision_is_about_one_rule_and_one_concept():
    assert after(decision("reject", marks=MARKS, rule="T201")).state == "new"
    assert after(decision("reject", marks=MARKS, concept_id="module")).state == "new"


def test_conflict_and_discussion_leave_a_finding_as_it_is():
    assert after(decision("reject", marks=MARKS), decision("accept", "Ken", marks=MARKS)) == FOUND
    assert after(decision("discuss", marks=MARKS)) == FOUND


def test_fixed_and_suppressed_findings_stay_so():
    for state in (FindingState.FIXED, FindingState.SUPPRESSED):
        gone = replace(FOUND, state=state)
        assert after(decision("accept", marks=MARKS), found=gone) == gone


def test_every_decision_is_counted_once_by_whether_the_rule_was_right():
    own = [
        decision("accept", finding_id="a", marks=("1", "2")),
        decision("accept", "Ken", finding_id="a", marks=("1", "2")),
        decision("reject", finding_id="b", marks=("3",), sure=0.5),
        decision("admit", finding_id="c", marks=("4",), sure=0.8),
        decision("discuss", finding_id="d", marks=("5",)),
        decision("accept", finding_id="e", marks=("6",)),
        decision("reject", "Ken", finding_id="e", marks=("6",)),
        decision("accept", finding_id="f", marks=("7",), rule="T405"),
    ]
    found = measured(adjudicate(own))
    assert {rule: tuple(one) for rule, one in found.items()} == {"T101": (3, 1, 2.3), "T405": (1, 1, 1.0)}


def test_confidence_of_a_rule_moves_with_what_its_reviewers_decide():
    plain = BY_CODE["T101"].confidence
    rejected = [decision("reject", finding_id=str(one), marks=(str(one),)) for one in range(40)]
    own = Selection(project_counts=tuple(measured(adjudicate(rejected)).items()))
    moved = {rule.code: rule.confidence for rule in own.rules("a.md")}
    assert moved["T101"] < plain - 0.1
    assert moved["T405"] == BY_CODE["T405"].confidence
    assert own.fingerprint == ""


def test_accept_that_leaves_the_words_to_somebody_else_proves_no_rule():
    said = [
        decision("accept", finding_id="1", marks=("m1",), placed=True),
        decision("accept", finding_id="2", marks=("m2",), placed=True, words="库"),
        decision("reject", finding_id="3", marks=("m3",), placed=True),
    ]
    counts = measured(adjudicate(said))["T101"]
    assert (counts.findings, counts.true) == (2, 1)
