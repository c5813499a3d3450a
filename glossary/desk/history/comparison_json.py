"""A comparison of two builds as one JSON object for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from glossary.desk.history.build_comparison import BuildComparison, ComparedFinding
from glossary.desk.history.comparison_words import FindingPlace, verdicts


def comparison_json(comparison: BuildComparison, places: Mapping[str, FindingPlace]) -> str:
    """Return all that differs; pairs are lists of what was before and what is after."""
    values = asdict(comparison)
    before, after = (
        {"build_id": build_id, "created": created, "figures": dict(figures)}
        for (build_id, created), figures in zip((comparison.before, comparison.after), comparison.figures, strict=True)
    )
    content = {
        "before": before,
        "after": after,
        "difference": comparison.difference,
        "verdicts": verdicts(comparison),
        "languages": [
            {**language, "counts": counted.counts._asdict()}
            for language, counted in zip(values["languages"], comparison.languages, strict=True)
        ],
        "rules": [
            {**rule, "counts": counted.counts._asdict()}
            for rule, counted in zip(values["rules"], comparison.rules, strict=True)
        ],
        "new": [_finding(finding, places) for finding in comparison.new],
        "fixed": [_finding(finding, {}) for finding in comparison.fixed],
        **{
            name: values[name]
            for name in ("silenced", "inputs", "spreading", "shrinking", "slipped", "improved", "documents")
        },
    }
    text = json.dumps(content, ensure_ascii=False, indent=1)
    return text.encode("utf-8", "replace").decode("utf-8") + "\n"  # a name of a file may hold bytes that are no text


def _finding(finding: ComparedFinding, places: Mapping[str, FindingPlace]) -> dict[str, Any]:
    values = asdict(finding)
    del values["start"], values["media_type"]
    place = places.get(finding.finding_id)
    if place and place.position:
        values |= {"line": place.position.line, "column": place.position.column}
    return values
