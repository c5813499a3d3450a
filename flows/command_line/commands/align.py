"""`taiyaku align` and `taiyaku lexicon train`: the beads of two files, and the word pairs learnt from many."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from corpus.alignment.features import takes_part
from corpus.alignment.lexicon import lexicon_text, lexicons
from corpus.alignment.multilingual_groups import first_of_each
from corpus.alignment.to_rows import AlignedDocument
from corpus.grouping import grouped
from corpus.records import Alignment, Document, Mention, Segment, TermAlignment
from corpus.sources.discovery import SourceError
from corpus.sources.documents import readable_file, with_text_attributes
from corpus.text.printable import printable
from corpus.text.segments import is_markdown, readable_text
from flows.command_line.commands.build import called_options
from flows.console.exit_status import FINE
from flows.console.progress import progress_display
from flows.options.settings import Settings
from flows.pipeline import lifecycle, planning
from glossary.annotation.annotate import annotated
from glossary.annotation.pipeline import matcher
from glossary.bitext.term_alignments import terms_of_pair
from glossary.bitext.works import align_pair, side_of, side_with, trained
from glossary.desk.report.wording import counted
from glossary.exchange.alignments import as_text, as_tmx, as_tsv, lines_of, terms_as_tsv
from glossary.loading import load
from glossary.matching import Matcher
from glossary.termbase.termbase import Termbase


class _Side(NamedTuple):
    """One of the two files, cut, searched for terms and made ready to be aligned."""

    document: Document
    segments: Sequence[Segment]
    mentions: Sequence[Mention]
    features: AlignedDocument


def align(options: argparse.Namespace, settings: Settings) -> int:
    """Print the beads between two files and, on request, their terms."""
    termbase = load(settings.glossary.layers, settings.glossary.only)
    sides = [_side(_document(path, settings), matcher(termbase)) for path in options.files]
    if options.terms:
        langs = [side.document.lang for side in sides]
        if options.format == "tmx":
            raise SourceError("--terms: TMX has no place for terms; use --format text or tsv")
        if langs.count("en") != 1:
            raise SourceError(f"--terms: terms are aligned with English, and these files are in {' and '.join(langs)}")
    source, target = (side.features for side in sides)
    beads = align_pair(source, target, lexicons(settings.align.lexicons))
    terms = _terms(beads, sides, termbase) if options.terms else []
    texts = {key: text for side in sides for key, text in _texts(side.document, side.segments).items()}
    if options.format == "tmx":
        locales, paths = zip(*((side.document.locale, side.document.path) for side in sides), strict=True)
        sys.stdout.write(as_tmx(beads, texts, locales, paths))
        return FINE
    if options.format == "tsv":
        rows = terms_as_tsv(terms) if options.terms else as_tsv(beads, texts)
    else:
        rows = _text(beads, sides, texts, terms)
    for row in rows:
        print(row)
    return FINE


def _side(document: Document, term_matcher: Matcher) -> _Side:
    segments, mentions = annotated(document, term_matcher)
    return _Side(document, segments, mentions, side_with(document, segments, mentions))


def _terms(beads: Sequence[Alignment], sides: Sequence[_Side], termbase: Termbase) -> list[TermAlignment]:
    segments = [segment for side in sides for segment in side.segments]
    mentions = [mention for side in sides for mention in side.mentions]
    return terms_of_pair(
        beads, segments, mentions, {side.document.doc_id: side.document.text for side in sides}, termbase
    )


def _text(
    beads: Sequence[Alignment], sides: Sequence[_Side], texts: Mapping[str, str], terms: Sequence[TermAlignment]
) -> Iterator[str]:
    part = {segment.segment_id for side in sides for segment in side.segments if takes_part(segment)}
    lines = {key: line for side in sides for key, line in lines_of(side.document, side.segments).items()}
    by_bead = grouped(terms, lambda term: term.alignment_id)
    relevant_beads = [bead for bead in beads if not part.isdisjoint((*bead.src_segments, *bead.tgt_segments))]
    return as_text(relevant_beads, texts, lines, by_bead)


def _document(path: Path, settings: Settings) -> Document:
    """Return the document in a file; raises SourceError where it cannot be read."""
    document = with_text_attributes(readable_file(path, settings.source.max_bytes), settings.site.text_attributes)
    return replace(document, doc_id=sha256(os.fsencode(path.resolve())).hexdigest()[:16])


def _texts(document: Document, segments: Sequence[Segment]) -> dict[str, str]:
    markup = is_markdown(document)
    return {segment.segment_id: readable_text(segment, markup) for segment in segments}


def train(options: argparse.Namespace, settings: Settings) -> int:
    """Write the lexicon that the next builds use, or the word pairs of each language pair of the sources."""
    if options.out is None:
        with progress_display(quiet=False) as progress:
            file, knowledge = lifecycle.train(called_options(options, settings), progress)
        count = sum(len(model.lexicon.pairs) for model in knowledge.pairs.values())
        print(f"{printable(file)}: {counted(count, 'pair')} of words; the next builds go by it")
        return FINE
    term_matcher = matcher(load(settings.glossary.layers, settings.glossary.only))
    documents = groupby(planning.plan(called_options(options, settings)).documents, key=lambda document: document.work)
    works = [
        {lang: side_of(document, term_matcher) for lang, document in first_of_each(group).items()}
        for _, group in documents
    ]
    trained_lexicons = trained(works)
    if not trained_lexicons:
        raise SourceError(lifecycle.UNTAUGHT)
    options.out.mkdir(parents=True, exist_ok=True)
    for (lang, other), lexicon in trained_lexicons.items():
        count = sum({lang, other} <= work.keys() for work in works)
        description = f"Word pairs of {lang} and {other} that were aligned, with counts, by `taiyaku lexicon train`."
        path = options.out / f"{lang}-{other}.tsv"
        path.write_text(lexicon_text(lexicon, [description, *options.note, counted(count, "work")]), encoding="utf-8")
        print(f"{printable(path)}: {counted(len(lexicon.pairs), 'pair')} of words from {counted(count, 'work')}")
    return FINE
