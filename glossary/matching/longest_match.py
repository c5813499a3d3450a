"""The longest match at a place wins; a shorter term may lie inside it, but not across its edge."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from glossary.matching.characters import is_cjk
from glossary.matching.variant_status import FormReading
from glossary.termbase.termbase import UNWANTED


class Hit(NamedTuple):
    """A stretch of text and its possible readings."""

    start: int
    end: int
    surface: str
    readings: tuple[FormReading, ...]
    single: bool  # one character
    nested: bool = False  # within a longer term
    far: bool = False  # its context words stand elsewhere on the page


def longest(hits: Sequence[Hit]) -> Iterator[Hit]:
    """Yield the winning hits: the longest from the left, and in them compounds of other concepts, one level deep."""
    outer: Hit | None = None
    inner_end = 0
    for hit in sorted(hits, key=order) if len(hits) > 1 else hits:
        if outer is None or hit.start >= outer.end:
            outer, inner_end = hit, hit.start
            yield hit
        elif hit.end <= outer.end and hit.start >= inner_end:
            readings = _nested_readings(hit, outer)
            if readings:
                inner_end = hit.end
                yield hit._replace(readings=readings, nested=True)


def order(hit: Hit) -> tuple[int, int]:
    """Return the sort key of hits: from the left, longer ones first."""
    return hit.start, -hit.end


# A compound names one concept. In terminology practice (ISO 704: the head says what it is, modifiers which one) its
# parts are not used as terms of their own: who writes 模型训练 or PyTorch Mobile speaks neither of 训练 at large nor
# of PyTorch. A part that is itself a compound is: 模型并行 in 分布式模型并行 is the known concept, narrowed. Not so
# where the whole has got an abbreviation, which shows that it is taken for one word (自动混合精度 is AMP), nor where
# the rest is no word but an affix (数据加载 in 数据加载器): that makes another word of it.
def _nested_readings(hit: Hit, outer: Hit) -> tuple[FormReading, ...]:
    """Return the readings allowed in a longer term: compounds, not unwanted; English only if the whole is English."""
    around = outer.surface[: hit.start - outer.start], outer.surface[hit.end - outer.start :]
    coined = any(reading.candidate.rank.coined for reading in outer.readings)
    if coined or not _several_words(hit.surface) or any(map(_is_affix, around)):
        return ()
    outer_concepts = {reading.candidate.concept_id for reading in outer.readings}
    silent = {*UNWANTED} if any(reading.status == "source" for reading in outer.readings) else {*UNWANTED, "source"}
    return tuple(
        reading
        for reading in hit.readings
        if reading.candidate.rank.compound
        and reading.candidate.status not in silent
        and reading.candidate.concept_id not in outer_concepts
    )


def _several_words(surface: str) -> bool:
    """Return whether it looks like a compound: two words of Latin, or more Han or kana than one word needs."""
    return len(re.split(r"[\s-]+", surface)) > 1 if surface.isascii() else len(surface) > 2


def _is_affix(rest: str) -> bool:
    word = rest.strip(" -・")
    return len(word) == 1 and is_cjk(word)
