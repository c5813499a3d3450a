"""Decisions are kept as lines of text, each once, and a broken line is named."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossary.review.decision import ACTIONS, ReviewError
from glossary.review.ledger import file_of, fingerprint, read, written
from tests.glossary.review.decided import decision

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
DECISIONS = st.builds(
    decision,
    st.sampled_from(sorted(ACTIONS)),
    st.sampled_from(["Mei", "健", "A\u2028B"]),
    why=TEXT,
    words=TEXT,
    text=TEXT,
    final=st.booleans(),
    surface=TEXT,
    concept_id=TEXT,
    marks=st.lists(st.text("0123456789abcdef", max_size=16), max_size=3).map(tuple),
    sure=st.floats(0, 1),
)


@given(st.lists(DECISIONS, max_size=5))
def test_what_is_written_is_read_again_each_once(decisions):
    found = read(written(decisions), "mei.jsonl")
    assert sorted(map(repr, found)) == sorted({repr(one) for one in decisions})
    assert written(found) == written(decisions)


@given(st.permutations([decision("accept"), decision("reject", "Ken"), decision("admit", finding_id="00b")]))
def test_order_changes_neither_text_nor_fingerprint(decisions):
    assert written(decisions) == written(
        [decision("reject", "Ken"), decision("accept"), decision("admit", finding_id="00b")]
    )
    assert fingerprint(decisions) == fingerprint(reversed(decisions)) != ""


def test_no_decisions_have_no_fingerprint():
    assert fingerprint([]) == ""


LINE = json.loads(written([decision("accept")]))


@pytest.mark.parametrize(
    "line, said",
    [
        ("{", "f.jsonl:2: no JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1); restore it from version control, or take the line out"),
        ("[" * 100_000, "f.jsonl:2: no JSON: maximum recursion depth exceeded while decoding a JSON array from a unicode string; restore it from version control, or take the line out"),
        ("<<<<<<< HEAD", "f.jsonl:2: merged with conflicts; restore it from version control, or take the line out"),
        ("[1]", "f.jsonl:2: no decision; restore it from version control, or take the line out"),
        (json.dumps({**LINE, "who": ""}), "f.jsonl:2: lacks who; restore it from version control, or take the line out"),
        (json.dumps({**LINE, "who": 3, "why": []}), "f.jsonl:2: lacks who, why; restore it from version control, or take the line out"),
        (json.dumps({**LINE, "action": "akzept"}), "f.jsonl:2: action 'akzept'; known are accept, reject, admit, prefer, exclude, discuss"),
        (json.dumps({**LINE, "when": "yesterday"}), "f.jsonl:2: when 'yesterday'; write UTC such as 2026-11-22T14:05:00Z"),
        (json.dumps({**LINE, "when": "2026-1-2T3:4:5Z"}), "f.jsonl:2: when '2026-1-2T3:4:5Z'; write UTC such as 2026-11-22T14:05:00Z"),
        (json.dumps({**LINE, "marks": "m1"}), "f.jsonl:2: marks is no list of fingerprints; restore it from version control, or take the line out"),
        (json.dumps({**LINE, "sure": 2}), "f.jsonl:2: sure is no number from 0 to 1; restore it from version control, or take the line out"),
        (json.dumps({**LINE, "sure": True}), "f.jsonl:2: sure is no number from 0 to 1; restore it from version control, or take the line out"),
        (json.dumps({**LINE, "rule": ""}), "f.jsonl:2: lacks rule; restore it from version control, or take the line out"),
    ],
)  # fmt: skip
def test_broken_line_is_named_with_what_to_do(line, said):
    with pytest.raises(ReviewError) as error:
        read(f"{written([decision('accept')])}{line}\n", "f.jsonl")
    assert str(error.value) == said


@pytest.mark.parametrize(
    "who, name",
    [
        ("Mei Chen", "mei-chen.jsonl"),
        ("健", "健.jsonl"),
        ("../../etc/passwd", "etc-passwd.jsonl"),
        ("..", "reviewer.jsonl"),
        ("a" * 200, f"{'a' * 60}.jsonl"),
        ("CON\0|<>", "con.jsonl"),
    ],
)
def test_file_is_called_after_the_reviewer_and_stays_in_its_folder(who, name):
    assert file_of(who) == name
