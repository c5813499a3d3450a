"""An open page: its text, what was found in it, and which English it translates; no editor is known here."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from corpus.formats import EXTENSIONS
from corpus.languages import TARGETS
from corpus.records import Document, Finding, Mention, Segment
from corpus.sources.discovery import PlacedFile, find
from corpus.sources.documents import read_text
from corpus.sources.originals import original_of
from flows.checking.check_request import CheckRequest
from flows.checking.page_check import original_document, rename_from_base
from flows.checking.text_page import text_page
from glossary.findings.engine import check
from glossary.rules.context import RuleContext
from glossary.rules.source_context import SegmentPair
from glossary.termbase.termbase import Concept


@dataclass(frozen=True)
class JudgedPage:
    """A page as it was judged last."""

    document: Document
    page: RuleContext | None  # none of what is not read or not checked, such as English
    findings: tuple[Finding, ...]
    source: Path | None  # the file of its English original

    @property
    def original(self) -> Document | None:
        """The English original, where there is one that can be read."""
        return self.page.original.document if self.page and self.page.original else None

    @property
    def pairs(self) -> tuple[SegmentPair, ...]:
        """What of it translates what of the original."""
        return self.page.pairs if self.page else ()

    def finding_at(self, offset: int) -> list[Finding]:
        """The findings with a place that holds the character at an offset, or ends there."""
        return [
            finding
            for finding in self.findings
            if any(location.start <= offset <= location.end for location in finding.locations)
        ]

    def concept_at(self, offset: int) -> tuple[Mention, Concept] | None:
        """The longest use of a concept that holds the character at an offset."""
        uses = self.page.mentions_touching(offset, offset + 1) if self.page else ()
        longest = max(uses, key=lambda use: use.end - use.start, default=None)
        return (longest, self.page.concept(longest)) if longest and self.page else None

    def original_at(self, offset: int) -> tuple[Segment, ...]:
        """The segments of the original that the sentence of an offset translates; none where that is not known."""
        return next((pair.source for pair in self.pairs if _holds(pair.target, offset)), ())

    def translation_at(self, offset: int) -> tuple[Segment, ...]:
        """The segments that translate the sentence of an offset of the original."""
        return next((pair.target for pair in self.pairs if _holds(pair.source, offset)), ())


def _holds(segments: tuple[Segment, ...], offset: int) -> bool:
    return segments[0].start <= offset < segments[-1].end


def judged(path: Path, text: str, request: CheckRequest) -> JudgedPage | None:
    """The page of a file with a text that may not be saved yet; None where taiyaku does not read such files."""
    placed = next(iter(find([path]).files), None) if path.is_file() else _placed(path)
    if placed is None:
        return None
    file = rename_from_base(placed, request)
    document = read_text(file, text)
    if document.status != "ok" or document.lang not in TARGETS or document.text != text:
        return JudgedPage(document, None, (), None)
    source = original_of(Path(os.path.abspath(path)))
    english = original_document(file, source, request)
    page = text_page(document, english, request.termbase, request.decisions, request.options.lexicons)
    return JudgedPage(document, page, tuple(check(page, request.selection.rules(document.path))), source)


def _placed(path: Path) -> PlacedFile | None:
    """A file that is not there yet."""
    media_type = EXTENSIONS.get(path.suffix.lower())
    return PlacedFile(path, path.name, media_type, path.stem) if media_type else None
