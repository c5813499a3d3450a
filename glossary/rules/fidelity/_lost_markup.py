"""Lost marks: a backtick without its partner, and the target of a link that its words have come away from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.records import Segment
from corpus.text.non_translatables import ADDRESS, NAME, kept_spans
from glossary.rules.fidelity._link_targets import address
from glossary.rules.source_context import SegmentPair

_TICKS = re.compile(r"(?<!\\)`+")
_LOOSE_LINK = re.compile(r"\](?:[ \u3000]+[(（]|（)\s*([!-'*-~]+)\s*[)）]")


class LostMarkup(NamedTuple):
    """Words whose marks are no longer whole; offsets into the document's text."""

    start: int
    end: int
    right: str
    kind: str


def lost_marks(pair: SegmentPair) -> Iterator[LostMarkup]:
    """What of a pair in Markdown has lost a mark, which the original has."""
    if lost := lost_tick(pair):
        yield lost
    yield from _loose_links(pair)


def lost_tick(pair: SegmentPair) -> LostMarkup | None:
    """The name of code that has a backtick on one side alone; nothing where all have their partners."""
    if not _ticks(pair.target) % 2 or _ticks(pair.source) % 2:
        return None
    names = sorted(
        {span.text for segment in pair.source for span in kept_spans(segment) if span.kind == NAME and span.marked}
    )
    for segment in pair.target:
        for name in names:
            word = re.escape(name)
            half = re.compile(rf"(?<![`\w]){word}`(?!`)|(?<!`)`{word}(?![`\w])", re.ASCII)
            if match := half.search(segment.text):
                return LostMarkup(segment.start + match.start(), segment.start + match.end(), f"`{name}`", "marks")
    segment, tick = next((candidate, match) for candidate in pair.target for match in _TICKS.finditer(candidate.text))
    return LostMarkup(segment.start + tick.start(), segment.start + tick.end(), "", "tick")


def _ticks(segments: tuple[Segment, ...]) -> int:
    return sum(len(_TICKS.findall(segment.text)) for segment in segments)


def _loose_links(pair: SegmentPair) -> Iterator[LostMarkup]:
    for segment in pair.target:
        for match in _LOOSE_LINK.finditer(segment.text):
            targets = (
                span.text for other in pair.source for span in kept_spans(other) if span.kind == ADDRESS and span.marked
            )
            if any(address(match[1])[:4] == address(target)[:4] for target in targets):
                start, end = segment.start + match.start() + 1, segment.start + match.end()
                yield LostMarkup(start, end, f"({match[1]})", "link")
