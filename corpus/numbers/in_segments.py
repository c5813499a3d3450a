"""What numbers segments say: their quantities, with offsets into their document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from corpus.numbers.extraction import quantities
from corpus.numbers.quantity import Quantity
from corpus.records import Segment, Span
from corpus.text.segments import own_spans

_REMEMBERED = 8_192  # texts: a work is read in each language pair, then by the rules


def quantities_in(segments: Iterable[Segment]) -> list[Quantity]:
    """Return the quantities of segments, in order; none in code and markup."""
    return [
        replace(quantity, start=quantity.start + segment.start, end=quantity.end + segment.start)
        for segment in segments
        if segment.kind not in ("code", "markup")
        for quantity in _quantities(segment.text, segment.text_lang, tuple(own_spans(segment)))
    ]


@lru_cache(maxsize=_REMEMBERED)
def _quantities(text: str, lang: str, spans: tuple[Span, ...]) -> tuple[Quantity, ...]:
    return tuple(quantities(text, lang, spans))
