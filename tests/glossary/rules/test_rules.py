"""The rules: each fires on its cases and is silent on the others, has messages in three languages and a docstring."""

from __future__ import annotations

import pickle
import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from corpus.records import MESSAGE_COLUMNS
from glossary.rules import calibration
from glossary.rules.messages import texts
from glossary.rules.registry import BY_CODE, RULES
from glossary.rules.rule import CATEGORIES, SEVERITIES
from tests.glossary.rules.cases import FOLDER, cases, found_by, shown

each_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)


def listed(kind: str) -> Iterator[Any]:
    for rule in RULES:
        if (FOLDER / f"{rule.code}.toml").exists():
            for number, case in enumerate(cases(rule.code, kind), 1):
                yield pytest.param(rule.code, case, id=f"{rule.code}-{kind}-{number}")


def _by_prior(code: str, prior: float, counts: Any, kind: str = "", lang: str = "", sure: float = 1.0) -> float:
    return min(calibration.MOST, prior * sure)


@pytest.mark.parametrize(("code", "case"), list(listed("fires")))
def test_fires(code: str, case: dict[str, Any], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(calibration, "confidence", _by_prior)  # what was measured moves on
    findings = found_by(code, case)
    assert [shown(case, finding) for finding in findings] == case["found"]
    first = findings[0]
    for field in ("expected", "severity", "suggestion", "occurrences", "inherited"):
        if field in case:
            assert (getattr(first, field) or case[field].__class__()) == case[field], field
    assert case.get("says", "") in first.message
    assert case.get("least", 0) <= first.confidence <= case.get("most", 1)
    assert case.get("says", "") in first.message
    assert "{" not in (first.message + first.message_zh + first.message_ja).replace(first.surface, "")


@pytest.mark.parametrize(("code", "case"), list(listed("silent")))
def test_is_silent(code: str, case: dict[str, Any]):
    assert [(finding.surface, finding.message) for finding in found_by(code, case)] == [], case["why"]


@each_rule
def test_has_cases_of_both_kinds_in_both_languages(rule: Any):
    for kind in ("fires", "silent"):
        kind_cases = cases(rule.code, kind)
        assert len(kind_cases) >= 3
        assert {case["lang"] for case in kind_cases} <= {"zh", "ja"}
    assert all(case["why"] for case in cases(rule.code, "silent"))


@each_rule
def test_says_why_bad_and_good(rule: Any):
    documentation = re.split(r"^(?=T\d{3} [a-z-]+: )", sys.modules[rule.module].__doc__ or "", flags=re.MULTILINE)
    [section] = [part for part in documentation if part.startswith(f"{rule.code} {rule.name}: ")]
    assert re.findall(r"^(Why|Bad|Good): \S", section, re.MULTILINE) == ["Why", "Bad", "Good"]


@each_rule
def test_has_its_messages_in_every_language(rule: Any):
    for messages in texts(rule.code).values():
        assert sorted(messages) == sorted(MESSAGE_COLUMNS)


@each_rule
def test_values_are_known(rule: Any):
    assert rule.category in CATEGORIES
    assert rule.severity in SEVERITIES
    assert rule.scope in ("segment", "document", "corpus")
    assert 0 < rule.confidence <= 1
    assert rule.find or rule.across or rule.code in ("T900", "T901")
    assert rule.fixable or not rule.edits_names
    assert not rule.fixable or rule.find, "what pages decide together is for a person"


def test_codes_are_unique_and_in_order():
    assert [rule.code for rule in RULES] == sorted(BY_CODE)


@each_rule
def test_is_handed_on_to_processes(rule: Any):
    assert pickle.loads(pickle.dumps(rule)) == rule
