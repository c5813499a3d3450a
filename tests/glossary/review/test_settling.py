"""The last word of each reviewer counts; where they do not agree, nothing is decided until somebody's is final."""

from glossary.review.settling import settled
from tests.glossary.review.decided import decision

LATER = "2026-11-22T11:00:00Z"


def of(*decisions, mark="m1", path="guide/zh.md"):
    found = settled(decisions).of("T101", "library", mark, path)
    return (found.action, found.who) if found else None


def test_one_reviewer_decides():
    assert of(decision("reject")) == ("reject", "Mei")


def test_last_decision_of_a_reviewer_counts():
    assert of(decision("reject"), decision("accept", when=LATER)) == ("accept", "Mei")
    assert of(decision("accept", when=LATER), decision("reject")) == ("accept", "Mei")


def test_reviewers_who_agree_decide_by_the_first():
    assert of(decision("reject", "Ken", when=LATER), decision("reject")) == ("reject", "Mei")


def test_reviewers_who_do_not_agree_are_a_conflict_that_decides_nothing():
    own = [decision("reject"), decision("accept", "Ken")]
    assert of(*own) is None
    assert [[one.who for one in each.decisions] for each in settled(own).conflicts] == [["Ken", "Mei"]]


def test_other_words_for_the_same_are_a_conflict():
    assert len(settled([decision("accept", words="库"), decision("accept", "Ken", words="程序库")]).conflicts) == 1


def test_conflict_about_many_places_is_told_once():
    own = [decision("reject", marks=("m1", "m2")), decision("accept", "Ken", marks=("m1", "m2"))]
    assert len(settled(own).conflicts) == 1


def test_final_decision_settles_a_conflict_and_the_last_final_one_counts():
    own = [decision("reject"), decision("accept", "Ken"), decision("accept", "Ana", final=True)]
    assert of(*own) == ("accept", "Ana")
    assert of(*own, decision("reject", "Bo", final=True, when=LATER)) == ("reject", "Bo")
    assert settled(own).conflicts == ()


def test_what_one_wants_to_discuss_is_open_for_all():
    found = settled([decision("reject"), decision("discuss", "Ken")])
    assert (found.by_place, [one.who for one in found.open], found.conflicts) == ({}, ["Ken"], ())


def test_places_are_settled_one_by_one():
    own = [decision("reject", marks=("m1",)), decision("accept", "Ken", marks=("m2",))]
    assert (of(*own), of(*own, mark="m2"), of(*own, mark="m3")) == (("reject", "Mei"), ("accept", "Ken"), None)


def test_decision_holds_for_its_document_from_wherever_paths_count():
    assert of(decision("reject"), path="docs/guide/zh.md") == ("reject", "Mei")
    assert of(decision("reject"), path="zh.md") == ("reject", "Mei")
    assert of(decision("reject"), path="old-guide/zh.md") is None
    assert of(decision("reject"), path="other/zh.md") is None
