"""T501 source-term-missing: a term of the original that its translation has in no form, or as another term.

Why: 向量 is a vector; whoever reads that tensors of any size may be passed learns of vectors only.
Bad: 可以传入不同大小的向量。 (You can pass tensors of different sizes.)
Good: 可以传入不同大小的张量。
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from corpus.records import Mention
from glossary.matching.characters import is_cjk
from glossary.rules.calibration import UNPROVEN
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared import replacement
from glossary.rules.shared.source_attested_errors import attested_errors
from glossary.rules.shared.source_pairs import MissingConcept, is_nearly_rendered, missing_concepts, renders, units
from glossary.rules.source._confused_terms import ConfusedTerm, confused_terms
from glossary.rules.source._similar_rendering import UnlistedWord, resembling
from glossary.rules.source._swapped_terms import swapped_terms
from glossary.termbase.termbase import ALLOWED

_LIKE = 0.9  # a word in its place that looks like it
_LEFT_OUT = 0.7  # nothing in its place: translators leave out what the reader knows
_CROWD = 2  # terms that a sentence lacks at most; one that lacks more is put in other words
_GENERAL = frozenset(["release", "ecosystem", "profiling", "data"])  # domains of words that translators put freely
_SEVERAL = 0.8  # more than one segment on a side


def find(page: RuleContext) -> Iterator[Violation]:
    """Terms that stand for another one, and terms of which there is nothing, by concept."""
    if not page.pairs:
        return
    confusions = confused_terms(page)
    others = [
        swap
        for swap in swapped_terms(page)
        if all(swap.end <= confusion.start or confusion.end <= swap.start for confusion in confusions)
    ]
    for confusion in (*confusions, *others):
        yield _confusion_violation(page, confusion)
    reported_ids = {confusion.intended_id for confusion in (*confusions, *others)} | {
        error.concept_id for error in attested_errors(page)
    }
    yield from _missing_term_violations(page, reported_ids)


def _confusion_violation(page: RuleContext, confusion: ConfusedTerm) -> Violation:
    """A term that seems to stand for another; that it does is inferred from what is absent, and stays doubtful."""
    return Violation(
        (DocumentSpan(confusion.start, confusion.end),),
        confusion.intended_id,
        message_id="another",
        words={"other": page.termbase.preferred(confusion.concept_id, "en")},
        expected=replacement.expected_forms(page, confusion.intended_id),
        sure=confusion.sure,
        most=UNPROVEN,
    )


def _missing_term_violations(page: RuleContext, reported_ids: set[str]) -> Iterator[Violation]:
    """The terms of which there is nothing, and those in whose place a word stands that looks like them."""
    counted = Counter(concept_id for unit in units(page) for concept_id in unit.source)
    crowded = Counter(lack.unit.number for lack in missing_concepts(page))
    lacks_by_concept: dict[str, list[MissingConcept]] = defaultdict(list)
    for lack in missing_concepts(page):
        if lack.concept_id not in reported_ids and not lack.glossed and not _keeps_english(page, lack.concept_id):
            lacks_by_concept[lack.concept_id].append(lack)
    for concept_id, lacks in lacks_by_concept.items():
        words = [(lack, word) for lack in lacks if (word := resembling(page, lack))]
        if words:
            yield from (_similar_word_violation(page, lack, word, counted[concept_id]) for lack, word in words)
            continue
        places = [lack for lack in lacks if crowded[lack.unit.number] <= _CROWD and _is_left_out(page, lack)]
        if places and 2 * len(lacks) <= max(2, counted[concept_id]):
            sure = max(_confidence_factor(lack) for lack in places)
            yield _missing_violation(page, concept_id, places, counted[concept_id], sure)


def _similar_word_violation(page: RuleContext, lack: MissingConcept, word: UnlistedWord, count: int) -> Violation:
    return Violation(
        (DocumentSpan(word.start, word.end),),
        lack.concept_id,
        message_id="instead",
        words={"term": lack.uses[0].surface, "count": str(count)},
        expected=replacement.expected_forms(page, lack.concept_id),
        severity="minor",
        sure=_LIKE * max(use.confidence for use in lack.uses),
    )


def _is_left_out(page: RuleContext, lack: MissingConcept) -> bool:
    """Whether a sentence has nothing of a term, nor the one before or after it."""
    termbase, lang = page.termbase, page.lang
    if is_nearly_rendered(lack.unit, termbase, lack.concept_id, lang):
        return False
    if any(_is_ordinary(page, use) for use in lack.uses):
        return False
    return not any(lack.concept_id in _has(page, lack.unit.number + step) for step in (-1, 1))


def _is_ordinary(page: RuleContext, use: Mention) -> bool:
    """Whether the English is a single word, which pronouns and verbs stand for, or one that is put freely."""
    form = page.termbase.form(use.concept_id, "en", use.form)
    single = " " not in use.surface and "-" not in use.surface
    return single or page.concept(use).domain in _GENERAL or form is None or bool(form.only_near)


def _has(page: RuleContext, number: int) -> set[str]:
    segments = page.pairs[number].target if 0 <= number < len(page.pairs) else ()
    return {use.concept_id for segment in segments for use in page.mentions_in(segment) if renders(page, use)}


def _keeps_english(page: RuleContext, concept_id: str) -> bool:
    """Whether the language has the English name: names are left out and taken up by pronouns."""
    forms = [form.form for form in page.termbase.by_id[concept_id].in_language(page.lang) if form.status in ALLOWED]
    return page.lang in page.termbase.by_id[concept_id].keep or not all(any(map(is_cjk, form)) for form in forms[:1])


def _confidence_factor(lack: MissingConcept) -> float:
    several = len(lack.unit.pair.target) > 1 or len(lack.unit.pair.source) > 1
    return _LEFT_OUT * max(use.confidence for use in lack.uses) * (_SEVERAL if several else 1.0)


def _missing_violation(
    page: RuleContext, concept_id: str, lacks: Sequence[MissingConcept], count: int, sure: float
) -> Violation:
    segments = [lack.unit.pair.target[0] for lack in lacks]
    return Violation(
        tuple(DocumentSpan(segment.start, segment.end) for segment in segments),
        concept_id,
        words={"term": lacks[0].uses[0].surface, "lacking": str(len(lacks)), "count": str(count)},
        expected=replacement.expected_forms(page, concept_id),
        sure=sure,
        severity="minor",
        key=concept_id,
    )


RULE = Rule(
    "T501", "source-term-missing", "terminology/inconsistent-with-termbase", "major", 0.6, "document", find,
    yields_to=("T101", "T102", "T103", "T104", "T107"),
)  # fmt: skip
