"""Misrendered terms: words in place of a term of the original that mean something else, or are a slip of writing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from corpus import lazy_re as re
from corpus.records import TermAlignment
from glossary.matching.characters import is_cjk
from glossary.rules.calibration import HARDLY, LIKELY, NEARLY, PERHAPS, RATHER, sign
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.shared.english_words import is_everyday
from glossary.rules.shared.form_similarity import bare, is_one_rendering
from glossary.rules.shared.linked_terms import LIKELY_LINK
from glossary.rules.shared.source_concepts import is_spoken_of
from glossary.rules.shared.source_pairs import missing_concepts, speaks_of, unit_at
from glossary.rules.shared.unidic_readings import HAN_CHARACTER, sound
from glossary.termbase.termbase import ALLOWED, Termbase

# How sure each kind is beside the others; the rule's own confidence is what readers saw. In builds of tf-docs,
# hf-course and llm-docs 11 of 13 slips were faults, 34 of 44 words of another concept, 13 of 25 other words, and 7 of
# 19 terms that have hardly a character in common with the right one.
_SLIP, _TERM = sign("T501.slip", NEARLY), sign("T501.other-term", LIKELY)
_WORDS, _UNLIKE = sign("T501.other-words", PERHAPS), sign("T501.unlike", HARDLY)
_LIKE, _WORDS_LIKE = 0.25, 0.5  # of their characters stand in a form of about the same length; by hand
_OFTEN = 2  # times on a page: the same words for the same term are no accident
# A page that puts many terms in words of its own is translated freely, or is the original itself: of T501's findings on
# pages with more than six in a hundred 11 of 28 were true, on others 124 of 182 (tf-docs, hf-course, llm-docs).
_FREELY, _FREE, _FEWEST_KNOWN = 0.06, sign("T501.free-page", RATHER), 20
_SAID = sign("T501.both-said", RATHER)  # the original has words of the other concept too: the links may be crossed
_REVERSES = re.compile(r"\b(?:un|de|dis|non)-\Z", re.IGNORECASE)
_FAR = 8  # characters before a term, in which such a beginning stands
_LONG_FORM = 3  # characters
# Confidence: what is unlike has to stand in the term's place. Of links to forms of other concepts 4 of 52 were right
# below it, 5 of 15 from there to 0.5 (the open half of `tests/gold/links-*.jsonl`).
_LINKED = 0.12


class MisrenderedTerm(NamedTuple):
    """A place where words stand for a term of the original but do not mean it."""

    start: int
    end: int
    term: str  # the words of the original
    intended_id: str
    other_id: str | None  # the concept that the words are a form of
    sure: float
    is_unlike: bool  # nothing but its place speaks for it
    is_slip: bool  # one character from a right form, whose parts do not render the English word by word


@page_fact
def misrendered_terms(page: RuleContext) -> tuple[MisrenderedTerm, ...]:
    """Return the terms of the original in whose place words seem to mean something else, in order of its sentences."""
    return tuple(_misrendered(page))


def _misrendered(page: RuleContext) -> Iterator[MisrenderedTerm]:
    doubted = [(row, sure) for row in page.terms if _is_judged(page, row) and (sure := _sureness(page, row))]
    repeated = Counter((row.concept_id, row.surface) for row, _ in doubted)
    for row, sure in doubted:
        start, end, other = row.start or 0, row.end or 0, _concept_at(page, row)
        is_unlike = sure == _UNLIKE
        if (
            is_unlike
            and repeated[row.concept_id, row.surface] < _OFTEN
            and not (other and not is_everyday(page.termbase.preferred(other, "en")) and _is_alone(page, start, other))
        ):
            continue
        sure *= _free_factor(page) * (_SAID if other and _is_said(page, start, other) else 1.0)
        is_slip = _is_homophone(page, row) or (_is_near_form(page, row) and not _is_word_by_word(page, row))
        yield MisrenderedTerm(start, end, row.source_surface, row.concept_id or "", other, sure, is_unlike, is_slip)


def _is_homophone(page: RuleContext, row: TermAlignment) -> bool:
    """Return whether Japanese words sound like a right form but have other Han characters: 以上検出 for 異常検出. Nine
    of ten such renderings in tf-docs, hf-course, comfy-docs and articles were slips of an input method. Chinese
    homophones are more often synonyms: 界面, 介面.
    """
    surface = row.surface or ""
    if page.lang != "ja" or not HAN_CHARACTER.search(surface):
        return False
    forms = (form for form in _forms(page.termbase, row.concept_id or "", "ja") if HAN_CHARACTER.search(form))
    return any(sound(form) == sound(surface) for form in forms)


def _is_near_form(page: RuleContext, row: TermAlignment) -> bool:
    """Return whether words are one character away from a right form of three characters or more. On Chinese pages not
    used for tuning, 3 of 10 such findings were true and 3 more arguable; of other findings of 0.5 and above, 1 of 27
    was true.
    """
    surface = bare(row.surface or "", page.lang)
    forms = (bare(form, page.lang) for form in _forms(page.termbase, row.concept_id or "", page.lang))
    return any(len(form) >= _LONG_FORM and OSA.distance(surface, form, score_cutoff=1) == 1 for form in forms)


def _is_word_by_word(page: RuleContext, row: TermAlignment) -> bool:
    """Return whether links of the term's own parts cover the whole rendering: 隐含 + 层 for hidden + layer."""
    start, end = row.start or 0, row.end or 0
    within = [
        (part.start or 0, part.end or 0)
        for part in _parts_of(page).get(row.alignment_id, ())
        if row.source_start <= part.source_start
        and part.source_end <= row.source_end
        and part.source_end - part.source_start < row.source_end - row.source_start
        and start <= (part.start or 0)
        and (part.end or 0) <= end
    ]
    return {place for first, last in within for place in range(first, last)}.issuperset(range(start, end))


@page_fact
def _parts_of(page: RuleContext) -> dict[str, list[TermAlignment]]:
    """Return the likely links, by bead."""
    parts: dict[str, list[TermAlignment]] = {}
    for row in page.terms:
        if row.start is not None and row.confidence >= LIKELY_LINK:
            parts.setdefault(row.alignment_id, []).append(row)
    return parts


@page_fact
def _free_factor(page: RuleContext) -> float:
    """Return the factor on the confidence on a page that has its own words for many terms."""
    relations = [row.relation for row in page.terms if row.concept_id and row.confidence >= LIKELY_LINK]
    put_freely = sum(relation in ("other", "unlisted", "omitted") for relation in relations)
    return _FREE if put_freely > _FREELY * max(len(relations), _FEWEST_KNOWN) else 1.0


def _is_said(page: RuleContext, start: int, concept_id: str) -> bool:
    """Return whether the original has a concept, or all words of one of its names, in the sentence of a place."""
    unit = unit_at(page, start)
    return unit is not None and speaks_of(unit, page.termbase, concept_id)


def _is_judged(page: RuleContext, row: TermAlignment) -> bool:
    """Return whether a term of the glossary is rendered by words that the glossary does not list, outside code."""
    is_unknown = row.concept_id is not None and row.relation in ("other", "unlisted")
    if _REVERSES.search(page.source, max(0, row.source_start - _FAR), row.source_start):
        return False  # 解冻 is right for un-freeze
    return is_unknown and not page.is_protected(row.start or 0, row.end or 0)


def _sureness(page: RuleContext, row: TermAlignment) -> float:
    """Return how sure it is that the words do not mean the term; 0 for a spelling variant, or without evidence."""
    surface, forms = row.surface or "", _forms(page.termbase, row.concept_id or "", page.lang)
    if any(is_one_rendering(surface, form, page.lang) or _is_cut(page, row, form) for form in forms):
        return 0.0
    if "spelling" in row.evidence or _is_homophone(page, row):
        return _SLIP
    if "elsewhere" not in row.evidence:
        return 0.0
    likeness = max((_likeness(bare(surface, page.lang), bare(form, page.lang)) for form in forms), default=0.0)
    if row.relation == "unlisted":
        return _WORDS if likeness >= _WORDS_LIKE else 0.0
    return _TERM if likeness >= _LIKE else _UNLIKE if row.confidence >= _LINKED else 0.0


def _is_cut(page: RuleContext, row: TermAlignment, form: str) -> bool:
    """Return whether a form crosses an edge of words that were cut wrongly: 分布 in 积分布, with no 积分 meant."""
    start, end = row.start or 0, row.end or 0
    return form in page.text[max(0, start - len(form) + 1) : end + len(form) - 1]


def _is_alone(page: RuleContext, start: int, other: str) -> bool:
    """Return whether the sentence lacks no other term, and the original the other concept; otherwise it may sum up."""
    unit = unit_at(page, start)
    lacks = [lack for lack in missing_concepts(page) if lack.unit is unit]
    return len(lacks) == 1 and not is_spoken_of(page, other)


def _likeness(words: str, form: str) -> float:
    """Return the share of the words' characters that a form of about the same length has."""
    if abs(len(words) - len(form)) > 1:
        return 0.0
    return sum(char in form for char in words if is_cjk(char)) / max(1, len(words))


def _concept_at(page: RuleContext, row: TermAlignment) -> str | None:
    """Return the concept that the words are a form of."""
    uses = page.mentions_touching(row.start or 0, row.end or 0)
    return next((use.concept_id for use in uses if (use.start, use.end) == (row.start, row.end)), None)


@lru_cache(1 << 14)
def _forms(termbase: Termbase, concept_id: str, lang: str) -> tuple[str, ...]:
    """Return the allowed forms of a language in its own script."""
    forms = termbase.by_id[concept_id].in_language(lang)
    return tuple(form.form for form in forms if form.status in ALLOWED and any(map(is_cjk, form.form)))
