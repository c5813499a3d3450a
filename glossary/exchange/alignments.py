"""Beads of two documents as text for the terminal, as tab-separated values, and as TMX 1.4b."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from corpus.formats.plaintext.lines import LINE_END
from corpus.languages import pack
from corpus.records import Alignment, Document, Segment
from corpus.text.printable import printable
from glossary.exchange.tmx import TmxPair, memory

_COLUMNS = ("kind", "score", "relation", "source_spans", "target_spans", "source", "target")

TextsById = Mapping[str, str]  # segment id → readable text


def as_text(beads: Sequence[Alignment], texts: TextsById, lines: Mapping[str, int]) -> Iterator[str]:
    """Each bead with its segments below it, by line and language."""
    for bead in beads:
        label = f"  {bead.relation}" if bead.relation in ("copy", "code") else ""
        yield f"{bead.kind}  {bead.score:.2f}{label}"
        for lang, ids in ((bead.src_lang, bead.src_segments), (bead.tgt_lang, bead.tgt_segments)):
            for segment_id in ids:
                yield f"  {lang} {lines[segment_id]:>5}  {printable(texts[segment_id])}"
    paired = sum(bool(bead.src_segments and bead.tgt_segments) for bead in beads)
    yield f"{paired:,} beads with text on both sides, {len(beads) - paired:,} segments alone"


def as_tsv(beads: Sequence[Alignment], texts: TextsById) -> Iterator[str]:
    """A line per bead; spans are start-end in code points of each document, several with a comma between them."""
    yield "\t".join(_COLUMNS)
    for bead in beads:
        spans = [",".join(f"{span.start}-{span.end}" for span in side) for side in (bead.src_spans, bead.tgt_spans)]
        sides = [" ".join(joined.split()) for joined in _sides(bead, texts)]
        yield "\t".join((bead.kind, f"{bead.score:.4f}", bead.relation, *spans, *sides))


def as_tmx(beads: Sequence[Alignment], texts: TextsById, locales: tuple[str, str], works: tuple[str, str]) -> str:
    """The translations as TMX 1.4b, each with its score and its documents; copies and code are left out."""
    documents = tuple(("x-document", work) for work in works)
    pairs = (
        TmxPair(bead.alignment_id, _sides(bead, texts), (("x-score", f"{bead.score:.2f}"), *documents))
        for bead in beads
        if bead.relation == "translation"
    )
    return memory(pairs, locales).decode()


def _sides(bead: Alignment, texts: TextsById) -> tuple[str, str]:
    """The readable text of each side."""
    source = pack(bead.src_lang).joiner.join(texts[segment_id] for segment_id in bead.src_segments)
    target = pack(bead.tgt_lang).joiner.join(texts[segment_id] for segment_id in bead.tgt_segments)
    return source, target


def lines_of(document: Document, segments: Sequence[Segment]) -> dict[str, int]:
    """The line of its document, from 1, that each segment begins in."""
    lines, line, position = {}, 1, 0
    for segment in segments:
        line += len(LINE_END.findall(document.text, position, segment.start))
        position = segment.start
        lines[segment.segment_id] = line
    return lines
