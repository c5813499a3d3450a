"""The rules: `glossary/rules/README.md`, generated from each rule module's own description."""

from __future__ import annotations

from corpus.languages import TARGETS
from flows.files.markdown_table import table
from glossary.rules.calibration import PLAIN, judged_bands, judged_counts, judged_kinds
from glossary.rules.messages import texts
from glossary.rules.registry import RULES, anchor
from glossary.rules.rule import Rule

_HEAD = """# Rules

*Generated from the modules of this folder by `make docs`: edit the words there.*

`taiyaku check` and every build judge Chinese and Japanese pages by these rules. A finding is one decision for a
reviewer: one row for each rule, concept, folded form and document, with every place in `locations`. Severity says how
much a fault hurts (critical 25 points, major 5, minor 1, neutral 0), confidence how often such a finding is right. It
comes from a small model of what readers judged, on pages that were drawn at random (`tests/gold/README.md`): of the
rule, the message, the language, and how sure the rule is at the place; rules that few were judged of lean on how right
rules were that had not been judged. A message that is below 0.5 is neutral, whatever its rule. The table has the
confidence where the rule is as sure as it can be, and how many findings of any confidence were true of those judged.
Below each rule stand its messages, and its bands: certain (0.8 or more), likely (0.5 to 0.8) and doubtful, each with
what was claimed by a model that had not seen these pages. Categories follow the MQM core typology. `taiyaku explain
T101` prints what stands here.

Codes are grouped: T1 is decided by one place, T2 by a document or by all of a language, T3 is about identifiers, names
and numbers, T4 about spelling and form, T5 about what the English original says, T9 about the check itself.

"""
_TAIL = """
## Silencing a finding

In Markdown a comment silences the block that follows it, or in which it stands:

```markdown
<!-- taiyaku-ignore T101: the museum's own name -->
<!-- taiyaku-ignore T101 "图书馆": these words alone -->
<!-- taiyaku-ignore-file T405, T403: house style -->
```

The last one holds for the whole page. In MDX the comment is `{/* taiyaku-ignore … */}`. A comment without a reason,
for a rule that does not exist, or that silences nothing is a finding of its own (T900). For whole folders there is
`[check.per_folder]` in `taiyaku.toml`, and for a project with many old findings a baseline: see `taiyaku check` in
[flows/README.md](../../flows/README.md).
"""


def rule_pages() -> str:
    """Return the table of the rules, a section for each, and how to silence one."""
    rows = [
        (
            f"[{rule.code}](#{anchor(rule)})",
            rule.name,
            rule.title,
            rule.severity,
            f"{rule.confidence:.2f}",
            *(_judged_figures(rule, lang) for lang in TARGETS),
        )
        for rule in RULES
    ]
    head = ("code", "name", "what it finds", "severity", "confidence", *(f"true, {lang}" for lang in TARGETS))
    return _HEAD + table(head, rows) + "".join(map(_section, RULES)) + _TAIL


def _judged_figures(rule: Rule, lang: str) -> str:
    counts = judged_counts().get(rule.code, {}).get(lang)
    return f"{counts.true} of {counts.findings}" if counts else ""


def _section(rule: Rule) -> str:
    description = rule.description
    messages = [
        [f"`{lang}`", text] for translations in texts(rule.code).values() for lang, text in translations.items()
    ]
    return (
        f"\n## {rule.code} {rule.name}\n\n{rule.title}\n\n{_facts(rule)}\n\nWhy: {description.why}\n\n"
        f"```text\nBad:  {_indented(description.bad)}\nGood: {_indented(description.good)}\n```\n\n"
        f"{table(('language', 'message'), messages)}{_by_message(rule)}{_by_band(rule)}"
    )


def _by_message(rule: Rule) -> str:
    """Return a table of how often each of its messages was right, if they were judged separately."""
    rows = [
        (f"`{kind}`", f"{counts.true} of {counts.findings}", f"{rule.confidence_of(kind.removeprefix(PLAIN)):.2f}")
        for kind, counts in judged_kinds().get(rule.code, {}).items()
    ]
    return f"\n{table(('message', 'true', 'confidence'), rows)}" if len(rows) > 1 else ""


def _by_band(rule: Rule) -> str:
    """Return, by confidence band, how many findings were true and what confidence was claimed."""
    rows = [
        (band, f"{counts.true} of {counts.findings}", f"{counts.expected / counts.findings:.2f}")
        for band, counts in judged_bands().get(rule.code, {}).items()
    ]
    return f"\n{table(('band', 'true', 'claimed'), rows)}" if rows else ""


def _facts(rule: Rule) -> str:
    facts = f"*{rule.severity}, confidence {rule.confidence:.2f}; {rule.category}; decided by the {rule.scope}*"
    more = [f"Silent where {' or '.join(rule.yields_to)} says more of the same places."] if rule.yields_to else []
    more += ["Lower, and marked `inherited`, where the English original has the same slip."] if rule.inherits else []
    return " ".join([facts, *more])


def _indented(text: str) -> str:
    return text.replace("\n", "\n      ")
