"""`taiyaku rules` and `taiyaku explain`: the rules, and the reason for each."""

from __future__ import annotations

import argparse
import textwrap

from corpus.text.printable import printable
from flows.console.exit_status import FINE
from glossary.findings.rule_selection import selector_codes
from glossary.rules.messages import texts
from glossary.rules.registry import BY_CODE, RULES
from glossary.rules.rule import Rule

_WIDTH = 100


def rules(_: argparse.Namespace) -> int:
    """Print the rules, one line each."""
    width = max(len(rule.name) for rule in RULES)
    print(f"code  {'name':<{width}}  severity  confidence  what it finds")
    for rule in RULES:
        print(f"{rule.code}  {rule.name:<{width}}  {rule.severity:<8}  {rule.confidence:>10.2f}  {rule.title}")
    return FINE


def explain(options: argparse.Namespace) -> int:
    """Print what a rule finds and why, with examples; several rules where the selector means several."""
    for number, code in enumerate(selector_codes(options.rule)):
        print(("\n" if number else "") + _explained(BY_CODE[code]))
    return FINE


def _explained(rule: Rule) -> str:
    description = rule.description
    facts = f"{rule.severity}, confidence {rule.confidence:.2f}, {rule.category}, decided by the {rule.scope}"
    lines = [f"{rule.code} {rule.name} ({facts})", "", textwrap.fill(rule.title, _WIDTH), ""]
    lines += [textwrap.fill(f"Why:  {description.why}", _WIDTH, subsequent_indent="      ")]
    lines += [f"Bad:  {description.bad}", f"Good: {description.good}", "", "Messages:"]
    lines += [f"  {message['en']}" for message in texts(rule.code).values()]
    return "\n".join(printable(line) for text in lines for line in text.split("\n"))
