"""Iteration: document pairs of two languages are aligned, learned from, and aligned again.

As in Moore (2002), the beads of one pass teach the word model of the next by IBM model 1. Unlike there, the first pass
has all the evidence already, not lengths alone, and beads of every shape teach.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from corpus.alignment.aligner import Bead, PairModel, align_documents
from corpus.alignment.features import Bag, SegmentFeatures
from corpus.alignment.ibm1 import Pair, learn
from corpus.alignment.lengths import initial_ratio, ratio_of
from corpus.alignment.lexicon import Lexicon
from corpus.limits import SECONDS, LimitError, limited

Documents = tuple[Sequence[SegmentFeatures], Sequence[SegmentFeatures]]  # the segments that take part, of two documents
_MANY = 200  # different words on a side: lists that teach nothing and cost their square; by hand, not measured
_ROUNDS = 2  # a third changes next to nothing; a prototype went from 0.79 to 0.91 on noisy documents


class Taught(NamedTuple):
    """What documents teach, and the beads that taught it: those of each pair of documents."""

    model: PairModel
    beads: list[list[Bead]]


def learned(pairs: Sequence[Documents], langs: tuple[str, str], lexicon: Lexicon, seconds: float = SECONDS) -> Taught:
    """Learn from these documents of their languages, on top of the lexicon that is there.

    A pair that takes longer than so many seconds of processor time teaches nothing.

    Raises:
        KeyError: a language is not registered.
    """
    before = initial_ratio(*langs)
    model = PairModel(lexicon, before)
    beads: list[list[Bead]] = []
    for _ in range(_ROUNDS):
        words: list[Pair] = []
        sizes: list[tuple[float, float]] = []
        beads = [_beads(source, target, langs, model, seconds) for source, target in pairs]
        for (source, target), pair_beads in zip(pairs, beads, strict=True):
            for bead in pair_beads:
                if bead.source and bead.target:
                    sides = [source[i] for i in bead.source], [target[j] for j in bead.target]
                    pair = _joined_words(sides[0]), _joined_words(sides[1])
                    if max(map(len, pair)) <= _MANY:
                        words.append(pair)
                    sizes.append(
                        (sum(segment.length for segment in sides[0]), sum(segment.length for segment in sides[1]))
                    )
        model = PairModel(lexicon + learn(words, lexicon), ratio_of(sizes, before))
    return Taught(model, beads)


def _beads(
    source: Sequence[SegmentFeatures],
    target: Sequence[SegmentFeatures],
    langs: tuple[str, str],
    model: PairModel,
    seconds: float,
) -> list[Bead]:
    try:
        with limited(seconds):
            return align_documents(source, target, langs, model)
    except LimitError:
        return []


def _joined_words(segments: Sequence[SegmentFeatures]) -> Bag:
    return tuple(sorted({word for segment in segments for word in segment.words}))
