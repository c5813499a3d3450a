"""Unmatched spans: names, addresses and formulas that only the page or its original has, and marks that were lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.records import Segment
from corpus.text.non_translatables import ADDRESS, NAME, PLACEHOLDER, KeptSpan, kept_spans
from glossary.rules.context import RuleContext
from glossary.rules.fidelity._link_targets import address
from glossary.rules.source_context import SegmentPair

_TICKS = re.compile(r"(?<!\\)`+")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_LONGEST_TORN = 200  # characters
_LOOSE_LINK = re.compile(r"\](?:[ \u3000]+[(（]|（)\s*([!-'*-~]+)\s*[)）]")


class LostMarkup(NamedTuple):
    """Words that lost part of their markup; offsets into the document's text."""

    start: int
    end: int
    right: str
    kind: str


def lost_marks(pair: SegmentPair) -> Iterator[LostMarkup]:
    """Yield the words of a Markdown pair that lost a mark which the original has."""
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
    """Return the place of a missing backtick; None unless the page has an odd number and the original an even one. A
    name that is also part of a longer code span of the original gets no remedy: the backtick may be that span's.
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
    """Yield the original's code spans that a blank line on the page tears apart, each with the two pairs it is in."""
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
    """Return the text of each code span in the original, the longest first."""
    spans = (span for segment in pair.source for span in kept_spans(segment))
    return sorted(
        {span.text for span in spans if span.kind == NAME and span.marked}, key=lambda name: (-len(name), name)
    )


def _ticks(segments: tuple[Segment, ...]) -> int:
    return sum(len(_TICKS.findall(segment.text)) for segment in segments)


_LIKE_PLACEHOLDER = re.compile(
    r"[{｛]\w{1,40}[,，] ?\w{1,20}[,，]|"
    r"[{｛]{1,2}[^{}｛｝\n]{1,60}[}｝]{1,2}|[{｛]{1,2}%?[ ]?\w+|[%％][ ]?(?:[({（][\w ]{1,30}[)）}])?[sd](?![A-Za-z])"
)
_NEAR = 2  # pairs before and after, into which a sentence may have been moved


@dataclass(slots=True)
class UnmatchedSpans:
    """The spans of a pair that the other side lacks, by kind and in order, and the number of spans of each kind."""

    pair: SegmentPair
    target: dict[str, list[KeptSpan]]
    source: dict[str, list[KeptSpan]]
    counts: dict[str, tuple[int, int]]


def unmatched_spans(page: RuleContext) -> list[UnmatchedSpans]:
    """Return the pairs of a page with unmatched spans, not counting spans that a sentence nearby has."""
    if page.original is None:
        return []
    leftovers = [_of_pair(pair) for pair in page.original.pairs if not pair.copied and not _is_code(pair)]
    _remove_moved(leftovers)
    _without_words(page, leftovers)
    return [rest for rest in leftovers if rest.pair.target and rest.pair.source and (rest.target or rest.source)]


def _is_code(pair: SegmentPair) -> bool:
    return any(segment.kind == "code" for segment in (*pair.target, *pair.source))


def _of_pair(pair: SegmentPair) -> UnmatchedSpans:
    target, source = _by_kind(pair.target), _by_kind(pair.source)
    counts = {kind: (len(target.get(kind, ())), len(source.get(kind, ()))) for kind in target.keys() | source.keys()}
    rest = {kind: _without_counterparts(spans, source.get(kind, ())) for kind, spans in target.items()}
    missing = {kind: _without_counterparts(spans, target.get(kind, ())) for kind, spans in source.items()}
    # What looks like a placeholder, where the original has one that the page has not: {名前}.
    if any(span.text[0] in "{%$" for span in missing.get(PLACEHOLDER, ())):
        alike = [span for segment in pair.target for span in like_placeholders(segment)]
        rest[PLACEHOLDER] = [*rest.get(PLACEHOLDER, ()), *alike]
    return UnmatchedSpans(pair, _spans_of_all_kinds(rest), _spans_of_all_kinds(missing), counts)


def like_placeholders(segment: Segment) -> Iterator[KeptSpan]:
    """Yield what looks like a placeholder but is not a protected span."""
    protected = [(span.start, span.end) for span in segment.protected]
    for match in _LIKE_PLACEHOLDER.finditer(segment.text):
        start, end = segment.start + match.start(), segment.start + match.end()
        if not any(first < end and start < last for first, last in protected):
            yield KeptSpan(start, end, match[0], PLACEHOLDER, "".join(match[0].split()), False)


def _by_kind(segments: Iterable[Segment]) -> dict[str, list[KeptSpan]]:
    spans_by_kind: dict[str, list[KeptSpan]] = {}
    for segment in segments:
        for span in kept_spans(segment):
            spans_by_kind.setdefault(span.kind, []).append(span)
    return spans_by_kind


def _spans_of_all_kinds(spans_by_kind: dict[str, list[KeptSpan]]) -> dict[str, list[KeptSpan]]:
    return {kind: some for kind, some in spans_by_kind.items() if some}


def _key(span: KeptSpan) -> object:
    return address(span.text)[:4] if span.kind == ADDRESS else span.form


def _without_counterparts(spans: Iterable[KeptSpan], others: Iterable[KeptSpan]) -> list[KeptSpan]:
    """Return the spans left over when each is matched with an equal one on the other side."""
    counts = Counter(map(_key, others))
    rest = []
    for span in spans:
        counts[_key(span)] -= 1
        if counts[_key(span)] < 0:
            rest.append(span)
    return rest


def _remove_moved(leftovers: Sequence[UnmatchedSpans]) -> None:
    """Remove the spans that are left over in one pair and missing in one nearby."""
    for number, rest in enumerate(leftovers):
        for nearby in leftovers[max(0, number - _NEAR) : number + _NEAR + 1]:
            if nearby is not rest:
                for kind in [kind for kind in rest.target if kind in nearby.source]:
                    target, source = rest.target[kind], nearby.source[kind]
                    rest.target[kind], nearby.source[kind] = (
                        _without_counterparts(target, source),
                        _without_counterparts(source, target),
                    )
    for rest in leftovers:
        rest.target, rest.source = _spans_of_all_kinds(rest.target), _spans_of_all_kinds(rest.source)


def _without_words(page: RuleContext, leftovers: Sequence[UnmatchedSpans]) -> None:
    """Remove spans whose words the other side has too: the original anywhere in the pair, the page in plain words."""
    for rest in leftovers:
        if rest.target and rest.pair.source:
            rest.target = _without_spelled_out(rest.target, " ".join(segment.text for segment in rest.pair.source))
        if rest.source and rest.pair.target:
            rest.source = _without_spelled_out(rest.source, " ".join(map(page.plain, rest.pair.target)))


def _without_spelled_out(spans_by_kind: dict[str, list[KeptSpan]], text: str) -> dict[str, list[KeptSpan]]:
    return _spans_of_all_kinds(
        {kind: [span for span in some if not _has_words(text, span)] for kind, some in spans_by_kind.items()}
    )


def _has_words(text: str, span: KeptSpan) -> bool:
    """Return whether a text has these words, and not just as the beginning of a longer name."""
    if span.text not in text:
        return False
    return re.search(rf"(?<![A-Za-z0-9_]){re.escape(span.text)}(?!\.?[A-Za-z0-9_])", text) is not None
