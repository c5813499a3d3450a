"""What numbers segments say: their quantities, with offsets into their document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from corpus.numbers.extraction import quantities
from corpus.numbers.quantity import Quantity
from corpus.records import Segment
from corpus.text.segments import own_spans


def said_in(segments: Iterable[Segment]) -> list[Quantity]:
    """The quantities of segments, in order; none in code and markup."""
    return [
        replace(found, start=found.start + one.start, end=found.end + one.start)
        for one in segments
        if one.kind not in ("code", "markup")
        for found in quantities(one.text, one.text_lang, own_spans(one))
    ]
