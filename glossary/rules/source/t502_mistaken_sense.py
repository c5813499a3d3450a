"""T502 mistaken-sense: a word of the original, translated in a sense that it does not have in technical text.

Why: 迟缓地 means slowly. Readers who see it for lazy loading look for a performance problem.
Bad: 模块会被迟缓地加载。 (Modules are loaded lazily.)
Good: 模块会被惰性加载。
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import product
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.alignment.lexicon import stem
from corpus.languages.scripts import HIRAGANA
from corpus.records import Segment
from corpus.text.segments import is_whole_words
from glossary.bitext.terms.term_lexicon import built_in
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared import replacement
from glossary.rules.shared.ambiguous_forms import senses
from glossary.rules.shared.source_pairs import SourcePair, units
from glossary.rules.usages.usage_model import SEEN
from glossary.termbase.termbase import ALLOWED

_WORD = re.compile(r"[A-Za-z]+")
_INFLECTION = re.compile(f"[{HIRAGANA}]*")


class _Sense(NamedTuple):
    """A rendering that takes English words in a wrong sense."""

    english: str
    stems: tuple[str, ...]
    wrong: str
    right: tuple[str, ...]
    unless: frozenset[str]  # English words that explain the rendering


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield the words of a page that take a word of the original in a sense from outside its field."""
    by_stem = _by_stem(page.lang)
    for unit in units(page):
        senses_here = [sense for word in sorted(unit.stems & by_stem.keys()) for sense in by_stem[word]]
        said = [sense for sense in senses_here if sense.wrong in unit.text and _is_said(unit, sense)]
        violations = [*_violations(page, unit, [sense for sense in said if not _is_explained(page.lang, unit, sense)])]
        spans = [violation.places[0] for violation in violations]
        for violation, span in zip(violations, spans, strict=True):
            if not any(other != span and other.start <= span.start and span.end <= other.end for other in spans):
                yield violation


@cache
def _by_stem(lang: str) -> dict[str, list[_Sense]]:
    """Return the table's rows of a language by the stem of their first English word."""
    table = (files("glossary.rules.source") / "_mistaken_senses.tsv").read_text(encoding="utf-8")
    by_stem: defaultdict[str, list[_Sense]] = defaultdict(list)
    for line in table.splitlines()[1:]:
        of_lang, english, wrong, right, unless = (field.split(" | ") for field in line.split("\t"))
        if of_lang == [lang]:
            stems = tuple(map(_stem, english[0].split()))
            words = frozenset(filter(None, unless))
            by_stem[stems[0]] += [_Sense(english[0], stems, word, tuple(right), words) for word in wrong]
    return dict(by_stem)


def _stem(word: str) -> str:
    return stem(word.lower()) or word.lower()


def _is_said(unit: SourcePair, sense: _Sense) -> bool:
    """Return whether the original has the English words, next to each other."""
    if len(sense.stems) == 1:
        return True
    words = [_stem(word) for segment in unit.pair.source for word in _WORD.findall(segment.text)]
    return sense.stems in zip(*(words[first:] for first in range(len(sense.stems))), strict=False)


def _is_explained(lang: str, unit: SourcePair, sense: _Sense) -> bool:
    """Return whether another word of the original may be meant by the rendering."""
    lexicon, others = built_in(lang), unit.stems.difference(sense.stems)
    words = {word.lower() for segment in unit.pair.source for word in _WORD.findall(segment.text)}
    if not sense.unless.isdisjoint(words | others) or not others.isdisjoint(map(_stem, sense.unless)):
        return True
    counts = ((other, dict(lexicon.by_source.get(other, ())).get(sense.wrong, 0.0)) for other in others)
    return any(count >= SEEN * lexicon.source.get(other, 0.0) for other, count in counts if count)


def _violations(page: RuleContext, unit: SourcePair, mistaken: list[_Sense]) -> Iterator[Violation]:
    for segment, sense in product(unit.pair.target, mistaken):
        for match in re.finditer(re.escape(sense.wrong), segment.text):
            start, end = segment.start + match.start(), segment.start + match.end()
            if _is_word(segment, start, end) and not _is_right(page, unit, sense, start, end):
                concept_id = next(iter(senses(page.termbase, sense.english)), "")
                yield Violation(
                    (DocumentSpan(start, end),),
                    concept_id,
                    words={"term": sense.english},
                    expected=replacement.expected_forms(page, concept_id) if concept_id else sense.right,
                    key=f"{sense.english}={sense.wrong}",
                )


def _is_word(segment: Segment, start: int, end: int) -> bool:
    """Return whether a place is whole words, with or without the kana that inflects the last one."""
    inflected = _INFLECTION.match(segment.text, end - segment.start)
    ends = (end, *range(end + 1, segment.start + inflected.end() + 1)) if inflected else (end,)
    return any(is_whole_words(segment, start, last) for last in ends)


def _is_right(page: RuleContext, unit: SourcePair, sense: _Sense, start: int, end: int) -> bool:
    """Return whether a place is protected, part of a right rendering, or of a term that the original has."""
    reach = max(map(len, sense.right))
    around = page.text[max(0, start - reach) : end + reach]
    if any(sense.wrong in right and right in around for right in sense.right):
        return True
    uses = (use for use in page.mentions_touching(start, end) if use.start <= start and end <= use.end)
    is_term = any(use.status in ALLOWED and use.concept_id in unit.source_concepts for use in uses)
    return is_term or page.is_protected(start, end)


RULE = Rule(
    "T502", "mistaken-sense", "accuracy/mistranslation", "major", 0.8, "segment", find,
    trusts_original=True, yields_to=("T101", "T102", "T104", "T107"),
)  # fmt: skip
