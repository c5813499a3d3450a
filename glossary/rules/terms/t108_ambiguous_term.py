"""T108 ambiguous-term: words that stand for two concepts, and nothing on the page tells which is meant.

Why: A reader cannot tell the two apart either; the glossary may have a word that can.
Bad: 分类器的精度是评价指标之一。
Good: 分类器的精确率是评价指标之一。
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from corpus.records import Mention
from glossary.matching.characters import is_cjk
from glossary.matching.normalized_view import fold
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.ambiguous_forms import senses
from glossary.rules.shared.source_pairs import speaks_of, unit_at
from glossary.termbase.termbase import ALLOWED

_STEM = 4  # letters by which words are of one family: trace and tracing


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield words that the glossary allows for two concepts, and words that the page itself glosses with two."""
    yield from _of_two_concepts(page)
    yield from _double_gloss_violations(page)


def _of_two_concepts(page: RuleContext) -> Iterator[Violation]:
    for (start, end), readings in groupby(page.uses, key=lambda use: (use.start, use.end)):
        uses = list(readings)
        if len(uses) > 1 and all(use.status in ALLOWED for use in uses) and _are_distinguished(page, uses[0], uses[1]):
            if _is_meaning_clear(page, uses):
                continue
            yield _ambiguity_violation(page, (DocumentSpan(start, end),), uses[0].concept_id, uses[1].concept_id)


def _is_meaning_clear(page: RuleContext, readings: Sequence[Mention]) -> bool:
    """Return whether the original tells which is meant: it speaks of one of them alone."""
    unit = unit_at(page, readings[0].start)
    return unit is not None and sum(speaks_of(unit, page.termbase, use.concept_id) for use in readings) == 1


def _are_distinguished(page: RuleContext, first: Mention, second: Mention) -> bool:
    """Return whether the glossary tells two readings apart, in this language and in English."""
    ids = first.concept_id, second.concept_id
    form, other = (page.termbase.preferred(concept_id, page.lang) for concept_id in ids)
    return form != other and not _are_family(*(page.termbase.preferred(concept_id, "en") for concept_id in ids))


def _double_gloss_violations(page: RuleContext) -> Iterator[Violation]:
    """Yield words in Han or kana with two English terms in brackets after them, in two places, of two concepts."""
    first_glosses: dict[str, tuple[DocumentSpan, tuple[str, ...], str]] = {}
    for pair in page.gloss_pairs:
        words, english = page.text[pair.start : pair.end], page.text[pair.gloss_start : pair.gloss_end]
        ids = senses(page.termbase, english)
        if not ids or not is_cjk(words[-1]) or any(map(is_cjk, english)):
            continue
        place = DocumentSpan(pair.start, pair.end)
        first, others, first_english = first_glosses.setdefault(fold(words, page.lang), (place, ids, english))
        if not {*ids} & {*others} and not _are_family(first_english, english):
            yield _ambiguity_violation(page, (first, place), others[0], ids[0], "glossed")


def _are_family(first: str, second: str) -> bool:
    """Return whether two English terms have a word in common, in whatever form."""
    stems = {word[:_STEM] for word in fold(first).split()}
    return not stems.isdisjoint(word[:_STEM] for word in fold(second).split())


def _ambiguity_violation(
    page: RuleContext, places: tuple[DocumentSpan, ...], first: str, second: str, message_id: str = ""
) -> Violation:
    words = {"other": page.termbase.preferred(second, "en")}
    offered = dict.fromkeys(page.termbase.preferred(concept_id, page.lang) for concept_id in (first, second))
    return Violation(places, first, message_id=message_id, words=words, expected=tuple(offered))


RULE = Rule("T108", "ambiguous-term", "terminology/wrong-term", "neutral", 0.5, "document", find)
