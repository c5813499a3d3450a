"""Notes on terms: where they say that English stays or which forms to avoid, and where they only seem to."""

from __future__ import annotations

import pytest

from glossary.exchange.imports.note_marks import read_note

BOTH = {"zh", "ja"}


@pytest.mark.parametrize(
    ("note", "keep"),
    [
        ("do not translate", BOTH),
        ("Product name, do not translate.", BOTH),
        ("Keep English", BOTH),
        ("read-only", BOTH),
        ("DNT", BOTH),
        ("keep English in Japanese", {"ja"}),
        ("zh: leave in English", {"zh"}),
        ("不翻译", BOTH),
        ("英語のまま", BOTH),
        ("Do not translate literally", set()),
        ("do not translate as 工作流程", set()),
        ("do not translate in code", set()),
        ("Do not translate when it is the name of a class", set()),
        ("keeps the order", set()),
    ],
)
def test_note_says_where_the_english_name_stays(note: str, keep: set[str]):
    assert read_note(note, ["zh", "ja"]).keep == keep


@pytest.mark.parametrize(
    ("note", "avoided"),
    [
        ("not 令牌", [("zh", "令牌")]),
        ("avoid 令牌, 标记 or `flow`", [("zh", "令牌"), ("zh", "标记"), ("en", "flow")]),
        ("Use 词元, not 令牌 in the interface", [("zh", "令牌")]),
        ("Use 词元 instead of “令牌”.", [("zh", "令牌")]),
        ("do not translate as 工作流程", [("zh", "工作流程")]),
        ("avoid トークン列", [("ja", "トークン列")]),
        ("not データ セット", [("ja", "データ セット")]),
        ("ja: not 画面", [("ja", "画面")]),
        ("避免“令牌”", [("zh", "令牌")]),
        ("不译成令牌", [("zh", "令牌")]),
        ("「印」は使わない", [("zh", "印")]),
        ("避免歧义", []),
        ("not to be confused with 模型", []),
        ("A token is not 字符", []),
        ("avoid confusion", []),
    ],
)
def test_note_says_which_forms_to_avoid(note: str, avoided: list[tuple[str, str]]):
    assert list(read_note(note, ["zh", "ja"]).avoided) == avoided


def test_note_that_says_nothing_else_is_told_from_one_that_does():
    assert not read_note("terminology-forbidden", ["zh"]).says_more
    assert read_note("terminology-forbidden", ["zh"]).is_forbidden
    assert read_note("A product of ours, do not translate", ["zh"]).says_more
