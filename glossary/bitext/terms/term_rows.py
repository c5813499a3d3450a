"""Term rows: the links of a bead's terms as rows of the table `term_alignments`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from corpus.records import Mention, TermAlignment
from glossary.bitext.terms.align_terms import BeadText, TermAligner, TermLink, uses_by_place
from glossary.bitext.terms.english_terms import SourceTerm, are_sentences, english_stems
from glossary.bitext.terms.listed_forms import Extent
from glossary.bitext.terms.word_weights import name_key
from glossary.matching.characters import is_cjk
from glossary.termbase.termbase import Termbase

SURE = 0.7  # beads: of those with such a score about nine in ten are right; by hand
_MOST = 3  # segments on either side of a bead: of more the order is lost
_RELATIONS = {"abbreviation": "admitted"}  # other states of a form are relations by the same name


def term_rows(bead: BeadText, alignment_id: str, score: float, aligner: TermAligner) -> Iterator[TermAlignment]:
    """Yield the terms of a bead's English with their renderings; none if the bead is unsure or too large."""
    if score < SURE or max(len(bead.source), len(bead.target)) > _MOST:
        return
    if not (are_sentences(bead.source) and are_sentences(bead.target)):
        return
    uses = uses_by_place(bead.target_mentions)
    source, target = bead.source[0], bead.target[0]
    for number, link in enumerate(aligner.links(bead)):
        start, end = (link.candidate.start, link.candidate.end) if link.candidate else (None, None)
        concept_id, relation = _judged(link, uses, bead.text, aligner.termbase)
        yield TermAlignment(
            term_alignment_id=f"{alignment_id}-{number:03d}",
            alignment_id=alignment_id,
            work=target.work,
            lang=target.lang,
            doc_id=target.doc_id,
            source_doc_id=source.doc_id,
            term=link.term.term,
            concept_id=concept_id,
            source_start=link.term.start,
            source_end=link.term.end,
            source_surface=link.term.surface,
            start=start,
            end=end,
            surface=bead.text[start:end] if link.candidate else None,
            relation=_RELATIONS.get(relation, relation),
            evidence=sorted(link.candidate.kinds) if link.candidate else [],
            confidence=round(link.probability * score, 4),  # beyond this, machines differ
        )


def _judged(
    link: TermLink, uses: Mapping[Extent, Sequence[Mention]], text: str, termbase: Termbase
) -> tuple[str | None, str]:
    """Return the concept of a term, and how the words that render it relate to the glossary. Of several readings, the
    one whose form is there counts. A word that the glossary has for a concept only in another context gets the concept
    that both sides have, as they are the best context for each other.
    """
    concept_id = next(iter(link.term.concept_ids), None)
    if link.candidate is None:
        return concept_id, "omitted"
    if link.candidate.listed and link.candidate.listed.concept_id:
        return link.candidate.listed
    there = uses.get((link.candidate.start, link.candidate.end), ())
    if not link.term.concept_ids:
        same = next((use for use in there if link.term.stems in english_stems(termbase, use.concept_id)), None)
        if same:
            return same.concept_id, same.status
    if there:
        return concept_id, "other"
    return concept_id, "source" if _is_left(link.term, text[link.candidate.start : link.candidate.end]) else "unlisted"


def _is_left(term: SourceTerm, surface: str) -> bool:
    """Return whether the English itself was left there."""
    return not any(map(is_cjk, surface)) and name_key(surface) == name_key(term.surface)
