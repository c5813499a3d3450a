"""Alignments as text: beads of two documents and their terms for the terminal, as TSV or as TMX 1.4b."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from corpus.formats.plaintext.lines import LINE_END
from corpus.languages import pack
from corpus.records import Alignment, Document, Segment, TermAlignment
from corpus.text.printable import printable
from corpus.vocabularies import TRANSLATIONS
from glossary.exchange.tmx import TmxPair, memory

_COLUMNS = ("kind", "score", "relation", "source_spans", "target_spans", "source", "target")

_TERM_COLUMNS = (
    *("term", "concept_id", "source_start", "source_end", "source_surface"),
    *("start", "end", "surface", "relation", "evidence", "confidence"),
)

TextsById = Mapping[str, str]  # segment id → readable text


def as_text(
    beads: Sequence[Alignment],
    texts: TextsById,
    lines: Mapping[str, int],
    terms: Mapping[str, Sequence[TermAlignment]] | None = None,
) -> Iterator[str]:
    """Yield each bead, its segments with language and line, and its terms; `terms` are by bead id."""
    for bead in beads:
        label = f"  {bead.relation}" if bead.relation in ("copy", "code") else ""
        yield f"{bead.kind}  {bead.score:.2f}{label}"
        for lang, ids in ((bead.src_lang, bead.src_segments), (bead.tgt_lang, bead.tgt_segments)):
            for segment_id in ids:
                yield f"  {lang} {lines[segment_id]:>5}  {printable(texts[segment_id])}"
        for term in (terms or {}).get(bead.alignment_id, ()):
            source = printable(" ".join(term.source_surface.split()))
            words = "—" if term.surface is None else printable(" ".join(term.surface.split()))
            yield f"{'':10} {source} → {words}  {term.relation} {term.confidence:.2f}"
    paired = sum(bool(bead.src_segments and bead.tgt_segments) for bead in beads)
    yield f"{paired:,} beads with text on both sides, {len(beads) - paired:,} segments alone"


def as_tsv(beads: Sequence[Alignment], texts: TextsById) -> Iterator[str]:
    """Yield a line per bead; spans are start-end in code points of each document, separated by commas."""
    yield "\t".join(_COLUMNS)
    for bead in beads:
        spans = [",".join(f"{span.start}-{span.end}" for span in side) for side in (bead.src_spans, bead.tgt_spans)]
        sides = [" ".join(joined.split()) for joined in _sides(bead, texts)]
        yield "\t".join((bead.kind, f"{bead.score:.4f}", bead.relation, *spans, *sides))


def terms_as_tsv(terms: Sequence[TermAlignment]) -> Iterator[str]:
    """Yield a line per term; starts and ends are offsets in code points of each document."""
    yield "\t".join(_TERM_COLUMNS)
    for term in terms:
        row = {**asdict(term), "evidence": ",".join(term.evidence), "confidence": f"{term.confidence:.4f}"}
        yield "\t".join("" if row[name] is None else " ".join(str(row[name]).split()) for name in _TERM_COLUMNS)


def as_tmx(beads: Sequence[Alignment], texts: TextsById, locales: tuple[str, str], works: tuple[str, str]) -> str:
    """Return the translations as TMX 1.4b, each with its score and its documents; copies and code are left out."""
    documents = tuple(("x-document", work) for work in works)
    pairs = (
        TmxPair(bead.alignment_id, _sides(bead, texts), (("x-score", f"{bead.score:.2f}"), *documents))
        for bead in beads
        if bead.relation in TRANSLATIONS
    )
    return memory(pairs, locales).decode()


def _sides(bead: Alignment, texts: TextsById) -> tuple[str, str]:
    """Return the readable text of each side."""
    source = pack(bead.src_lang).joiner.join(texts[segment_id] for segment_id in bead.src_segments)
    target = pack(bead.tgt_lang).joiner.join(texts[segment_id] for segment_id in bead.tgt_segments)
    return source, target


def lines_of(document: Document, segments: Sequence[Segment]) -> dict[str, int]:
    """Return the line of its document, from 1, in which each segment begins, by segment id."""
    lines, line, position = {}, 1, 0
    for segment in segments:
        line += len(LINE_END.findall(document.text, position, segment.start))
        position = segment.start
        lines[segment.segment_id] = line
    return lines
