"""One place is told by one rule: the one that says most of it."""

from __future__ import annotations

import pytest

from glossary.findings.engine import SpokenPlaces, check
from glossary.rules.rule import DocumentSpan, Violation
from tests.glossary.rules.cases import page_of

TOLD = SpokenPlaces(
    [Violation((DocumentSpan(5, 9),), "tensor"), Violation((DocumentSpan(20, 30), DocumentSpan(50, 60)))]
)


@pytest.mark.parametrize(
    ("place", "concept", "expected"),
    [
        (DocumentSpan(5, 9), "tensor", True),
        (DocumentSpan(5, 7), "tensor", True),
        (DocumentSpan(5, 12), "tensor", True),  # begins there
        (DocumentSpan(6, 8), "tensor", True),  # lies within
        (DocumentSpan(4, 8), "tensor", False),
        (DocumentSpan(5, 9), "operator", False),
        (DocumentSpan(5, 9), "", True),  # a fault of no concept
        (DocumentSpan(52, 55), "operator", True),  # what was told is of no concept
        (DocumentSpan(55, 62), "", False),
        (DocumentSpan(9, 10), "", False),
    ],
)
def test_a_place_is_reported_where_something_begins_there_or_holds_it(
    place: DocumentSpan, concept: str, expected: bool
):
    assert TOLD.has(place, concept) is expected


def test_a_finding_keeps_the_places_that_no_better_rule_tells():
    code = "```python\n# Set up logs, so Tensorboard knows where to look for files\nlog()\n```"
    text = f"データを Tensorboard に読み込みます。{'TensorBoard を開きます。' * 6}\n\n{code}\n"
    places = [
        (finding.rule, location.start) for finding in check(page_of(text, "ja")) for location in finding.locations
    ]
    assert sorted(place for place in places if place[0] in ("T105", "T304")) == [
        ("T105", text.index("Tensorboard")),
        ("T304", text.rindex("Tensorboard")),
    ]


def test_what_cannot_be_seen_in_code_is_reported_once():
    page = page_of("用 `tor\u200bch.compile` 训练模型。", "zh", source="Train the model with `torch.compile`.")
    assert [finding.rule for finding in check(page) if finding.start == 3] == ["T305"]
