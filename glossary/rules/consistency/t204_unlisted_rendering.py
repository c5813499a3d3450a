"""T204 unlisted-rendering: a concept of the glossary in words that its entry does not have.

Why: データ照合 for data collator leads the reader to comparing data; said often, it looks like the right word.
Bad: データ照合がバッチを作ります。 (data collator)
Good: データコレーターがバッチを作ります。
"""

from __future__ import annotations

from glossary.rules.rule import Rule
from glossary.rules.usages.corpus_usages import CorpusUsage, TermUsages
from glossary.rules.usages.judged_usages import UsageRule


def _is_wanted(usage: CorpusUsage) -> bool:
    return usage.kind == "term" and bool(usage.concept_id)


def _is_judged(usage: CorpusUsage, _term: TermUsages) -> bool:
    """Return whether no entry of the concept lists the words; a piece of the English is a link that was cut."""
    is_piece = usage.rendering.casefold() in usage.english.casefold()
    return usage.relation in ("unlisted", "other") and not is_piece


RULE = Rule(
    "T204", "unlisted-rendering", "terminology/inconsistent-with-termbase", "minor", 0.6, "corpus",
    across=UsageRule(_is_wanted, _is_judged, asks=True),
)  # fmt: skip
