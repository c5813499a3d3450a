"""Linked terms: which terms of the original the words of the page stand for."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache

from corpus import lazy_re as re
from corpus.records import Mention, TermAlignment
from glossary.bitext.terms.english_terms import english_stems, singular, stems_of
from glossary.matching.context_words import part_of_speech_at
from glossary.rules.context import RuleContext, page_fact
from glossary.termbase.termbase import ALLOWED, Form, Termbase

_WORD = re.compile(r"[a-z0-9]+")
# Confidence of links, which is how often they are right (`tests.benchmarks.term_alignment.measure`); of those with the
# second 97 in 100 are.
LIKELY_LINK, SURE_LINK = 0.5, 0.8
_BEFORE = 12  # links that may reach to a place: those of a word, of its compounds, and a few more; by hand


def source_term_at(page: RuleContext, start: int, end: int) -> TermAlignment | None:
    """Return the link to the words at a place, or the one that overlaps it most; None if nothing is known. A compound
    and its last word may overlap it equally: the compound wins.
    """
    links = _links(page)
    last = bisect_right(links, end, key=_start)
    before = links[max(0, last - _BEFORE) : last]
    touching = [link for link in before if (link.start or 0) < end and (link.end or 0) > start]
    return max(touching, key=lambda link: _shared(link, start, end), default=None)


def source_name_at(page: RuleContext, use: Mention) -> tuple[str, ...] | None:
    """Return the stems of the original's name for a concept where the page uses it. Empty if unknown: no link, or a
    link to part of a name or from part of the words. None if the words stand for something else.
    """
    term = source_term_at(page, use.start, use.end)
    if term is None:
        return ()
    stems, names = stems_of(term.term), english_stems(page.termbase, use.concept_id)
    within = [name for name in names if set(name) <= set(stems)]
    if within:
        return max(within, key=lambda name: (len(name), name))
    is_part = use.concept_id == term.concept_id or any(set(stems) < set(name) for name in names)
    is_whole = _start(term) <= use.start and use.end <= (term.end or 0)
    return None if is_whole and not is_part else ()


def source_words_at(page: RuleContext, use: Mention) -> tuple[str, ...]:
    """Return that name's words as the original has them, in lower case, the last in the singular; empty if unknown. So
    real-valued is not taken for real values.
    """
    name = source_name_at(page, use)
    term = source_term_at(page, use.start, use.end) if name else None
    if not name or term is None:
        return ()
    words = [word for word in _WORD.findall(term.source_surface.casefold()) if set(stems_of(word)) & set(name)]
    return (*words[:-1], singular(words[-1])) if words else ()


def part_of_speech_shown(page: RuleContext, start: int, end: int) -> str:
    """Return whether words of the page stand for a noun or a verb, as they or the original show; empty if unclear."""
    if part := part_of_speech_at(page.text, start, end, page.lang):
        return part
    term = source_term_at(page, start, end)
    return part_of_speech_at(page.source, term.source_start, term.source_end, "en") if term else ""


@page_fact
def linked_uses(page: RuleContext) -> tuple[Mention, ...]:
    """Return the uses of allowed forms that only their English identifies, since their context words are missing."""
    return tuple(use for link in page.terms if link.confidence >= SURE_LINK and (use := _linked_use(page, link)))


def _linked_use(page: RuleContext, link: TermAlignment) -> Mention | None:
    start, end = link.start or 0, link.end or 0
    segment = page.segment_at(start) if link.relation in ALLOWED and link.concept_id and link.surface else None
    form = _form(page.termbase, link.concept_id or "", page.lang, link.surface or "")
    if segment is None or form is None or page.mentions_touching(start, end):
        return None
    return Mention(
        mention_id=link.term_alignment_id,
        segment_id=segment.segment_id,
        doc_id=link.doc_id,
        work=link.work,
        lang=page.lang,
        concept_id=link.concept_id or "",
        form=form.form,
        status=form.status,
        surface=link.surface or "",
        start=start,
        end=end,
        zone="heading" if segment.kind == "heading" else "prose",
        token_aligned=False,
        nested=False,
        confidence=link.confidence,
    )


@lru_cache(1 << 14)
def _form(termbase: Termbase, concept_id: str, lang: str, surface: str) -> Form | None:
    """Return the entry's form in a language that equals the words, or None."""
    concept = termbase.by_id.get(concept_id)
    forms = concept.in_language(lang) if concept else ()
    return next((form for form in forms if form.form.casefold() == surface.casefold()), None)


@page_fact
def _links(page: RuleContext) -> list[TermAlignment]:
    """Return the links that are sure enough, in order of the page."""
    links = [row for row in page.terms if row.start is not None and row.confidence >= LIKELY_LINK]
    return sorted(links, key=lambda row: (_start(row), -(row.end or 0)))


def _start(link: TermAlignment) -> int:
    return link.start or 0


def _shared(link: TermAlignment, start: int, end: int) -> float:
    """Return how far a link's words and a place overlap, as a share of the characters from first to last."""
    first, last = _start(link), link.end or 0
    return (min(last, end) - max(first, start)) / (max(last, end) - min(first, start))
