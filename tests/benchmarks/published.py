"""What the site publishes of the rules: how many findings readers called true, and how many planted errors are found."""

from __future__ import annotations

import re

from glossary.rules.calibration import judged_counts
from glossary.rules.registry import RULES
from tests.benchmarks import results

LANGS = ("zh", "ja")
_PLANTED = re.compile(r"^\| (T\d+) \S+ \| (zh|ja) \| (\d+) \| (\d\.\d+) ", re.MULTILINE)


def by_rule(planted: str) -> str:
    """The table of the rules, from what was judged and the section of RESULTS.md on planted errors."""
    planted_shares = {(code, lang): f"{share} of {count}" for code, lang, count, share in _PLANTED.findall(planted)}
    rows = [
        [
            f"{rule.code} {rule.name}",
            *(_true(rule.code, lang) for lang in LANGS),
            *(planted_shares.get((rule.code, lang), "–") for lang in LANGS),
            f"{rule.confidence:.2f}",
        ]
        for rule in RULES
        if rule.code in judged_counts() or any((rule.code, lang) in planted_shares for lang in LANGS)
    ]
    head = ["rule", *(f"true, {lang}" for lang in LANGS), *(f"planted found, {lang}" for lang in LANGS), "confidence"]
    return results.table(head, rows)


def _true(code: str, lang: str) -> str:
    counts = judged_counts().get(code, {}).get(lang)
    return f"{counts.true} of {counts.findings}" if counts else "–"
