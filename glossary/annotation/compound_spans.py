"""Compounds: known terms side by side, or joined by の or 的, are one longer term without an entry of its own.

The parts remain the mentions, so that rules compare them; each says where the whole stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from corpus.languages import pack
from glossary.matching import MatchedTerm
from glossary.termbase.termbase import UNWANTED

_MOST_PARTS = 4  # as many as the terms of an alignment; with more it is rather a list than a name
_ZONES = ("prose", "heading")

TermExtent = tuple[int, int]


def compound_spans(uses: Sequence[MatchedTerm], text: str, lang: str) -> Mapping[TermExtent, TermExtent]:
    """Return for each use that is part of a compound, by its extent, the extent of the whole; offsets count in `text`.

    `uses` are those of one segment, in order. English in a Chinese or Japanese text joins English alone.
    """
    joints = {"source": pack("en").compound_joint}
    own_joint = pack(lang).compound_joint
    wholes: dict[TermExtent, TermExtent] = {}
    for run in _runs(_parts(uses), text, own_joint, joints):
        whole = run[0].start, run[-1].end
        wholes.update(((part.start, part.end), whole) for part in run if len(run) > 1)
    return wholes


def _parts(uses: Iterable[MatchedTerm]) -> Iterator[MatchedTerm]:
    """Yield one use for each place that may be part of a compound."""
    end = -1
    for use in uses:
        if not use.nested and use.zone in _ZONES and use.status not in UNWANTED and use.start >= end:
            end = use.end
            yield use


def _runs(
    parts: Iterable[MatchedTerm], text: str, own_joint: re.Pattern[str], joints: Mapping[str, re.Pattern[str]]
) -> Iterator[list[MatchedTerm]]:
    run: list[MatchedTerm] = []
    for part in parts:
        if run:
            previous = run[-1]
            joint = joints.get(previous.status, own_joint)
            is_joined = (previous.status == "source") == (part.status == "source") and joint.fullmatch(
                text, previous.end, part.start
            )
            if not is_joined or len(run) == _MOST_PARTS:
                yield run
                run = []
        run.append(part)
    if run:
        yield run
