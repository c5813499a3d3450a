"""Page drift: one English term that a page renders in two ways, as its links to the original show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from glossary.rules.calibration import DOUBTFUL, sigmoid
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.digest import Digest
from glossary.rules.usages.corpus_usages import CorpusUsage, corpus_usages
from glossary.rules.usages.page_usages import page_usages
from glossary.rules.usages.usage_features import drift_features
from glossary.rules.usages.usage_model import BIAS, MOST, PAGE, weights
from glossary.termbase.termbase import UNWANTED


class PageDrift(NamedTuple):
    """A rendering beside a more frequent one of the same term on the page, and how likely a reviewer unifies both."""

    usage: CorpusUsage
    leading: CorpusUsage
    confidence: float


@page_fact
def page_drifts(page: RuleContext) -> tuple[PageDrift, ...]:
    """Return the renderings that a reviewer would rather unify with the leading one of the page than leave."""
    return tuple(drift for drift in judged_drifts(page) if drift.confidence >= DOUBTFUL)


def judged_drifts(page: RuleContext) -> Iterator[PageDrift]:
    """Yield each further rendering of each term; English left in (as in a gloss) and unwanted forms are not judged.

    Of terms of several words 51 of 66 that it reports were to be unified; of single ones 21 of 33, and fewer on pages
    that nothing was fitted to (case, type, note).
    """
    document, weigh = page.document, weights()[PAGE]
    alone = Digest(document.doc_id, document.work, document.lang, document.locale, document.path, (), page_usages(page))
    for term in corpus_usages([alone], lambda usage: usage.kind == "term"):
        native = [usage for usage in term.usages if usage.rendering.casefold() not in usage.english.casefold()]
        usages = [usage for usage in native if usage.relation not in ("source", *UNWANTED)]
        for usage in usages[1:]:
            features = drift_features(usage, usages[0])
            log_odds = weigh[BIAS] + sum(weigh.get(name, 0.0) * value for name, value in features.items())
            if "words" in features:
                yield PageDrift(usage, usages[0], round(min(MOST, sigmoid(log_odds)), 3))
