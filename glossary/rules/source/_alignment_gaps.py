"""Gaps: stretches that only the original or only the page has, and pairs whose translation is unusually short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from math import exp
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.alignment.lengths import LengthRatio, initial_ratio, ratio_of
from corpus.records import Segment
from corpus.text.segments import is_prose, own_spans
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.shared.page_coverage import missing_stretches
from glossary.rules.shared.source_pairs import sure_pairs
from glossary.rules.source_context import SegmentPair

_FREE = 0.2  # share of sentences without counterpart from which on a page is an adaptation, or its original another
_FEWEST = 8  # pairs of sentences that show how a page translates
# Pairs of a passage that lacks one sentence. Of 205 such passages of three sets 134 are reported at 3, 132
# at 4, 72 at 5 and 34 at 6; of 410 that lack none 1 at 3 and at 4.
_SHORTEST = 4
_SHORT, TELLING = 0.5, 50.0  # of the usual length; characters of English from which on a length tells
_LIKELY, _AROUND = 0.6, 2  # of the pairs beside what was put in; pairs on either side of it
_CLOSED = "。！？）)"
_UNSEEN = ("url", "link", "tag", "placeholder")
_UNDERLINE = re.compile(r"""\n[ \t]*([=~^"'`#*+.:_-])\1{2,}[ \t]*\Z""")  # of a heading


class AlignmentGap(NamedTuple):
    """Segments of one side without counterpart, between two sure pairs."""

    segments: tuple[Segment, ...]
    is_left_out: bool  # by the page; else the page has added them
    score: float  # the least of its segments
    before: SegmentPair
    following: SegmentPair
    held: bool  # a neighbour is long enough, or has the terms, to hold it


class ShortTranslation(NamedTuple):
    """A pair of single segments whose translation is far shorter than is usual on the page."""

    pair: SegmentPair
    share: float  # its length, of what would be usual


@page_fact
def is_free(page: RuleContext) -> bool:
    """Return whether a page follows its original too loosely, or has too little of it, to report single gaps."""
    pairs = [pair for pair in _pairs(page) if any(map(is_prose, (*pair.target, *pair.source)))]
    alone = [pair for pair in pairs if not pair.target or not pair.source]
    if len(pairs) - len(alone) < _FEWEST:
        return len(alone) != 1 or len(pairs) < _SHORTEST or sum(pair.is_sure for pair in pairs) < len(pairs) - 1
    return len(alone) > _FREE * len(pairs)


@page_fact
def _pairs(page: RuleContext) -> Sequence[SegmentPair]:
    """Return the pairs of a page, except the stretches of its original that are reported as a whole."""
    reported = {segment.segment_id for stretch in missing_stretches(page) for segment in stretch.segments}
    pairs = page.original.pairs if page.original else ()
    return tuple(pair for pair in pairs if not any(segment.segment_id in reported for segment in pair.source))


def gaps(page: RuleContext) -> Iterator[AlignmentGap]:
    """Yield the gaps of a page that keeps to its original, in order."""
    runs = [list(run) for _, run in groupby(_pairs(page), key=_side)]
    ratio = _ratio(page)
    for number, run in enumerate(runs):
        before, following = runs[max(0, number - 1) : number], runs[number + 1 : number + 2]
        neighbours = [*(other[-1] for other in before), *(other[0] for other in following)]
        is_bounded = bool(neighbours) and all(pair.is_sure for pair in neighbours)
        is_inside = len(neighbours) == 2 or (is_bounded and _continues(page, run, neighbours[0]))
        if _side(run[0]) and is_bounded and is_inside and _is_telling_run(run):
            yield _gap(run, neighbours[0], neighbours[-1], ratio)


def _continues(page: RuleContext, run: Sequence[SegmentPair], neighbour: SegmentPair) -> bool:
    """Return whether what a page lacks at its beginning or end belongs to the neighbouring paragraph."""
    if run[0].target:
        return False
    first, last = sorted((run[0].source[0], neighbour.source[0]), key=lambda part: part.start)
    between = page.source[first.end : last.start]
    return not between.strip() and between.count("\n") < 2


def added_sentences(page: RuleContext) -> Iterator[AlignmentGap]:
    """Yield the sentences that only the page has, if no more than their place between their neighbours is doubtful."""
    pairs = _pairs(page)
    for index in range(_AROUND, len(pairs) - _AROUND):
        if _is_added_sentence(pairs[index]):
            outer, before, following, last = (pairs[index + step] for step in (-2, -1, 1, 2))
            doubtful = not (before.is_sure and following.is_sure)
            if doubtful and outer.is_sure and last.is_sure and _is_translated(before) and _is_translated(following):
                yield AlignmentGap(pairs[index].target, False, pairs[index].score, before, following, False)


def _is_added_sentence(pair: SegmentPair) -> bool:
    """Return whether a pair is one whole sentence that only the page has."""
    if pair.source or len(pair.target) != 1 or pair.score < _LIKELY:
        return False
    return pair.target[0].kind == "paragraph" and pair.target[0].text.rstrip()[-1:] in _CLOSED


def _is_translated(pair: SegmentPair) -> bool:
    """Return whether a pair is likely right and has a single piece of prose on either side."""
    single = len(pair.target) == len(pair.source) == 1
    return single and not pair.copied and pair.score >= _LIKELY and _is_prose(pair)


def _side(pair: SegmentPair) -> str:
    """Return which side a pair lacks: own or source; empty if it has both."""
    return "own" if not pair.target else "source" if not pair.source else ""


def _is_telling_run(run: Sequence[SegmentPair]) -> bool:
    return any(is_prose(segment) for pair in run for segment in (*pair.target, *pair.source))


def _gap(run: Sequence[SegmentPair], before: SegmentPair, following: SegmentPair, ratio: LengthRatio) -> AlignmentGap:
    left_out = not run[0].target
    segments = tuple(segment for pair in run for segment in (pair.source if left_out else pair.target))
    held = any(_holds_gap(neighbour, segments, left_out, exp(ratio.mean)) for neighbour in (before, following))
    return AlignmentGap(segments, left_out, min(pair.score for pair in run), before, following, held)


def _holds_gap(pair: SegmentPair, segments: Sequence[Segment], left_out: bool, usual_share: float) -> bool:
    """Return whether a neighbour exceeds the length that its counterpart requires by more than half of the gap."""
    if pair.copied:
        return False
    target, source = length(pair.target), length(pair.source) * usual_share
    needed = length(segments) * (usual_share if left_out else 1.0)
    return (target - source if left_out else source - target) > needed / 2


@page_fact
def short_translations(page: RuleContext) -> dict[str, ShortTranslation]:
    """Return, by segment id, each sentence that translates a single one and is not half as long as usual."""
    usual_share = exp(_ratio(page).mean)
    short: dict[str, ShortTranslation] = {}
    for pair in filter(_is_prose, sure_pairs(page)):
        if len(pair.target) == len(pair.source) == 1:
            source, target = length(pair.source), length(pair.target)
            if source >= TELLING and target <= _SHORT * source * usual_share:
                short[pair.target[0].segment_id] = ShortTranslation(pair, target / (source * usual_share))
    return short


def _is_prose(pair: SegmentPair) -> bool:
    return all(map(is_prose, (*pair.target, *pair.source)))


@page_fact
def _ratio(page: RuleContext) -> LengthRatio:
    """Return how the lengths of the page's translations relate to those of their originals."""
    pairs = filter(_is_prose, sure_pairs(page))
    lengths = [(length(pair.source), length(pair.target)) for pair in pairs]
    return ratio_of([sides for sides in lengths if all(sides)], initial_ratio("en", page.lang))


def length(segments: Sequence[Segment]) -> float:
    """Count the characters that a reader sees, without spaces, addresses and tags."""
    return float(sum(len("".join(_visible_text(segment).split())) for segment in segments))


@lru_cache(maxsize=20_000)
def _visible_part(text: str, hidden: tuple[tuple[int, int], ...]) -> str:
    pieces, position = [], 0
    for start, end in hidden:
        pieces.append(text[position:start])
        position = max(position, end)
    return "".join([*pieces, text[position:]])


def _visible_text(segment: Segment) -> str:
    hidden = tuple((span.start, span.end) for span in own_spans(segment) if span.kind in _UNSEEN)
    return _UNDERLINE.sub("", _visible_part(segment.text, hidden))
