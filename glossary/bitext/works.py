"""The parallel works of a shard: what they teach of each language pair, and their rows of beads and units."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby, starmap
from typing import NamedTuple

from corpus.alignment import multilingual_groups
from corpus.alignment.aligner import Bead, PairModel
from corpus.alignment.ibm1 import learned
from corpus.alignment.lengths import initial_ratio
from corpus.alignment.lexicon import Lexicon, Lexicons
from corpus.alignment.to_rows import AlignedDocument, aligned_document, alignments
from corpus.grouping import grouped
from corpus.limits import SECONDS, limited
from corpus.records import Alignment, Document, Mention, Segment, TranslationUnit
from corpus.sources.documents import quarantined
from corpus.text.segments import is_prose
from glossary.annotation.annotate import annotated
from glossary.bitext.terms import term_lexicon
from glossary.bitext.terms.term_rows import SURE
from glossary.bitext.translation_units import units
from glossary.matching import Matcher
from glossary.termbase.termbase import Termbase

Languages = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Work:
    """A work with its documents, their segments and mentions, and the pairs of documents to align."""

    documents: tuple[Document, ...]
    segments: tuple[Segment, ...]
    mentions: tuple[Mention, ...]
    pairs: tuple[tuple[AlignedDocument, AlignedDocument], ...]


def works(documents: Sequence[Document], segments: Iterable[Segment], mentions: Iterable[Mention]) -> list[Work]:
    """Return the works of documents that come in table order."""
    own_segments = grouped(segments, lambda segment: segment.doc_id)
    own_mentions = grouped(mentions, lambda mention: mention.work)
    grouped_works = []
    for work, group in groupby(documents, key=lambda document: document.work):
        work_documents = tuple(group)
        inside = tuple(segment for document in work_documents for segment in own_segments[document.doc_id])
        grouped_works.append(
            Work(
                work_documents,
                inside,
                tuple(own_mentions[work]),
                _pairs(work_documents, own_segments, own_mentions[work]),
            )
        )
    return grouped_works


def _pairs(
    documents: Sequence[Document], segments: Mapping[str, Sequence[Segment]], mentions: Iterable[Mention]
) -> tuple[tuple[AlignedDocument, AlignedDocument], ...]:
    chosen = multilingual_groups.pairs(documents)
    concepts = _concepts(mentions) if chosen else {}
    sides = {
        document.doc_id: aligned_document(document, segments[document.doc_id], concepts)
        for pair in chosen
        for document in pair
    }
    return tuple((sides[document.doc_id], sides[other.doc_id]) for document, other in chosen)


def _concepts(mentions: Iterable[Mention]) -> dict[str, set[str]]:
    """Return the concepts that each segment mentions."""
    concepts: defaultdict[str, set[str]] = defaultdict(set)
    for mention in mentions:
        concepts[mention.segment_id].add(mention.concept_id)
    return concepts


def side_of(document: Document, matcher: Matcher) -> AlignedDocument:
    """Return one document as a side to align; it is segmented and searched for terms now."""
    return side_with(document, *annotated(document, matcher))


def side_with(document: Document, segments: Sequence[Segment], mentions: Iterable[Mention]) -> AlignedDocument:
    """Return a document that was segmented and searched for terms, as a side to align."""
    return aligned_document(document, segments, _concepts(mentions))


_ALIGNED = (("ja", "en"), ("zh", "en"), ("zh", "ja"))


class Knowledge(NamedTuple):
    """The models of language pairs and the term lexicons that are known before a work is aligned."""

    pairs: Mapping[Languages, PairModel]  # of each language pair
    terms: Mapping[str, Lexicon]  # which words of each language go with which English ones


def taught(works: Iterable[Work], lexicons: Lexicons, seconds: float = SECONDS) -> Knowledge:
    """Return what works teach of their language pairs, on top of the lexicons; other pairs keep theirs."""
    pairs: defaultdict[Languages, list[tuple[AlignedDocument, AlignedDocument]]] = defaultdict(list)
    for work in works:
        for source, target in work.pairs:
            pairs[source.lang, target.lang].append((source, target))
    models = {langs: PairModel(lexicons.of(*langs), initial_ratio(*langs)) for langs in _ALIGNED}
    terms = {langs[0]: term_lexicon.built_in(langs[0]) for langs in _ALIGNED if langs[1] == "en"}
    for langs, document_pairs in sorted(pairs.items()):
        models[langs], beads = learned(
            [(a.evidence, b.evidence) for a, b in document_pairs], langs, lexicons.of(*langs), seconds
        )
        if langs[1] == "en":
            texts = chain.from_iterable(starmap(text_pairs, zip(document_pairs, beads, strict=True)))
            terms[langs[0]] = term_lexicon.learned(texts, langs[0], term_lexicon.built_in(langs[0]))
    return Knowledge(models, terms)


def text_pairs(
    documents: tuple[AlignedDocument, AlignedDocument], beads: Iterable[Bead]
) -> Iterator[term_lexicon.TextPair]:
    """Yield the sure beads between a document and its English original, as pairs of segments, English first."""
    document, original = documents
    for bead in beads:
        target = [document.segments[document.numbers[i]] for i in bead.source]
        source = [original.segments[original.numbers[j]] for j in bead.target]
        if source and target and bead.score >= SURE and all(map(is_prose, (*source, *target))):
            yield source, target


def quarantine_document(work: Work, doc_id: str, reason: str) -> Work:
    """Return the work with one document quarantined and without everything that was found in it."""
    return replace(
        work,
        documents=tuple(
            quarantined(document, reason) if document.doc_id == doc_id else document for document in work.documents
        ),
        segments=tuple(segment for segment in work.segments if segment.doc_id != doc_id),
        mentions=tuple(mention for mention in work.mentions if mention.doc_id != doc_id),
        pairs=tuple(pair for pair in work.pairs if doc_id not in [side.doc_id for side in pair]),
    )


def aligned_rows(
    works: Iterable[Work], knowledge: Mapping[Languages, PairModel], termbase: Termbase, seconds: float = SECONDS
) -> tuple[list[Alignment], list[TranslationUnit]]:
    """Return the beads and units of works; raises LimitError for the longer document if a pair takes too long."""
    beads: list[Alignment] = []
    unit_rows: list[TranslationUnit] = []
    for work in works:
        work_beads: list[Alignment] = []
        for a, b in work.pairs:
            with limited(seconds, max((a, b), key=lambda side: len(side.segments)).doc_id):
                work_beads += alignments(a, b, knowledge[a.lang, b.lang])
        beads += work_beads
        with limited(seconds, max(work.documents, key=lambda document: document.chars).doc_id):
            unit_rows += units(work.documents, work.segments, work.mentions, work_beads, termbase)
    return beads, unit_rows


def align_pair(source: AlignedDocument, target: AlignedDocument, lexicons: Lexicons) -> list[Alignment]:
    """Return the beads of two documents; the pair itself teaches what the lexicons lack."""
    langs = source.lang, target.lang
    return alignments(source, target, learned([(source.evidence, target.evidence)], langs, lexicons.of(*langs)).model)


def aligned_untaught(source: AlignedDocument, target: AlignedDocument, lexicons: Lexicons) -> list[Alignment]:
    """Return the beads of two documents by the lexicons alone: in a third of the time, a little less reliably."""
    langs = source.lang, target.lang
    return alignments(source, target, PairModel(lexicons.of(*langs), initial_ratio(*langs)))


def trained(works: Iterable[Mapping[str, AlignedDocument]]) -> dict[Languages, Lexicon]:
    """Return the lexicon that multilingual works give for each language pair, starting from nothing."""
    versions = list(works)
    lexicons = {}
    for langs in (("en", "zh"), ("en", "ja"), ("zh", "ja")):
        pairs = [
            (sides[langs[0]].evidence, sides[langs[1]].evidence) for sides in versions if set(langs) <= sides.keys()
        ]
        if pairs:
            lexicons[langs] = learned(pairs, langs, Lexicon()).model.lexicon
    return lexicons
