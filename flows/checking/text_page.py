"""A page whose text stands in no file yet, as rules see it: what an editor shows, what an assistant wrote."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from corpus.alignment.lexicon_io import Lexicons, lexicons
from corpus.records import Document
from corpus.tokenizers import Words, en_fast, tokenizer
from glossary.annotation.annotate import annotated
from glossary.annotation.pipeline import matcher
from glossary.decisions.adjudication import Adjudication
from glossary.findings.contexts import original_with
from glossary.rules.context import RuleContext
from glossary.termbase.termbase import Termbase


def text_page(
    document: Document, source: Document | None, termbase: Termbase, decisions: Adjudication | None = None
) -> RuleContext:
    """The page of a document that was read, beside its English original where that was read too."""
    segments, mentions = annotated(document, matcher(termbase), _cutter)
    original = None
    if source is not None and source.status == "ok":
        original = original_with(document, source, segments, mentions, matcher(termbase), _cutter, _built_in_lexicons)
    return RuleContext(document, tuple(segments), tuple(mentions), termbase, original, decisions)


@cache
def _built_in_lexicons() -> Lexicons:
    return lexicons(())


def _cutter(lang: str) -> Callable[[str], Words]:
    """The tokenizers of a check: for English the quick one."""
    return en_fast.cut if lang == "en" else tokenizer(lang)
