"""Lost marks: a backtick without its partner, and the target of a link that its words have come away from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.records import Segment
from corpus.text.non_translatables import ADDRESS, NAME, kept_spans
from glossary.rules.fidelity._link_targets import address
from glossary.rules.source_context import SegmentPair

_TICKS = re.compile(r"(?<!\\)`+")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_LONGEST_TORN = 200  # characters
_LOOSE_LINK = re.compile(r"\](?:[ \u3000]+[(（]|（)\s*([!-'*-~]+)\s*[)）]")


class LostMarkup(NamedTuple):
    """Words whose marks are no longer whole; offsets into the document's text."""

    start: int
    end: int
    right: str
    kind: str


def lost_marks(pair: SegmentPair) -> Iterator[LostMarkup]:
    """Yield what of a pair in Markdown has lost a mark, which the original has."""
    if lost := lost_tick(pair):
        yield lost
    for segment in pair.target:
        for match in _LOOSE_LINK.finditer(segment.text):
            targets = (
                span.text for other in pair.source for span in kept_spans(other) if span.kind == ADDRESS and span.marked
            )
            if any(address(match[1])[:4] == address(target)[:4] for target in targets):
                start, end = segment.start + match.start() + 1, segment.start + match.end()
                yield LostMarkup(start, end, f"({match[1]})", "link")


def lost_tick(pair: SegmentPair) -> LostMarkup | None:
    """Return the name of code that has a backtick on one side alone; None where all have their partners.

    A name that is also part of a longer code span of the original tells no remedy: the backtick may be that span's.
    """
    if not _ticks(pair.target) % 2 or _ticks(pair.source) % 2:
        return None
    names = _marked_names(pair)
    whole = re.compile("|".join(rf"(?<!`)`\s*{re.escape(name)}\s*`(?!`)" for name in names)) if names else None
    for segment in pair.target:
        rest = whole.sub(lambda match: " " * len(match[0]), segment.text) if whole else segment.text
        for name in names:
            if any(name != other and name in other for other in names):
                continue
            word = re.escape(name)
            half = re.compile(rf"(?<![`\w]){word}`(?!`)|(?<!`)`{word}(?![`\w])", re.ASCII)
            if match := half.search(rest):
                return LostMarkup(segment.start + match.start(), segment.start + match.end(), f"`{name}`", "marks")
    segment, tick = next((candidate, match) for candidate in pair.target for match in _TICKS.finditer(candidate.text))
    return LostMarkup(segment.start + tick.start(), segment.start + tick.end(), "", "tick")


def torn_spans(text: str, pairs: Sequence[SegmentPair]) -> Iterator[tuple[LostMarkup, Sequence[SegmentPair]]]:
    """Find the code spans of the original that a blank line of the page tears apart, with the pairs they stand in."""
    odd = [(segment, pair) for pair in pairs for segment in pair.target if _ticks((segment,)) % 2]
    for (before, first_pair), (after, second_pair) in pairwise(odd):
        opening = list(_TICKS.finditer(before.text))[-1]
        closing = next(_TICKS.finditer(after.text))
        start, end = before.start + opening.start(), after.start + closing.end()
        content = text[start:end].strip("`")
        if end - start > _LONGEST_TORN or not _BLANK_LINE.search(content):
            continue
        names = {"".join(name.split()): name for pair in (first_pair, second_pair) for name in _marked_names(pair)}
        if name := names.get("".join(content.split())):
            yield LostMarkup(start, end, f"`{name}`", "torn"), (first_pair, second_pair)


def _marked_names(pair: SegmentPair) -> list[str]:
    """Return what stands between code marks in the original, the longest first."""
    spans = (span for segment in pair.source for span in kept_spans(segment))
    return sorted(
        {span.text for span in spans if span.kind == NAME and span.marked}, key=lambda name: (-len(name), name)
    )


def _ticks(segments: tuple[Segment, ...]) -> int:
    return sum(len(_TICKS.findall(segment.text)) for segment in segments)
