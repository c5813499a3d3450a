"""Judged usages: the usages of a corpus with their odds, and the violations for those that a reviewer would change."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from glossary.rules.calibration import DOUBTFUL, sigmoid
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.digest import Digest, sites
from glossary.rules.rule import Violation
from glossary.rules.usages.corpus_usages import CorpusUsage, TermUsages, corpus_usages, letters
from glossary.rules.usages.page_usages import page_usages
from glossary.rules.usages.usage_model import BIAS, MOST, PAGE, UsageOdds, drift_features, usage_odds, weights
from glossary.termbase.termbase import INTERFACE, NOUN, UNWANTED, VERB, Termbase
from glossary.termbase.termbase_facts import termbase_fact


class PageDrift(NamedTuple):
    """A rendering that differs from the page's leading one for a term, and how likely a reviewer unifies the two."""

    usage: CorpusUsage
    leading: CorpusUsage
    confidence: float


@page_fact
def page_drifts(page: RuleContext) -> tuple[PageDrift, ...]:
    """Return the renderings that a reviewer would more likely unify with the page's leading one than leave."""
    return tuple(drift for drift in judged_drifts(page) if drift.confidence >= DOUBTFUL)


def judged_drifts(page: RuleContext) -> Iterator[PageDrift]:
    """Yield each further rendering of each term. English left in (as in a gloss) and unwanted forms are not judged. Of
    multi-word terms, 51 of 66 reported renderings were to be unified; of single words 21 of 33, and fewer on pages
    outside the fitted ones (case, type, note).
    """
    document, weigh = page.document, weights()[PAGE]
    alone = Digest(document.doc_id, document.work, document.lang, document.locale, document.path, (), page_usages(page))
    for term in corpus_usages([alone], lambda usage: usage.kind == "term"):
        native = [usage for usage in term.usages if usage.rendering.casefold() not in usage.english.casefold()]
        usages = [usage for usage in native if usage.relation not in ("source", *UNWANTED)]
        for usage in usages[1:]:
            features = drift_features(usage, usages[0])
            log_odds = weigh[BIAS] + sum(weigh.get(name, 0.0) * value for name, value in features.items())
            forms = (usage.rendering, usages[0].rendering)
            parts = {page.termbase.part_of_speech(usage.concept_id, usage.lang, form) for form in forms}
            if "words" in features and parts != {NOUN, VERB}:
                yield PageDrift(usage, usages[0], round(min(MOST, sigmoid(log_odds)), 3))


_NEUTRAL = "neutral"


class JudgedUsage(NamedTuple):
    """A usage among those of its term, with the odds that it is changed or admitted."""

    usage: CorpusUsage
    term: TermUsages
    odds: UsageOdds

    @property
    def leading(self) -> CorpusUsage | None:
        """The most frequent other rendering that is not English; None where there is none."""
        others = (other for other in self.term.usages if other is not self.usage and other.relation != "source")
        return next(others, None)


class ComparedPages(list[Digest]):
    """The pages that rules compare with each other; their usages are counted once for all rules."""

    @cached_property
    def terms(self) -> list[TermUsages]:
        """The usages of each term and label of each site."""
        return [term for site in sites(self).values() for term in corpus_usages(site)]


@dataclass(frozen=True, slots=True)
class UsageRule:
    """A rule that compares pages and yields the usages that a reviewer would more likely change than leave. With
    `asks` it also yields, as neutral questions, usages that a terminologist would more likely admit or change.
    """

    is_judged: Callable[[CorpusUsage, TermUsages], bool]
    message_id: str = ""
    asks: bool = False

    def __call__(self, digests: Sequence[Digest], termbase: Termbase) -> Iterator[Violation]:
        """Yield the violations of the pages of one language."""
        pages = digests if isinstance(digests, ComparedPages) else ComparedPages(digests)
        labels = {concept.id for concept in termbase.concepts if concept.is_label}  # everyday words in a sentence
        judged = [
            JudgedUsage(usage, term, usage_odds(usage, term, termbase))
            for term in pages.terms
            if term.usages[0].concept_id not in labels
            for usage in term.usages
            if self.is_judged(usage, term) and letters(usage.rendering) != letters(interface_label(usage, termbase))
        ]
        reported = [rated for rated in judged if rated.odds.change + rated.odds.admit * self.asks >= DOUBTFUL]
        raised = (_violation(rated, termbase, self.message_id) for rated in _outermost(reported))
        return (violation for violation in raised if violation.expected)  # else there is nothing to change to


def interface_label(usage: CorpusUsage, termbase: Termbase) -> str:
    """Return how the product's own interface renders the English of a label; empty if unknown."""
    return interface_labels(termbase).get((usage.lang, letters(usage.english)), "") if usage.kind == "label" else ""


@termbase_fact
def interface_labels(termbase: Termbase) -> dict[tuple[str, str], str]:
    """Return the labels of the project's interface by language and by the letters of the English."""
    return {
        (form.lang, letters(english.form)): form.form
        for concept in termbase.concepts
        if concept.domain == INTERFACE
        for form in concept.forms
        if form.lang != "en" and form.status == "preferred"
        for english in concept.in_language("en")
    }


def _outermost(judged: Sequence[JudgedUsage]) -> Iterator[JudgedUsage]:
    """Yield the usages, except those whose every place lies inside a place of another usage: 归档 in zip 归档."""
    longest: defaultdict[tuple[str, int], int] = defaultdict(int)  # by document and offset, of the places there
    for rated in judged:
        for place in rated.usage.places:
            for offset in range(place.start, place.end):
                longest[place.doc_id, offset] = max(longest[place.doc_id, offset], place.end - place.start)
    for rated in judged:
        lengths = [(place, place.end - place.start) for place in rated.usage.places if place.end > place.start]
        if any(longest[place.doc_id, place.start] <= length for place, length in lengths):
            yield rated


def _violation(judged: JudgedUsage, termbase: Termbase, message_id: str) -> Violation:
    """Return the violation for a usage that a reviewer would change; its confidence is that probability."""
    usage, leading = judged.usage, judged.leading
    is_fault = judged.odds.change >= DOUBTFUL
    confidence = min(MOST, judged.odds.change if is_fault else judged.odds.change + judged.odds.admit)
    preferred = termbase.preferred(usage.concept_id, usage.lang) if usage.concept_id in termbase.by_id else ""
    label = interface_label(usage, termbase)
    is_custom = leading is not None and leading.uses > usage.uses
    best = [label] if label else [leading.rendering] if leading and (is_custom or not preferred) else []
    expected = tuple(dict.fromkeys([*best, *([preferred] if preferred and preferred != usage.rendering else [])]))
    is_tied = leading is not None and leading.uses == usage.uses and not (label or preferred)
    return Violation(
        (*usage.places, *leading.places) if leading and is_tied else usage.places,
        usage.concept_id,
        message_id="product" if label else message_id,
        words={
            "label": label,
            "term": usage.english,
            "other": usage.rendering,
            "count": str(usage.uses),
            "leading": leading.rendering if leading else "",
            "most": str(leading.uses if leading else 0),
        },
        expected=expected,
        key=f"{usage.english.casefold()}={usage.rendering.casefold()}",
        severity="" if is_fault else _NEUTRAL,
        least=confidence,
        most=confidence,
    )
