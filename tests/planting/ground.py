"""The ground that errors are planted in: the running text of a page, with the glossary's forms that stand in it.

This is no copy of the tool's own search, but a plain one of its own that is content with what is beyond doubt: a planter
that sees the page through the same eyes as the rules would never plant what they overlook.
"""

from __future__ import annotations

import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from corpus.records import Document, Segment
from corpus.sources.documents import read_file
from corpus.text.segments import PROSE, pairs_in, segment
from corpus.tokenizers import tokenizer
from glossary.loading import load
from glossary.termbase.termbase import ALLOWED, Concept, Form, Termbase
from tests.planting.bases import APART, Base

MANY = 1 << 24
_CJK = re.compile(r"[぀-ヿ㐀-鿿々ー]")
_QUOTES = '「『《〈“‘"｢'


@dataclass(frozen=True)
class Use:
    """A form of the glossary that stands on a page; no longer form covers it, and it belongs to one concept alone."""

    start: int
    end: int
    surface: str
    concept: Concept
    form: Form
    segment: Segment


@dataclass(frozen=True)
class Couple:
    """A sentence of the page and the English one that it translates, by the order of both pages alone."""

    translation: Segment
    english: Segment


class GroundUnit(NamedTuple):
    """A unit of a catalogue and its place in the text of the translations."""

    start: int
    end: int
    text: str
    source: str


class Ground:
    """A base page cut into sentences, and what stands in them."""

    def __init__(self, base: Base) -> None:
        self.base = base
        self.document = document(base.text, base.lang)
        self.segments = segment(self.document)

    @property
    def text(self) -> str:
        """The page's text."""
        return self.base.text

    @property
    def lang(self) -> str:
        """zh or ja."""
        return self.base.lang

    @cached_property
    def prose(self) -> list[Segment]:
        """The sentences, list items and cells in the page's own language, headings left out."""
        return [
            segment
            for segment in self.segments
            if segment.kind in PROSE
            and segment.kind != "heading"
            and segment.text_lang == self.lang
            and _CJK.search(segment.text)
        ]

    @cached_property
    def running(self) -> list[Segment]:
        """Of these the ones that are sentences: no cells, no short items."""
        return [
            segment for segment in self.prose if segment.kind != "table_cell" and len(_CJK.findall(segment.text)) >= 12
        ]

    @cached_property
    def masked(self) -> str:
        """The page with a blank for every character that is no plain words: code, links, quotations, other languages."""
        letters = [" "] * len(self.text)
        for piece in self.prose:
            letters[piece.start : piece.end] = piece.text
            for span in piece.protected:
                letters[span.start : span.end] = " " * (span.end - span.start)
            for opens, closes in pairs_in(piece.text):
                if piece.text[opens] in _QUOTES:
                    letters[piece.start + opens : piece.start + closes + 1] = " " * (closes + 1 - opens)
        for line in re.finditer(r"^[ \t]*>.*$", self.text, re.MULTILINE):
            letters[line.start() : line.end()] = " " * (line.end() - line.start())
        return "".join(letters)

    @cached_property
    def uses(self) -> list[Use]:
        """The allowed forms in plain words that are beyond doubt, in order."""
        return [use for segment in self.prose for use in _uses(self.masked, segment, self.lang)]

    @cached_property
    def by_concept(self) -> dict[str, list[Use]]:
        """The same by concept."""
        uses_by_concept: defaultdict[str, list[Use]] = defaultdict(list)
        for use in self.uses:
            uses_by_concept[use.concept.id].append(use)
        return uses_by_concept

    @cached_property
    def english(self) -> list[Segment]:
        """The segments of the English original."""
        return segment(document(self.base.english, "en")) if self.base.english else []

    @cached_property
    def units(self) -> list[GroundUnit]:
        """The units of a catalogue, in order."""
        units, start = [], 0
        for text, source in zip(self.text.split(APART), self.base.english.split(APART), strict=True):
            units.append(GroundUnit(start, start + len(text), text, source))
            start += len(text) + len(APART)
        return units

    @cached_property
    def couples(self) -> list[Couple]:
        """Sentences whose paragraphs stand at the same place under the same heading and have as many sentences."""
        return list(_couples(self.segments, self.english, self.base))


def document(text: str, lang: str) -> Document:
    """A page of Markdown as it is read from a file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.md"
        file.write_bytes(text.encode())
        return read_file(file, lang, MANY)


# --- forms of the glossary in plain words


@cache
def termbase() -> Termbase:
    """The built-in glossary."""
    return load()


@cache
def _forms(lang: str) -> tuple[dict[str, list[tuple[Concept, Form]]], int]:
    """The forms of a language, folded in case, and the length of the longest."""
    by_form: defaultdict[str, list[tuple[Concept, Form]]] = defaultdict(list)
    for concept in termbase().concepts:
        for form in concept.in_language(lang):
            by_form[form.form.casefold()].append((concept, form))
    return dict(by_form), max(map(len, by_form))


def meanings(surface: str, lang: str) -> list[tuple[Concept, Form]]:
    """The concepts that the glossary ties to these words, whatever it says of them."""
    return _forms(lang)[0].get(surface.casefold(), [])


def longest_at(text: str, start: int, lang: str) -> int:
    """Where the longest form of the glossary that begins here ends; `start` if there is none."""
    forms, most = _forms(lang)
    ends = range(min(len(text), start + most), start, -1)
    return next((end for end in ends if text[start:end].casefold() in forms and _whole(text, start, end)), start)


def _whole(text: str, start: int, end: int) -> bool:
    """Whether a place cuts no Latin word."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (_latin(before) and _latin(text[start])) and not (_latin(after) and _latin(text[end - 1]))


def _latin(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char in "_-")


def _uses(masked: str, segment: Segment, lang: str) -> Iterator[Use]:
    """The forms of a sentence that end and begin with words, longest first from the left."""
    text = masked[segment.start : segment.end]
    borders = {place for word in tokenizer(lang)(segment.text) for place in word}
    position = 0
    while position < len(text):
        end = longest_at(text, position, lang)
        senses = meanings(text[position:end], lang)
        if (
            len(senses) == 1
            and {position, end} <= borders
            and _fits(senses[0][1], segment.text)
            and not _touched(text, position, end)
        ):
            yield Use(segment.start + position, segment.start + end, text[position:end], *senses[0], segment)
        position = max(end, position + 1)


def _fits(form: Form, text: str) -> bool:
    """Whether an allowed form has its company in the sentence and stands in none of the words that silence it."""
    folded = text.casefold()
    near = not form.only_near or any(word.casefold() in folded for word in form.only_near)
    return near and form.status in ALLOWED and not any(word.casefold() in folded for word in form.not_in)


def _touched(text: str, start: int, end: int) -> bool:
    """Whether a katakana word goes on at either side: then it is a part of another."""
    return any(
        re.match("[ァ-ヺー・]", text[a : a + 1]) and re.match("[ァ-ヺー・]", text[b : b + 1])
        for a, b in ((start - 1, start), (end, end - 1))
        if a >= 0
    )


# --- the English original


def _couples(segments: list[Segment], english: list[Segment], base: Base) -> Iterator[Couple]:
    mine, theirs = _sections(segments, base.text), _sections(english, base.english)
    if len(mine) != len(theirs):
        return
    for section, other in zip(mine, theirs, strict=True):
        if [kind for kind, _ in section] != [kind for kind, _ in other]:
            continue
        for (_, block), (_, their) in zip(section, other, strict=True):
            if len(block) == len(their):
                yield from (
                    Couple(page_segment, two)
                    for page_segment, two in zip(block, their, strict=True)
                    if page_segment.kind in PROSE and page_segment.text_lang == base.lang
                )


def _sections(segments: list[Segment], text: str) -> list[list[tuple[str, list[Segment]]]]:
    """Headings' sections, each a list of blocks with their kind and sentences."""
    sections: list[list[tuple[str, list[Segment]]]] = [[]]
    end = 0
    for piece in segments:
        if piece.kind in ("markup", "metadata", "boilerplate"):
            continue
        gap = text[end : piece.start]
        if piece.kind == "heading" and "\n" in gap:
            sections.append([])
        if not sections[-1] or piece.kind in ("heading", "code", "table_cell", "list_item") or "\n" in gap:
            sections[-1].append((piece.kind, []))
        sections[-1][-1][1].append(piece)
        end = piece.end
    return sections
