"""What rules say of themselves, as read from their modules."""

from __future__ import annotations

import pytest

from glossary.rules.messages import parse_docstring
from glossary.rules.registry import RULES


def test_parts_of_a_docstring():
    parsed = parse_docstring(
        """T123 a-fault: one fault, said in
a sentence.

Why: it makes readers
stumble.
Bad: 一
    二
Good: 三

What else the module says.
"""
    )
    assert parsed.title == "One fault, said in a sentence."
    assert parsed.why == "it makes readers stumble."
    assert (parsed.bad, parsed.good) == ("一\n二", "三")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_every_rule_says_what_it_finds_and_why(rule):
    description = rule.description
    assert rule.title.endswith(".") and rule.code not in rule.title
    assert description.why and description.bad and description.good


def test_rules_of_one_module_have_descriptions_of_their_own():
    shared = [rule for rule in RULES if rule.home]
    assert len({rule.module for rule in shared}) < len({rule.description for rule in shared}) == len(shared)
