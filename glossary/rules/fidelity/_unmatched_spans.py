"""Unmatched spans: names, addresses, placeholders and formulas that only the page or only its original has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corpus import lazy_re as re
from corpus.records import Segment
from corpus.text.non_translatables import ADDRESS, PLACEHOLDER, KeptSpan, kept_spans
from glossary.rules.context import RuleContext
from glossary.rules.fidelity._link_targets import address
from glossary.rules.source_context import SegmentPair

_LIKE_PLACEHOLDER = re.compile(
    r"[{｛]{1,2}[^{}｛｝\n]{1,60}[}｝]{1,2}|[{｛]{1,2}%?[ ]?\w+|[%％][ ]?(?:[({（][\w ]{1,30}[)）}])?[sd](?![A-Za-z])"
)
_NEAR = 2  # pairs before and after, into which a sentence may have been moved


@dataclass(slots=True)
class UnmatchedSpans:
    """What of one pair has no like on the other side, by kind and in order; and how much there was of each kind."""

    pair: SegmentPair
    target: dict[str, list[KeptSpan]]
    source: dict[str, list[KeptSpan]]
    counts: dict[str, tuple[int, int]]


def unmatched_spans(page: RuleContext) -> list[UnmatchedSpans]:
    """Return the pairs of a page that leave something over, without what stands in a sentence nearby."""
    if page.original is None:
        return []
    leftovers = [_of_pair(pair) for pair in page.original.pairs if not pair.copied and not _is_code(pair)]
    _remove_moved(leftovers)
    _without_words(page, leftovers)
    return [rest for rest in leftovers if rest.pair.target and rest.pair.source and (rest.target or rest.source)]


def of_pictures(page: RuleContext) -> UnmatchedSpans:
    """Return the same of pictures, videos and whatever else holds no words, all of a page together."""
    original = page.original.segments if page.original else ()
    target, source = (
        tuple(segment for segment in side if segment.kind == "markup") for side in (page.segments, original)
    )
    return _of_pair(SegmentPair(target, source, 1.0, False))


def _is_code(pair: SegmentPair) -> bool:
    return any(segment.kind == "code" for segment in (*pair.target, *pair.source))


def _of_pair(pair: SegmentPair) -> UnmatchedSpans:
    target, source = _by_kind(pair.target), _by_kind(pair.source)
    counts = {kind: (len(target.get(kind, ())), len(source.get(kind, ()))) for kind in target.keys() | source.keys()}
    rest = {kind: _without_counterparts(spans, source.get(kind, ())) for kind, spans in target.items()}
    missing = {kind: _without_counterparts(spans, target.get(kind, ())) for kind, spans in source.items()}
    # What looks like a placeholder, where the original has one that the page has not: {名前}.
    if any(span.text[0] in "{%$" for span in missing.get(PLACEHOLDER, ())):
        for segment in pair.target:
            protected = [(span.start, span.end) for span in segment.protected]
            for match in _LIKE_PLACEHOLDER.finditer(segment.text):
                start, end = segment.start + match.start(), segment.start + match.end()
                if not any(first < end and start < last for first, last in protected):
                    form = "".join(match[0].split())
                    rest.setdefault(PLACEHOLDER, []).append(KeptSpan(start, end, match[0], PLACEHOLDER, form, False))
    return UnmatchedSpans(pair, _spans_of_all_kinds(rest), _spans_of_all_kinds(missing), counts)


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
    """Return those that the other side has not as often."""
    counts = Counter(map(_key, others))
    rest = []
    for span in spans:
        counts[_key(span)] -= 1
        if counts[_key(span)] < 0:
            rest.append(span)
    return rest


def _remove_moved(leftovers: Sequence[UnmatchedSpans]) -> None:
    """Remove what a pair has left over, and one nearby misses."""
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
    """Remove what the other side says too: the original anywhere, the page in plain words, without marks."""
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
    """Return whether a text has these words, not as the beginning of a longer name."""
    if span.text not in text:
        return False
    return re.search(rf"(?<![A-Za-z0-9_]){re.escape(span.text)}(?!\.?[A-Za-z0-9_])", text) is not None
