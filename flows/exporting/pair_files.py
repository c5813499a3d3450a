"""Pair files: how each format writes the pairs of a language pair and split, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import NamedTuple

from flows.console.output_formats import TrainingFormat
from glossary.exchange import tmx
from glossary.exchange.training.translation_pair import TranslationPair, json_line

WritePair = Callable[[TranslationPair], None]


class PairFile(NamedTuple):
    """What a file holds."""

    split: str
    langs: tuple[str, str]
    locales: tuple[str, str]  # of the documents, for formats that name them

    @property
    def name(self) -> str:
        """Its name without ending: `train.zh-en`."""
        return f"{self.split}.{'-'.join(self.langs)}"


@contextmanager
def _json_lines(folder: Path, content: PairFile) -> Iterator[WritePair]:
    with open(folder / f"{content.name}.jsonl", "w", encoding="utf-8", newline="\n") as file:

        def write(pair: TranslationPair) -> None:
            file.write(json_line(pair))

        yield write


@contextmanager
def _moses(folder: Path, content: PairFile) -> Iterator[WritePair]:
    """Write two files of as many lines: `train.zh-en.zh` and `train.zh-en.en`."""
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
