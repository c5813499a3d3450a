"""The term alignments of works: for each use of an English term in a bead, the words that render it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from corpus.grouping import grouped
from corpus.limits import SECONDS, limited
from corpus.records import Alignment, Mention, Segment, TermAlignment
from corpus.text.segments import is_prose
from corpus.vocabularies import TRANSLATIONS
from glossary.bitext.terms.align_terms import BeadText, TermAligner
from glossary.bitext.terms.term_lexicon import built_in, learned
from glossary.bitext.terms.term_rows import SURE, term_rows
from glossary.bitext.works import Knowledge, Work
from glossary.termbase.termbase import Termbase

Aligners = Mapping[str, TermAligner]  # by the language of the translation


def aligners(knowledge: Knowledge, termbase: Termbase) -> Aligners:
    """Return the aligner of English terms with each language that has a term lexicon."""
    return {lang: TermAligner(lang, termbase, lexicon) for lang, lexicon in knowledge.terms.items()}


def term_alignments(
    work: Work, beads: Iterable[Alignment], by_language: Aligners, seconds: float = SECONDS
) -> list[TermAlignment]:
    """Return the terms of a work's beads with English; raises LimitError for a translation that takes too long."""
    texts = {document.doc_id: document.text for document in work.documents}
    aligned_texts = bead_texts(beads, work.segments, work.mentions, texts)
    rows: list[TermAlignment] = []
    for (doc_id, lang), document_texts in groupby(aligned_texts, key=lambda pair: (pair[0].src_doc, pair[0].src_lang)):
        if lang in by_language:
            with limited(seconds, doc_id):
                for bead, text in document_texts:
                    rows += term_rows(text, bead.alignment_id, bead.score, by_language[lang])
    return rows


def terms_of_pair(
    beads: Sequence[Alignment],
    segments: Iterable[Segment],
    mentions: Iterable[Mention],
    texts: Mapping[str, str],
    termbase: Termbase,
) -> list[TermAlignment]:
    """Return the terms of two documents, one of them English; the pair itself teaches what the word pairs lack.
    `segments` and `mentions` are those of both documents, `texts` their texts by id.
    """
    pairs = list(bead_texts(map(_english_last, beads), segments, mentions, texts))
    if not pairs:
        return []
    lang = pairs[0][0].src_lang
    sure = [(text.source, text.target) for bead, text in pairs if bead.score >= SURE]
    aligner = TermAligner(lang, termbase, learned(sure, lang, built_in(lang)))
    return [row for bead, text in pairs for row in term_rows(text, bead.alignment_id, bead.score, aligner)]


def _english_last(bead: Alignment) -> Alignment:
    """Return a bead with the English as its target, as in builds."""
    if bead.src_lang != "en":
        return bead
    return replace(
        bead,
        src_doc=bead.tgt_doc,
        tgt_doc=bead.src_doc,
        src_lang=bead.tgt_lang,
        tgt_lang=bead.src_lang,
        src_segments=bead.tgt_segments,
        tgt_segments=bead.src_segments,
        src_spans=bead.tgt_spans,
        tgt_spans=bead.src_spans,
    )


def bead_texts(
    beads: Iterable[Alignment], segments: Iterable[Segment], mentions: Iterable[Mention], texts: Mapping[str, str]
) -> Iterator[tuple[Alignment, BeadText]]:
    """Yield each bead that translates prose from English, with both of its sides; `texts` are by document id."""
    by_id = {segment.segment_id: segment for segment in segments}
    by_segment = grouped(mentions, lambda mention: mention.segment_id)
    for bead in beads:
        if bead.tgt_lang != "en" or bead.src_lang == "en" or bead.relation not in TRANSLATIONS:
            continue
        target, source = ([by_id[segment_id] for segment_id in ids] for ids in (bead.src_segments, bead.tgt_segments))
        if all(map(is_prose, (*source, *target))):
            uses, source_uses = (
                [use for segment_id in ids for use in by_segment.get(segment_id, ())]
                for ids in (bead.src_segments, bead.tgt_segments)
            )
            yield bead, BeadText(source, source_uses, target, uses, texts[bead.src_doc])
