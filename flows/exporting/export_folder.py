"""The folder of an export: its files of pairs, put in place completely or not at all."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

from corpus.text.printable import printable
from flows.console.output_formats import TrainingFormat
from flows.files.atomic_write import is_running
from glossary.exchange import tmx
from glossary.exchange.training.translation_pair import TranslationPair, json_line

WritePair = Callable[[TranslationPair], None]


class PairFile(NamedTuple):
    """The content of a file of pairs."""

    split: str
    langs: tuple[str, str]
    locales: tuple[str, str]  # of the documents, for formats that name them

    @property
    def name(self) -> str:
        """The file name without extension: `train.zh-en`."""
        return f"{self.split}.{'-'.join(self.langs)}"


@contextmanager
def _json_lines(folder: Path, content: PairFile) -> Iterator[WritePair]:
    with open(folder / f"{content.name}.jsonl", "w", encoding="utf-8", newline="\n") as file:

        def write(pair: TranslationPair) -> None:
            file.write(json_line(pair))

        yield write


@contextmanager
def _moses(folder: Path, content: PairFile) -> Iterator[WritePair]:
    """Write two files with the same number of lines: `train.zh-en.zh` and `train.zh-en.en`."""
    names = [folder / f"{content.name}.{lang}" for lang in content.langs]
    with (
        open(names[0], "w", encoding="utf-8", newline="\n") as source,
        open(names[1], "w", encoding="utf-8", newline="\n") as target,
    ):

        def write(pair: TranslationPair) -> None:
            source.write(f"{pair.texts[0]}\n")
            target.write(f"{pair.texts[1]}\n")

        yield write


@contextmanager
def _tmx(folder: Path, content: PairFile) -> Iterator[WritePair]:
    with open(folder / f"{content.name}.tmx", "wb") as file:
        file.write(tmx.memory_head(content.locales[0]))

        def write(pair: TranslationPair) -> None:
            file.write(tmx.memory_unit(_tmx_pair(pair), content.locales))

        yield write
        file.write(tmx.MEMORY_END)


def _tmx_pair(pair: TranslationPair) -> tmx.TmxPair:
    properties = [("x-score", f"{pair.score:.2f}"), ("x-quality", f"{pair.quality:.2f}"), ("x-document", pair.work)]
    properties += [("x-license", licence) for licence in dict.fromkeys(pair.licences) if licence]
    return tmx.TmxPair(pair.unit_id, pair.texts, tuple(properties))


FORMATS: Mapping[TrainingFormat, Callable[[Path, PairFile], AbstractContextManager[WritePair]]] = {
    "jsonl": _json_lines,
    "moses": _moses,
    "tmx": _tmx,
}
SUMMARY = "export.json"  # what tells the folder of an export from others


class ExportError(ValueError):
    """The request or its target cannot be exported; the message says why and what to do."""


@contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """Yield a folder to fill; it replaces `target` when the block ends normally. Raises ExportError if something other
    than an export is there.
    """
    place = Path(os.path.abspath(target))
    _must_be_free(place, target)
    place.parent.mkdir(parents=True, exist_ok=True)
    _remove_leftovers(place)
    staged = place.with_name(f".{place.name}.{os.getpid()}.tmp")
    staged.mkdir()
    try:
        yield staged
        _put(staged, place)
    except BaseException:
        shutil.rmtree(staged, ignore_errors=True)
        raise


def _must_be_free(place: Path, target: Path) -> None:
    if not os.path.lexists(place):
        return
    if place.is_symlink() or not place.is_dir():
        raise ExportError(f"{printable(target)}: a file or link, where a folder is to be; name another folder")
    if not (place / SUMMARY).is_file() and any(place.iterdir()):
        raise ExportError(f"{printable(target)}: holds other files than an export of taiyaku; name another folder")


def _put(staged: Path, place: Path) -> None:
    old = place.with_name(f".{place.name}.{os.getpid()}.old.tmp")
    if place.exists():
        os.rename(place, old)
    os.rename(staged, place)
    shutil.rmtree(old, ignore_errors=True)


def _remove_leftovers(place: Path) -> None:
    """Remove leftovers of killed exports to the same place: those whose process is gone."""
    pattern = re.compile(rf"\.{re.escape(place.name)}\.(\d+)(\.old)?\.tmp")
    for folder in place.parent.iterdir():
        match = pattern.fullmatch(folder.name)
        if match and (int(match[1]) == os.getpid() or not is_running(int(match[1]))):
            shutil.rmtree(folder, ignore_errors=True)
