"""The page's file: decisions on all places of a finding, or on some of them."""

import json

import pytest

from glossary.desk.review.formats.report_json import read


def answers(*decisions):
    header = {"format": "taiyaku-decisions", "version": 1, "build": "3f2a9c11d0e4", "who": "Mei"}
    return read(
        json.dumps(
            {**header, "decisions": [{"finding": "a1", "action": "accept", **decision} for decision in decisions]}
        ).encode()
    )


def test_decision_names_the_places_that_it_is_about():
    read_back = answers({"places": ["0a1b2c3d", "0a1b2c3d", "ffffffff"], "words": "库"}, {"action": "reject"})
    assert [(answer.action, answer.places) for answer in read_back.answers] == [
        ("accept", ("0a1b2c3d", "ffffffff")),
        ("reject", ()),
    ]
    assert not read_back.problems


@pytest.mark.parametrize("places", [[], "0a1b2c3d", [7], ["0a1b"], [["0a1b2c3d"]], ["0A1B2C3D"], None])
def test_places_that_cannot_be_read_make_no_decision_on_all(places):
    read_back = answers({"places": places})
    assert read_back.answers == ()
    assert read_back.problems == (
        "decision 1: has 'places' that are no list of fingerprints; export it from the page again",
    )


def test_two_decisions_on_the_same_places_are_reported_and_neither_is_taken():
    read_back = answers(
        {"places": ["0a1b2c3d", "ffffffff"]}, {"places": ["ffffffff", "0a1b2c3d"], "action": "reject"}, {"words": "库"}
    )
    assert [answer.places for answer in read_back.answers] == [()]
    assert len(read_back.problems) == 1 and "decided twice (accept and reject)" in read_back.problems[0]
