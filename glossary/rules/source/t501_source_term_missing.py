"""T501 source-term-missing: a term of the original that the translation lacks, or renders as another term.

Why: 向量 means vector. Readers do not learn that the function takes tensors of any size.
Bad: 可以传入不同大小的向量。 (You can pass tensors of different sizes.)
Good: 可以传入不同大小的张量。
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

from corpus.records import Mention, TermAlignment
from glossary.matching.characters import is_cjk
from glossary.matching.spellings import plurals
from glossary.rules.calibration import DOUBTFUL, LIKELY, MOST, PERHAPS, UNPROVEN, sign
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared import replacement
from glossary.rules.shared.aligned_forms import aligned_unwanted_forms
from glossary.rules.shared.english_words import is_everyday
from glossary.rules.shared.source_pairs import (
    MissingConcept,
    is_nearly_rendered,
    missing_concepts,
    renders,
    unit_at,
    units,
)
from glossary.rules.source._misrendered_terms import MisrenderedTerm, misrendered_terms
from glossary.rules.usages import usage_model
from glossary.termbase.termbase import ALLOWED, Concept

# Nothing in its place: of 32 such findings 16 were true; translators leave out what the reader knows.
_LEFT_OUT = sign("T501.left-out", PERHAPS)
_CROWD = 2  # terms that a sentence lacks at most; one that lacks more is put in other words
_SEVERAL = sign("T501.several", LIKELY)  # more than one segment on a side
_GENERAL = frozenset(["release", "ecosystem", "profiling", "data"])  # domains of words that translators put freely
_UNLIKELY = 0.3  # confidence: of links with less than this seven in ten are wrong


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield terms rendered by words of another meaning, and terms that are not rendered at all, by concept."""
    if not page.pairs:
        return
    counted = Counter(concept_id for unit in units(page) for concept_id in unit.source)
    other_words = list(_project_violations(page))
    yield from other_words
    reported = {(row.concept_id, _unit_number(page, row.places[0].start)) for row in other_words}
    misrendered = [
        term
        for term in misrendered_terms(page)
        if not page.termbase.by_id[term.intended_id].is_label
        if (term.intended_id, _unit_number(page, term.start)) not in reported
    ]
    yield from (_misrendering_violation(page, term, counted[term.intended_id]) for term in misrendered)
    aligned = aligned_unwanted_forms(page)
    reported |= {(term.intended_id, _unit_number(page, term.start)) for term in misrendered}
    reported |= {(form.concept_id, _unit_number(page, form.start)) for form in aligned}
    yield from _project_lacks(page, counted, reported)
    reported_ids = {term.intended_id for term in misrendered} | {form.concept_id for form in aligned}
    yield from _missing_term_violations(page, reported_ids, counted)


def _project_violations(page: RuleContext) -> Iterator[Violation]:
    """Yield the words used for terms of the project's own glossary that it does not list."""
    for row in page.terms:
        concept = page.termbase.by_id.get(row.concept_id or "")
        if (
            concept is None
            or not concept.is_law(page.lang)
            or row.relation not in ("unlisted", "other")
            or not row.surface
        ):
            continue
        start, end = row.start or 0, row.end or 0
        is_name = _is_its_name(row.source_surface, concept)
        if row.confidence >= DOUBTFUL and is_name and not page.is_protected(start, end):
            yield Violation(
                (DocumentSpan(start, end),),
                concept.id,
                message_id="project",
                words={"term": row.source_surface},
                expected=replacement.expected_forms(page, concept.id),
                key=row.surface.casefold(),
                least=row.confidence,
                most=row.confidence,
            )


def _project_lacks(
    page: RuleContext, counted: Counter[str], reported: Container[tuple[str, int]]
) -> Iterator[Violation]:
    """Yield the sentences with a term of the project's own glossary whose translation has no form of it. They fail no
    check: of five such sentences in forty pages of tf-docs, three omit the term with good reason.
    """
    for lack in missing_concepts(page):
        concept = page.termbase.by_id[lack.concept_id]
        is_known = lack.glossed or (concept.id, lack.unit.number) in reported
        if concept.is_law(page.lang) and not is_known and _is_its_name(lack.uses[0].surface, concept):
            missing = _missing_violation(page, concept.id, [lack], counted[concept.id], 1.0)
            yield replace(missing, severity="", least=usage_model.MOST, most=usage_model.MOST)


def _unit_number(page: RuleContext, offset: int) -> int:
    unit = unit_at(page, offset)
    return -1 if unit is None else unit.number


def _is_its_name(words: str, concept: Concept) -> bool:
    """Return whether words of the original are a name of a concept, singular or plural, and no everyday word."""
    surface = words.casefold()
    names = (form.form for form in concept.in_language("en") if form.status in ALLOWED)
    is_name = any(surface in (name.casefold(), *map(str.casefold, plurals(name))) for name in names)
    return is_name and not is_everyday(surface)


def _misrendering_violation(page: RuleContext, term: MisrenderedTerm, count: int) -> Violation:
    words = {"other": page.termbase.preferred(term.other_id, "en")} if term.other_id else {}
    return Violation(
        (DocumentSpan(term.start, term.end),),
        term.intended_id,
        message_id="another" if term.other_id else "instead",
        words=words or {"term": term.term, "count": str(count)},
        expected=replacement.expected_forms(page, term.intended_id),
        severity="" if term.other_id and not term.is_unlike else "minor",
        sure=term.sure,
        most=MOST if term.is_slip else UNPROVEN,
    )


def _missing_term_violations(page: RuleContext, reported_ids: set[str], counted: Counter[str]) -> Iterator[Violation]:
    """Yield the terms that are not rendered at all."""
    crowded = Counter(lack.unit.number for lack in missing_concepts(page))
    lacks_by_concept: dict[str, list[MissingConcept]] = defaultdict(list)
    for lack in missing_concepts(page):
        is_known = lack.concept_id in reported_ids or lack.glossed or page.termbase.by_id[lack.concept_id].is_label
        if not is_known and not _keeps_english(page, lack.concept_id):
            lacks_by_concept[lack.concept_id].append(lack)
    for concept_id, lacks in lacks_by_concept.items():
        places = [lack for lack in lacks if crowded[lack.unit.number] <= _CROWD and _is_left_out(page, lack)]
        if places and 2 * len(lacks) <= max(2, counted[concept_id]):
            sure = max(_confidence_factor(lack) for lack in places)
            yield _missing_violation(page, concept_id, places, counted[concept_id], sure)


def _is_left_out(page: RuleContext, lack: MissingConcept) -> bool:
    """Return whether a sentence has nothing of a term, nor do the ones before and after it."""
    if is_nearly_rendered(lack.unit, page.termbase, lack.concept_id, page.lang):
        return False
    if any(_is_ordinary(page, use) or _is_linked(page, use) for use in lack.uses):
        return False
    return not any(lack.concept_id in _has(page, lack.unit.number + step) for step in (-1, 1))


def _is_ordinary(page: RuleContext, use: Mention) -> bool:
    """Return whether the English is a single word, which a pronoun or verb may replace, or is often paraphrased."""
    form = page.termbase.form(use.concept_id, "en", use.form)
    single = " " not in use.surface and "-" not in use.surface
    return single or page.concept(use).domain in _GENERAL or form is None or bool(form.only_near)


def _is_linked(page: RuleContext, use: Mention) -> bool:
    """Return whether words of the page are linked to a use in the original."""
    row = _rows(page).get((use.start, use.end))
    return row is None or (row.start is not None and row.confidence >= _UNLIKELY)


@page_fact
def _rows(page: RuleContext) -> dict[tuple[int, int], TermAlignment]:
    return {(row.source_start, row.source_end): row for row in page.terms if row.concept_id}


def _has(page: RuleContext, number: int) -> set[str]:
    segments = page.pairs[number].target if 0 <= number < len(page.pairs) else ()
    return {use.concept_id for segment in segments for use in page.mentions_in(segment) if renders(page, use)}


def _keeps_english(page: RuleContext, concept_id: str) -> bool:
    """Return whether the language keeps the English name: names are omitted, or replaced by pronouns."""
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
        most=UNPROVEN,
    )


RULE = Rule(
    "T501", "source-term-missing", "terminology/inconsistent-with-termbase", "major", 0.6, "document", find,
    trusts_original=True, yields_to=("T101", "T102", "T103", "T104", "T107", "T502"),
)  # fmt: skip
