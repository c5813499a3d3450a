"""What becomes of mentions when entries change."""

import pytest

from flows.command_line.commands.glossary_diff import MentionUse, difference
from glossary.termbase.termbase_facts import coverage
from tests.glossary.small import termbase

A = MentionUse(("doc", 0, 2, "tensor"), "zh", "张量", "preferred")
B = MentionUse(("doc", 5, 7, "tensor"), "zh", "张量", "preferred")
WRONG = MentionUse(("doc", 0, 2, "tensor"), "zh", "张量", "wrong")


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ([A, B], [B, A], []),
        ([], [A, B], [("张量", "gained", 2, 0)]),
        ([A, B], [B], [("张量", "lost", 1, 0)]),
        ([A], [WRONG], [("张量", "preferred → wrong", 1, 0)]),
        ([A, B], [WRONG], [("张量", "lost", 1, 5), ("张量", "preferred → wrong", 1, 0)]),
    ],
)
def test_changes_are_counted_by_surface_with_a_place(before, after, expected):
    changes = difference(before, after)
    assert [(change.surface, change.kind, change.count, change.example[1]) for change in changes] == expected


def test_coverage_counts_by_domain():
    rows = coverage(
        termbase(
            'id = "a"\ndomain = "x"\nzh.preferred = "甲乙"\nzh.admitted = ["甲丙"]\nzh.wrong = ["甲丁"]\nexamples.zh.match = ["甲乙"]',
            'id = "b"\ndomain = "x"\nkeep = true\nen.preferred = "B"',
            'id = "c"\ndomain = "w"',
        )
    )
    assert [(row.name, row.concepts, row.kept, row.forms, row.unwanted, row.examples) for row in rows[:3]] == [
        ("w", 1, 0, {"en": 1, "zh": 1, "ja": 1}, 0, 0),
        ("x", 2, 1, {"en": 2, "zh": 3, "ja": 2}, 1, 1),
        ("tier core", 3, 1, {"en": 3, "zh": 4, "ja": 3}, 1, 1),
    ]
