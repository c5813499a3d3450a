"""T507 meaning-doubt: a sentence that may not say what the original says.

Why: A sentence without its "not" or "unless" reads well and is wrong. Only a comparison with the original shows it.
Bad: 训练前可以清除梯度。 (Do not clear the gradients before training.)
Good: 训练前不要清除梯度。
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from operator import attrgetter
from typing import Any, NamedTuple

import tomli

from corpus import lazy_re as re
from corpus.alignment.lexicon import stem
from corpus.records import Segment, TermAlignment
from corpus.tokenizers import tokenizer
from glossary.bitext.terms.english_terms import source_terms
from glossary.bitext.terms.target_words import target_words
from glossary.bitext.terms.term_lexicon import built_in
from glossary.bitext.terms.word_weights import WordWeigher
from glossary.rules.calibration import UNPROVEN, sigmoid
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.messages import shortened
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.page_coverage import is_cut
from glossary.rules.shared.source_pairs import SourcePair, units
from glossary.rules.source._alignment_gaps import TELLING, short_translations
from glossary.rules.source.t505_omission_or_addition import notices
from glossary.rules.source_context import SegmentPair

# What a word that has a counterpart takes from a run of words without, and how sure that has to be; both by hand.
_LINKED, _LINK = 0.6, 0.3
_MOST = 4.0  # of words without counterpart: more say no more; by hand
_LONGEST = 1_500  # characters of both sides: a longer pair is a table or a listing; by hand
# Of a sentence that took the place of another; by hand. On hf-course three other pairs are taken for such, and 39 of
# the 54 sentences that were exchanged.
_LIKELY, _SAID, _FEWEST = 0.1, 0.34, 3
_RUNNING = ("paragraph", "list_item")
_WORD = re.compile("[A-Za-z]+")


class MeaningCue(NamedTuple):
    """A sign that the meaning differs; `words` are from the original."""

    feature: str  # its name in the model
    value: float
    words: str = ""


class _WordPatterns(NamedTuple):
    says: re.Pattern[str]
    may: re.Pattern[str]
    never: re.Pattern[str]

    def said(self, text: str) -> list[re.Match[str]]:
        """Return the places where a text plainly says so."""
        return list(self.says.finditer(self.never.sub(lambda match: " " * len(match[0]), text)))


# Words that deny, condition, limit, oblige or leave open, for each language. A side lacks them where it has none of
# them and none that may say the same in other words. Content words are lacking where the alignment of terms has nothing
# that stands for them.
@cache
def _words() -> Mapping[str, Mapping[str, _WordPatterns]]:
    """Return the patterns of words, by role and by language."""
    data = tomli.loads((files("glossary.rules.source") / "_meaning_words.toml").read_text(encoding="utf-8"))
    return {
        role: {
            lang: _WordPatterns(*(_pattern(lang, lists[kind]) for kind in _WordPatterns._fields))
            for lang, lists in by_lang.items()
        }
        for role, by_lang in data.items()
    }


def _pattern(lang: str, words: Sequence[str]) -> re.Pattern[str]:
    either = "|".join(words) or "(?!)"
    return re.compile(rf"\b(?:{either})(?![\w-])" if lang == "en" else either, re.IGNORECASE)


def cues(page: RuleContext, unit: SourcePair) -> Iterator[MeaningCue]:
    """Yield the signs that the two sides of a sure pair do not say the same."""
    pair = unit.pair
    if sum(segment.end - segment.start for segment in (*pair.target, *pair.source)) > _LONGEST:
        return
    yield from _function_cues(page, pair)
    yield from _content_cues(page, pair)
    short = short_translations(page).get(pair.target[0].segment_id)
    if short and len("".join("".join(map(page.plain, pair.source)).split())) >= TELLING:
        yield MeaningCue("short", 1 - short.share)
    if len(pair.target) + len(pair.source) > 2:
        yield MeaningCue("merged", 1.0)


def _function_cues(page: RuleContext, pair: SegmentPair) -> Iterator[MeaningCue]:
    source = " ".join(map(page.plain, pair.source))
    target = "".join(map(page.plain, pair.target))
    written = "".join(segment.text for segment in pair.target).casefold()
    for role, by_lang in _words().items():
        english, own = by_lang["en"], by_lang.get(page.lang)
        if own is None:
            continue
        said, own_said = english.said(source), own.said(target)
        lacking = [match[0] for match in said if match[0].casefold() not in written]
        if lacking and not own_said and not own.may.search(target):
            yield MeaningCue(role, 1.0, lacking[0])


def _content_cues(page: RuleContext, pair: SegmentPair) -> Iterator[MeaningCue]:
    written = _squeezed("".join(segment.text for segment in pair.target))
    rows = [row for row in _terms_of(page, pair.source) if row.surface or _squeezed(row.source_surface) not in written]
    weights = [_weight(row, page.lang) for row in rows]
    lacking = sum(weight for weight in weights if weight > 0)
    if lacking:
        first, last, run = _best_run(weights)
        if first < last:  # of single words alone hardly any was worth a look
            words = page.source[rows[first].source_start : rows[last].source_end]
            yield MeaningCue("run", min(_MOST, run), " ".join(words.split()))
        yield MeaningCue("lacking", min(_MOST, lacking))
        yield MeaningCue("share", lacking / (1 + len(rows)))


def _squeezed(text: str) -> str:
    return "".join(text.split()).casefold()


def _weight(row: TermAlignment, lang: str) -> float:
    """Return how much it matters that a term lacks its usual counterpart; 0 or less if it has one."""
    if row.surface is not None:
        return -_LINKED * row.confidence if row.confidence > _LINK else 0.0
    return row.confidence * _usually_said(row.source_surface, lang)


@cache
def _usually_said(words: str, lang: str) -> float:
    """Return how often English words had a counterpart in the texts from which the built-in word pairs were learned."""
    lexicon = built_in(lang)
    stems = list(filter(None, (stem(word.lower()) for word in _WORD.findall(words))))
    counts = (sum(count for _, count in lexicon.by_source.get(word, ())) for word in stems)
    shares = [(count + 0.5) / (lexicon.source.get(word, 0.0) + 1) for count, word in zip(counts, stems, strict=True)]
    return sum(min(1.0, share) for share in shares) / len(shares) if shares else 0.0


def _best_run(weights: Sequence[float]) -> tuple[int, int, float]:
    """Return the first index, the last index and the sum of the run with the largest sum; some weight is above 0."""
    best, start, total = (0, 0, 0.0), 0, 0.0
    for number, weight in enumerate(weights):
        if total <= 0:
            start, total = number, 0.0
        total += weight
        if total > best[2]:
            best = (start, number, total)
    return best


def _terms_of(page: RuleContext, source: Sequence[Segment]) -> list[TermAlignment]:
    """Return the terms of English segments in order; of a compound and its parts, only the compound."""
    in_order, start = _terms_in_order(page), attrgetter("source_start")
    rows: list[TermAlignment] = []
    for segment in source:
        first, last = (bisect_left(in_order, offset, key=start) for offset in (segment.start, segment.end))
        for row in in_order[first:last]:
            if not rows or row.source_start >= rows[-1].source_end:
                rows.append(row)
    return rows


@page_fact
def _terms_in_order(page: RuleContext) -> list[TermAlignment]:
    return sorted(page.terms, key=lambda row: (row.source_start, -row.source_end))


def other_sentences(page: RuleContext) -> Iterator[tuple[Segment, Segment]]:
    """Yield single sentences of page and original that stand at one place, between sure pairs, without counterpart. By
    the built-in word pairs, the page's sentence has hardly any of the original's words.
    """
    pairs = page.original.pairs if page.original else ()
    for before, first, second, after in zip(pairs, pairs[1:], pairs[2:], pairs[3:], strict=False):
        lone = sorted((first, second), key=lambda pair: not pair.target)
        shapes = [(len(pair.target), len(pair.source)) for pair in lone]
        if shapes == [(1, 0), (0, 1)] and before.is_sure and after.is_sure:
            own, source = lone[0].target[0], lone[1].source[0]
            if (
                own.text_lang == page.lang
                and own.kind == source.kind
                and own.kind in _RUNNING
                and _is_other(own, source)
            ):
                yield own, source


def _is_other(own: Segment, source: Segment) -> bool:
    terms = source_terms([source], ())
    words = target_words([own], tokenizer(own.lang))
    weights = WordWeigher(built_in(own.lang)).weights(terms, words)
    said = sum(any(weight.weight > _LIKELY for weight in by_word.values()) for by_word in weights)
    names = {word.surface.casefold() for word in words if word.is_latin}
    return len(terms) >= _FEWEST and said < _SAID * len(terms) and names.isdisjoint(source.text.casefold().split())


_MOST_OF_PAGE = 5  # of a page: what a person may read of it; by hand
_SHOWN = 90  # characters of the words that are shown


class _Doubt(NamedTuple):
    target: Sequence[Segment]
    source: Sequence[Segment]
    words: str  # that stand in the original; empty: all of it
    odds: float  # of the model


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield the pairs of a page with the strongest signs of a difference, in page order."""
    if page.original is None or is_cut(page):
        return
    least = float(_model()["least"])
    doubts = [_doubt(unit, tuple(cues(page, unit))) for unit in units(page)]
    doubts += [_Doubt([target], [source], "", least) for target, source in other_sentences(page)]
    likely = [doubt for doubt in doubts if doubt.odds >= least and _is_running(doubt)]
    likely.sort(key=lambda doubt: -doubt.odds)
    yield from map(_violation, sorted(likely[:_MOST_OF_PAGE], key=lambda doubt: doubt.target[0].start))


def _doubt(unit: SourcePair, unit_cues: Sequence[MeaningCue]) -> _Doubt:
    weights = _model()["weights"]
    cue = max((cue for cue in unit_cues if cue.words), key=lambda cue: weights[cue.feature] * cue.value, default=None)
    return _Doubt(unit.pair.target, unit.pair.source, cue.words if cue else "", log_odds(unit_cues))


def log_odds(unit_cues: Sequence[MeaningCue]) -> float:
    """Return the log-odds that a pair with these cues was changed on purpose, as in the model's training pages."""
    weights = _model()["weights"]
    return float(_model()["bias"] + sum(weights[cue.feature] * cue.value for cue in unit_cues))


@cache
def _model() -> Mapping[str, Any]:
    """Return bias, weights by feature, and the log-odds of the faintest doubt."""
    return tomli.loads((files("glossary.rules.source") / "_meaning_model.toml").read_text(encoding="utf-8"))


def _is_running(doubt: _Doubt) -> bool:
    """Return whether a pair is no heading, which may say less, and no remark on the translation itself."""
    is_notice = any(notices().search(segment.text) for segment in doubt.target)
    return not is_notice and all(segment.kind != "heading" for segment in (*doubt.target, *doubt.source))


def _violation(doubt: _Doubt) -> Violation:
    text = " ".join(" ".join(segment.text for segment in doubt.source).split())
    confidence = UNPROVEN * sigmoid(doubt.odds)
    return Violation(
        tuple(DocumentSpan(segment.start, segment.end) for segment in doubt.target),
        words={"words": shortened(doubt.words or text, _SHOWN)},
        most=confidence,
        least=confidence,
        key=text,
    )


RULE = Rule("T507", "meaning-doubt", "accuracy/mistranslation", "neutral", 0.4, "segment", find)
