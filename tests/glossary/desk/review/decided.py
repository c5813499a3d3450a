"""Decisions made for tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from glossary.decisions.decision import Decision, Question

ASKED = Question(
    finding_id="00000000000000a1",
    rule="T101",
    concept_id="library",
    lang="zh",
    path="guide/zh.md",
    surface="图书馆",
    marks=("m1",),
    sure=1.0,
    target="这个图书馆很快。",
    source="This library is fast.",
)


def decision(action: str, reviewer: str = "Mei", **options: Any) -> Decision:
    """A decision on a finding; options name fields of either."""
    question_fields = {name: options.pop(name) for name in list(options) if name in Question.__dataclass_fields__}
    decided_at = options.pop("when", "2026-11-22T10:00:00Z")
    return Decision(replace(ASKED, **question_fields), action, reviewer, decided_at, **options)
