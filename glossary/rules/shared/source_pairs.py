"""Source pairs: what the English original says at a place of the page, and which of its terms the translation lacks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.alignment.lexicon import stem
from corpus.records import Mention, Segment, Span
from corpus.text.segments import is_prose, own_spans
from glossary.matching.characters import is_cjk
from glossary.matching.slugs import is_part, is_slug
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.shared.page_glosses import bare
from glossary.rules.source_context import LIKELY_PAIR, SegmentPair
from glossary.termbase.termbase import ALLOWED, Termbase

_MOST = 3  # segments on either side: of more the order is lost
_WORD = re.compile(r"[A-Za-z]+")
# Between quotation marks or in emphasis: the word "plugin", a *mask token*.
_SHOWN = re.compile(
    r"(?:[\"“‘「]|(?<![\w*])[*_]{1,2}(?=\w))"
    r"([^\"“”‘’「」*_\n]{1,40})"
    r"(?:[\"”’」]|(?<=\w)[*_]{1,2}(?!\w))"
)
_SAID = ("prose", "heading", "gloss")
_HIDDEN = "`"  # stands for what is protected: the words on either side of it stay apart
_CHUNK = 2  # characters of a form that show it in other words: 注意掩码 for 注意力掩码


class SourcePair(NamedTuple):
    """A sure pair, with the concepts and words of both sides."""

    pair: SegmentPair
    number: int  # its place in page.pairs
    source: Mapping[str, tuple[Mention, ...]]  # concepts that the original speaks of in prose, nested ones aside
    source_concepts: frozenset[str]  # all that it speaks of, in compounds and code too
    stems: frozenset[str]  # the stems of its words
    target_concepts: frozenset[str]  # concepts that the page speaks of, outside English glosses, code and addresses
    plain: str  # the page's words without these
    text: str  # the same, folded
    glosses: str  # the English glosses, folded


class MissingConcept(NamedTuple):
    """A concept of the original that the translation has in no form."""

    unit: SourcePair
    concept_id: str
    uses: tuple[Mention, ...]  # in the original
    glossed: bool  # the page has it in English, in brackets after what it calls it


def sure_pairs(page: RuleContext) -> Iterator[SegmentPair]:
    """Yield the sure pairs of page and original, except those left untranslated."""
    return (pair for pair in page.pairs if pair.is_sure and not pair.copied)


def likely_pairs(page: RuleContext) -> Iterator[SegmentPair]:
    """Yield the likely pairs; these suffice where a finding is telling by itself, such as a misspelled rare name."""
    return (pair for pair in page.pairs if pair.score >= LIKELY_PAIR and not pair.copied)


@page_fact
def units(page: RuleContext) -> tuple[SourcePair, ...]:
    """Return the pairs of the page that are sure, translated and prose on both sides, in order."""
    return tuple(_unit(page, pair, number) for number, pair in enumerate(page.pairs) if _is_informative(page, pair))


@page_fact
def _by_segment(page: RuleContext) -> dict[str, SourcePair]:
    return {segment.segment_id: unit for unit in units(page) for segment in unit.pair.target}


def unit_at(page: RuleContext, offset: int) -> SourcePair | None:
    """Return the unit that holds a place of the page; None if it is not surely known what that translates."""
    segment = page.segment_at(offset) if page.original else None
    return _by_segment(page).get(segment.segment_id) if segment else None


def source_name_of(page: RuleContext, offset: int, concept_id: str) -> str:
    """Return the original's name for a concept at a place of the page, as the glossary writes it. It is empty if not
    surely known, or if the original uses several names.
    """
    unit = unit_at(page, offset)
    names = {use.form for use in unit.source.get(concept_id, ())} if unit else set()
    return names.pop() if len(names) == 1 else ""


def _is_informative(page: RuleContext, pair: SegmentPair) -> bool:
    if pair.copied or not pair.is_sure or max(len(pair.target), len(pair.source)) > _MOST:
        return False
    is_native_prose = all(is_prose(segment) and segment.text_lang == page.lang for segment in pair.target)
    return is_native_prose and all(is_prose(segment) for segment in pair.source)


def _unit(page: RuleContext, pair: SegmentPair, number: int) -> SourcePair:
    original = page.original
    mentions = [use for segment in pair.source for use in original.mentions_in(segment)] if original else []
    uses_by_concept: dict[str, list[Mention]] = defaultdict(list)
    for use in mentions:
        if use.zone in _SAID and not use.nested:
            uses_by_concept[use.concept_id].append(use)
    words = "".join(_own_words(page, segment) for segment in pair.target)
    return SourcePair(
        pair,
        number,
        {concept_id: tuple(uses) for concept_id, uses in uses_by_concept.items()},
        frozenset(use.concept_id for use in mentions),
        stems(" ".join(segment.text for segment in pair.source)),
        frozenset(use.concept_id for segment in pair.target for use in page.mentions_in(segment) if renders(page, use)),
        words,
        bare(words, page.lang),
        bare(
            " ".join(use.surface for segment in pair.target for use in page.mentions_in(segment) if _is_gloss(use)),
            page.lang,
        ),
    )


def renders(page: RuleContext, use: Mention) -> bool:
    """Return whether a use conveys the concept to readers. An English gloss does not, nor a name in code, unless kept.
    In code marks, words of the page's own script count too, as translators put terms there: `迁移学习`.
    """
    if use.zone not in _SAID:
        return page.lang in page.concept(use).keep or any(map(is_cjk, use.surface))
    return not _is_gloss(use) and not is_slug(page.text, use.start, use.end)


def _is_gloss(use: Mention) -> bool:
    return use.zone == "gloss" and not any(map(is_cjk, use.surface))


def _own_words(page: RuleContext, segment: Segment) -> str:
    """Return a segment without its English glosses, and with a placeholder for code and addresses."""
    glosses = [(use.start, use.end, "") for use in page.mentions_in(segment) if _is_gloss(use)]
    hidden = [(span.start, span.end, _HIDDEN) for span in segment.protected if not _is_worded(page, span)]
    pieces, position = [], segment.start
    for start, end, mark in sorted([*glosses, *hidden]):
        if start >= position:
            pieces += [page.text[position:start], mark]
            position = end
    return "".join([*pieces, page.text[position : segment.end]])


def _is_worded(page: RuleContext, span: Span) -> bool:
    """Return whether code marks hold words of the page's own script."""
    return span.kind == "code" and any(map(is_cjk, page.text[span.start : span.end]))


def stems(text: str) -> frozenset[str]:
    """Return the stems of the English words of a text."""
    words = map(str.lower, _WORD.findall(text))
    return frozenset(stem(word) or word for word in words)


def speaks_of(unit: SourcePair, termbase: Termbase, concept_id: str) -> bool:
    """Return whether the original of a unit has a concept, or the words of one of its English names in any form."""
    return concept_id in unit.source_concepts or has_name(unit.stems, termbase, concept_id)


def has_name(words: frozenset[str], termbase: Termbase, concept_id: str) -> bool:
    """Return whether some stems include all words of one of a concept's English names."""
    return any(name <= words for name in _names(termbase, concept_id))


def touches_on(unit: SourcePair, termbase: Termbase, concept_id: str) -> bool:
    """Return whether the original of a unit has a concept, or any word of its English names."""
    return concept_id in unit.source_concepts or any(
        not name.isdisjoint(unit.stems) for name in _names(termbase, concept_id)
    )


@lru_cache(maxsize=20_000)
def _names(termbase: Termbase, concept_id: str) -> tuple[frozenset[str], ...]:
    names = (stems(form.form) for form in termbase.by_id[concept_id].in_language("en") if form.status in ALLOWED)
    return tuple(name for name in names if name)


@page_fact
def missing_concepts(page: RuleContext) -> tuple[MissingConcept, ...]:
    """Return the concepts of the original that their translation has in no form, by unit; no ambiguous ones."""
    return tuple(lack for unit in units(page) for lack in _missing(page, unit))


def _missing(page: RuleContext, unit: SourcePair) -> Iterator[MissingConcept]:
    places = Counter((use.start, use.end) for uses in unit.source.values() for use in uses)
    for concept_id, uses in unit.source.items():
        alone = all(places[use.start, use.end] == 1 for use in uses)
        if alone and not is_rendered(unit, page.termbase, concept_id, page.lang):
            yield MissingConcept(unit, concept_id, uses, _has_gloss(unit, page.termbase, concept_id, page.lang))


def _has_gloss(unit: SourcePair, termbase: Termbase, concept_id: str, lang: str) -> bool:
    return bool(unit.glosses) and any(form in unit.glosses for form in _forms(termbase, concept_id, lang))


def is_rendered(unit: SourcePair, termbase: Termbase, concept_id: str, lang: str) -> bool:
    """Return whether the page has a concept in a unit: in any form of the glossary, found as a term or not."""
    if concept_id in unit.target_concepts:
        return True
    text = unit.text
    for form in _longer_wrong(termbase, concept_id, lang):
        text = text.replace(form, " ")  # 计算图形 holds 计算图
    forms = _forms(termbase, concept_id, lang)
    return any(form in text for form in forms if not form.isascii()) or any(
        not is_part(unit.plain, *match.span())
        for latin in _latin(termbase, concept_id, lang)
        for match in latin.finditer(unit.plain)
    )


def is_nearly_rendered(unit: SourcePair, termbase: Termbase, concept_id: str, lang: str) -> bool:
    """Return whether a part of a longer form is there: the term may be paraphrased or shortened."""
    forms = (form for form in _forms(termbase, concept_id, lang) if len(form) > _CHUNK and any(map(is_cjk, form)))
    return any(form[start : start + _CHUNK] in unit.text for form in forms for start in range(len(form) - _CHUNK + 1))


@lru_cache(maxsize=20_000)
def _longer_wrong(termbase: Termbase, concept_id: str, lang: str) -> tuple[str, ...]:
    """Return the wrong forms that contain a right one."""
    right = _forms(termbase, concept_id, lang)
    wrong = (bare(form.form, lang) for form in termbase.by_id[concept_id].in_language(lang) if form.status == "wrong")
    return tuple(form for form in wrong if any(other in form for other in right))


@lru_cache(maxsize=20_000)
def _forms(termbase: Termbase, concept_id: str, lang: str) -> tuple[str, ...]:
    forms = (form for form in termbase.by_id[concept_id].forms if form.lang in ("en", lang) and form.status in ALLOWED)
    return tuple(dict.fromkeys(filter(None, (bare(form.form, lang) for form in forms))))


@lru_cache(maxsize=20_000)
def _latin(termbase: Termbase, concept_id: str, lang: str) -> tuple[re.Pattern[str], ...]:
    """Return the patterns of the allowed forms in Latin letters, however spaced or hyphenated."""
    forms = (form for form in termbase.by_id[concept_id].forms if form.lang in ("en", lang) and form.status in ALLOWED)
    words = (re.split(r"[\s-]+", form.form) for form in forms if form.form.isascii())
    return tuple(re.compile(r"[\s-]*".join(map(re.escape, parts)), re.IGNORECASE) for parts in words)


def is_code(unit: SourcePair, surface: str) -> bool:
    """Return whether the original of a unit has words only in code marks or as a name of code."""
    words = surface.casefold()
    if not any(words in segment.text.casefold() for segment in unit.pair.source):
        return False
    return not any(words in plain(segment).casefold() for segment in unit.pair.source)


def is_cited(unit: SourcePair, surface: str) -> bool:
    """Return whether the original shows words in quotation marks or emphasis: as words, not things."""
    citations = (match[1] for segment in unit.pair.source for match in _SHOWN.finditer(segment.text))
    return any(re.search(rf"\b{re.escape(surface)}\b", words, re.IGNORECASE) for words in citations)


def plain(segment: Segment) -> str:
    """Return a segment's text without its protected spans."""
    pieces, position = [], 0
    for span in own_spans(segment):
        pieces.append(segment.text[position : span.start])
        position = span.end
    return " ".join([*pieces, segment.text[position:]])


def unexplained(page: RuleContext, unit: SourcePair) -> tuple[Mention, ...]:
    """Return the terms in the page's own script in a unit that nothing in its original explains, in order. If a place
    has several readings, all of them are included.
    """
    readings: dict[tuple[int, int], list[Mention]] = defaultdict(list)
    for segment in unit.pair.target:
        for use in page.mentions_in(segment):
            if use.zone in _SAID and not use.nested and any(map(is_cjk, use.surface)):
                readings[use.start, use.end].append(use)
    return tuple(use for uses in readings.values() if not _is_explained(page, unit, uses) for use in uses)


def _is_explained(page: RuleContext, unit: SourcePair, readings: Sequence[Mention]) -> bool:
    return any(use.status not in ALLOWED or speaks_of(unit, page.termbase, use.concept_id) for use in readings)
