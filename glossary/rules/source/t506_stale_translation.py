"""T506 stale-translation: a page that lacks much of its original, or belongs to another one.

Why: The page was cut, follows another version of its original, or is in the wrong place. Only the text that both have
was compared.
Bad: a page of five sections, whose original has nine by now
Good: a page that has the original's sections, or says which version it translates
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from corpus.languages import TARGETS
from corpus.records import Segment
from corpus.text.segments import is_prose
from glossary.bitext.terms.term_rows import SURE
from glossary.rules.calibration import SUREST
from glossary.rules.context import RuleContext
from glossary.rules.messages import shortened
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.page_coverage import (
    OTHER_LANGUAGE,
    coverage,
    has_other_original,
    is_cut,
    missing_stretches,
    other_language,
)
from glossary.rules.source_context import Original

_SHARE = 1 / 3  # of the characters of prose
_OWN = 0.5  # of the sentences of a page have counterparts, or it is no cut translation but a text of its own
_FEWEST = 8  # sentences on either side
_SHOWN = 40  # characters of the first sentence


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield one finding for a page in another language, of another original, or too incomplete to compare."""
    if language := other_language(page):
        place = page.prose[0]
        yield Violation(
            (DocumentSpan(place.start, place.end),),
            message_id=f"in-{language if language in TARGETS else OTHER_LANGUAGE}",
            severity="major",
            sure=SUREST,
            key="page",
        )
    elif page.original is not None and page.segments:
        yield from _coverage_violations(page, page.original)


def _coverage_violations(page: RuleContext, original: Original) -> Iterator[Violation]:
    page_prose, original_prose = (list(filter(is_prose, segments)) for segments in (page.prose, original.segments))
    first = next(iter(page_prose), page.segments[0])
    if has_other_original(page):
        yield _violation("original", first, {"first": shortened(original_prose[0].text, _SHOWN)}, "major")
        return
    sure_pairs = [pair for pair in page.pairs if pair.score >= SURE]
    alone = _without(page_prose, {part.segment_id for pair in sure_pairs for part in pair.target})
    missing = _without(original_prose, {part.segment_id for pair in sure_pairs for part in pair.source})
    mine = _length(alone) / max(1, _length(page_prose))
    covered = coverage(page)
    if is_cut(page) and (covered.page_share >= _OWN or len(covered.page_missing) < _FEWEST):
        words = _words(1 - covered.original_share, covered.original_missing)
        yield _violation("cut", first, words, "major")
        return
    if min(len(page_prose), len(original_prose)) < _FEWEST:
        return
    reported = {segment.segment_id for stretch in missing_stretches(page) for segment in stretch.segments}
    missing = missing if is_cut(page) else _without(missing, reported)
    theirs = _length(missing) / _length(original_prose)
    if max(mine, theirs) < _SHARE:
        return
    if mine < _SHARE:
        yield _violation("", first, _words(theirs, missing))
    elif theirs < _SHARE:
        yield _violation("longer", alone[0], _words(mine, alone))
    else:
        yield _violation("differs", alone[0], {**_words(mine, alone), "theirs": f"{theirs:.0%}"})


def _violation(message_id: str, place: Segment, words: Mapping[str, str], severity: str = "") -> Violation:
    return Violation(
        (DocumentSpan(place.start, place.end),),
        message_id=message_id,
        words=words,
        severity=severity,
        sure=SUREST if severity else 1.0,
        key="page",
    )


def _words(share: float, segments: Sequence[Segment]) -> dict[str, str]:
    return {"share": f"{share:.0%}", "count": str(len(segments)), "first": shortened(segments[0].text, _SHOWN)}


def _without(segments: Sequence[Segment], paired: set[str]) -> list[Segment]:
    return [segment for segment in segments if segment.segment_id not in paired]


def _length(segments: Sequence[Segment]) -> int:
    return sum(segment.end - segment.start for segment in segments)


RULE = Rule("T506", "stale-translation", "accuracy/omission", "neutral", 0.9, "document", find, judges_original=True)
