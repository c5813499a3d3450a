"""T203 recurring-term-drift: an English term that the glossary does not have, rendered in several ways.

Why: where random masking is once 随机掩码 and once 随机遮罩, the reader cannot know that it is one thing.
Bad: 随机掩码在每个批次中进行。多次运行后可以看到随机遮罩的效果。 (random masking, both times)
Good: 随机掩码在每个批次中进行。多次运行后可以看到随机掩码的效果。
"""

from __future__ import annotations

from glossary.rules.rule import Rule
from glossary.rules.usages.corpus_usages import CorpusUsage, TermUsages
from glossary.rules.usages.judged_usages import UsageRule


def _is_wanted(usage: CorpusUsage) -> bool:
    return usage.kind == "term" and not usage.concept_id


def _is_judged(usage: CorpusUsage, term: TermUsages) -> bool:
    """Return whether the corpus has another rendering more often; of two as frequent the second is judged."""
    is_term = " " in usage.english  # of single words 5 of 54 were worth a change
    return is_term and usage.relation != "source" and usage is not term.usages[0]


RULE = Rule(
    "T203", "recurring-term-drift", "terminology/inconsistent-use", "minor", 0.7, "corpus",
    across=UsageRule(_is_wanted, _is_judged),
)  # fmt: skip
