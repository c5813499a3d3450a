"""Compounds: terms side by side whose renderings stand side by side too are a longer term (model size, 模型大小)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from corpus import lazy_re as re
from glossary.bitext.terms.counterparts import Counterpart
from glossary.bitext.terms.english_terms import SourceTerm

_MOST = 4  # terms in a compound; with what follows by hand
_SURE = 0.5  # probability of each part
_ENGLISH_GAP = re.compile(r"[ -]")
_GAP = re.compile(r"[ \u3000]?[のな的・]?[ \u3000]?")  # what may stand between the parts of a translation
# What stands before a verb: its object is no part of a term with it.
_BEFORE_VERB = re.compile(
    r"(?:^|[.:!?;]|\b(?:to|can|cannot|could|will|would|shall|should|must|may|might|not|let|please"
    r"|I|we|you|they|it|and|or|then|that|which|who|also|simply|first|now))\s*[*_`\"'“(]*$",
    re.IGNORECASE,
)
_LOOK_BACK = 24  # characters: more than a word with its markup
_ADVERB = re.compile(r"\w{3,}ly", re.IGNORECASE)


class Part(NamedTuple):
    """A term with what stands for it."""

    term: SourceTerm
    candidate: Counterpart
    probability: float


def compounds(parts: Sequence[Part], source: str, source_start: int, text: str) -> Iterator[Part]:
    """Yield the longest compounds of the terms of a bead, which come in order.

    `source` is the English from `source_start` on, `text` the document of the translation.
    """
    run: list[Part] = []
    for part in parts:
        if run and not (len(run) < _MOST and _adjoin(run[-1], part, source, source_start, text)):
            yield from _compound(run, source, source_start)
            run = []
        if run or _may_begin(part, source, source_start):
            run.append(part)
    yield from _compound(run, source, source_start)


def _may_begin(part: Part, source: str, source_start: int) -> bool:
    if part.probability < _SURE or _ADVERB.fullmatch(part.term.surface):
        return False
    place = part.term.start - source_start
    return bool(part.term.concept_ids) or not _BEFORE_VERB.search(source[max(0, place - _LOOK_BACK) : place])


def _adjoin(part: Part, other: Part, source: str, source_start: int, text: str) -> bool:
    between = source[part.term.end - source_start : other.term.start - source_start]
    if other.probability < _SURE or not _ENGLISH_GAP.fullmatch(between):
        return False
    gap = text[part.candidate.end : other.candidate.start]
    return part.candidate.end <= other.candidate.start and _GAP.fullmatch(gap) is not None


def _compound(run: Sequence[Part], source: str, source_start: int) -> Iterator[Part]:
    if len(run) < 2:
        return
    start, end = run[0].term.start, run[-1].term.end
    surface = source[start - source_start : end - source_start]
    stems = tuple(stem for part in run for stem in part.term.stems)
    words = [part.term.term if part.term.concept_ids else part.term.surface.casefold() for part in run[:-1]]
    term = SourceTerm(start, end, surface, (), stems, " ".join([*words, run[-1].term.term]))
    whole = run[0].candidate._replace(end=run[-1].candidate.end, listed=None, kinds=frozenset(("parts",)))
    yield Part(term, whole, min(part.probability for part in run))
