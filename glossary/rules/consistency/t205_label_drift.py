"""T205 label-drift: a label of the interface, or words set in bold or quoted, in several ways.

Why: who looks for the button 保存 that the page calls 存储 does not find it.
Bad: 点击**保存**。再次点击**存储**。 (**Save**, both times)
Good: 点击**保存**。再次点击**保存**。
"""

from __future__ import annotations

from glossary.rules.rule import Rule
from glossary.rules.shared.form_similarity import is_same_rendering
from glossary.rules.usages.corpus_usages import CorpusUsage, TermUsages, letters
from glossary.rules.usages.judged_usages import UsageRule


def _is_wanted(usage: CorpusUsage) -> bool:
    return usage.kind == "label"


def _is_judged(usage: CorpusUsage, term: TermUsages) -> bool:
    """Return whether the corpus has another version more often; a gloss beside it is none: 保存（Save）.

    Nor is another spelling: モデル保存場所 for モデルの保存場所.
    """
    leading, rendering = letters(term.usages[0].rendering), letters(usage.rendering)
    is_within = rendering in leading or leading in rendering
    return not is_within and not is_same_rendering(term.usages[0].rendering, usage.rendering, usage.lang)


RULE = Rule(
    "T205", "label-drift", "terminology/inconsistent-use", "minor", 0.7, "corpus",
    across=UsageRule(_is_wanted, _is_judged),
)  # fmt: skip
