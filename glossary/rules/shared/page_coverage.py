"""Coverage: how much of a page and of its original the other side has too, and whether they belong together."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from math import exp
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.alignment.features import takes_part
from corpus.alignment.lengths import initial_ratio
from corpus.languages.detection import detect
from corpus.languages.scripts import CJK_CHARACTER, LATIN, OTHER_SCRIPTS
from corpus.records import Segment
from corpus.text.segments import is_prose
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.source_context import LIKELY_PAIR, SURE_PAIR, SegmentPair

# Measured where nothing else is said: on 140 pages of comfy-docs, and 40 of comfy-docs and tf-docs without one of their
# sections and cut.
# Scores of pairs. From 0.3 to 0.7, and from 0.8 to 0.9, nothing changes; at 0.95 a page that is cut is none.
_FEWEST = 4  # sentences on either side that tell whether two pages belong together
# Share of the sentences. Of 48 pages of tf-docs and comfy-docs beside the original of another page 47 have at most 0.06
# (the 48th, of the same template, has 0.36); beside their own the least of 20 has 0.5.
_UNRELATED = 0.1
# Share of the original's sentences; at 0.5 the one real page is reported by its stretches, at 0.7 nothing changes.
_CUT = 0.6
# Of 480 pages of comfy-docs and tf-docs at most a third of the segments with Han or kana may be of the other language,
# and at least two thirds are of their own. By 20 characters one page is taken for the other language, by 40 none.
_FOREIGN = 0.5
_TELLING = 40
_OTHER, _LATIN = re.compile(f"[{OTHER_SCRIPTS}]"), re.compile(f"[{LATIN}]")
OTHER_LANGUAGE = "other"
_NEAR = 3  # pairs beside a stretch of which one has to be sure: 1 finds 32 sections, 2 finds 39, 3 to 8 find all 40
_ALONE = 0.85  # mean probability that its sentences have no counterpart; from 0.7 to 0.95 nothing changes
# Share of a stretch's length that the page may have there without counterpart: more may be a free translation of it. At
# 0 a section and two cuts are missed, from 0.35 to 1 nothing changes; without it three other versions are gaps.
_ELSEWHERE = 0.35
_AROUND = 4  # pairs on either side in which that is looked for; at 3 another version of a section is taken for a gap
_PASSAGE = 5  # sentences of a passage that is reported like a section: T505 reports the four of 3 or 4 as gaps
_LINKING_TAG = re.compile(
    r"""<(?P<name>[A-Za-z][\w.]*)\s[^<>]{0,400}?\bhref=["'{`]+(?P<address>[^"'`{}<>]+)[^<>]{0,400}>
    (?:[^<>]{0,400}</(?P=name)>)?""",
    re.VERBOSE,
)
_TELLING_ADDRESS = 12  # characters: shorter ones are those of a site's own sections
_END = 3  # the same at the end of a page; from 2 to 5 nothing changes


class PageCoverage(NamedTuple):
    """The prose of a page and of its original, and what of either has no likely counterpart."""

    page: tuple[Segment, ...]
    original: tuple[Segment, ...]
    page_missing: tuple[Segment, ...]
    original_missing: tuple[Segment, ...]

    @property
    def page_share(self) -> float:
        """The share of the page's sentences that have a counterpart."""
        return 1 - len(self.page_missing) / max(1, len(self.page))

    @property
    def original_share(self) -> float:
        """The share of the original's sentences that have one."""
        return 1 - len(self.original_missing) / max(1, len(self.original))


class MissingStretch(NamedTuple):
    """Consecutive segments of the original that the page lacks: sections, a passage, the rest of a page."""

    segments: tuple[Segment, ...]
    before: Segment | None  # of the page; None at its beginning
    is_end: bool  # nothing follows that the page has
    headings: tuple[Segment, ...]
    sentences: int  # without headings


def other_language(page: RuleContext) -> str:
    """Return the language that a page is written in if it is not its own: its code, "other", or empty. English does
    not count: other rules report what is not translated yet.
    """
    text = "\n".join(segment.text for segment in page.prose_blocks)
    characters = CJK_CHARACTER.findall(text)
    others = len(_OTHER.findall(text))
    if others >= _TELLING and others > max(len(characters), len(_LATIN.findall(text))):
        return OTHER_LANGUAGE
    written_in = detect("".join(characters)) if len(characters) >= _TELLING else None
    if written_in is None or written_in.lang == page.lang:
        return ""
    scripted = [segment for segment in page.prose_blocks if CJK_CHARACTER.search(segment.text)]
    foreign = sum(_may_be_in(segment, written_in.lang) for segment in scripted)
    return written_in.lang if foreign > _FOREIGN * len(scripted) else ""


def _may_be_in(segment: Segment, lang: str) -> bool:
    """Return whether the script of a segment is that of a language."""
    detected = detect("".join(CJK_CHARACTER.findall(segment.text)))
    return detected is not None and detected.lang == lang


@page_fact
def coverage(page: RuleContext) -> PageCoverage:
    """Return the prose of a page and of its original, and what of it has no likely counterpart."""
    pairs = page.original.pairs if page.original else ()
    likely = [pair for pair in pairs if pair.target and pair.source and pair.score >= LIKELY_PAIR]
    page_prose = _prose(page.segments)
    original_prose = _prose(page.original.segments if page.original else ())
    return PageCoverage(
        page_prose,
        original_prose,
        _without(page_prose, {part.segment_id for pair in likely for part in pair.target}),
        _without(original_prose, {part.segment_id for pair in likely for part in pair.source}),
    )


def _prose(segments: Iterable[Segment]) -> tuple[Segment, ...]:
    return tuple(segment for segment in segments if is_prose(segment) and takes_part(segment))


def _without(segments: Sequence[Segment], paired: set[str]) -> tuple[Segment, ...]:
    return tuple(segment for segment in segments if segment.segment_id not in paired)


@page_fact
def has_other_original(page: RuleContext) -> bool:
    """Return whether the English page of the same name seems to be the original of another page."""
    if page.original is None:
        return False
    covered = coverage(page)
    # Headings such as "Setup" are those of any page.
    sides = (covered.page, covered.page_missing), (covered.original, covered.original_missing)
    counts = [tuple(sum(segment.kind != "heading" for segment in part) for part in side) for side in sides]
    return all(count >= _FEWEST and count - missing < _UNRELATED * count for count, missing in counts)


@page_fact
def is_cut(page: RuleContext) -> bool:
    """Return whether a page has so little of its original that this is reported once, and no single gaps. A single
    section that is missing between others is reported as such, however long.
    """
    covered = coverage(page)
    if page.original is None or len(covered.original) < _FEWEST or covered.original_share >= _CUT:
        return False
    stretches = missing_stretches(page)
    if len(stretches) != 1 or stretches[0].is_end or not stretches[0].headings:
        return True
    return len(covered.original_missing) - stretches[0].sentences > (1 - _CUT) * len(covered.original)


@page_fact
def missing_stretches(page: RuleContext) -> tuple[MissingStretch, ...]:
    """Return the sections and long passages of the original that the page surely lacks, in order."""
    pairs = _slid(page.original.pairs if page.original else ())
    stretches, start = [], 0
    last = max((number for number, pair in enumerate(pairs) if pair.target and pair.source), default=-1)
    linked = _linked_values(page)
    for lacks, group in groupby(pairs, key=lambda pair: not pair.target):
        end = start + len(list(group))
        if lacks and (stretch := _stretch(pairs, start, end, linked, is_end=start > last, lang=page.lang)):
            stretches.append(stretch)
        start = end
    return tuple(stretches)


def _linked_values(page: RuleContext) -> frozenset[str]:
    """Return the ids of the original's segments in a tag whose address the page has too: it has them in another form.
    A card that shows or downloads a picture is only the picture, or a button, on older pages.
    """
    tags = [
        tag.span()
        for tag in _LINKING_TAG.finditer(page.source)
        if len(tag["address"]) >= _TELLING_ADDRESS and tag["address"] in page.text
    ]
    starts = [start for start, _ in tags]
    segments = page.original.segments if page.original and tags else ()
    return frozenset(
        segment.segment_id
        for segment in segments
        if (number := bisect_right(starts, segment.start) - 1) >= 0 and segment.end <= tags[number][1]
    )


def _slid(pairs: Sequence[SegmentPair]) -> Sequence[SegmentPair]:
    """Return the pairs, with a doubtful heading before a gap moved to the last heading of that gap. If the page lacks
    "Why X?" and its section, and has "When X?", that may have been paired with either heading.
    """
    slid = list(pairs)
    for start in range(1, len(slid)):
        paired = slid[start - 1]
        if slid[start].target or not _is_doubtful_heading(paired):
            continue
        end = next((number for number in range(start, len(slid)) if slid[number].target), len(slid))
        last = slid[end - 1]
        if end - start > 1 and [segment.kind for segment in last.source] == ["heading"]:
            slid[start - 1] = paired._replace(target=(), score=last.score)
            slid[end - 1] = last._replace(target=paired.target, score=paired.score)
    return slid


def _is_doubtful_heading(pair: SegmentPair) -> bool:
    """Return whether a pair is one heading on either side, and not sure."""
    kinds = [segment.kind for segment in (*pair.target, *pair.source)]
    return kinds == ["heading", "heading"] and bool(pair.target and pair.source) and pair.score < SURE_PAIR


def _stretch(
    pairs: Sequence[SegmentPair], start: int, end: int, linked: Collection[str], *, is_end: bool, lang: str
) -> MissingStretch | None:
    """Return the stretch of the original in pairs without target, if it is surely missing and long enough."""
    segments = tuple(segment for pair in pairs[start:end] for segment in pair.source)
    prose = [segment for segment in segments if is_prose(segment) and segment.segment_id not in linked]
    headings = tuple(segment for segment in prose if segment.kind == "heading")
    before = [pair for pair in pairs[max(0, start - 2 * _AROUND) : start][::-1] if pair.target and pair.source]
    after = [pair for pair in pairs[end : end + 2 * _AROUND] if pair.target and pair.source]
    is_section = bool(headings) and prose[0].kind == "heading" and len(prose) > len(headings)
    if not is_section and len(prose) < (_END if is_end else _PASSAGE):
        return None
    weight = sum(len(segment.text) for segment in segments)
    alone = sum(pair.score * len(segment.text) for pair in pairs[start:end] for segment in pair.source)
    is_bounded = (not start or _is_sure(before)) and (is_end or _is_sure(after))
    if not is_bounded or alone < _ALONE * weight:
        return None
    beside = (*pairs[max(0, start - _AROUND) : start], *pairs[end : end + _AROUND])
    unmatched = [segment for pair in beside if not pair.source for segment in pair.target]
    if any(segment.kind == "heading" for segment in unmatched) and not (is_end and len(unmatched) == 1):
        return None  # the page may have another version of the section; the last heading by itself is where it was cut
    if sum(len(segment.text) for segment in unmatched) > _ELSEWHERE * weight * exp(initial_ratio("en", lang).mean):
        return None
    last = before[0].target[-1] if before else None
    return MissingStretch(segments, last, is_end, headings, len(prose) - len(headings))


def _is_sure(pairs: Sequence[SegmentPair]) -> bool:
    """Return whether one of the nearest pairs beside a stretch is sure."""
    return any(pair.score >= SURE_PAIR for pair in pairs[:_NEAR])
