"""Page usages: how one page renders each English term and label of its original."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import permutations
from math import fsum
from operator import getitem
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.records import Segment
from corpus.text.segments import CLOSERS, OPENERS, is_prose
from glossary.bitext.rendering_words import commonest, folded
from glossary.bitext.terms.english_terms import singular
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.digest import PageUsage
from glossary.rules.shared.names_in_code import is_named_in_code
from glossary.rules.usages.usage_model import known_share

_LEAST = 0.6  # confidence of links, which is how often they are right (tests.benchmarks.term_alignment.measure)
_MOST_PLACES = 50  # of one usage on a page; by hand, no more are counted
_BESIDE = re.compile(rf"[A-Za-z0-9_`*/.+\"{re.escape(''.join({**OPENERS, **CLOSERS}))}-]")
_WIDEST = 4  # characters that a place may gain to end where a word does; by hand
# Labels: words that both sides set in bold or between quotation marks.
_SURE = 0.8  # score of pairs: about nine in ten are right from 0.7 on (`glossary.bitext.terms.term_rows`)
_LONGEST = 6  # words of an English label
_MOST_ORDERED = 4  # labels of a sentence whose order is looked for; of more it is taken to be the same
_MARKS = (
    re.compile(r"\*\*(?P<words>[^*\n]{1,80}?)\*\*"),
    re.compile(r"“(?P<words>[^”\n]{1,60})”|(?<!=)\"(?P<quoted>[^\"\n]{1,60})\"|「(?P<kagi>[^」\n]{1,60})」"),
)
_ENDS = " :：,，.。"


class _Place(NamedTuple):
    """A place of a rendering, and its context."""

    start: int
    end: int
    surface: str
    english: str
    confidence: float
    is_cut: bool = False


_Span = tuple[int, int]
_Key = tuple[str, str, str, str, str]  # kind, concept, term, folded words, relation


@page_fact
def page_usages(page: RuleContext) -> tuple[PageUsage, ...]:
    """Return how a page renders the terms and labels of its original, in order of kind, concept, term and words."""
    places: defaultdict[_Key, list[_Place]] = defaultdict(list)
    for key, place in (*_terms(page), *_labels(page)):
        places[key].append(place)
    return tuple(_usage(page, key, sorted(places[key])[:_MOST_PLACES]) for key in sorted(places))


def _terms(page: RuleContext) -> Iterator[tuple[_Key, _Place]]:
    for row in page.terms:
        if row.surface and row.start is not None and row.end is not None and row.confidence >= _LEAST:
            start, end = _whole(page.segment_at(row.start), row.start, row.end)
            surface = page.text[start:end]
            is_cut = (start, end) != (row.start, row.end)
            relation = row.relation
            if is_cut and relation not in ("source", "other"):
                relation = _relation_of_whole(page, start, end, row.concept_id)
            place = _Place(start, end, surface, row.source_surface, row.confidence, is_cut=is_cut)
            yield ("term", row.concept_id or "", row.term, folded(surface), relation), place


def _labels(page: RuleContext) -> Iterator[tuple[_Key, _Place]]:
    """Yield the labels of reliable one-to-one segment pairs whose two sides have the same number of labels."""
    for pair in page.pairs:
        is_single = len(pair.target) == len(pair.source) == 1 and is_prose(pair.target[0]) and is_prose(pair.source[0])
        for marks in _MARKS if is_single and pair.score >= _SURE and not pair.copied else ():
            source = list(_marked(marks, page.source, pair.source[0]))
            target = list(_marked(marks, page.text, pair.target[0]))
            for (first, last), (start, end) in _paired(page, source, target):
                english, surface = page.source[first:last], page.text[start:end]
                if surface and 0 < len(english.split()) <= _LONGEST:
                    *first_words, last_word = english.casefold().split()
                    key = ("label", "", " ".join([*first_words, singular(last_word)]), folded(surface), "")
                    yield key, _Place(start, end, surface, english, 1.0)


def _paired(page: RuleContext, source: Sequence[_Span], target: Sequence[_Span]) -> Iterator[tuple[_Span, _Span]]:
    """Yield the labels of a sentence with their renderings, in the order that their words make most likely. Yield none
    if one side has more labels, and skip a label whose rendering has the words of another label.
    """
    if len(source) != len(target):
        return
    names, renderings = (
        [_name(text, span) for span in spans] for text, spans in ((page.source, source), (page.text, target))
    )
    order: Sequence[int] = range(len(target))
    if 1 < len(order) <= _MOST_ORDERED:
        shares = [[name == words or known_share(name, words, page.lang) for words in renderings] for name in names]
        order = max(permutations(order), key=lambda numbers: round(fsum(map(getitem, shares, numbers)), 6))
    for label, name, number in zip(source, names, order, strict=True):
        if renderings[number] == name or renderings[number] not in names:
            yield label, target[number]


def _name(text: str, span: _Span) -> str:
    return " ".join(text[slice(*span)].casefold().split())


def _marked(marks: re.Pattern[str], text: str, segment: Segment) -> Iterator[tuple[int, int]]:
    """Yield where the words of each label are, without the marks that separate them from the sentence."""
    for match in marks.finditer(text, segment.start, segment.end):
        first, last = match.span(match.lastgroup or 0)
        words = text[first:last]
        yield first + len(words) - len(words.lstrip(_ENDS)), max(first, last - (len(words) - len(words.rstrip(_ENDS))))


def _whole(segment: Segment | None, start: int, end: int) -> tuple[int, int]:
    """Return the place widened to whole words of its segment, if little is missing: デプロイ of デプロイメント."""
    if segment is None or not segment.tokens:
        return start, end
    starts = segment.token_starts
    first, last = max(0, bisect_right(starts, start) - 1), max(0, bisect_left(starts, end) - 1)
    begin, stop = min(start, starts[first]), max(end, starts[last] + len(segment.tokens[last]))
    return (begin, stop) if stop - begin - (end - start) <= _WIDEST else (start, end)


def _relation_of_whole(page: RuleContext, start: int, end: int, concept_id: str | None) -> str:
    """Return the glossary's status of a widened word as a form of the concept; unlisted if it has none."""
    statuses = (
        use.status
        for use in page.mentions_touching(start, end)
        if (use.start, use.end, use.concept_id) == (start, end, concept_id)
    )
    status = next(statuses, "unlisted")
    return "admitted" if status == "abbreviation" else status


def _usage(page: RuleContext, key: _Key, places: list[_Place]) -> PageUsage:
    kind, concept_id, term, _, relation = key
    is_left = relation == "source"
    return PageUsage(
        kind=kind,
        concept_id=concept_id,
        term=term,
        english=" ".join(commonest(Counter(place.english for place in places)).split()),
        surface=commonest(Counter(place.surface for place in places)),
        relation=relation,
        places=tuple((place.start, place.end) for place in places),
        confidence=round(fsum(place.confidence for place in places) / len(places), 4),
        capitals=sum(place.english[:1].isupper() for place in places),
        alone=sum(_is_alone(page.text, place) for place in places) if is_left else 0,
        coded=sum(is_named_in_code(page, place.surface) for place in places) if is_left else 0,
        cut=sum(place.is_cut for place in places),
    )


def _is_alone(text: str, place: _Place) -> bool:
    """Return whether English stands between words of the page's own language, and is no gloss or quotation."""
    before = text[max(0, place.start - 2) : place.start].rstrip(" ")[-1:]
    after = text[place.end : place.end + 2].lstrip(" ")[:1]
    return not (_BESIDE.match(before) or _BESIDE.match(after))
