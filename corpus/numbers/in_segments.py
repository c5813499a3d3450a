"""What numbers segments say: their quantities, with offsets into their document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from corpus.numbers.extraction import quantities
from corpus.numbers.quantity import Quantity
from corpus.records import Segment
from corpus.text.segments import own_spans


def quantities_in(segments: Iterable[Segment]) -> list[Quantity]:
    """The quantities of segments, in order; none in code and markup."""
    return [
        replace(quantity, start=quantity.start + segment.start, end=quantity.end + segment.start)
        for segment in segments
        if segment.kind not in ("code", "markup")
        for quantity in quantities(segment.text, segment.text_lang, own_spans(segment))
    ]
