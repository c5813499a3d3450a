"""Shown: wrong renderings that the original shows to be meant as the concept, whatever company they are in.

An ordinary word (检查站, 労働者) is a wrong rendering where the English sentence has the concept, and its translation
has the word and none of the right ones. What the wrong forms of an entry have in common (图层 in 卷积图层 and 池化图层)
tells as much.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from corpus.languages.scripts import HAN, KANA
from corpus.records import Segment
from glossary.matching.blocking_strings import longer_strings
from glossary.matching.normalized_view import fold, view
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.shared.contextless_wrong_forms import is_whole_words
from glossary.rules.shared.homographs import senses
from glossary.rules.shared.page_glosses import bare
from glossary.rules.shared.source_concepts import is_spoken_of
from glossary.rules.shared.source_pairs import (
    MissingConcept,
    SourcePair,
    is_rendered,
    missing_concepts,
    speaks_of,
    times_elsewhere,
    units,
)
from glossary.termbase.termbase import ALLOWED, UNWANTED, Form, Termbase

_LISTED, _COMMON = 1.0, 0.8  # the form itself; what forms have in common, which may be an ordinary word
_UNMET = 0.85  # the English is no term by itself
_ORDINARY = 0.6  # the page has the word once where the original does not speak of the concept
_SHARE = 0.6  # of an entry's wrong forms have to have in common what tells
_ENDS = "的のをにで与和と"
_OTHER_SCRIPT = re.compile(f"[^{HAN}{KANA}ー]+")


class AttestedError(NamedTuple):
    """A place where a wrong rendering stands, the form of the entry that it is, if one, and how sure that is."""

    start: int
    end: int
    concept_id: str
    form: Form | None  # None for what several have in common
    sure: float


class _Sign(NamedTuple):
    """Words that betray a wrong rendering."""

    words: str  # folded
    form: Form
    common: bool  # what several forms have in common


@page_fact
def attested_errors(page: RuleContext) -> tuple[AttestedError, ...]:
    """The wrong renderings of the concepts that the page seems to lack, in order; one for each place."""
    errors_by_place: dict[tuple[int, int], AttestedError] = {}
    for lack in (*missing_concepts(page), *_missing_concepts(page)):
        for error in _errors_of_concept(page, lack):
            earlier = errors_by_place.get((error.start, error.end))
            if earlier is None or earlier.sure < error.sure:
                errors_by_place[error.start, error.end] = error
    return tuple(errors_by_place[place] for place in sorted(errors_by_place))


def _missing_concepts(page: RuleContext) -> Iterator[MissingConcept]:
    """The concepts that the page has in a wrong form, while the original has their names without the company that
    these need to count as terms.
    """
    text = view(page.text, page.lang).text if page.pairs else ""
    for concept_id, signs in _signs(page.termbase, page.lang).items() if text else ():
        has_sign = any(sign.words in text for sign in signs if not sign.common)
        if has_sign and is_spoken_of(page, concept_id):
            for unit in units(page):
                if concept_id not in unit.source_concepts and _has_sign(unit, signs, page.lang):
                    is_in_source = speaks_of(unit, page.termbase, concept_id)
                    if is_in_source and not is_rendered(unit, page.termbase, concept_id, page.lang):
                        yield MissingConcept(unit, concept_id, (), False)


def _has_sign(unit: SourcePair, signs: Sequence[_Sign], lang: str) -> bool:
    return any(not sign.common and bare(sign.words, lang) in unit.text for sign in signs)


def _errors_of_concept(page: RuleContext, lack: MissingConcept) -> Iterator[AttestedError]:
    """The wrong renderings of one concept in its unit, of the longest words that betray one."""
    if lack.uses and all(use.surface.islower() and not use.form.islower() for use in lack.uses):
        return  # python in small letters may be the snake
    for sign in _signs(page.termbase, page.lang).get(lack.concept_id, ()):
        sure = _error_confidence(page, lack, sign) if bare(sign.words, page.lang) in lack.unit.text else 0.0
        places = list(_places(page, lack.unit, sign)) if sure else []
        if places:
            form = None if sign.common else sign.form
            yield from (AttestedError(*place, lack.concept_id, form, sure) for place in places)
            return


def _error_confidence(page: RuleContext, lack: MissingConcept, sign: _Sign) -> float:
    sure = _COMMON if sign.common else _LISTED if lack.uses else _UNMET
    if _is_anothers(page, lack, sign) or (sign.common and not lack.uses):
        return 0.0
    if not (sign.common or sign.form.only_near):
        return sure
    elsewhere = times_elsewhere(page, bare(sign.words, page.lang), lack.concept_id)
    return sure * (1.0, _ORDINARY, 0.0)[min(elsewhere, 2)]


def _is_anothers(page: RuleContext, lack: MissingConcept, sign: _Sign) -> bool:
    """Whether the words are right for another sense of the English: 特徴 for the features of a model."""
    names = [use.surface for use in lack.uses] or [page.termbase.preferred(lack.concept_id, "en")]
    others = {sense for name in names for sense in senses(page.termbase, name)} - {lack.concept_id}
    forms = (form for sense in others for form in page.termbase.by_id[sense].in_language(page.lang))
    if not any(form.status in ALLOWED and fold(form.form, page.lang) in sign.words for form in forms):
        return False
    return not any(use.concept_id == lack.concept_id and use.status in UNWANTED for use in page.uses)


def _places(page: RuleContext, unit: SourcePair, sign: _Sign) -> Iterator[tuple[int, int]]:
    longer = longer_strings(sign.words, sign.form.not_in, page.lang)
    for segment in unit.pair.target:
        normalized = view(segment.text, page.lang)
        start = normalized.text.find(sign.words)
        while start >= 0:
            place = normalized.place(start, start + len(sign.words))
            silent = longer is not None and longer.hold(normalized.text, start)
            if place and not silent and _stands_in_prose(page, unit, segment, *place):
                yield segment.start + place[0], segment.start + place[1]
            start = normalized.text.find(sign.words, start + len(sign.words))


def _stands_in_prose(page: RuleContext, unit: SourcePair, segment: Segment, first: int, last: int) -> bool:
    """Whether words stand between borders of words, outside code, and are no term that the original has too."""
    start, end = segment.start + first, segment.start + last
    if page.is_protected(start, end) or not is_whole_words(segment, start, end):
        return False
    return all(
        use.status in ALLOWED
        and start <= use.start
        and use.end <= end
        and ((use.start, use.end) != (start, end) or not speaks_of(unit, page.termbase, use.concept_id))
        for use in page.mentions_touching(start, end)
    )


@lru_cache(maxsize=8)
def _signs(termbase: Termbase, lang: str) -> dict[str, tuple[_Sign, ...]]:
    """What betrays a wrong rendering of each concept, longest words first."""
    terms = {
        fold(form.form, lang)
        for concept in termbase.concepts
        for form in concept.in_language(lang)
        if form.status in ALLOWED
    }
    signs_by_concept: dict[str, list[_Sign]] = defaultdict(list)
    for concept in termbase.concepts:
        forms = concept.in_language(lang)
        wrong = [form for form in forms if form.status == "wrong" and len(form.form) > 1]
        right = "\n".join(fold(form.form, lang) for form in forms if form.status in ALLOWED)
        signs_by_concept[concept.id] = [_Sign(fold(form.form, lang), form, False) for form in wrong]
        common = _common([fold(form.form, lang) for form in wrong])
        if common and common not in right and common not in terms:
            form = next(form for form in wrong if common in fold(form.form, lang))
            signs_by_concept[concept.id].append(_Sign(common, form, True))
    return {
        key: tuple(sorted(signs, key=lambda sign: -len(sign.words))) for key, signs in signs_by_concept.items() if signs
    }


def _common(forms: Sequence[str]) -> str:
    """The longest words with which most of the forms begin or end; empty where that is one form alone."""
    parts = [part for form in forms for part in _edges(form)]
    cores = [_script(form) for form in forms]
    counted = {part: sum(form.startswith(part) or form.endswith(part) for form in cores) for part in parts}
    most = max(counted.values(), default=0)
    if most < 2 or most < _SHARE * len(forms):
        return ""
    longest = max((part for part in counted if counted[part] == most), key=lambda part: (len(part), part))
    return "" if longest in forms else longest


def _edges(form: str) -> Iterator[str]:
    core = _script(form)
    for size in range(2, len(core)):
        yield core[:size].strip(_ENDS)
        yield core[-size:].strip(_ENDS)


def _script(form: str) -> str:
    """A form without Latin words at its ends, and what is between."""
    return _OTHER_SCRIPT.sub("", form).strip(_ENDS)
