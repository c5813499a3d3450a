"""What is asked of the renderings of a build."""

from __future__ import annotations

from corpus.schema import to_table
from glossary.bitext.rendering_counts import rendering_rows
from glossary.decisions.decision import Question
from glossary.desk.review.packets.questions import rendering_questions
from tests.glossary.desk.report.built import term_link
from tests.glossary.desk.report.made import document

PAGE = document("a.md", "这个 Book 书库很快，图书馆，藏书室。")


def asked(*words: str, **options: object) -> list[Question]:
    links = [term_link(PAGE, word, **{"concept_id": "library", **options}) for word in words]
    return rendering_questions(to_table("renderings", rendering_rows([to_table("term_alignments", links)])))


def test_all_that_a_decision_needs_is_there():
    (question,) = asked("书库")
    assert (question.rule, question.path, question.is_rendering) == ("", "", True)
    assert (question.concept_id, question.lang, question.surface, question.source) == (
        "library",
        "zh",
        "书库",
        "library",
    )
    assert (question.marks, question.sure) == ((question.finding_id,), 0.9)
    assert question.place == "'library' zh"


def test_words_that_differ_in_case_and_space_alone_are_one_question_whatever_the_build():
    (first,), (second,) = asked("Book 书库"), asked("Book 书库", confidence=0.6)
    assert first.finding_id == second.finding_id
    assert {question.finding_id for question in asked("书库", "藏书室")} != {first.finding_id}


def test_nothing_is_asked_of_what_the_glossary_has_of_words_of_others_and_of_nothing():
    assert asked("图书馆", relation="wrong") == []
    assert asked("图书馆", relation="other") == []
    assert asked("图书馆", concept_id=None) == []
