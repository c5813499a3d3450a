"""Brackets without a partner: which they are, and which of them are right all the same."""

from __future__ import annotations

import pytest

from glossary.rules.orthography.t406_unbalanced_brackets import (
    BRACKET,
    UnpairedBracket,
    crossed_pairs,
    needs_no_partner,
    twin_pairs,
    unpaired_brackets,
    without_partner,
)


def brackets(text: str) -> list[UnpairedBracket]:
    return [UnpairedBracket(match[0], match.start()) for match in BRACKET.finditer(text)]


def chars(odds: object) -> str:
    return "".join(odd.char for odd in odds)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "left"),
    [("（一）「二」", ""), ("（一", "（"), ("二」", "」"), ("（一)", "（)"), ("「（一」）", ""), ("”一“", "”“")],
)
def test_brackets_of_one_kind_find_each_other(text: str, left: str):
    assert chars(unpaired_brackets(brackets(text))) == left


def test_a_bracket_of_the_other_width_is_a_partner_nearby():
    pairs, rest = crossed_pairs(unpaired_brackets(brackets("（一) 和（二")))
    assert [chars(pair) for pair in pairs] == ["（)"]
    assert chars(rest) == "（"
    assert crossed_pairs(unpaired_brackets(brackets("（" + "一" * 400 + ")")))[0] == []


@pytest.mark.parametrize(("text", "pair"), [("“一“和（三", "““"), ("”二“和（三", "”“"), ("「一「和（三", "「「")])
def test_the_same_mark_twice_is_one_slip_and_so_is_one_turned_round(text: str, pair: str):
    pairs, rest = twin_pairs(unpaired_brackets(brackets(text)))
    assert [chars(pair) for pair in pairs] == [pair]
    assert chars(rest) == "（"


def test_a_quotation_may_go_on_in_the_next_paragraph():
    assert chars(without_partner([UnpairedBracket("「", 0), UnpairedBracket("」", 90)])) == ""
    assert chars(without_partner([UnpairedBracket("「", 0), UnpairedBracket("」", 9_000)])) == "「」"


@pytest.mark.parametrize("text", ["1)", "步骤：2）", "例）", "[0, 1)", "(0, 1]", "好 :)", "\\)", "[图](./图片)"])
def test_some_brackets_need_no_partner(text: str):
    odds = unpaired_brackets(brackets(text))
    assert all(needs_no_partner(text, odd) for odd in odds)


def test_others_do():
    assert not needs_no_partner("请看这里）", UnpairedBracket("）", 4))
    assert not needs_no_partner("（请看", UnpairedBracket("（", 0))
