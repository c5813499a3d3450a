"""Translation units: texts that say the same in each language, with the glossary's equivalents of their terms."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import combinations

from corpus.alignment.flags import flags, quality
from corpus.alignment.multilingual_groups import SegmentGroup, first_of_each, groups
from corpus.grouping import grouped
from corpus.languages import pack
from corpus.personal_data.personal_spans import segments_with_personal_data
from corpus.records import (
    LANGUAGE_COLUMNS,
    Alignment,
    Document,
    JudgedPair,
    Mention,
    Segment,
    TranslationUnit,
    UnitTerm,
)
from corpus.text.segments import is_markdown, is_prose, readable_text
from corpus.vocabularies import UNIT_FLAG
from glossary.termbase.termbase import Termbase

_DEV, _TEST = 5, 10  # of a hundred works, five are for development and five for tests


def split_of(work: str) -> str:
    """Return train, dev or test, a function of the work alone, so that no work is in two of them."""
    bucket = int(hashlib.sha256(work.encode()).hexdigest()[:8], 16) % 100
    return "dev" if bucket < _DEV else "test" if bucket < _TEST else "train"


def units(
    documents: Sequence[Document],
    segments: Sequence[Segment],
    mentions: Sequence[Mention],
    alignments: Sequence[Alignment],
    termbase: Termbase,
) -> list[TranslationUnit]:
    """Return the units of a work, each prose segment in exactly one, in English order; those without English last.
    Segments of a language without columns of its own are in none.
    """
    prose = {
        segment.segment_id: segment for segment in segments if segment.lang in LANGUAGE_COLUMNS and is_prose(segment)
    }
    place = {segment_id: number for number, segment_id in enumerate(prose)}
    markup = {document.doc_id for document in documents if is_markdown(document)}
    main = {document.doc_id for document in first_of_each(documents).values() if document.lang in LANGUAGE_COLUMNS}
    segment_groups = groups([bead for bead in alignments if {bead.src_doc, bead.tgt_doc} <= main], place)
    grouped_ids = {segment_id for group in segment_groups for ids in group.segments.values() for segment_id in ids}
    segment_groups += [
        SegmentGroup({segment.lang: (segment.segment_id,)})
        for segment in prose.values()
        if segment.segment_id not in grouped_ids
    ]
    mentions_by_segment = grouped(mentions, lambda mention: mention.segment_id)
    personal = segments_with_personal_data(documents, prose.values())
    unit_rows = [
        _unit(group, prose, mentions_by_segment, markup, termbase, personal)
        for group in sorted(segment_groups, key=lambda group: _order(group, place))
    ]
    return list(_repeats_flagged(unit_rows))


def _order(group: SegmentGroup, place: Mapping[str, int]) -> tuple[int, int]:
    lang = next(lang for lang in LANGUAGE_COLUMNS if lang in group.segments)
    return LANGUAGE_COLUMNS.index(lang), place[group.segments[lang][0]]


def _unit(
    group: SegmentGroup,
    prose: Mapping[str, Segment],
    mentions_by_segment: Mapping[str, Sequence[Mention]],
    markup: set[str],
    termbase: Termbase,
    personal: AbstractSet[str],
) -> TranslationUnit:
    segments_by_lang = {
        lang: [prose[segment_id] for segment_id in group.segments[lang]]
        for lang in LANGUAGE_COLUMNS
        if lang in group.segments
    }
    texts = {lang: "".join(_joined(segments, markup, pack(lang).joiner)) for lang, segments in segments_by_lang.items()}
    ids = {lang: list(group.segments.get(lang, ())) for lang in LANGUAGE_COLUMNS}
    groups_of_two = [group.between(a, b) for a, b in combinations(segments_by_lang, 2)]
    pairs = [
        JudgedPair("-".join(pair.segments), round(pair.score, 4), _raised(pair, texts, segments_by_lang, personal))
        for pair in groups_of_two
    ]
    raised = sorted({flag for pair in pairs for flag in pair.flags}, key=list(UNIT_FLAG).index)
    if not pairs:
        raised = ["unaligned", *_raised(group, texts, segments_by_lang, personal)]
    mentions = {
        lang: [m for segment in segments for m in mentions_by_segment.get(segment.segment_id, ())]
        for lang, segments in segments_by_lang.items()
    }
    first = next(iter(segments_by_lang.values()))[0]
    return TranslationUnit(
        unit_id=first.segment_id,
        work=first.work,
        en=texts.get("en"),
        zh=texts.get("zh"),
        ja=texts.get("ja"),
        en_segments=ids["en"],
        zh_segments=ids["zh"],
        ja_segments=ids["ja"],
        kind="-".join(str(len(ids[lang])) for lang in LANGUAGE_COLUMNS),
        score=round(group.score, 4) if pairs else None,
        quality=round(quality(group.score, raised), 4) if pairs else None,
        flags=raised,
        split=split_of(first.work),
        terms=_terms(mentions, termbase),
        pairs=pairs,
    )


def _raised(
    group: SegmentGroup, texts: Mapping[str, str], segments: Mapping[str, Sequence[Segment]], personal: AbstractSet[str]
) -> list[str]:
    """Return the flags of a group, based only on the texts and segments of its languages."""
    sides = {lang: segments[lang] for lang in group.segments}
    raised = flags({lang: texts[lang] for lang in sides}, sides, group.copied)
    has_personal = any(segment_id in personal for ids in group.segments.values() for segment_id in ids)
    return [*raised, "personal-data"] if has_personal else raised


def _joined(segments: Sequence[Segment], markup: set[str], joiner: str) -> Iterator[str]:
    """Yield the readable texts of segments and their separators; a space after a bold label is kept."""
    last: Segment | None = None
    for segment in segments:
        if last:
            is_label = last.doc_id in markup and last.text.rstrip(":：").endswith(("**", "__"))
            yield " " if is_label and last.doc_id == segment.doc_id and last.end < segment.start else joiner
        yield readable_text(segment, segment.doc_id in markup)
        last = segment


def _terms(mentions: Mapping[str, Sequence[Mention]], termbase: Termbase) -> list[UnitTerm]:
    """Return the concepts of a unit with their surfaces in each language; none where a text lacks the concept."""
    used: dict[str, dict[str, list[str]]] = {}
    for lang, lang_mentions in mentions.items():
        for mention in lang_mentions:
            surfaces = used.setdefault(mention.concept_id, {}).setdefault(lang, [])
            if mention.surface not in surfaces:
                surfaces.append(mention.surface)
    return [_term(concept_id, surfaces, termbase) for concept_id, surfaces in used.items()]


def _term(concept_id: str, surfaces: Mapping[str, list[str]], termbase: Termbase) -> UnitTerm:
    en, zh, ja = (termbase.preferred(concept_id, lang) for lang in LANGUAGE_COLUMNS)
    en_used, zh_used, ja_used = (surfaces.get(lang, []) for lang in LANGUAGE_COLUMNS)
    return UnitTerm(concept_id, en, zh, ja, en_used, zh_used, ja_used)


def _repeats_flagged(unit_rows: Sequence[TranslationUnit]) -> Iterator[TranslationUnit]:
    """Yield the units; those that repeat the texts of an earlier one are flagged."""
    earlier_texts: set[tuple[str | None, ...]] = set()
    for unit in unit_rows:
        texts = (unit.en, unit.zh, unit.ja)
        if unit.score is None or unit.quality is None or texts not in earlier_texts:
            earlier_texts.add(texts)
            yield unit
        else:
            raised = [*unit.flags, "repeated"]
            yield replace(unit, flags=raised, quality=round(quality(unit.score, raised), 4))
