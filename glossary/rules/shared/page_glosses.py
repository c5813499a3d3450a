"""Glossed terms: words in Han or kana that stand beside the English they render, and whether the glossary agrees."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from glossary.matching.characters import is_cjk
from glossary.matching.normalized_view import fold
from glossary.rules.context import GlossPair, RuleContext
from glossary.rules.shared.ambiguous_forms import senses
from glossary.termbase.termbase import ALLOWED, UNWANTED, Form

_WINDOW = 24  # characters before the bracket in which an allowed form may stand: 填充输入（padding）
_STOPS = "。！？!?；;，,、\n（(）)"


class GlossedTerm(NamedTuple):
    """Words in Han or kana, the English beside them, and the concepts that this may stand for."""

    start: int
    end: int
    english: str
    following: bool  # they stand in the brackets, after the English
    ids: tuple[str, ...]


def glossed_terms(page: RuleContext) -> Iterator[GlossedTerm]:
    """Yield the glosses of a page with English on one side only, if the glossary knows it; in order."""
    for gloss in page.gloss_pairs:
        term, other = page.text[gloss.start : gloss.end], page.text[gloss.gloss_start : gloss.gloss_end]
        following = any(map(is_cjk, other))
        if following == any(map(is_cjk, term)) or page.is_protected(gloss.start, gloss.end):
            continue  # `metric`（评估函数）explains a name of code
        ids = _ids(page, gloss, term if following else other)
        if ids:
            start, end = (gloss.gloss_start, gloss.gloss_end) if following else (gloss.start, gloss.end)
            yield GlossedTerm(start, end, term if following else other, following, ids)


def _ids(page: RuleContext, gloss: GlossPair, english: str) -> tuple[str, ...]:
    """Return the ids of the concepts that English words may name, the one that the context suggests first."""
    ids = senses(page.termbase, english)
    return tuple(sorted(ids, key=lambda concept_id: concept_id != gloss.concept_id))


def forms(page: RuleContext, term: GlossedTerm, statuses: tuple[str, ...]) -> list[Form]:
    """Return the forms in Han or kana, of these statuses, of all concepts that the English may name."""
    candidates = (form for concept_id in term.ids for form in page.termbase.by_id[concept_id].in_language(page.lang))
    return [form for form in candidates if form.status in statuses and any(map(is_cjk, form.form))]


def agrees(page: RuleContext, term: GlossedTerm) -> bool:
    """Return whether an allowed form is there, whole or shortened, or another rule judges the words."""
    phrase, words = bare(_glossed_words(page, term), page.lang), bare(page.text[term.start : term.end], page.lang)
    allowed = [bare(form.form, page.lang) for form in forms(page, term, ALLOWED)]
    if any(form in phrase or (len(words) > 1 and words in form) or _is_form_within(form, words) for form in allowed):
        return True
    return any(
        use.concept_id in term.ids or use.status in UNWANTED for use in page.mentions_touching(term.start, term.end)
    )


@lru_cache(maxsize=20_000)
def bare(words: str, lang: str) -> str:
    """Return words in the form to compare: folded, without spaces and length marks."""
    return "".join(fold(words, lang).split()).replace("ー", "")


def _glossed_words(page: RuleContext, term: GlossedTerm) -> str:
    """Return the words before the bracket, as far back as a phrase may reach, or those in it."""
    if term.following:
        return page.text[term.start : term.end]
    segment = page.segment_at(term.start)
    first = max(term.end - _WINDOW, segment.start if segment else 0)
    text = page.text[min(first, term.start) : term.end]
    cut = max(text.rfind(stop, 0, term.start - term.end) for stop in _STOPS)
    return text[cut + 1 :]


def _is_form_within(form: str, words: str) -> bool:
    """Return whether a form of some length occurs in words with others in between: 完全的分片数据并行."""
    rest = iter(words)
    return len(form) > 2 and all(char in rest for char in form)
