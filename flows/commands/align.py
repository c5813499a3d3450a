"""`taiyaku align` and `taiyaku lexicon train`: beads of two files, and the word pairs that many teach."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from corpus.alignment.features import takes_part, without_key
from corpus.alignment.lexicon import lexicon_text
from corpus.alignment.lexicon_io import lexicons
from corpus.alignment.multilingual_groups import first_of_each
from corpus.records import Document, Segment
from corpus.sources.discovery import SourceError
from corpus.sources.documents import read_file
from corpus.text.printable import printable
from corpus.text.segments import is_markdown, readable_text
from flows.commands.build import called_options, lexicon_folders
from flows.exit_status import FINE
from flows.pipeline import planning
from flows.settings import Settings
from flows.termbase_cache import folders_of
from glossary.annotation.pipeline import matcher
from glossary.bitext.works import align_pair, side_of, trained
from glossary.exchange.alignments import as_text, as_tmx, as_tsv, lines_of
from glossary.loading import load


def align(options: argparse.Namespace, settings: Settings) -> int:
    """Print the beads between two files."""
    document, other = (_document(path, settings) for path in options.files)
    term_matcher = matcher(load(*folders_of(options, settings)))
    source, target = side_of(document, term_matcher), side_of(other, term_matcher)
    beads = align_pair(source, target, lexicons(lexicon_folders(options, settings)))
    texts = {**_texts(document, source.segments), **_texts(other, target.segments)}
    if options.format == "tmx":
        sys.stdout.write(as_tmx(beads, texts, (document.locale, other.locale), (document.path, other.path)))
        return FINE
    if options.format == "tsv":
        rows = as_tsv(beads, texts)
    else:
        part = {segment.segment_id for segment in (*source.segments, *target.segments) if takes_part(segment)}
        relevant_beads = [bead for bead in beads if not part.isdisjoint((*bead.src_segments, *bead.tgt_segments))]
        rows = as_text(
            relevant_beads, texts, {**lines_of(document, source.segments), **lines_of(other, target.segments)}
        )
    for row in rows:
        print(row)
    return FINE


def _document(path: Path, settings: Settings) -> Document:
    """The document in a file; raises SourceError where it cannot be read."""
    document = read_file(path, "", settings.source.max_bytes)
    if document.status != "ok":
        raise SourceError(f"{printable(path)}: {document.reason}")
    return replace(document, doc_id=sha256(os.fsencode(path.resolve())).hexdigest()[:16])


def _texts(document: Document, segments: Sequence[Segment]) -> dict[str, str]:
    markup = is_markdown(document)
    return {segment.segment_id: without_key(segment, readable_text(segment, markup)) for segment in segments}


def train(options: argparse.Namespace, settings: Settings) -> int:
    """Write a lexicon for each language pair of the sources."""
    term_matcher = matcher(load(*folders_of(options, settings)))
    documents = groupby(planning.plan(called_options(options, settings)).documents, key=lambda document: document.work)
    works = [
        {lang: side_of(document, term_matcher) for lang, document in first_of_each(group).items()}
        for _, group in documents
    ]
    trained_lexicons = trained(works)
    if not trained_lexicons:
        raise SourceError("no work in two languages among the sources; give a folder with translations")
    options.out.mkdir(parents=True, exist_ok=True)
    for (lang, other), lexicon in trained_lexicons.items():
        count = sum({lang, other} <= work.keys() for work in works)
        description = f"Word pairs of {lang} and {other} that were aligned, with counts, by `taiyaku lexicon train`."
        path = options.out / f"{lang}-{other}.tsv"
        path.write_text(
            lexicon_text(lexicon, [description, *options.note, _count_text(count, "work")]), encoding="utf-8"
        )
        print(
            f"{printable(path)}: {_count_text(len(lexicon.pairs), 'pair')} of words from {_count_text(count, 'work')}"
        )
    return FINE


def _count_text(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
