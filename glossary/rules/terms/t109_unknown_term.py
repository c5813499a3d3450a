"""T109 unknown-term: a term that the page gives in two languages, and the glossary does not have.

Why: Translators add the English to terms. With an entry for this one, all pages can use the same word.
Bad: 缓存采用分层淘汰（tiered eviction），热数据留在显存。
Good: 该模型使用自注意力（self-attention）来捕捉上下文。
"""

from __future__ import annotations

from collections.abc import Iterator

from corpus import lazy_re as re
from corpus.languages import pack
from glossary.bitext.terms.english_terms import stems_of
from glossary.bitext.terms.term_lexicon import everyday_stems
from glossary.matching.characters import is_cjk
from glossary.rules.calibration import LIKELY, RATHER, sign
from glossary.rules.context import GlossPair, RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.ambiguous_forms import senses
from glossary.rules.shared.english_words import HAN_OR_KANA, data, is_common, words_of

_TERM = re.compile(r"[A-Za-z]+(?:[ -][A-Za-z]+){0,4}")
_ABBREVIATION = re.compile("[A-Z]{2,6}s?")
_SHORTEST = 5  # letters of a single word
_QUALITY = re.compile("(?:ful|less|ly|ous|ed|ish)$|-(?:based|like)$")  # of what describes, not names

_RUNS_ON, _INITIALS = sign("T109.runs-on", RATHER), sign("T109.abbreviation", RATHER)
_ONE_WORD, _CAPITALS = sign("T109.word", LIKELY), sign("T109.capitals", RATHER)


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield the glosses whose two sides are both unknown; each term once."""
    for pair in page.gloss_pairs:
        if pair.concept_id is None and not page.is_quoted(pair.start, pair.gloss_end):
            term, english = _sides(page, pair)
            sure = _confidence_factor(page, term, english)
            if sure:
                sure *= _RUNS_ON if _runs_on(page, pair) else 1.0
                words = {"term": term, "english": english}
                yield Violation((DocumentSpan(pair.start, pair.end),), words=words, sure=sure, key=english.casefold())


def _sides(page: RuleContext, pair: GlossPair) -> tuple[str, str]:
    """Return the term in the page's language and its English."""
    term, gloss = page.text[pair.start : pair.end], page.text[pair.gloss_start : pair.gloss_end]
    return (term, gloss) if HAN_OR_KANA.search(term) else (gloss, term)


def _confidence_factor(page: RuleContext, term: str, english: str) -> float:
    """Return how sure it is that English is a term with a translation of its own; 0 for names and remarks."""
    if not _TERM.fullmatch(english) or not HAN_OR_KANA.search(term):
        return 0.0
    if senses(page.termbase, english) or stems_of(english) in everyday_stems():
        return 0.0
    if _ABBREVIATION.fullmatch(english):
        return 0.0 if english.removesuffix("s") in words_of("well_known_abbreviations") else _INITIALS
    words = re.split("[ -]", english)
    if _QUALITY.search(english) or not all(_may_be_of_a_term(word, page) for word in words):
        return 0.0
    if len(words) == 1:
        everyday = len(english) < _SHORTEST or english[0].isupper() or english in words_of("common_words")
        return 0.0 if everyday else _ONE_WORD
    return _CAPITALS if all(word[:1].isupper() for word in words) else 1.0


def _may_be_of_a_term(word: str, page: RuleContext) -> bool:
    """Return whether a word may be part of a term and not of a name: it is lower-case, or a common word."""
    return word.islower() or is_common(word.lower(), page.termbase) or word.lower() in pack("en").function_words


def _runs_on(page: RuleContext, pair: GlossPair) -> bool:
    """Return whether the term may start earlier than it seems: a character of the same script precedes it."""
    before = page.text[pair.start - 1 : pair.start]
    return bool(before) and is_cjk(before) and before not in data()["before_terms"]


RULE = Rule("T109", "unknown-term", "terminology/inconsistent-with-termbase", "neutral", 0.6, "segment", find)
