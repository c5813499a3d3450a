"""T506 stale-translation: a third of a page, or of its original, has no counterpart that is sure.

Why: such a page follows another version of its original, or tells it freely; only the rest of it was compared.
Bad: a page of five sections, whose original has nine by now
Good: a page that has the original's sections, or says which version it translates
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corpus.records import Segment
from corpus.text.segments import is_prose
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.term_alignment.term_rows import SURE

_SHARE = 1 / 3  # of the characters of prose
_FEWEST = 8  # sentences on either side
_SHOWN = 40  # characters of the first sentence


def find(page: RuleContext) -> Iterator[Violation]:
    """One finding for a page of which much cannot be compared, with the likely reason."""
    if page.original is None:
        return
    page_prose, original_prose = (list(filter(is_prose, segments)) for segments in (page.prose, page.original.segments))
    if min(len(page_prose), len(original_prose)) < _FEWEST:
        return
    sure_pairs = [pair for pair in page.pairs if pair.score >= SURE]
    alone = _without(page_prose, {part.segment_id for pair in sure_pairs for part in pair.target})
    missing = _without(original_prose, {part.segment_id for pair in sure_pairs for part in pair.source})
    mine, theirs = _length(alone) / _length(page_prose), _length(missing) / _length(original_prose)
    if max(mine, theirs) < _SHARE:
        return
    message_id = "differs" if min(mine, theirs) >= _SHARE else "longer" if mine >= _SHARE else ""
    first = missing[0] if message_id == "" else alone[0]
    words = {
        "share": f"{theirs if message_id == '' else mine:.0%}",
        "count": str(len(missing if message_id == "" else alone)),
        "first": _beginning(first),
    }
    place = page_prose[0] if message_id == "" else first
    yield Violation((DocumentSpan(place.start, place.end),), message_id=message_id, words=words, key="page")


def _without(segments: Sequence[Segment], paired: set[str]) -> list[Segment]:
    return [segment for segment in segments if segment.segment_id not in paired]


def _length(segments: Sequence[Segment]) -> int:
    return sum(segment.end - segment.start for segment in segments)


def _beginning(segment: Segment) -> str:
    text = " ".join(segment.text.split())
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


RULE = Rule("T506", "stale-translation", "accuracy/omission", "neutral", 0.9, "document", find)
