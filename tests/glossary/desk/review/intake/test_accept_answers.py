"""Answers become decisions once; what is not known, or may be out of date, is reported with its place in the file."""

from glossary.decisions.decision import Answer
from glossary.desk.review.intake.accept_answers import Receipt, accept_answers
from tests.glossary.desk.review.decided import ASKED, decision

KNOWN = {ASKED.finding_id: ASKED}
NOW = Receipt("", "2026-11-22T12:00:00Z")
LATER = "2026-11-22T11:00:00Z"


def answer(action="accept", **options):
    return Answer(**{"finding_id": ASKED.finding_id, "action": action, "who": "Mei", "place": "row 2", **options})


def test_answer_becomes_a_decision_on_what_was_asked():
    (new_decision,) = accept_answers([answer(why="plain", words="库")], KNOWN, [], NOW).decisions
    assert new_decision == decision("accept", when=NOW.received_at, why="plain", words="库")


def test_time_of_the_file_comes_before_that_of_handing_in():
    (new_decision,) = accept_answers([answer(when=LATER)], KNOWN, [], NOW).decisions
    assert new_decision.when == LATER


def test_name_is_that_of_whoever_hands_in_where_the_file_has_none():
    assert accept_answers([answer(who="")], KNOWN, [], Receipt("Ken", NOW.received_at)).decisions[0].who == "Ken"
    assert accept_answers([answer()], KNOWN, [], Receipt("Ken", NOW.received_at)).decisions[0].who == "Mei"


def test_answer_without_any_name_is_reported():
    answers = accept_answers([answer(who="")], KNOWN, [], NOW)
    assert (answers.decisions, answers.problems) == (
        (),
        ("row 2: it is unknown who decided this; write the name into the file, or give --by NAME",),
    )


def test_unknown_finding_is_reported_with_the_nearest_one():
    answers = accept_answers([answer(finding_id="00000000000000a7"), answer(finding_id="=1+1")], KNOWN, [], NOW)
    assert answers.problems == (
        "row 2: no finding '00000000000000a7' was asked about; was it 00000000000000a1?",
        "row 2: no finding '=1+1' was asked about; the packet or the build that it comes from is not here",
    )
    assert answers.unknown == answers.problems[1:]


def test_finding_without_places_cannot_be_decided():
    gone = {ASKED.finding_id: decision("accept", marks=()).question}
    assert accept_answers([answer()], gone, [], NOW).problems == (
        "row 2: finding 00000000000000a1 is no longer in the text",
    )


def test_same_answer_again_changes_nothing():
    before = accept_answers([answer(why="plain")], KNOWN, [], NOW).decisions
    answers = accept_answers([answer(why="plain")], KNOWN, before, Receipt("", "2027-01-01T00:00:00Z"))
    assert (answers.decisions, answers.already_known, answers.problems) == ((), 1, ())


def test_same_answer_about_more_places_is_a_new_one():
    more = {ASKED.finding_id: decision("accept", marks=("m1", "m2")).question}
    assert len(accept_answers([answer()], more, [decision("accept")], NOW).decisions) == 1


def test_same_answer_that_now_is_final_is_a_new_one_and_only_once():
    final = Receipt("", NOW.received_at, final=True)
    before = [decision("accept"), *accept_answers([answer()], KNOWN, [decision("accept")], final).decisions]
    assert [ruling.final for ruling in before] == [False, True]
    assert accept_answers([answer()], KNOWN, before, final).already_known == 1


def test_change_of_mind_is_a_new_decision():
    answers = accept_answers([answer("reject", when=LATER)], KNOWN, [decision("accept")], NOW)
    assert [ruling.action for ruling in answers.decisions] == ["reject"]


def test_old_file_that_tells_no_times_does_not_take_a_change_of_mind_back():
    before = [decision("accept"), decision("reject", when=LATER)]
    answers = accept_answers([answer()], KNOWN, before, NOW)
    assert (answers.decisions, answers.already_known) == ((), 0)
    assert answers.problems == (
        "row 2: accept again, which Mei replaced by reject on 2026-11-22; if it is to be so again, decide it on the page, whose file tells the time",
    )
    assert accept_answers([answer(when="2026-11-22T10:00:00Z")], KNOWN, before, NOW).already_known == 1


def test_change_of_mind_and_back_again_counts_where_the_file_tells_the_time():
    before = [decision("accept"), decision("reject", when=LATER)]
    answers = accept_answers([answer(when="2026-11-22T11:30:00Z")], KNOWN, before, NOW)
    assert ([ruling.action for ruling in answers.decisions], answers.replaced) == (["accept"], 1)


def test_of_two_files_without_times_the_one_handed_in_last_counts():
    first = accept_answers([answer("reject")], KNOWN, [], NOW).decisions
    (second,) = accept_answers([answer("accept")], KNOWN, first, NOW).decisions
    assert (first[0].when, second.when) == ("2026-11-22T12:00:00Z", "2026-11-22T12:00:01Z")


def test_time_that_is_still_to_come_is_reported():
    answers = accept_answers([answer(when="2099-01-01T00:00:00Z")], KNOWN, [], NOW)
    assert answers.problems == (
        "row 2: decided at 2099-01-01T00:00:00Z, which is still to come; correct the clock, and decide it again",
    )


def test_decision_about_an_entry_needs_a_term_and_an_exclusion_its_longer_words():
    bare = {ASKED.finding_id: decision("accept", concept_id="").question}
    assert accept_answers([answer("admit")], bare, [], NOW).problems == (
        "row 2: admit, but T101 “图书馆” is about no term; choose another decision",
    )
    for words in ("", "图书馆", "书馆"):
        assert accept_answers([answer("exclude", words=words)], KNOWN, [], NOW).problems == (
            "row 2: exclude without the longer words that “图书馆” is part of here; add them",
        )
    assert accept_answers([answer("exclude", words="市图书馆")], KNOWN, [], NOW).problems == ()


def test_rendering_is_admitted_preferred_called_wrong_or_discussed_and_nothing_else():
    rendering = {ASKED.finding_id: decision("accept", rule="", path="", marks=(ASKED.finding_id,)).question}
    for action in ("admit", "prefer", "wrong", "discuss"):
        assert [ruling.action for ruling in accept_answers([answer(action)], rendering, [], NOW).decisions] == [action]
    for action in ("accept", "reject", "exclude"):
        assert accept_answers([answer(action)], rendering, [], NOW).problems == (
            f"row 2: {action}, but “图书馆” is a rendering; choose one of admit, prefer, wrong, discuss",
        )


def test_corrected_text_is_about_the_place_that_was_shown():
    more = {ASKED.finding_id: decision("accept", marks=("m1", "m2")).question}
    assert accept_answers([answer(text="新的一句。")], more, [], NOW).decisions[0].question.marks == ("m1",)
    assert accept_answers([answer(words="库")], more, [], NOW).decisions[0].question.marks == ("m1", "m2")


PLACES = {ASKED.finding_id: decision("accept", marks=("aaaaaaaa01", "aaaaaaaa02", "bbbbbbbb01", "cccccccc01")).question}
HERE = ("aaaaaaaa", "cccccccc")


def test_answer_on_some_places_is_about_these_and_one_without_any_about_the_rest():
    answers = accept_answers([answer(places=HERE, words="库"), answer("reject")], PLACES, [], NOW)
    assert [(ruling.action, ruling.placed, ruling.question.marks) for ruling in answers.decisions] == [
        ("accept", True, ("aaaaaaaa01", "aaaaaaaa02", "cccccccc01")),
        ("reject", False, ("bbbbbbbb01",)),
    ]
    assert not answers.problems


def test_places_that_were_not_asked_about_are_reported_and_the_others_are_decided():
    answers = accept_answers([answer(places=("bbbbbbbb", "dddddddd"))], PLACES, [], NOW)
    assert [ruling.question.marks for ruling in answers.decisions] == [("bbbbbbbb01",)]
    assert answers.problems == ("row 2: 1 of its 2 places are none that anybody was asked about; decide them again",)
    none = accept_answers([answer(places=("dddddddd",))], PLACES, [], NOW)
    assert (none.decisions, len(none.problems)) == ((), 1)


def test_same_answers_on_some_places_again_change_nothing():
    same_answers = [answer(places=HERE, words="库", when=LATER), answer("reject", when=LATER)]
    before = accept_answers(same_answers, PLACES, [], NOW).decisions
    answers = accept_answers(same_answers, PLACES, before, NOW)
    assert (answers.decisions, answers.already_known, answers.replaced) == ((), 2, 0)


def test_decision_on_other_places_of_a_finding_replaces_nothing():
    before = accept_answers([answer(places=HERE, words="库", when=LATER)], PLACES, [], NOW).decisions
    answers = accept_answers([answer("reject", places=("bbbbbbbb",))], PLACES, before, NOW)
    assert (len(answers.decisions), answers.replaced) == (1, 0)
