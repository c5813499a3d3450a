"""Evidence made by hand, and the samples as sides, for tests of aligning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import corpus
from corpus.alignment.aligner import Bead, PairModel, align_documents
from corpus.alignment.features import SegmentFeatures
from corpus.alignment.ibm1 import learned
from corpus.alignment.lengths import initial_ratio
from corpus.alignment.lexicon import Lexicon
from corpus.alignment.to_rows import AlignedDocument, aligned_document
from corpus.records import Segment
from corpus.tokenizers import tokenizer

SAMPLES = Path(corpus.__file__).parent / "samples"
CLEAN = sorted(
    folder.name for folder in SAMPLES.iterdir() if (folder / "zh.md").exists() and "flaws" not in folder.name
)


def said(
    words: str = "", names: str = "", kind: str = "paragraph", opens: bool = True, length: float = 40.0
) -> SegmentFeatures:
    """The evidence of a segment with these words and names."""
    sorted_names = tuple(sorted(set(names.split())))
    return SegmentFeatures(
        kind=kind,
        opens=opens,
        length=length,
        words=tuple(sorted(set(words.split()))),
        names=sorted_names,
        firm=frozenset(sorted_names),
        concepts=(),
        sounds=(),
        han=(),
    )


@cache
def sample(work: str, lang: str) -> AlignedDocument:
    """A sample in one language, with its words but without concepts."""
    document = corpus.read(SAMPLES / work / f"{lang}.md")
    return aligned_document(document, [worded(segment) for segment in corpus.segment(document)], {})


def worded(segment: Segment) -> Segment:
    """A segment with its words, as published where nothing is mentioned."""
    if segment.kind in ("code", "markup"):
        return segment
    words = tokenizer(segment.text_lang)(segment.text)
    tokens, starts = [segment.text[a:b] for a, b in words], [segment.start + a for a, _ in words]
    return replace(segment, tokens=tokens, token_starts=starts)


def aligned_cold(
    source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures], langs: tuple[str, str]
) -> list[Bead]:
    """The beads of two documents that teach each other all there is: no lexicon, no glossary."""
    return align_documents(source, target, langs, learned([(source, target)], langs, Lexicon()).model)


def nothing_known(langs: tuple[str, str]) -> PairModel:
    """What is known of a language pair without a lexicon."""
    return PairModel(Lexicon(), initial_ratio(*langs))


def joined(beads: Sequence[Bead]) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The beads with something on both sides."""
    return {(bead.source, bead.target) for bead in beads if bead.source and bead.target}
