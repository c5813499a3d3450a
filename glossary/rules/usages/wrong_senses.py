"""Wrong senses: ordinary words that are listed as wrong for a term, and how likely a page uses them for the term.

Such a word (图书馆, 労働者) is right in its own sense. Where its context words are in the same sentence, the matcher
finds it; where the original is known, that decides. Elsewhere a model weighs the page's topic and its other uses
of the term. It was fitted on places whose original is known (`python -m tests.gold.usages`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from math import log1p
from typing import NamedTuple

from corpus.alignment.features import word_key
from corpus.languages import pack
from corpus.records import Segment
from corpus.text.segments import is_whole_words
from glossary.bitext.terms.term_lexicon import built_in
from glossary.matching.characters import is_cjk
from glossary.matching.context_words import FormContext
from glossary.matching.index import BlockingStrings, longer_strings
from glossary.matching.normalized_view import fold, view
from glossary.rules.calibration import sigmoid
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.shared.source_concepts import FIELD
from glossary.rules.usages.usage_model import BIAS, SENSE, weights
from glossary.termbase.termbase import ALLOWED, UNWANTED, Form, Termbase
from glossary.termbase.termbase_facts import termbase_fact

_FEWEST = 2  # concepts of the field on a page; one may stand for another thing: 配列 is how a street is laid out, too
_FEW, _USUAL = 10, 0.75  # few different words tell little of how technical a page is; pages of the field have .7 to .85


class OrdinaryWord(NamedTuple):
    """A place with an unwanted form that counts only in certain contexts."""

    start: int
    end: int
    segment: Segment
    concept_id: str
    form: Form
    is_found: bool  # its context words stand in the sentence: the matcher has it


@page_fact
def judged_words(page: RuleContext) -> dict[tuple[int, int, str], tuple[OrdinaryWord, float]]:
    """Return the ordinary words of a page by place and concept, each with the probability that it means the term."""
    weigh = weights()[SENSE]
    judged = {}
    for word in ordinary_words(page):
        features = sense_features(page, word)
        odds = sigmoid(weigh[BIAS] + sum(weigh.get(name, 0.0) * value for name, value in features.items()))
        if word.is_found or _topics(page).of_field() >= _FEWEST:
            judged[word.start, word.end, word.concept_id] = word, odds
    return judged


@page_fact
def ordinary_words(page: RuleContext) -> tuple[OrdinaryWord, ...]:
    """Return the context-dependent unwanted forms that are words of their own in the page's prose, by form."""
    return tuple(_ordinary_words(page))


def _ordinary_words(page: RuleContext) -> Iterator[OrdinaryWord]:
    normalized = view(page.text, page.lang)
    characters = set(normalized.text)
    for key, concept_id, form in _contextual_forms(page.termbase, page.lang):
        if not characters.issuperset(key):  # most are not there, and that is known sooner
            continue
        start = normalized.text.find(key)
        while start >= 0:
            place = normalized.place(start, start + len(key))
            longer = _longer(key, form, page.lang)
            is_part = longer is not None and longer.hold(normalized.text, start)
            segment = _prose_at(page, *place) if place and not is_part else None
            if place and segment:
                uses = [use for use in page.mentions_touching(*place) if use.concept_id == concept_id]
                is_found = any(use.status in UNWANTED for use in uses)
                yield OrdinaryWord(*place, segment, concept_id, form, is_found)
            start = normalized.text.find(key, start + len(key))


@termbase_fact
def _contextual_forms(termbase: Termbase, lang: str) -> tuple[tuple[str, str, Form], ...]:
    """Return the unwanted forms in the language's script that need context: folded form, concept id, form."""
    forms = [
        (fold(form.form, lang), concept.id, form)
        for concept in termbase.concepts
        for form in concept.in_language(lang)
        if form.status in UNWANTED and form.only_near and len(form.form) > 1 and any(map(is_cjk, form.form))
    ]
    return tuple(sorted(forms, key=lambda row: row[:2]))


@lru_cache(1 << 12)
def _longer(key: str, form: Form, lang: str) -> BlockingStrings | None:
    return longer_strings(key, form.not_in, lang)


def _prose_at(page: RuleContext, start: int, end: int) -> Segment | None:
    """Return the page's own sentence if the span is whole words there and not part of a longer term; else None."""
    segment = page.segment_at(start)
    if segment is None or end > segment.end or segment.text_lang != page.lang or not segment.tokens:
        return None
    if not is_whole_words(segment, start, end) or page.is_protected(start, end):
        return None
    is_apart = all(start <= use.start and use.end <= end for use in page.mentions_touching(start, end))
    return segment if is_apart else None


def sense_features(page: RuleContext, word: OrdinaryWord) -> dict[str, float]:
    """Return the features that show whether a page means a term by an ordinary word, as numbers for the model."""
    topics, termbase = _topics(page), page.termbase
    concept = termbase.by_id[word.concept_id]
    allowed = [form for form, uses in page.form_counts.get(word.concept_id, {}).items() if uses]
    beside = [use for use in page.mentions_in(word.segment) if use.end <= word.start or word.end <= use.start]
    own_senses = _right_domains(termbase, page.lang).get(fold(word.form.form, page.lang), {})
    others = {domain for other, domain in own_senses.items() if other != word.concept_id}
    return {
        "deprecated": float(word.form.status == "deprecated"),
        "name": float(page.lang in concept.keep),
        "found": float(word.is_found),
        "context": float(topics.context.has(word.form.only_near)),
        "fields": log1p(topics.of_field()),
        "domain": log1p(topics.domains[concept.domain] - (word.concept_id in page.form_counts)),
        "beside_domain": float(any(termbase.by_id[use.concept_id].domain == concept.domain for use in beside)),
        "right": float(bool(others)),
        "right_field": float(not FIELD.isdisjoint(others)),
        "latin": float(any(not any(map(is_cjk, form)) for form in allowed)),
        "technical": topics.technical,
    }


class _Topics(NamedTuple):
    """The topics of a page."""

    domains: Counter[str]  # how many concepts of each
    context: FormContext
    technical: float  # share of its words that documentation of the field has, function words aside

    def of_field(self) -> int:
        """Return how many concepts of the field the page speaks of."""
        return sum(self.domains[domain] for domain in FIELD)


@page_fact
def _topics(page: RuleContext) -> _Topics:
    counts, common = built_in(page.lang).target, pack(page.lang).function_words
    words = (word for segment in page.own_prose for word in segment.tokens if word not in common)
    keys = [key for word in words if any(map(is_cjk, word)) and (key := word_key(word, page.lang))]
    share = sum(counts.get(key, 0.0) > 0 for key in keys) / max(1, len(keys))
    # One sentence many times tells no more than once.
    evidence = min(len(keys), len(set(keys)) ** 2 / _FEW)
    return _Topics(
        Counter(page.termbase.by_id[concept_id].domain for concept_id in {use.concept_id for use in page.uses}),
        FormContext(view(page.text, page.lang), "", page.lang),
        (evidence * share + _FEW * _USUAL) / (evidence + _FEW),
    )


@termbase_fact
def _right_domains(termbase: Termbase, lang: str) -> dict[str, dict[str, str]]:
    """Return the folded forms that are allowed for concepts, with the domains of those concepts."""
    domains: dict[str, dict[str, str]] = {}
    for concept in termbase.concepts:
        for form in concept.in_language(lang):
            if form.status in ALLOWED:
                domains.setdefault(fold(form.form, lang), {})[concept.id] = concept.domain
    return domains
