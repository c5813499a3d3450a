"""Masks: what they hide of two lists, what of them is known not to be found, and what they cost."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from corpus.personal_data.mask import Mask, mask_view
from corpus.personal_data.mask_patterns import pattern_fault
from corpus.personal_data.personal_spans import KINDS, MASK, personal_spans
from tests.corpus.personal_data.string_lists import Listed, listed
from tests.corpus.personal_data.test_personal_spans import PERSONAL
from tests.corpus.small import cpu_limit

ALL = Mask(KINDS)
# Strings of the list that are not found, with the words of the page that says so.
NOT_FOUND = {
    "mei at nova-labs dot org": "*mei at nova-labs dot org*",
    "{hex:32}": "Keys in hexadecimal figures alone",
    "password hunter2": "*password hunter2*",
    "612 345 678": "`612 345 678`",
}
PAGE = Path(__file__).resolve().parents[3] / "flows/docs/site/en/how-to/personal-data.md"
DRAWS = 5  # of the keys in the lists


def is_hidden(string: Listed) -> bool:
    masked = ALL.text(string.text)
    spans = string.surfaces or ((0, len(string.text)),)
    return all(sign == MASK or sign.isspace() for start, end in spans for sign in masked[start:end])


@pytest.fixture(scope="module")
def personal() -> list[Listed]:
    return [string for draw in range(DRAWS) for string in listed("personal_strings", draw)]


@pytest.fixture(scope="module")
def harmless() -> list[Listed]:
    return [string for draw in range(DRAWS) for string in listed("harmless_strings", draw)]


def test_lists_are_long_enough():
    counts = Counter(string.group for string in listed("personal_strings"))
    assert counts["email"] >= 50 and counts["phone"] >= 35 and counts["key"] >= 40
    assert len(listed("harmless_strings")) >= 200


@pytest.mark.parametrize("unseen", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_nearly_all_personal_data_is_masked(kind: str, unseen: bool, personal: list[Listed]):
    of_kind = [string for string in personal if (string.group, string.is_unseen) == (kind, unseen)]
    assert sum(map(is_hidden, of_kind)) / len(of_kind) >= 0.95


def test_what_is_not_found_is_what_the_page_says(personal: list[Listed]):
    missed = Counter(string.pattern for string in personal if not is_hidden(string))
    # A key that is drawn may be without figures, or have as few rare pairs as a word.
    assert {pattern for pattern, count in missed.items() if count > 1} == set(NOT_FOUND)
    page = PAGE.read_text(encoding="utf-8").partition("## What is not found")[2]
    assert [words for words in NOT_FOUND.values() if words not in page] == []


def test_hardly_anything_harmless_is_masked(harmless: list[Listed]):
    masked = {string.text for string in harmless if ALL.text(string.text) != string.text}
    assert len(masked) / len(harmless) <= 0.02, masked


def test_nothing_around_personal_data_is_masked(personal: list[Listed]):
    for string in personal:
        masked, position = ALL.text(string.text), 0
        for start, end in (*string.surfaces, (len(string.text), len(string.text))):
            assert masked[position:start] == string.text[position:start] or not string.surfaces, string.text
            position = end


def test_masked_text_is_as_long_with_its_white_space_where_it_was(personal: list[Listed]):
    for string in personal:
        masked = ALL.text(string.text)
        assert len(masked) == len(string.text)
        assert all(
            new in (old, MASK) and new.isspace() == old.isspace() for old, new in zip(string.text, masked, strict=True)
        )


@pytest.mark.parametrize(("kind", "lang", "marked"), PERSONAL)
def test_what_is_counted_is_masked(kind: str, lang: str, marked: str):
    text = marked.replace("⟦", "").replace("⟧", "")
    masked = Mask((kind,)).text(text, lang)
    assert masked != text and personal_spans(masked, lang, (kind,)) == []


@pytest.mark.parametrize(
    ("kinds", "masked"),
    [
        (("email",), f"{MASK * 17}, +81 3-6384-9274, password=hunter2"),
        (("phone",), f"mei@nova-labs.org, {MASK * 3} {MASK * 11}, password=hunter2"),
        (("key",), f"mei@nova-labs.org, +81 3-6384-9274, password={MASK * 7}"),
    ],
)
def test_only_kinds_that_are_asked_for_are_masked(kinds: tuple[str, ...], masked: str):
    assert Mask(kinds).text("mei@nova-labs.org, +81 3-6384-9274, password=hunter2") == masked


def test_secret_is_masked_where_it_stands_again():
    assert ALL.text("password: hunter2x\nLog in with hunter2x.") == f"password: {MASK * 8}\nLog in with {MASK * 8}."


def test_many_texts_are_masked_as_each_by_itself():
    texts = ["", "mei@nova-labs.org", "password:", "hunter2", "-----BEGIN PRIVATE KEY-----", "a\nb"]
    assert ALL.texts(texts) == ["", MASK * 17, *texts[2:]]
    assert ALL.texts([]) == []


def test_view_leads_back_to_each_character():
    text = "ｍei\u200b&#64;**nova**\\_x[dot]org、０９０ー１"
    view = mask_view(text)
    assert view.text == "mei@nova_x.org、090-1"
    places = [text[slice(*view.span(position, position + 1))] for position in range(len(view.text))]
    assert places == [
        "ｍ",
        "e",
        "i",
        "&#64;",
        "n",
        "o",
        "v",
        "a",
        "_",
        "x",
        "[dot]",
        "o",
        "r",
        "g",
        "、",
        "０",
        "９",
        "０",
        "ー",
        "１",
    ]


def test_views_of_any_text_have_spans_in_order():
    drawn = random.Random(42)
    for _ in range(200):
        text = "".join(
            drawn.choice(["a", "@", "&#64;", "\u200b", "<b>", "%40", "*", "ー", "1", "[at] ", "　", "\\", "é"])
            for _ in range(40)
        )
        view = mask_view(text)
        spans = [view.span(position, position + 1) for position in range(len(view.text))]
        assert all(start < end for start, end in spans)
        assert all(before[1] <= after[0] for before, after in pairwise(spans))


def test_patterns_of_a_project_mask_what_they_match_in_each_line():
    mask = Mask(patterns=(r"EMP-[0-9]{6}", r"^Internal .+"))
    assert (
        mask.text("See EMP-123456.\nInternal note\nNo Internal")
        == f"See {MASK * 10}.\n{MASK * 8} {MASK * 4}\nNo Internal"
    )
    assert mask.text("x" * 495 + "EMP-123456" + "x" * 4_000).count(MASK) == 10


@pytest.mark.parametrize(
    ("pattern", "fault"),
    [
        (r"EMP-[0-9]{6}", ""),
        (r"(?:a|b)+c", ""),
        (r"(?:[a-z]+-){2,4}x", ""),
        (r"(", "should be a regular expression of Python's re: missing ), unterminated subpattern at position 0"),
        (r"a*", "matches nothing at all, which stands everywhere; require a character, such as with + instead of *"),
        (r"(a+)+b", "repeats repetitions or alternatives, which may take forever; bound one, such as {1,40} instead of +"),
        (r"(?:ab|abc)*d", "repeats repetitions or alternatives, which may take forever; bound one, such as {1,40} instead of +"),
    ],
)  # fmt: skip
def test_pattern_that_cannot_be_used_is_refused_with_a_remedy(pattern: str, fault: str):
    assert pattern_fault(pattern) == fault


UNITS = [
    "a@", "@", "a.b@c.d.", "mei@nova-labs.org ", "+1 ", "0-", "(0", "090-1234-5678 ", "01 42 68 53 00 ", "1 2 3 ", "key=a1",
    "eyJ.", "eyJeyJ", "sk-", "ghp_", "://", "://a@", "a:b@", "password=", "密码：", "token: ", "-----BEGIN PRIVATE KEY-----A ",
    "%40x", "&#64;", "<b", "[at] ", "\u200b", "\\", "**a", "A1b2C3d4E5f6G7h8I9j0 ", "Zq9", "/x", '="', "「", "sha256:", "tel ",
]  # fmt: skip


@pytest.mark.parametrize("unit", UNITS)
def test_time_of_masking_grows_no_faster_than_the_text(unit: str):
    with cpu_limit(6.0):
        assert len(ALL.text(unit * (100_000 // len(unit)))) == 100_000 // len(unit) * len(unit)
