"""T900 idle-suppression: a suppression without a reason, for a rule that does not exist, or that silences nothing.

Why: What it silenced was fixed long ago, and it would silence the next real fault at that place too.
Bad: <!-- taiyaku-ignore T101 -->
Good: <!-- taiyaku-ignore T101: the museum's own name -->
"""

from __future__ import annotations

from glossary.rules.rule import Rule

# Judged last, by `glossary.findings.suppressions`: it needs what all other rules found.
RULE = Rule("T900", "idle-suppression", "none", "minor", 0.95, "segment")
