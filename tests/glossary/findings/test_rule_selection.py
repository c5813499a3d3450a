"""Selecting: codes, beginnings of codes and names mean rules; what is none is refused with the nearest."""

from __future__ import annotations

import pytest

from glossary.findings.rule_selection import FolderSelection, RuleError, Selection, selector_codes
from glossary.rules.registry import RULES

ALL = [rule.code for rule in RULES]


def codes(selection: Selection, path: str = "docs/zh/a.md") -> list[str]:
    return [rule.code for rule in selection.rules(path)]


def test_nothing_selected_means_all():
    assert codes(Selection()) == ALL


def test_code_beginning_and_name_mean_rules():
    assert codes(Selection(("T101",))) == ["T101"]
    assert codes(Selection(("wrong-rendering",))) == ["T101"]
    assert codes(Selection(("T1",))) == [code for code in ALL if code.startswith("T1")]
    assert codes(Selection(("t101",))) == ["T101"]


def test_ignored_ones_are_left_out():
    assert codes(Selection(ignore=("T101",))) == [code for code in ALL if code != "T101"]
    assert codes(Selection(("T1",), ("T101",))) == [code for code in ALL if code.startswith("T1") and code != "T101"]


def test_folders_select_instead_and_ignore_on_top():
    chosen = Selection(
        ignore=("T102",),
        folders=(FolderSelection("blog", ("T101", "T102")), FolderSelection("**/old/**", (), ("T101",))),
    )
    assert codes(chosen, "blog/a.md") == ["T101"]
    assert codes(chosen, "blog/old/a.md") == []
    assert codes(chosen, "blogs/a.md") == codes(chosen, "docs/a.md")
    assert codes(chosen, "docs/a.md") == [code for code in ALL if code != "T102"]


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        ("T999", "'T999' is no rule; did you mean T901?"),
        ("wrong-renderings", "'wrong-renderings' is no rule; did you mean wrong-rendering?"),
        ("T106", "'T106' is no rule any more"),
        ("", "'' is no rule; `taiyaku rules` lists them"),
        ("图书馆", "'图书馆' is no rule; `taiyaku rules` lists them"),
    ],
)
def test_what_is_no_rule_is_refused(selector: str, message: str):
    with pytest.raises(RuleError) as raised:
        selector_codes(selector)
    assert str(raised.value) == message


@pytest.mark.parametrize("retired", ["T106", "t106", "no-gloss-at-first-mention"])
def test_rule_that_is_no_more_is_passed_over(retired: str):
    folders = (FolderSelection("blog", (), (retired,)),)
    assert codes(Selection(ignore=(retired,))) == codes(Selection(folders=folders), "blog/a.md") == ALL
    assert codes(Selection(("T101", retired))) == ["T101"]
    assert [Selection(ignore=(retired,)).retired, Selection(folders=folders).retired] == [[retired], [retired]]
    Selection((retired,), folders=folders).check()
    assert Selection(("T101",)).retired == []


def test_fingerprint_changes_with_what_is_selected():
    assert Selection().fingerprint == ""
    chosen = [Selection(("T101",)), Selection(ignore=("T101",)), Selection(folders=(FolderSelection("a", ("T101",)),))]
    assert len({selection.fingerprint for selection in chosen}) == 3
