"""Usage model: how likely a reviewer would change a usage, and a terminologist admit it, by features of the usage.

The weights were fitted on usages that readers judged (`python -m tests.gold.usages`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from math import exp, log1p
from typing import NamedTuple

import tomli

from corpus import lazy_re as re
from corpus.alignment.features import word_key
from corpus.languages.scripts import HAN, KATAKANA
from glossary.bitext.rendering_words import folded
from glossary.bitext.terms.english_terms import stems_of
from glossary.bitext.terms.term_lexicon import built_in
from glossary.matching.characters import is_cjk
from glossary.rules.shared.english_words import is_everyday
from glossary.rules.shared.form_similarity import bare, is_latin
from glossary.rules.shared.source_concepts import FIELD
from glossary.rules.usages.corpus_usages import CorpusUsage, TermUsages
from glossary.termbase.termbase import ALLOWED, UNWANTED, Termbase
from glossary.termbase.termbase_facts import termbase_fact

SEEN = 0.05  # share of an English word's sentences from which on a word is one of its renderings
_BY_KIND = (
    "share", "everyday", "words", "like_lead", "like_preferred", "capitals", "known", "covered", "uses", "once", "ways",
    "verbal", "field", "link", "sister",
)  # fmt: skip

_KATAKANA, _HAN = re.compile(f"[{KATAKANA}ー ・]+"), re.compile(f"[{HAN}]+")

Features = dict[str, float]  # by name; what is not named is 0


def usage_features(usage: CorpusUsage, term: TermUsages, termbase: Termbase) -> Features:
    """Return the features of one usage among those of its term."""
    others = [other for other in term.usages if other is not usage]
    leading = max(others, key=lambda other: other.uses, default=None)
    words, total, is_label = usage.english.split(), term.total, usage.kind == "label"
    everyday = [is_everyday(word.casefold()) for word in words]
    lead = leading.rendering if leading else ""
    preferred = termbase.preferred(usage.concept_id, usage.lang) if usage.concept_id else ""
    known, known_lead = (known_share(usage.english, form, usage.lang) for form in (usage.rendering, lead))
    features = {
        "uses": log1p(usage.uses),
        "once": float(usage.uses == 1),
        "share": usage.uses / total,
        "others": log1p(total - usage.uses),
        "lead": (leading.uses / total) if leading else 0.0,
        "leads": float(leading is None or usage.uses > leading.uses),
        "pages": log1p(usage.pages),
        "ways": log1p(len(others)),
        "link": usage.confidence,
        "cut": usage.cut / usage.uses,
        "words": float(len(words) > 1),
        "everyday": sum(everyday) / max(1, len(words)),
        "capitals": usage.capitals / usage.uses,
        "acronym": float(usage.english.isupper() and len(usage.english) > 1),
        "latin": float(is_latin(usage.rendering) and usage.relation != "source"),
        "length": min(2.0, len(usage.rendering) / max(1, len(lead))) if lead else 1.0,
        "like_lead": likeness(usage.rendering, lead, usage.lang),
        "like_preferred": likeness(usage.rendering, preferred, usage.lang),
        "sister": float(_is_sister(usage, termbase)),
        "known": known,
        "known_lead": known_lead,
        "better_known": known - known_lead,
        "lead_allowed": float(leading is not None and leading.relation in ALLOWED),
        "lead_left": float(leading is not None and leading.relation == "source"),
        "covered": _covered(usage.english, usage.rendering, usage.lang),
        "verbal": float(words[-1].casefold().endswith(("ed", "ing"))) if words else 0.0,
        "field": float(usage.concept_id in termbase.by_id and termbase.by_id[usage.concept_id].domain in FIELD),
        "short": float(len(usage.rendering) < 2),
        "other_script": float(bool(lead) and _script(lead) != _script(usage.rendering)),
        "alone": usage.alone / usage.uses,
        "alone_minor": usage.alone / usage.uses * (1 - usage.uses / total),
        "coded": usage.coded / usage.uses,
        "titled": float(is_label and len(words) > 1 and all(word[:1].isupper() for word in words[1:])),
        "plain": usage.alone * (usage.uses - usage.capitals) * (usage.uses - usage.coded) / usage.uses**3,
        **_lexicon_features(usage, known),
    }
    kind = _kind(usage)
    of_kind = {f"{kind}:{name}": features[name] for name in _BY_KIND}
    return {name: value for name, value in ({f"is_{kind}": 1.0} | features | of_kind).items() if value}


def _lexicon_features(usage: CorpusUsage, known: float) -> Features:
    """Return how well human documentation knows the words of both sides: how often it has the rendering, whether it
    lacks an English word, and how clearly it translates the English by another word than a rendering that it lacks.
    """
    lexicon, stems = built_in(usage.lang), stems_of(usage.english.casefold())
    seen = lexicon.target.get(word_key(usage.rendering, usage.lang), 0.0)
    best = sum(_best_share(stem, usage.lang) for stem in stems) / max(1, len(stems))
    return {
        "field_uses": log1p(seen),
        "unseen_english": float(not all(lexicon.source.get(stem) for stem in stems)),
        "unseen_instead": 0.0 if seen else best - known,
    }


def drift_features(usage: CorpusUsage, leading: CorpusUsage) -> Features:
    """Return the features of a rendering compared with the leading one of its term on a page."""
    english, lang = usage.english, usage.lang
    names, pair = (english, leading.english), (usage.rendering, leading.rendering)
    scripts, small = [_script(words) for words in pair], [name.casefold() for name in names]
    known = [known_share(name, words, lang) for name, words in zip(names, pair, strict=True)]
    everyday = [is_everyday(word) for word in small[0].split()]
    features = {
        "acronym": float(any(name.isupper() for name in names)),
        "one_acronym": float(english.isupper() != leading.english.isupper()),
        "adverb": float(english.endswith("ly")),
        "everyday": sum(everyday) / max(1, len(everyday)),
        "all_everyday": float(all(everyday)),
        "both_han": float(scripts == ["han", "han"]),
        "mixed": float("mixed" in scripts),
        "script": float(scripts[0] != scripts[1]),
        "one_latin": float((scripts[0] == "latin") != (scripts[1] == "latin")),
        "short": float(min(map(len, pair)) < 2),
        "like": likeness(*pair, lang),
        "known_most": max(known),
        "known_least": min(known),
        "words": float(" " in english),
        "same_english": float(small[0] == small[1]),
        "plural_alone": float(small[0] != small[1] and small[0].rstrip("s") == small[1].rstrip("s")),
        "share": usage.uses / (usage.uses + leading.uses),
        "uses": log1p(usage.uses),
    }
    return {name: round(value, 4) for name, value in features.items() if value}


def _script(words: str) -> str:
    """Return the script of the words: Latin, katakana, Han alone, or other."""
    if is_latin(words):
        return "latin"
    return "katakana" if _KATAKANA.fullmatch(words) else "han" if _HAN.fullmatch(words) else "mixed"


def _covered(english: str, rendering: str, lang: str) -> float:
    """Return the share of English words that the rendering translates as human documentation does."""
    stems, form = stems_of(english.casefold()), folded(rendering)
    return sum(_share(stem, form, lang) >= SEEN for stem in stems) / len(stems) if stems else 0.0


def likeness(words: str, other: str, lang: str) -> float:
    """Return the share of characters that two renderings have in common, from 0 to 1; 0 where one is missing."""
    first, second = bare(words, lang), bare(other, lang)
    if not first or not second:
        return 0.0
    return 2 * len(set(first) & set(second)) / (len(set(first)) + len(set(second)))


def _kind(usage: CorpusUsage) -> str:
    if usage.kind == "label":
        return "label"
    if usage.relation == "source":
        return "left"
    if usage.relation in UNWANTED:
        return "unwanted"
    if usage.relation in ALLOWED or usage.relation == "variant":
        return "allowed"
    return "unlisted" if usage.concept_id else "unknown"


def known_share(english: str, rendering: str, lang: str) -> float:
    """Return how often human documentation renders the English words by words of a rendering, from 0 to 1."""
    stems, form = stems_of(english.casefold()), folded(rendering)
    return sum(_share(stem, form, lang) for stem in stems) / len(stems) if stems and form else 0.0


@lru_cache(1 << 16)
def _share(stem: str, form: str, lang: str) -> float:
    """Return how often human documentation renders an English word with a word of the rendering."""
    lexicon = built_in(lang)
    counts = [count for word, count in lexicon.by_source.get(stem, ()) if word in form and any(map(is_cjk, word))]
    return min(1.0, max(counts, default=0.0) / max(1.0, lexicon.source.get(stem, 0.0)))


@lru_cache(1 << 14)
def _best_share(stem: str, lang: str) -> float:
    """Return how often human documentation renders an English word by the word that it uses most."""
    lexicon = built_in(lang)
    counts = [count for word, count in lexicon.by_source.get(stem, ()) if any(map(is_cjk, word))]
    return min(1.0, max(counts, default=0.0) / max(1.0, lexicon.source.get(stem, 0.0)))


def _is_sister(usage: CorpusUsage, termbase: Termbase) -> bool:
    """Return whether the rendering is an allowed form of another concept."""
    return bool(_allowed(termbase, usage.lang).get(folded(usage.rendering), frozenset()) - {usage.concept_id})


@termbase_fact
def _allowed(termbase: Termbase, lang: str) -> dict[str, frozenset[str]]:
    """Return the allowed forms of a language, each with its concepts."""
    concepts: dict[str, set[str]] = {}
    for concept in termbase.concepts:
        for form in concept.in_language(lang):
            if form.status in ALLOWED:
                concepts.setdefault(folded(form.form), set()).add(concept.id)
    return {form: frozenset(ids) for form, ids in concepts.items()}


BIAS = "bias"
# A confidence from .8 on fails a check. On sets that were left out 8 of 11 terms without concept were right from .8 on,
# 27 of 35 pairs on one page from .7 on.
MOST = 0.79
PAGE = "page"  # the table of what is judged on one page alone
SENSE = "sense"  # the table of ordinary words that may stand for a term


class UsageOdds(NamedTuple):
    """The probabilities that a usage is changed or admitted; the rest is that there is nothing to decide."""

    change: float
    admit: float


def usage_odds(usage: CorpusUsage, term: TermUsages, termbase: Termbase) -> UsageOdds:
    """Return how likely a usage is to be changed, and to be admitted."""
    return odds_of(usage_features(usage, term, termbase), weights())


def odds_of(features: Features, model: Mapping[str, Mapping[str, float]]) -> UsageOdds:
    """Return the odds that the weights give for the features."""
    scores = [
        exp(model[name][BIAS] + sum(model[name].get(key, 0.0) * value for key, value in features.items()))
        for name in UsageOdds._fields
    ]
    total = 1 + sum(scores)  # 1 of what is neither to be changed nor to be admitted
    return UsageOdds(*(round(score / total, 3) for score in scores))


@cache
def weights() -> Mapping[str, Mapping[str, float]]:
    """Return the fitted weights, by outcome (or `page`) and feature."""
    text = (files("glossary.rules.usages") / "usage_model.toml").read_text(encoding="utf-8")
    return tomli.loads(text)
