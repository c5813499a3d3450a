"""The last word of each reviewer counts; where they do not agree, nothing is decided until somebody's is final."""

from glossary.decisions.adjudication import adjudicate
from tests.glossary.desk.review.decided import decision

LATER = "2026-11-22T11:00:00Z"


def of(*decisions, mark="m1", path="guide/zh.md", others=[]):  # noqa: B006
    standing = adjudicate(decisions).rebased([*others, path]).of(path, "T101", "library", mark)
    return (standing.action, standing.who) if standing else None


def test_one_reviewer_decides():
    assert of(decision("reject")) == ("reject", "Mei")


def test_last_decision_of_a_reviewer_counts():
    assert of(decision("reject"), decision("accept", when=LATER)) == ("accept", "Mei")
    assert of(decision("accept", when=LATER), decision("reject")) == ("accept", "Mei")


def test_reviewers_who_agree_decide_by_the_first():
    assert of(decision("reject", "Ken", when=LATER), decision("reject")) == ("reject", "Mei")


def test_reviewers_who_do_not_agree_are_a_conflict_that_decides_nothing():
    decisions = [decision("reject"), decision("accept", "Ken")]
    assert of(*decisions) is None
    assert [[ruling.who for ruling in conflict.decisions] for conflict in adjudicate(decisions).conflicts] == [
        ["Ken", "Mei"]
    ]


def test_other_words_for_the_same_are_a_conflict():
    assert len(adjudicate([decision("accept", words="库"), decision("accept", "Ken", words="程序库")]).conflicts) == 1


def test_who_has_no_words_of_their_own_goes_along_with_those_who_have():
    decisions = [decision("accept"), decision("accept", "Ken", words="库", when=LATER)]
    assert (of(*decisions), adjudicate(decisions).conflicts) == (("accept", "Ken"), ())
    assert adjudicate(decisions).standing[0].words == "库"


def test_names_that_differ_in_case_width_or_spaces_are_one_reviewer():
    assert of(decision("reject", "Mei Lin"), decision("accept", "ＭＥＩ  lin", when=LATER)) == ("accept", "ＭＥＩ  lin")


def test_conflict_about_many_places_is_reported_once():
    decisions = [decision("reject", marks=("m1", "m2")), decision("accept", "Ken", marks=("m1", "m2"))]
    assert len(adjudicate(decisions).conflicts) == 1


def test_final_decision_settles_a_conflict_and_the_last_final_one_counts():
    decisions = [decision("reject"), decision("accept", "Ken"), decision("accept", "Ana", final=True)]
    assert of(*decisions) == ("accept", "Ana")
    assert of(*decisions, decision("reject", "Bo", final=True, when=LATER)) == ("reject", "Bo")
    assert adjudicate(decisions).conflicts == ()


def test_what_one_wants_to_discuss_is_open_for_all():
    adjudicated = adjudicate([decision("reject"), decision("discuss", "Ken")])
    assert (adjudicated.by_place, [ruling.who for ruling in adjudicated.open], adjudicated.conflicts) == (
        {},
        ["Ken"],
        (),
    )


def test_places_are_settled_one_by_one():
    decisions = [decision("reject", marks=("m1",)), decision("accept", "Ken", marks=("m2",))]
    assert (of(*decisions), of(*decisions, mark="m2"), of(*decisions, mark="m3")) == (
        ("reject", "Mei"),
        ("accept", "Ken"),
        None,
    )


def test_decision_holds_for_its_document_from_wherever_paths_count():
    assert of(decision("reject"), path="docs/guide/zh.md") == ("reject", "Mei")
    assert of(decision("reject"), path="zh.md") == ("reject", "Mei")
    assert of(decision("reject"), path="old-guide/zh.md") is None
    assert of(decision("reject"), path="other/zh.md") is None


def test_decision_on_one_document_says_nothing_of_another_with_the_same_end():
    decisions = [decision("reject", path="zh/a.md")]
    assert of(*decisions, path="sub/zh/a.md", others=["zh/a.md"]) is None
    assert of(*decisions, path="zh/a.md", others=["sub/zh/a.md"]) == ("reject", "Mei")
    decisions.append(decision("accept", "Ken", path="sub/zh/a.md"))
    assert of(*decisions, path="docs/sub/zh/a.md", others=["docs/zh/a.md"]) == ("accept", "Ken")
    assert of(*decisions, path="docs/zh/a.md", others=["docs/sub/zh/a.md"]) == ("reject", "Mei")
