"""The findings of a page of a documentation set beside its original, with any text in its place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from corpus.formats import EXTENSIONS
from corpus.languages import Language
from corpus.records import Document, Finding
from corpus.sources.discovery import PlacedFile
from corpus.sources.documents import read_text
from flows.checking.page_check import source_page, text_page
from glossary.findings.engine import judge_page
from glossary.loading import load
from glossary.rules.context import RuleContext
from glossary.rules.rule import Rule
from glossary.termbase.termbase import Termbase
from tests.planting.missing_text import BilingualPage


def findings_of(page: BilingualPage, text: str, rules: Sequence[Rule]) -> list[Finding]:
    """What rules find where a page has this text."""
    return judge_page(context_of(page, text), rules).findings


def context_of(page: BilingualPage, text: str) -> RuleContext:
    """A page with this text, beside its original, as rules see it."""
    translation, english = _document(page, text, page.lang), _document(page, page.english, "en")
    return text_page(translation, source_page(english, _termbase()), _termbase())


@cache
def _termbase() -> Termbase:
    return load()


def _document(page: BilingualPage, text: str, lang: str) -> Document:
    path = f"{lang}/{page.name}"
    return read_text(PlacedFile(Path(path), path, EXTENSIONS[page.suffix], page.name, Language(lang, lang)), text)
