"""T505 omission-or-addition: a sentence or section of the original that the page lacks, or a sentence of its own.

Why: Readers of the translation do not notice that a sentence is missing.
Bad: 调用 `zero_grad()` 清除梯度。 (Clear the gradients with `zero_grad()`. Otherwise they add up over the batches.)
Good: 调用 `zero_grad()` 清除梯度，否则梯度会在批次之间累加。
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

import tomli

from corpus import lazy_re as re
from corpus.records import Segment
from corpus.text.segments import is_markdown, is_prose, readable_text
from glossary.matching.characters import is_cjk
from glossary.rules.calibration import HALF, NEARLY, RATHER, SURER, SUREST, sign
from glossary.rules.context import RuleContext, line_start
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.page_coverage import MissingStretch, is_cut, missing_stretches
from glossary.rules.shared.source_pairs import missing_concepts, stems, unexplained, unit_at
from glossary.rules.source._alignment_gaps import (
    AlignmentGap,
    ShortTranslation,
    added_sentences,
    gaps,
    is_free,
    length,
    short_translations,
)

_CLEAR = sign("T505.clear", SUREST)  # one sentence, between sentences that are surely paired
_TWO = sign("T505.two", SURER)  # two, which the next may sum up
_LONG = sign("T505.long", NEARLY)  # a passage: the original may have got it later
_ADDED = sign("T505.added", RATHER)  # translators explain things to their readers
_SHORT = sign("T505.short", RATHER)
_HELD = sign("T505.held", HALF)  # a neighbour may say it
_SURE = 0.93  # probability that there is no counterpart
_FEWEST = 25  # characters of a sentence that tells something
_OWN = 6  # characters of the page's own script in what it adds; by hand, fewer are a label or the name of a picture
_TITLES = 3  # headings of missing sections that are shown
_SHOWN = 90  # characters of the original that are shown
# What puts text of another file into a page: a component without children, an include.
_INCLUDED = re.compile(r"<[A-Z][\w.]* ?/>|\{%-? ?include [^%\n]{1,200}%\}|\.\. include:: ?\S{1,200}|--8<-- ?\S{1,200}")
_COPIED = re.compile(r"[!-~]{20,}")  # no such run is met twice by chance; by hand


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield missing sections; gaps on pages that keep to their original, and sentences that say too little."""
    if page.original is None or is_cut(page):
        return
    yield from (_stretch_violation(page, stretch) for stretch in missing_stretches(page))
    if is_free(page):
        return
    for gap in gaps(page):
        if not gap.is_left_out:
            yield from _addition_violations(page, gap)
        elif length(gap.segments) >= _FEWEST:
            yield from _omission_violations(page, gap)
    for gap in added_sentences(page):
        if length(gap.segments) >= _FEWEST / 2 and not _is_akin(page, gap):
            yield from _addition_violations(page, gap)
    lacking = {lack.unit.pair.target[0].segment_id: lack.unit.number for lack in missing_concepts(page)}
    for segment_id, shortfall in short_translations(page).items():
        if segment_id in lacking and not _is_in_nearby_sentence(page, shortfall):
            yield _short_violation(page, shortfall)


def _stretch_violation(page: RuleContext, stretch: MissingStretch) -> Violation:
    """Return one finding for all sections of a stretch; its place is what the page has before them."""
    before = stretch.before or page.segments[0]
    titles = " / ".join(dict.fromkeys(_seen(page, heading) for heading in stretch.headings[:_TITLES]))
    more = len(stretch.headings) - _TITLES
    prose = [segment for segment in stretch.segments if is_prose(segment)]
    return Violation(
        (_last_span(page, before),),
        message_id="section" if _is_title(page, prose[0]) else "rest" if stretch.is_end else "passage",
        words={
            "title": titles + (" …" if more > 0 else ""),
            "original": _shown_text(page, [segment for segment in prose if segment.kind != "heading"] or prose),
            "number": str(_sentence_count(page, prose)),
        },
        severity="major",
        sure=SUREST,
        key=_shown_text(page, prose),
    )


def _is_title(page: RuleContext, segment: Segment) -> bool:
    """Return whether a segment of the original is the title of a section, and not of a card or a picture."""
    return segment.kind == "heading" and page.source[segment.start - 1 : segment.start] not in ("'", '"')


def _sentence_count(page: RuleContext, prose: Sequence[Segment]) -> int:
    """Count the sentences, items and table rows in these segments, without headings."""
    text = [segment for segment in prose if segment.kind != "heading"]
    return len({line_start(page.source, part.start) if part.kind == "table_cell" else part.start for part in text})


def _seen(page: RuleContext, segment: Segment) -> str:
    """Return what a reader of the original sees of a segment; its source text if it is only a picture."""
    document = page.original.document if page.original else page.document
    return readable_text(segment, is_markdown(document)).strip(" |") or segment.text


def _omission_violations(page: RuleContext, gap: AlignmentGap) -> Iterator[Violation]:
    prose = [segment for segment in gap.segments if is_prose(segment)]
    clear = gap.score >= _SURE and prose == list(gap.segments) and not _is_item(prose[0])
    sure = {1: _CLEAR, 2: _TWO}.get(len(prose), _LONG) if clear else _LONG
    sure *= _HELD if gap.held or _is_in_neighbour(page, gap) or _is_included(page, gap) else 1.0
    yield Violation(
        (_last_span(page, gap.before.target[-1]),),
        message_id="several" if len(prose) > 1 else "",
        words={"original": _shown_text(page, prose), "number": str(len(prose))},
        sure=sure,
        key=_shown_text(page, prose),
    )


def _last_span(page: RuleContext, segment: Segment) -> DocumentSpan:
    """Return the place of a sentence, or of the last line of a code block."""
    line = segment.start if is_prose(segment) else max(segment.start, line_start(page.text, segment.end - 1))
    return DocumentSpan(line, segment.end)


def _is_item(segment: Segment) -> bool:
    """Return whether it is an item, a cell or a heading: lists and tables grow where they are kept up to date."""
    return segment.kind != "paragraph"


def _is_in_neighbour(page: RuleContext, gap: AlignmentGap) -> bool:
    """Return whether a neighbour has a term that the gap explains and its own counterpart does not."""
    original = page.original
    concepts = (
        {use.concept_id for segment in gap.segments for use in original.mentions_in(segment)} if original else set()
    )
    beside = filter(None, (unit_at(page, pair.target[0].start) for pair in (gap.before, gap.following)))
    return any(use.concept_id in concepts for unit in beside for use in unexplained(page, unit))


def _is_included(page: RuleContext, gap: AlignmentGap) -> bool:
    """Return whether the page includes another file in the place of a gap, and the original does not."""
    between = page.text[gap.before.target[-1].end : gap.following.target[0].start]
    return any(included not in page.source for included in _INCLUDED.findall(between))


def _addition_violations(page: RuleContext, gap: AlignmentGap) -> Iterator[Violation]:
    prose = [segment for segment in gap.segments if is_prose(segment)]
    is_short = sum(is_cjk(char) for segment in prose for char in segment.text) < _OWN
    if is_short or all(segment.kind == "heading" for segment in prose) or _leads_to_code(gap):
        return
    if any(notices().search(segment.text) or _is_copied(page, segment) for segment in prose):
        return
    yield Violation(
        tuple(DocumentSpan(segment.start, segment.end) for segment in prose),
        message_id="added",
        sure=_ADDED * (_HELD if gap.held or gap.score < _SURE else 1.0),
    )


@cache
def notices() -> re.Pattern[str]:
    """Return the pattern for sentences in which a translation speaks about itself."""
    data = tomli.loads((files("glossary.rules.source") / "_translation_notices.toml").read_text(encoding="utf-8"))
    return re.compile("|".join(data["notices"]))


def _is_copied(page: RuleContext, segment: Segment) -> bool:
    """Return whether at least half of a segment is addresses, tags or names that the original has elsewhere."""
    text = html.unescape(segment.text)
    return 2 * sum(len(run) for run in _COPIED.findall(text) if run in page.source) >= len(text)


def _leads_to_code(gap: AlignmentGap) -> bool:
    """Return whether all that was added announces a code block, which both pages have."""
    return gap.following.target[0].kind == "code" and length(gap.segments) < _FEWEST


def _is_akin(page: RuleContext, gap: AlignmentGap) -> bool:
    """Return whether a sentence may be part of a neighbour's translation: that has two halves, or shares its words."""
    original, sentence = page.original, gap.segments[0]
    beside = (*gap.before.source, *gap.following.source)
    if any(";" in segment.text for segment in beside):
        return True
    concepts = {use.concept_id for segment in beside for use in original.mentions_in(segment)} if original else set()
    if any(use.concept_id in concepts for use in page.mentions_in(sentence)):
        return True
    return not stems(sentence.text).isdisjoint(stems(" ".join(segment.text for segment in beside)))


def _is_in_nearby_sentence(page: RuleContext, shortfall: ShortTranslation) -> bool:
    """Return whether the sentence before or after has what this one lacks."""
    unit = unit_at(page, shortfall.pair.target[0].start)
    if unit is None:
        return True
    lacks = {lack.concept_id for lack in missing_concepts(page) if lack.unit.number == unit.number}
    beside = [
        page.pairs[number].target for number in (unit.number - 1, unit.number + 1) if 0 <= number < len(page.pairs)
    ]
    has = {use.concept_id for segments in beside for segment in segments for use in page.mentions_in(segment)}
    return not lacks - has


def _short_violation(page: RuleContext, shortfall: ShortTranslation) -> Violation:
    segment = shortfall.pair.target[0]
    return Violation(
        (DocumentSpan(segment.start, segment.end),),
        message_id="short",
        words={"original": _shown_text(page, shortfall.pair.source)},
        sure=_SHORT,
    )


def _shown_text(page: RuleContext, segments: Sequence[Segment]) -> str:
    """Return what a reader of the original sees of these segments, cut short."""
    words = " ".join(" ".join(_seen(page, segment) for segment in segments).split())
    return words if len(words) <= _SHOWN else words[:_SHOWN].rsplit(" ", 1)[0] + " …"


RULE = Rule("T505", "omission-or-addition", "accuracy/omission", "minor", 0.6, "segment", find, trusts_original=True)
