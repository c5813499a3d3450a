"""Rounds: document pairs of two languages are aligned, learned from, and aligned again."""

from __future__ import annotations

from collections.abc import Sequence

from corpus.alignment.aligner import Bead, Known, aligned
from corpus.alignment.features import Bag, Evidence
from corpus.alignment.ibm1 import Pair, learn
from corpus.alignment.lengths import ratio_of, usual
from corpus.alignment.lexicon import Lexicon
from corpus.limits import SECONDS, LimitError, limited

Documents = tuple[Sequence[Evidence], Sequence[Evidence]]  # the segments that take part, of two documents
_MANY = 200  # different words on a side: lists that teach nothing and cost their square
_ROUNDS = 2  # a third changes next to nothing


def learned(pairs: Sequence[Documents], langs: tuple[str, str], lexicon: Lexicon, seconds: float = SECONDS) -> Known:
    """What these documents teach of their languages, on top of the lexicon that is there.

    A pair that takes longer than so many seconds of processor time teaches nothing.
    """
    before = usual(*langs)
    model = Known(lexicon, before)
    for _ in range(_ROUNDS):
        words: list[Pair] = []
        sizes: list[tuple[float, float]] = []
        for source, target in pairs:
            for bead in _beads(source, target, langs, model, seconds):
                if bead.source and bead.target:
                    sides = [source[i] for i in bead.source], [target[j] for j in bead.target]
                    pair = _joined(sides[0]), _joined(sides[1])
                    if max(map(len, pair)) <= _MANY:
                        words.append(pair)
                    sizes.append(
                        (sum(segment.length for segment in sides[0]), sum(segment.length for segment in sides[1]))
                    )
        model = Known(lexicon + learn(words, lexicon), ratio_of(sizes, before))
    return model


def _beads(
    source: Sequence[Evidence], target: Sequence[Evidence], langs: tuple[str, str], model: Known, seconds: float
) -> list[Bead]:
    try:
        with limited(seconds):
            return aligned(source, target, langs, model)
    except LimitError:
        return []


def _joined(segments: Sequence[Evidence]) -> Bag:
    return tuple(sorted({word for segment in segments for word in segment.words}))
