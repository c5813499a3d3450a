"""Reads pages that were changed at random, for as long as it is told, and keeps what breaks a law or takes long."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from corpus.formats import EXTENSIONS
from corpus.languages import Language
from corpus.sources.discovery import PlacedFile
from corpus.sources.documents import read
from flows.options import samples
from glossary.annotation.annotate import annotated
from glossary.annotation.pipeline import matcher
from tests.corpus.small import lawful
from tests.fuzz.mutations import page

GOLD = Path(__file__).parents[1] / "gold"
MEDIA = {ending: media for ending, media in EXTENSIONS.items() if ending in (".txt", ".md", ".html")}
SLOW = 5.0  # CPU seconds for a page of at most 12,000 characters: a hundred times what it should take


@dataclass
class Run:
    """What a run met."""

    pages: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)  # format and what became of the page
    slowest: float = 0.0


@cache
def seeds(ending: str) -> tuple[str, ...]:
    """The pages of a format that are at hand: samples, gold; of another format where there is none."""
    folders = [samples.folder(), GOLD / "pages", GOLD / "html"]
    paths = [path for folder in folders for path in sorted(folder.rglob("*")) if path.suffix in EXTENSIONS]
    same_format = [path.read_text(encoding="utf-8") for path in paths if path.suffix == ending]
    others = [path.read_text(encoding="utf-8") for path in paths if path.suffix != ending]
    return tuple(same_format * 3 + others)


def pages(seed: int) -> Iterator[tuple[str, bytes]]:
    """Changed pages with their extensions, without end; a seed gives the same ones."""
    draw = random.Random(seed)
    while True:
        ending = draw.choice([*MEDIA])
        yield ending, page(draw, seeds(ending))


def fuzz(seconds: float, seed: int, folder: Path) -> Run:
    """Read changed pages for some seconds; one that breaks a law stays in `folder` and the error is raised."""
    run, until = Run(), time.monotonic() + seconds
    for ending, data in pages(seed):
        if time.monotonic() > until:
            return run
        file = folder / f"page{ending}"
        file.write_bytes(data)
        began = time.process_time()
        outcome = tried(file, ending, (None, "zh", "ja", "en")[run.pages % 4])
        spent = time.process_time() - began
        assert spent < SLOW, f"{file}: {spent:.1f} s"
        run.pages += 1
        run.outcomes[f"{ending} {outcome}"] += 1
        run.slowest = max(run.slowest, spent)
    return run


def tried(file: Path, ending: str, lang: str | None) -> str:
    """Read and annotate a page, and prove the laws of DESIGN §4 on what comes out; `ok` or the reason in two words."""
    language = Language(lang, lang) if lang else None
    document = read(PlacedFile(file, file.name, MEDIA[ending], "work", language), 1 << 24)
    if document.status != "ok":
        assert document.reason and not document.text
        return " ".join(document.reason.split(":")[0].split()[:2])
    lawful(document)
    segments, mentions = annotated(document, matcher())
    homes = {segment.segment_id: segment for segment in segments}
    for segment in segments:
        assert all(
            document.text.startswith(word, start)
            for word, start in zip(segment.tokens, segment.token_starts, strict=True)
        )
        assert all(
            a + len(word) <= b
            for a, b, word in zip(segment.token_starts, segment.token_starts[1:], segment.tokens, strict=False)
        )
    for mention in mentions:
        home = homes[mention.segment_id]
        assert home.start <= mention.start < mention.end <= home.end
        assert document.text[mention.start : mention.end] == mention.surface
        whole = (mention.start, mention.surface) in {*zip(home.token_starts, home.tokens, strict=True)}
        assert whole or mention.nested, mention
    return "ok"
