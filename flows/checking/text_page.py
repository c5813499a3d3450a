"""A page as rules see it, made of texts: those of files, of an editor, of an assistant."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from corpus.alignment.lexicon_io import Lexicons, lexicons
from corpus.records import Document
from corpus.tokenizers import Words, en_fast, tokenizer
from glossary.annotation.annotate import annotated
from glossary.annotation.pipeline import matcher
from glossary.decisions.adjudication import Adjudication
from glossary.findings.contexts import SourcePage, original_with
from glossary.rules.context import RuleContext
from glossary.termbase.termbase import Termbase


def text_page(
    document: Document,
    source: SourcePage | None,
    termbase: Termbase,
    decisions: Adjudication | None = None,
    lexicon_folders: tuple[Path, ...] = (),
) -> RuleContext:
    """Return the page of a document that was read, beside its English original where there is one.

    `lexicon_folders` hold lexicons beside the built-in ones.
    """
    segments, mentions = annotated(document, matcher(termbase), _cutter)
    lexicon_loader = partial(lexicons_of, lexicon_folders)
    original = original_with(document, source, segments, mentions, lexicon_loader) if source else None
    return RuleContext(document, tuple(segments), tuple(mentions), termbase, original, decisions)


def source_page(source: Document | None, termbase: Termbase) -> SourcePage | None:
    """Return the English original of pages, to be read once for all of them; None if there is none that can be read."""
    return SourcePage(source, matcher(termbase), _cutter) if source is not None and source.status == "ok" else None


@cache
def lexicons_of(folders: tuple[Path, ...]) -> Lexicons:
    """Return the built-in lexicons with those of folders, read once."""
    return lexicons(folders)


def _cutter(lang: str) -> Callable[[str], Words]:
    """Return the tokenizers of a build, but for the sentences left in English: spaCy takes half of the time."""
    return en_fast.cut if lang == "en" else tokenizer(lang)
