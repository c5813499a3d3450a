"""T108 ambiguous-term: words that stand for two concepts, and nothing on the page shows which is meant.

Why: Readers cannot tell which is meant either. The glossary may have a clearer word.
Bad: 分类器的精度是评价指标之一。
Good: 分类器的精确率是评价指标之一。
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from corpus.records import Mention
from glossary.matching.normalized_view import fold
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.source_pairs import speaks_of, unit_at
from glossary.termbase.termbase import ALLOWED

_STEM = 4  # letters by which words are of one family: trace and tracing


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield words allowed for two concepts where the page does not show which one is meant."""
    for (start, end), readings in groupby(page.uses, key=lambda use: (use.start, use.end)):
        uses = list(readings)
        if len(uses) > 1 and all(use.status in ALLOWED for use in uses) and _are_distinguished(page, uses[0], uses[1]):
            if _is_meaning_clear(page, uses):
                continue
            first, second = (use.concept_id for use in uses[:2])
            offered = dict.fromkeys(page.termbase.preferred(concept_id, page.lang) for concept_id in (first, second))
            words = {"other": page.termbase.preferred(second, "en")}
            yield Violation((DocumentSpan(start, end),), first, words=words, expected=tuple(offered))


def _is_meaning_clear(page: RuleContext, readings: Sequence[Mention]) -> bool:
    """Return whether the original shows which concept is meant: its unit speaks of exactly one of them."""
    unit = unit_at(page, readings[0].start)
    return unit is not None and sum(speaks_of(unit, page.termbase, use.concept_id) for use in readings) == 1


def _are_distinguished(page: RuleContext, first: Mention, second: Mention) -> bool:
    """Return whether two readings have different preferred forms and unrelated English terms."""
    ids = first.concept_id, second.concept_id
    form, other = (page.termbase.preferred(concept_id, page.lang) for concept_id in ids)
    return form != other and not _are_family(*(page.termbase.preferred(concept_id, "en") for concept_id in ids))


def _are_family(first: str, second: str) -> bool:
    """Return whether two English terms have a word in common, in whatever form."""
    stems = {word[:_STEM] for word in fold(first).split()}
    return not stems.isdisjoint(word[:_STEM] for word in fold(second).split())


RULE = Rule("T108", "ambiguous-term", "terminology/wrong-term", "neutral", 0.5, "document", find)
