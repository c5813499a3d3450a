"""T901 more-places: a rule has more places on a page than are listed.

Why: Thousands of places of one rule have one cause, in the page or in the rule, and no reviewer reads them all.
Bad: A page of 50,000 brackets without partners.
Good: The same page as code, or with `max_per_rule` raised in `[check]` where all of them are wanted.
"""

from __future__ import annotations

from glossary.rules.rule import Rule

# Raised by `glossary.findings.engine`, which counts the places of all other rules.
RULE = Rule("T901", "more-places", "none", "neutral", 0.95, "segment")
