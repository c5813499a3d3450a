"""The terms of works: for each use of an English term in a bead what stands for it in the translation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import partial

from corpus.limits import SECONDS, limited
from corpus.records import Alignment, Mention, TermAlignment
from corpus.text.segments import is_prose
from glossary.bitext.works import Knowledge, Work
from glossary.term_alignment.align_terms import BeadText, TermAligner
from glossary.term_alignment.term_rows import term_rows
from glossary.termbase.termbase import Termbase

Aligners = Mapping[str, TermAligner]  # by the language of the translation


def aligners(knowledge: Knowledge, termbase: Termbase) -> Aligners:
    """What aligns terms of English with each language that works were found in."""
    return {lang: TermAligner(lang, termbase, lexicon) for lang, lexicon in knowledge.terms.items()}


def term_alignments(
    work: Work, beads: Iterable[Alignment], by_language: Aligners, seconds: float = SECONDS
) -> list[TermAlignment]:
    """The terms of a work's beads with English; raises LimitError of a translation that takes too long."""
    segments = {segment.segment_id: segment for segment in work.segments}
    texts = {document.doc_id: document.text for document in work.documents}
    mentions: defaultdict[str, list[Mention]] = defaultdict(list)
    for mention in work.mentions:
        mentions[mention.segment_id].append(mention)
    inside = partial(_inside, mentions)
    rows: list[TermAlignment] = []
    for bead in beads:
        if bead.tgt_lang != "en" or bead.src_lang not in by_language or bead.relation != "translation":
            continue
        target = [segments[segment_id] for segment_id in bead.src_segments]
        source = [segments[segment_id] for segment_id in bead.tgt_segments]
        if all(map(is_prose, (*source, *target))):
            text = BeadText(source, inside(bead.tgt_segments), target, inside(bead.src_segments), texts[bead.src_doc])
            with limited(seconds, bead.src_doc):
                rows += term_rows(text, bead.alignment_id, bead.score, by_language[bead.src_lang])
    return rows


def _inside(mentions: Mapping[str, list[Mention]], segment_ids: Iterable[str]) -> list[Mention]:
    return [mention for segment_id in segment_ids for mention in mentions.get(segment_id, ())]
