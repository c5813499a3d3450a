"""Swapped: a term of the page that the original nowhere has, in a sentence of which the original has one that the page
lacks. What is known of the two terms does not count, but what the page shows of them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from corpus.records import Mention
from glossary.matching.characters import is_cjk
from glossary.matching.compounds import weight
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.shared.contextless_wrong_forms import is_whole_words
from glossary.rules.shared.page_glosses import bare
from glossary.rules.shared.source_concepts import may_be_spoken_of
from glossary.rules.shared.source_pairs import MissingConcept, missing_concepts, touches_on, unexplained, units
from glossary.rules.source._confused_terms import ConfusedTerm
from glossary.termbase.termbase import ALLOWED

_USUAL, _MOST = 3, 0.5  # sentences in which the page has the term that it lacks here; share of those that lack it
_WEIGHTY = 3  # characters; translators put in 参数, 操作 and 设备 where the original has none
_SURE, _LIGHT = 0.4, 0.33  # most are free translations
_LACKING = 0.4  # share of the terms of the original from which on the page was written by another glossary


@page_fact
def swapped_terms(page: RuleContext) -> tuple[ConfusedTerm, ...]:
    """The terms that stand for another one, in order."""
    lacks: dict[int, list[MissingConcept]] = defaultdict(list)
    for lack in missing_concepts(page) if _follows_glossary(page) else ():
        if not lack.glossed and _is_usually_rendered(page, lack.concept_id):
            lacks[lack.unit.number].append(lack)
    alone = [group[0] for group in lacks.values() if len(group) == 1 and len(group[0].uses) == 1]
    return tuple(confusion for lack in alone for confusion in _swaps_for(page, lack))


def _swaps_for(page: RuleContext, lack: MissingConcept) -> Iterator[ConfusedTerm]:
    pair = lack.unit.pair
    if len(pair.target) > 1 or len(pair.source) > 1 or _keeps_english(page, lack.concept_id):
        return
    foreign_uses = [use for use in unexplained(page, lack.unit) if _is_foreign(page, use, lack)]
    if len({(use.start, use.end) for use in foreign_uses}) == 1:
        use = foreign_uses[0]
        sure = _SURE if weight(use.surface) >= _WEIGHTY else _LIGHT
        yield ConfusedTerm(use.start, use.end, use.concept_id, lack.concept_id, sure * use.confidence)


def _keeps_english(page: RuleContext, concept_id: str) -> bool:
    """Whether the language has the English name, which pronouns take up."""
    return page.lang in page.termbase.by_id[concept_id].keep


def _follows_glossary(page: RuleContext) -> bool:
    """Whether the page renders most terms as the glossary does: else what it lacks tells nothing."""
    counted = _rendered_and_lacking(page).values()
    return sum(lacking for _, lacking in counted) <= max(1, _LACKING * sum(map(sum, counted)))


def _is_usually_rendered(page: RuleContext, concept_id: str) -> bool:
    """Whether the page has a term in most sentences where the original has it, or lacks it but once."""
    rendered, lacking = _rendered_and_lacking(page)[concept_id]
    return lacking <= max(1, _MOST * (rendered + lacking))


@page_fact
def _rendered_and_lacking(page: RuleContext) -> dict[str, tuple[int, int]]:
    """In how many sentences the page has, and lacks, each term of the original."""
    totals = Counter(concept_id for unit in units(page) for concept_id in unit.source)
    lacking = Counter(lack.concept_id for lack in missing_concepts(page))
    return {concept_id: (totals[concept_id] - lacking[concept_id], lacking[concept_id]) for concept_id in totals}


def _is_foreign(page: RuleContext, use: Mention, lack: MissingConcept) -> bool:
    """Whether a term is surely one, of which the original has nothing, and nothing in common with the one lacking."""
    if use.status not in ALLOWED or may_be_spoken_of(page, use.concept_id):
        return False
    heavy = weight(use.surface)
    if heavy < 2 or (heavy < _WEIGHTY and _rendered_and_lacking(page)[lack.concept_id][0] < _USUAL):
        return False
    whole = is_whole_words(lack.unit.pair.target[0], use.start, use.end)
    touched = touches_on(lack.unit, page.termbase, use.concept_id)
    return whole and not touched and not _share(page, use, lack.concept_id)


def _share(page: RuleContext, use: Mention, concept_id: str) -> bool:
    """Whether the words have a character of a rendering of the other: they may be free variation."""
    forms = (form.form for form in page.termbase.by_id[concept_id].in_language(page.lang))
    chars = {char for form in forms for char in bare(form, page.lang) if is_cjk(char)}
    return any(char in chars for char in bare(use.surface, page.lang))
