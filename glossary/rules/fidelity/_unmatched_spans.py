"""What a page keeps of its original, and what is left over on either side: names, addresses, placeholders, formulas."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corpus.records import Segment
from corpus.text.non_translatables import ADDRESS, PLACEHOLDER, Kept, kept
from glossary.rules.context import RuleContext
from glossary.rules.fidelity._link_targets import address
from glossary.rules.source_context import SegmentPair

_LIKE_PLACEHOLDER = re.compile(
    r"[{｛]{1,2}[^{}｛｝\n]{1,60}[}｝]{1,2}|[{｛]{1,2}%?[ ]?\w+|[%％][ ]?(?:[({（][\w ]{1,30}[)）}])?[sd](?![A-Za-z])"
)
_NEAR = 2  # pairs before and after, into which a sentence may have been moved


@dataclass(slots=True)
class LeftOver:
    """What of one pair has no like on the other side, by kind and in order; and how much there was of each kind."""

    pair: SegmentPair
    own: dict[str, list[Kept]]
    source: dict[str, list[Kept]]
    counts: dict[str, tuple[int, int]]


def left_over(page: RuleContext) -> list[LeftOver]:
    """The pairs of a page that leave something over, without what stands in a sentence nearby."""
    if page.original is None:
        return []
    found = [_of_pair(pair) for pair in page.original.pairs if not pair.copied and not _is_code(pair)]
    _without_moved(found)
    _without_words(page, found)
    return [one for one in found if one.pair.own and one.pair.source and (one.own or one.source)]


def of_pictures(page: RuleContext) -> LeftOver:
    """The same of pictures, videos and whatever else holds no words, all of a page together."""
    original = page.original.segments if page.original else ()
    own, source = (tuple(one for one in side if one.kind == "markup") for side in (page.segments, original))
    return _of_pair(SegmentPair(own, source, 1.0, False))


def _is_code(pair: SegmentPair) -> bool:
    return any(one.kind == "code" for one in (*pair.own, *pair.source))


def _of_pair(pair: SegmentPair) -> LeftOver:
    own, source = _by_kind(pair.own), _by_kind(pair.source)
    counts = {kind: (len(own.get(kind, ())), len(source.get(kind, ()))) for kind in own.keys() | source.keys()}
    rest = {kind: _without(found, source.get(kind, ())) for kind, found in own.items()}
    missing = {kind: _without(found, own.get(kind, ())) for kind, found in source.items()}
    _with_lookalikes(rest, missing, pair.own)
    return LeftOver(pair, _filled(rest), _filled(missing), counts)


def _by_kind(segments: Iterable[Segment]) -> dict[str, list[Kept]]:
    found: dict[str, list[Kept]] = {}
    for segment in segments:
        for one in kept(segment):
            found.setdefault(one.kind, []).append(one)
    return found


def _with_lookalikes(found: dict[str, list[Kept]], missing: dict[str, list[Kept]], own: Sequence[Segment]) -> None:
    """Adds what looks like a placeholder, where the original has one that the page has not: {名前}."""
    if any(one.text[0] in "{%$" for one in missing.get(PLACEHOLDER, ())):
        for segment in own:
            taken = [(one.start, one.end) for one in segment.protected]
            for match in _LIKE_PLACEHOLDER.finditer(segment.text):
                start, end = segment.start + match.start(), segment.start + match.end()
                if not any(first < end and start < last for first, last in taken):
                    form = "".join(match[0].split())
                    found.setdefault(PLACEHOLDER, []).append(Kept(start, end, match[0], PLACEHOLDER, form, False))


def _filled(found: dict[str, list[Kept]]) -> dict[str, list[Kept]]:
    return {kind: some for kind, some in found.items() if some}


def _key(one: Kept) -> object:
    return address(one.text)[:4] if one.kind == ADDRESS else one.form


def _without(found: Iterable[Kept], others: Iterable[Kept]) -> list[Kept]:
    """Those that the other side has not as often."""
    there = Counter(map(_key, others))
    rest = []
    for one in found:
        there[_key(one)] -= 1
        if there[_key(one)] < 0:
            rest.append(one)
    return rest


def _without_moved(found: Sequence[LeftOver]) -> None:
    """Takes out what a pair has left over, and one nearby misses."""
    for number, here in enumerate(found):
        for there in found[max(0, number - _NEAR) : number + _NEAR + 1]:
            if there is not here:
                for kind in [one for one in here.own if one in there.source]:
                    own, source = here.own[kind], there.source[kind]
                    here.own[kind], there.source[kind] = _without(own, source), _without(source, own)
    for one in found:
        one.own, one.source = _filled(one.own), _filled(one.source)


def _without_words(page: RuleContext, found: Sequence[LeftOver]) -> None:
    """Takes out what the other side says too: the original anywhere, the page in plain words, without marks."""
    for one in found:
        if one.own and one.pair.source:
            one.own = _unsaid(one.own, " ".join(segment.text for segment in one.pair.source))
        if one.source and one.pair.own:
            one.source = _unsaid(one.source, " ".join(map(page.plain, one.pair.own)))


def _unsaid(found: dict[str, list[Kept]], text: str) -> dict[str, list[Kept]]:
    return _filled({kind: [one for one in some if not _says(text, one)] for kind, some in found.items()})


def _says(text: str, one: Kept) -> bool:
    """Whether a text has these words, not as the beginning of a longer name."""
    if one.text not in text:
        return False
    return re.search(rf"(?<![A-Za-z0-9_]){re.escape(one.text)}(?!\.?[A-Za-z0-9_])", text) is not None
