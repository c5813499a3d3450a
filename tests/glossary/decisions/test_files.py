"""Decisions are kept as lines of text, each once, and a broken line is named."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossary.decisions.decision import ACTIONS, ReviewError
from glossary.decisions.files import file_of, fingerprint, ledger_text, read
from tests.glossary.desk.review.decided import decision

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
DECISIONS = st.builds(
    decision,
    st.sampled_from(sorted(ACTIONS)),
    st.sampled_from(["Mei", "健", "A\u2028B"]),
    why=TEXT,
    words=TEXT,
    text=TEXT,
    final=st.booleans(),
    placed=st.booleans(),
    surface=TEXT,
    concept_id=TEXT,
    marks=st.lists(st.text("0123456789abcdef", max_size=16), max_size=3).map(tuple),
    sure=st.floats(0, 1),
)


@given(st.lists(DECISIONS, max_size=5))
def test_what_is_written_is_read_again_each_once(decisions):
    read_back = read(ledger_text(decisions), "mei.jsonl")
    assert sorted(map(repr, read_back)) == sorted({repr(decision) for decision in decisions})
    assert ledger_text(read_back) == ledger_text(decisions)


@given(st.permutations([decision("accept"), decision("reject", "Ken"), decision("admit", finding_id="00b")]))
def test_order_changes_neither_text_nor_fingerprint(decisions):
    assert ledger_text(decisions) == ledger_text(
        [decision("reject", "Ken"), decision("accept"), decision("admit", finding_id="00b")]
    )
    assert fingerprint(decisions) == fingerprint(reversed(decisions)) != ""


def test_no_decisions_have_no_fingerprint():
    assert fingerprint([]) == ""


LINE = json.loads(ledger_text([decision("accept")]))
REMEDY = "; restore it from version control"


@pytest.mark.parametrize(
    "line, problem",
    [
        ("{", "not JSON: Expecting property name enclosed in double quotes (column 2)"),
        ("[" * 100_000, "not JSON: maximum recursion depth exceeded while decoding a JSON array from a unicode string"),
        ("<<<<<<< HEAD", "merged with conflicts"),
        ("[1]", "no object in braces"),
        (json.dumps({**LINE, "who": " "}), "no name in who"),
        (json.dumps({**LINE, "who": 3}), "who is no text"),
        (json.dumps({**LINE, "why": "\ud800"}), "why is no text"),
        (json.dumps({**LINE, "more": 1}), "does not know more"),
        (json.dumps({name: value for name, value in LINE.items() if name not in ("who", "rule")}), "lacks who, rule"),
        (
            json.dumps({**LINE, "action": "akzept"}),
            "action 'akzept', where accept, reject, admit, prefer, wrong, exclude, discuss are known",
        ),
        (
            json.dumps({**LINE, "when": "yesterday"}),
            "when 'yesterday', which is no UTC like 2026-11-22T14:05:00Z",
        ),
        (
            json.dumps({**LINE, "when": "2026-1-2T3:4:5Z"}),
            "when '2026-1-2T3:4:5Z', which is no UTC like 2026-11-22T14:05:00Z",
        ),
        (json.dumps({**LINE, "final": "yes"}), "final is neither true nor false"),
        (json.dumps({**LINE, "placed": 1}), "placed is neither true nor false"),
        (json.dumps({**LINE, "marks": "m1"}), "marks is no list of fingerprints"),
        (json.dumps({**LINE, "sure": 2}), "sure is no number from 0 to 1"),
        (json.dumps({**LINE, "sure": True}), "sure is no number from 0 to 1"),
        (json.dumps({**LINE, "rule": None}), "rule is no text"),
    ],
)
def test_broken_line_is_named_with_what_to_do(line, problem):
    with pytest.raises(ReviewError) as error:
        read(f"{ledger_text([decision('accept')])}{line}\n", "f.jsonl")
    assert str(error.value) == f"f.jsonl:2: {problem}{REMEDY}"


@pytest.mark.parametrize(
    "reviewer, name",
    [
        ("Mei Chen", "mei-chen.jsonl"),
        ("健", "健.jsonl"),
        ("../../etc/passwd", "etc-passwd.jsonl"),
        ("..", "reviewer.jsonl"),
        ("a" * 200, f"{'a' * 120}.jsonl"),
        ("𠮷" * 60, f"{'𠮷' * 30}.jsonl"),
        ("ＭＥＩ", "mei.jsonl"),
        ("CON\0|<>", "con.jsonl"),
    ],
)
def test_file_is_called_after_the_reviewer_and_stays_in_its_folder(reviewer, name):
    assert file_of(reviewer) == name
