"""Parallel: the works of a shard, what of each language pair they teach, and their rows of beads and units."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from corpus.alignment import multilingual_groups
from corpus.alignment.aligner import Known
from corpus.alignment.document_features import AlignedDocument, side
from corpus.alignment.iterate import learned
from corpus.alignment.lengths import usual
from corpus.alignment.lexicon import Lexicon
from corpus.alignment.lexicon_io import Lexicons
from corpus.alignment.to_rows import alignments
from corpus.limits import SECONDS, limited
from corpus.records import Alignment, Document, Mention, Segment, TranslationUnit
from corpus.sources.documents import quarantined
from glossary.annotation.annotate import annotated
from glossary.bitext.translation_units import units
from glossary.matching import Matcher
from glossary.termbase.termbase import Termbase

Languages = tuple[str, str]
_ENOUGH = 40_000  # segments of a language pair that are learned from


@dataclass(frozen=True, slots=True)
class Work:
    """A work with its documents, what was found in them, and the pairs of them that are to be aligned."""

    documents: tuple[Document, ...]
    segments: tuple[Segment, ...]
    mentions: tuple[Mention, ...]
    pairs: tuple[tuple[AlignedDocument, AlignedDocument], ...]


def works(documents: Sequence[Document], segments: Iterable[Segment], mentions: Iterable[Mention]) -> list[Work]:
    """The works of documents in table order."""
    own_segments: defaultdict[str, list[Segment]] = defaultdict(list)
    for one in segments:
        own_segments[one.doc_id].append(one)
    own_mentions: defaultdict[str, list[Mention]] = defaultdict(list)
    for mention in mentions:
        own_mentions[mention.work].append(mention)
    found = []
    for work, group in groupby(documents, key=lambda one: one.work):
        own = tuple(group)
        inside = tuple(segment for one in own for segment in own_segments[one.doc_id])
        found.append(Work(own, inside, tuple(own_mentions[work]), _pairs(own, own_segments, own_mentions[work])))
    return found


def _pairs(
    documents: Sequence[Document], segments: Mapping[str, Sequence[Segment]], mentions: Iterable[Mention]
) -> tuple[tuple[AlignedDocument, AlignedDocument], ...]:
    chosen = multilingual_groups.pairs(documents)
    concepts = _concepts(mentions) if chosen else {}
    sides = {one.doc_id: side(one, segments[one.doc_id], concepts) for both in chosen for one in both}
    return tuple((sides[one.doc_id], sides[other.doc_id]) for one, other in chosen)


def _concepts(mentions: Iterable[Mention]) -> dict[str, set[str]]:
    """The concepts that each segment mentions."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for mention in mentions:
        found[mention.segment_id].add(mention.concept_id)
    return found


def side_of(document: Document, matcher: Matcher) -> AlignedDocument:
    """The side of one document, cut and searched for terms now."""
    return side_with(document, *annotated(document, matcher))


def side_with(document: Document, segments: Sequence[Segment], mentions: Iterable[Mention]) -> AlignedDocument:
    """The side of a document that was cut and searched for terms."""
    return side(document, segments, _concepts(mentions))


def taught(works: Iterable[Work], lexicons: Lexicons, seconds: float = SECONDS) -> dict[Languages, Known]:
    """What works teach of their language pairs, on top of the lexicons; of many works, the first are enough."""
    pairs: defaultdict[Languages, list[tuple[AlignedDocument, AlignedDocument]]] = defaultdict(list)
    size: defaultdict[Languages, int] = defaultdict(int)
    for work in works:
        for source, target in work.pairs:
            langs = source.lang, target.lang
            if size[langs] < _ENOUGH:
                pairs[langs].append((source, target))
                size[langs] += len(source.evidence) + len(target.evidence)
    return {
        langs: learned([(a.evidence, b.evidence) for a, b in own], langs, lexicons.of(*langs), seconds)
        for langs, own in sorted(pairs.items())
    }


def without(work: Work, doc_id: str, reason: str) -> Work:
    """The work without what was found in one of its documents, which is quarantined."""
    return replace(
        work,
        documents=tuple(quarantined(one, reason) if one.doc_id == doc_id else one for one in work.documents),
        segments=tuple(one for one in work.segments if one.doc_id != doc_id),
        mentions=tuple(one for one in work.mentions if one.doc_id != doc_id),
        pairs=tuple(pair for pair in work.pairs if doc_id not in [side.doc_id for side in pair]),
    )


def aligned_rows(
    works: Iterable[Work], known: Mapping[Languages, Known], termbase: Termbase, seconds: float = SECONDS
) -> tuple[list[Alignment], list[TranslationUnit]]:
    """The beads and the units of works; raises LimitError of the longer document where a pair takes too long."""
    beads: list[Alignment] = []
    made: list[TranslationUnit] = []
    for work in works:
        own: list[Alignment] = []
        for a, b in work.pairs:
            with limited(seconds, max((a, b), key=lambda side: len(side.segments)).doc_id):
                own += alignments(a, b, known[a.lang, b.lang])
        beads += own
        with limited(seconds, max(work.documents, key=lambda document: document.chars).doc_id):
            made += units(work.documents, work.segments, work.mentions, own, termbase)
    return beads, made


def aligned_alone(source: AlignedDocument, target: AlignedDocument, lexicons: Lexicons) -> list[Alignment]:
    """The beads of two documents, which teach each other what the lexicons lack."""
    langs = source.lang, target.lang
    return alignments(source, target, learned([(source.evidence, target.evidence)], langs, lexicons.of(*langs)))


def aligned_untaught(source: AlignedDocument, target: AlignedDocument, lexicons: Lexicons) -> list[Alignment]:
    """The beads of two documents by what the lexicons know alone: a third of the time, and a little less sure."""
    langs = source.lang, target.lang
    return alignments(source, target, Known(lexicons.of(*langs), usual(*langs)))


def trained(works: Iterable[Mapping[str, AlignedDocument]]) -> dict[Languages, Lexicon]:
    """The lexicon of each language pair that works in several languages make, starting from nothing."""
    versions = list(works)
    found = {}
    for langs in (("en", "zh"), ("en", "ja"), ("zh", "ja")):
        pairs = [(own[langs[0]].evidence, own[langs[1]].evidence) for own in versions if set(langs) <= own.keys()]
        if pairs:
            found[langs] = learned(pairs, langs, Lexicon()).lexicon
    return found
