"""Missing text: real pages from which a section was removed, or of which only the beginning is left."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

_FENCE = re.compile(r"\s*(?:```|~~~)")
_HEADING = re.compile(r"(#{1,6})\s")
_SENTENCE = re.compile(r"[。！？]|^[-*] |^\|", re.MULTILINE)
_BLOCKS = re.compile(r"```.*?```", re.DOTALL)
_FEWEST, _LARGEST = 2, 0.5  # sentences of a section that is removed; its share of the page
_CHARACTERS = (2_000, 16_000)  # of an original
_LEFT = (0.1, 0.7)  # share of a page that is cut


class BilingualPage(NamedTuple):
    """A page as it stands in a set, beside its original."""

    name: str
    lang: str
    suffix: str
    text: str
    english: str


class DamagedPage(NamedTuple):
    """A page of which text was taken away."""

    page: BilingualPage
    kind: str  # section, cut or untouched
    text: str
    place: int  # where the missing text stood
    missing: str  # how it begins


def bilingual_pages(folder: Path, number: int, seed: int) -> list[BilingualPage]:
    """Return so many pages of a set with folders of languages, drawn by chance, half of them in each language."""
    pages = []
    langs = [lang for lang in ("zh", "ja") if (folder / lang).is_dir()]
    for place, lang in enumerate(langs):
        candidates = list(_candidates(folder, lang))
        random.Random(seed).shuffle(candidates)
        pages += candidates[: number // len(langs) + (place < number % len(langs))]
    return pages


def _candidates(folder: Path, lang: str) -> Iterator[BilingualPage]:
    for file in sorted((folder / lang).rglob("*.md*")):
        name = file.relative_to(folder / lang)
        if (original := folder / "en" / name).exists():
            page = BilingualPage(
                name.as_posix(), lang, file.suffix, file.read_text("utf-8"), original.read_text("utf-8")
            )
            if _CHARACTERS[0] <= len(page.english) <= _CHARACTERS[1] and _sections(page.text):
                yield page


def damaged(pages: Sequence[BilingualPage], seed: int) -> Iterator[DamagedPage]:
    """Yield each page without one of its sections, cut, and as it is."""
    for number, page in enumerate(pages):
        chance = random.Random(f"{seed} {number}")
        start, end = chance.choice(_sections(page.text))
        yield DamagedPage(page, "section", page.text[:start] + page.text[end:], start, page.text[start : start + 40])
        size = int(chance.uniform(*_LEFT) * len(page.text))
        border = page.text.rfind("\n\n", 0, size)
        left = border if border > 0 else size
        yield DamagedPage(page, "cut", page.text[:left] + "\n", left, page.text[left : left + 40].strip())
        yield DamagedPage(page, "untouched", page.text, 0, "")


def _sections(text: str) -> list[tuple[int, int]]:
    """The sections below a page's title that hold some sentences and no more than half of the page."""
    headings, position, is_code = [], 0, False
    for line in text.splitlines(keepends=True):
        is_code ^= _FENCE.match(line) is not None
        if not is_code and (match := _HEADING.match(line)):
            headings.append((len(match[1]), position))
        position += len(line)
    sections = [
        (start, next((other for deeper, other in headings[number + 1 :] if deeper <= level), len(text)))
        for number, (level, start) in enumerate(headings)
        if level > 1
    ]
    return [
        (start, end)
        for start, end in sections
        if end - start < _LARGEST * len(text) and _sentences(text[start:end]) >= _FEWEST
    ]


def _sentences(text: str) -> int:
    return len(_SENTENCE.findall(_BLOCKS.sub("", text)))
