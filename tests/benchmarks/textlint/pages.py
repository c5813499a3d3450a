"""The pages that both tools read: copies without the English ones, as prh could make nothing of an original beside."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from flows.options import samples
from tests.shared import SHARED

LANGUAGES = ("zh", "ja")
COURSE, ARTICLES, SAMPLES = "hf-course", "articles", "samples"


class Pages(NamedTuple):
    """Pages of one language."""

    name: str
    lang: str
    files: tuple[Path, ...]


def copied(root: Path) -> list[Pages]:
    """All pages of both languages, copied below a folder."""
    return [Pages(name, lang, _copied(name, lang, root)) for lang in LANGUAGES for name in (COURSE, ARTICLES, SAMPLES)]


def _copied(name: str, lang: str, root: Path) -> tuple[Path, ...]:
    return tuple(_copy(file, root / name / file.relative_to(folder)) for folder, file in sorted(_originals(name, lang)))


def _originals(name: str, lang: str) -> Iterator[tuple[Path, Path]]:
    """The files, each with the folder that its name counts from."""
    folders = {COURSE: SHARED / "data/hf-course/docs", ARTICLES: SHARED / "articles", SAMPLES: samples.folder()}
    pattern = {COURSE: f"{lang}/**/*.mdx", ARTICLES: f"*/{lang}.txt", SAMPLES: f"*/{lang}.md"}[name]
    yield from ((folders[name], file) for file in folders[name].glob(pattern))


def _copy(file: Path, place: Path) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, place)
    return place
