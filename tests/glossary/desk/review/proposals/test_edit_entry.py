"""Edits of the text of an entry: what comes and goes, and that all else stays as it was written."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files

import pytest
import tomli
from hypothesis import given, settings
from hypothesis import strategies as st

from glossary.desk.review.proposals.changes import EntryChange, changed, listed_form
from glossary.desk.review.proposals.edit_entry import UnusualError, add, drop, set_value
from glossary.desk.review.proposals.glossary_layers import split_entries

HEAD = '[[concept]]\nid = "operator"\n\n[concept.en]\npreferred = "operator"\n\n'
TAIL = '\n[concept.ja]\npreferred = "演算子"\n\n# On the next entry.\n'
ZH = ("concept", 0, "zh")


def entry(lines: str) -> str:
    """An entry with these lines on its Chinese forms."""
    return f"{HEAD}[concept.zh]\n{lines}\n{TAIL}"


def within(text: str) -> str:
    """The lines on its Chinese forms; all others are as they were."""
    start, end = f"{HEAD}[concept.zh]\n", f"\n{TAIL}"
    assert text.startswith(start)
    assert text.endswith(end)
    return text[len(start) : -len(end)]


def admit(text: str) -> str:
    return add(text, (*ZH, "admitted"), "新", "why")


def exclude(text: str) -> str:
    return add(text, (*ZH, "wrong", 0, "not_in"), "乙方", "why")


def rewrite(text: str) -> str:
    return set_value(text, (*ZH, "wrong", 0), {"form": "乙", "use": "甲"}, "why")


def take_out(text: str) -> str:
    return drop(text, (*ZH, "wrong", 0))


EDITS = {
    "a new list stands before those that come behind it": (
        admit,
        'preferred = "甲"  # ours\nabbreviation = ["a"]\nwrong = [ "乙" ]  # theirs',
        'preferred = "甲"  # ours\nadmitted = ["新"]  # why\nabbreviation = ["a"]\nwrong = [ "乙" ]  # theirs',
    ),
    "it stands last where a remark stands above one of those": (
        admit,
        'preferred = "甲"\n# Often seen:\nwrong = ["乙"]',
        'preferred = "甲"\n# Often seen:\nwrong = ["乙"]\nadmitted = ["新"]  # why',
    ),
    "it stands last where an empty line does": (
        admit,
        'preferred = "甲"\n\nwrong = ["乙"]\ndeprecated = ["丙"]',
        'preferred = "甲"\n\nwrong = ["乙"]\ndeprecated = ["丙"]\nadmitted = ["新"]  # why',
    ),
    "tables of their own stay behind it": (
        admit,
        'preferred = "甲"\n\n[[concept.zh.wrong]]\nform = "乙"',
        'preferred = "甲"\nadmitted = ["新"]  # why\n\n[[concept.zh.wrong]]\nform = "乙"',
    ),
    "an indent stays": (
        admit,
        '\tpreferred = "甲"\n\tadmitted = [\n\t\t"丙",\n\t]',
        '\tpreferred = "甲"\n\tadmitted = [\n\t\t"丙",\n\t\t"新",  # why\n\t]',
    ),
    "remarks in a list stay": (
        admit,
        'admitted = [\n  # the first\n  "丙", "丁", # two\n  "戊",  # three\n  # no more\n]',
        'admitted = [\n  # the first\n  "丙", "丁", # two\n  "戊",  # three\n  # no more\n  "新"  # why\n]',
    ),
    "a remark on several items stays when one goes": (
        take_out,
        'wrong = [\n  "乙", "丙",  # two\n  "丁",\n]',
        'wrong = [\n  "丙",  # two\n  "丁",\n]',
    ),
    "commas before items stay there": (
        take_out,
        'wrong = [\n    "乙"\n  , "丙"\n]',
        'wrong = [\n    "丙"\n]',
    ),
    "an item keeps the remark on it": (
        rewrite,
        "wrong = [\n  '乙',  # theirs\n  '丙',\n]",
        'wrong = [\n  { form = "乙", use = "甲" },  # theirs  # why\n  \'丙\',\n]',
    ),
    "a table of its own keeps its place and what stays": (
        rewrite,
        "[[concept.zh.wrong]]  # theirs\nform = '甲'  # one\nwhy = '丙'\n\n[[concept.zh.wrong]]\nform = '丁'",
        '[[concept.zh.wrong]]  # theirs\nform = "乙"  # one\nuse = "甲"  # why\n\n[[concept.zh.wrong]]\nform = \'丁\'',
    ),
    "a key of an inline table stands behind its like": (
        exclude,
        "wrong = [{form='乙', only_near=['甲'], region='zh-CN'}, '丙']",
        'wrong = [{ form = "乙", only_near = ["甲"], not_in = ["乙方"], region = "zh-CN" }, \'丙\']  # why',
    ),
    "a list in an inline table grows": (
        exclude,
        "wrong = [{form='乙', not_in=['乙类']}]",
        "wrong = [{form='乙', not_in=['乙类', \"乙方\"]}]  # why",
    ),
    "a text that looks like a remark is none": (
        exclude,
        'wrong = [{ form = "乙 # 丙" }]',
        'wrong = [{ form = "乙 # 丙", not_in = ["乙方"] }]  # why',
    ),
}


@pytest.mark.parametrize(("edit", "before", "after"), EDITS.values(), ids=EDITS.keys())
def test_all_else_stays_as_it_was_written(edit: Callable[[str], str], before: str, after: str):
    assert within(edit(entry(before))) == after


def test_a_new_table_stands_before_the_next_language():
    changed_text = admit(f"{HEAD.rstrip()}\n{TAIL}")
    assert changed_text == f'{HEAD}[concept.zh]\nadmitted = ["新"]  # why\n{TAIL}'


UNUSUAL = {
    "an inline table of several lines, whose remarks would go": (exclude, 'wrong = [{\n  form = "乙",  # theirs\n}]'),
    "a list that is none": (admit, 'admitted = "甲"'),
    "a remark below a last item without comma": (admit, 'admitted = [\n  "丙"\n  # no more\n]'),
    "nothing there to go": (take_out, 'preferred = "甲"'),
}


@pytest.mark.parametrize(("edit", "lines"), UNUSUAL.values(), ids=UNUSUAL.keys())
def test_what_cannot_be_edited_is_reported(edit: Callable[[str], str], lines: str):
    with pytest.raises(UnusualError, match="its entry is written in an unusual way"):
        edit(entry(lines))


VALUES = st.recursive(
    st.text() | st.booleans() | st.integers(-9, 9) | st.dates(),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=3), children, max_size=3),
    max_leaves=5,
)


@given(VALUES)
@settings(max_examples=50, deadline=None)
def test_what_is_put_is_read_again(value):
    changed_text = set_value(entry('preferred = "甲"  # ours'), (*ZH, "preferred"), value, "why")
    assert tomli.loads(changed_text)["concept"][0]["zh"] == {"preferred": value}
    assert within(changed_text).endswith("  # ours  # why")


def built_in() -> list[str]:
    """Every fortieth built-in entry."""
    folder = sorted((files("glossary") / "entries").iterdir(), key=lambda file: file.name)
    return [text for file in folder if (entries := split_entries(file.read_bytes())) for text in entries.entries][::40]


@pytest.mark.slow
def test_lines_of_built_in_entries_stay():
    """One form more in each language."""
    for text in built_in():
        concept = tomli.loads(text)["concept"][0]["id"]
        for lang in ("en", "zh", "ja"):
            changed_text = changed(text, EntryChange(concept, lang, "admit", "新しい形"), "why")
            assert listed_form(changed_text, lang, "新しい形") == ("admitted", "新しい形")
            assert len([line for line in text.split("\n") if line not in changed_text.split("\n")]) <= 1, concept
