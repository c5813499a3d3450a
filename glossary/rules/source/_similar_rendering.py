"""Resembling: words of the page that look like another rendering of a term, 呼叫者 for 调用者."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from corpus.languages.scripts import HAN, KATAKANA
from corpus.records import Segment
from glossary.rules.context import RuleContext
from glossary.rules.shared.page_glosses import bare
from glossary.rules.shared.source_pairs import MissingConcept, times_elsewhere
from glossary.termbase.termbase import ALLOWED, Termbase

_FEWEST = 3  # characters: shorter words share one by chance
_TOKENS = 3  # of a word at most
_HALF, _MOST = 0.5, 0.75  # share of a form that a word has at both ends, or at its beginning alone
_OWN = re.compile(f"[{HAN}{KATAKANA}ー]+")
_GRAMMAR = re.compile("[的地得了和与或是在到从把被为以可会也先来去这那该它其个中上下并而就很]")  # but 被调用者
# Heads of nouns: of two words of three characters with the same one, each may be a rendering of the same English.
_HEADS = frozenset("者率器量性度集表库式法机员元层项值图网端子核")


class UnlistedWord(NamedTuple):
    """A word of the page's own script that is no term, and where it stands."""

    text: str
    start: int
    end: int


def resembling(page: RuleContext, lack: MissingConcept) -> UnlistedWord | None:
    """The word of a unit that most resembles a form of the concept it lacks; None where there is none."""
    forms = _forms(page.termbase, lack.concept_id, page.lang)
    if not forms:
        return None
    candidates = [
        (max(_shared_share(word.text, form) for form in forms), word)
        for segment in lack.unit.pair.target
        for word in _words(page, segment)
    ]
    best, word = max(candidates, key=lambda candidate: (candidate[0], -candidate[1].start), default=(0.0, None))
    if word is None or best == 0 or times_elsewhere(page, bare(word.text, page.lang), lack.concept_id):
        return None
    return word


def _words(page: RuleContext, segment: Segment) -> Iterator[UnlistedWord]:
    starts, tokens = segment.token_starts, segment.tokens
    for first in range(len(tokens)):
        for last in range(first, min(first + _TOKENS, len(tokens))):
            start, end = starts[first], starts[last] + len(tokens[last])
            if not _OWN.fullmatch(page.text, start, end):
                break
            if end - start >= _FEWEST and not page.mentions_touching(start, end) and not page.is_protected(start, end):
                yield UnlistedWord(page.text[start:end], start, end)


@lru_cache(maxsize=20_000)
def _forms(termbase: Termbase, concept_id: str, lang: str) -> tuple[str, ...]:
    forms = termbase.by_id[concept_id].in_language(lang)
    return tuple(
        form.form
        for form in forms
        if form.status in ALLOWED and len(form.form) >= _FEWEST and _OWN.fullmatch(form.form)
    )


def _shared_share(word: str, form: str) -> float:
    """The share of a form with which a word begins and ends; 0 where that is too little, or the word says more."""
    if abs(len(word) - len(form)) > 1 or any(char not in form for char in _GRAMMAR.findall(word)):
        return 0.0
    size = min(len(word), len(form))
    before = next((index for index in range(size) if word[index] != form[index]), size)
    behind = next((index for index in range(size - before) if word[-1 - index] != form[-1 - index]), size - before)
    share = (before + behind) / len(form)
    if not behind:
        enough = share >= _MOST and len(word) == len(form)
    elif not before:
        enough = len(word) == len(form) == _FEWEST and word[-1] in _HEADS
    else:
        enough = share >= _HALF
    return share if enough and share < 1 else 0.0
