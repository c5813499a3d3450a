"""Units: what says the same in each language, with the glossary's equivalents of its terms."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from corpus.readable import readable
from corpus.records import Mention, Segment, Unit, UnitTerm
from corpus.segments import is_prose, own_spans
from glossary.terms import LANGUAGES, Termbase

_DEV, _TEST = 5, 10  # of a hundred works, five are for development and five for tests


def split_of(work: str) -> str:
    """train, dev or test: a function of the work alone, so that no work is in two."""
    bucket = int(hashlib.sha256(work.encode()).hexdigest()[:8], 16) % 100
    return "dev" if bucket < _DEV else "test" if bucket < _TEST else "train"


def alone(segments: Iterable[Segment], mentions: Iterable[Mention], termbase: Termbase, markup: bool) -> list[Unit]:
    """A unit for each prose segment by itself; `markup` where the text is Markdown."""
    by_segment: dict[str, list[Mention]] = {}
    for mention in mentions:
        by_segment.setdefault(mention.segment_id, []).append(mention)
    return [_alone(one, by_segment.get(one.segment_id, ()), termbase, markup) for one in segments if is_prose(one)]


def _alone(segment: Segment, mentions: Sequence[Mention], termbase: Termbase, markup: bool) -> Unit:
    text = readable(segment.text, 0, len(segment.text), own_spans(segment), markup=markup)
    texts = {lang: text if lang == segment.lang else None for lang in LANGUAGES}
    ids = {lang: [segment.segment_id] if lang == segment.lang else [] for lang in LANGUAGES}
    flags = ["unaligned"] + (["other-language"] if segment.text_lang != segment.lang else [])
    return Unit(
        unit_id=segment.segment_id,
        work=segment.work,
        **texts,
        en_segments=ids["en"],
        zh_segments=ids["zh"],
        ja_segments=ids["ja"],
        kind="-".join(str(len(ids[lang])) for lang in ("en", "zh", "ja")),
        score=None,
        quality=None,
        flags=flags,
        split=split_of(segment.work),
        terms=_terms(segment.lang, mentions, termbase),
    )


def _terms(lang: str, mentions: Sequence[Mention], termbase: Termbase) -> list[UnitTerm]:
    used: dict[str, list[str]] = {}
    for mention in mentions:
        surfaces = used.setdefault(mention.concept_id, [])
        if mention.surface not in surfaces:
            surfaces.append(mention.surface)
    return [_term(concept_id, lang, surfaces, termbase) for concept_id, surfaces in used.items()]


def _term(concept_id: str, lang: str, surfaces: list[str], termbase: Termbase) -> UnitTerm:
    en, zh, ja = (termbase.preferred(concept_id, one) for one in ("en", "zh", "ja"))
    en_used, zh_used, ja_used = (surfaces if one == lang else [] for one in ("en", "zh", "ja"))
    return UnitTerm(concept_id, en, zh, ja, en_used, zh_used, ja_used)
