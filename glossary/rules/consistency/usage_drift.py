"""Usage drift: renderings of terms and labels that a reviewer would change, counted over the pages of a site.

T203 recurring-term-drift: an English term that the glossary does not have, rendered in several ways.

Why: If random masking is 随机掩码 in one place and 随机遮罩 in another, readers cannot know that both are the same.
Bad: 随机掩码在每个批次中进行。多次运行后可以看到随机遮罩的效果。 (random masking, both times)
Good: 随机掩码在每个批次中进行。多次运行后可以看到随机掩码的效果。

T204 unlisted-rendering: a concept of the glossary in words that its entry does not have.

Why: データ照合 means comparing data. Readers who see it for data collator often enough believe that it is right.
Bad: データ照合がバッチを作ります。 (data collator)
Good: データコレーターがバッチを作ります。

T205 label-drift: a label of the interface, or words set in bold or quoted, in several ways.

Why: Readers look for a button named 存储, but the button says 保存.
Bad: 点击**保存**。再次点击**存储**。 (**Save**, both times)
Good: 点击**保存**。再次点击**保存**。
"""

from __future__ import annotations

from glossary.rules.rule import Rule
from glossary.rules.shared.form_similarity import is_same_rendering
from glossary.rules.usages.corpus_usages import CorpusUsage, TermUsages, letters
from glossary.rules.usages.judged_usages import UsageRule


def _is_drift(usage: CorpusUsage, term: TermUsages) -> bool:
    """Return whether the corpus has another rendering more often; of two equally frequent, the second is judged."""
    is_term = usage.kind == "term" and " " in usage.english  # of single words 5 of 54 were worth a change
    return is_term and not usage.concept_id and usage.relation != "source" and usage is not term.usages[0]


def _is_unlisted(usage: CorpusUsage, _term: TermUsages) -> bool:
    """Return whether no entry of the concept lists the words. A piece of the English is a cut link, and none."""
    is_known = usage.kind == "term" and bool(usage.concept_id)
    is_piece = usage.rendering.casefold() in usage.english.casefold()
    return is_known and usage.relation in ("unlisted", "other") and not is_piece


def _is_other_label(usage: CorpusUsage, term: TermUsages) -> bool:
    """Return whether the corpus has another version more often. Neither a gloss counts, as in 保存（Save）, nor another
    spelling: モデル保存場所 for モデルの保存場所.
    """
    leading, rendering = letters(term.usages[0].rendering), letters(usage.rendering)
    is_other = usage.kind == "label" and rendering not in leading and leading not in rendering
    return is_other and not is_same_rendering(term.usages[0].rendering, usage.rendering, usage.lang)


RECURRING_TERM = Rule(
    "T203", "recurring-term-drift", "terminology/inconsistent-use", "minor", 0.7, "corpus",
    across=UsageRule(_is_drift), home="usage_drift",
)  # fmt: skip
UNLISTED_RENDERING = Rule(
    "T204", "unlisted-rendering", "terminology/inconsistent-with-termbase", "minor", 0.6, "corpus",
    across=UsageRule(_is_unlisted, asks=True), home="usage_drift",
)  # fmt: skip
LABEL = Rule(
    "T205", "label-drift", "terminology/inconsistent-use", "minor", 0.7, "corpus",
    across=UsageRule(_is_other_label), home="usage_drift",
)  # fmt: skip
