"""Lexicon files: those that come with taiyaku, and folders of a user's own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from corpus.alignment.lexicon import Lexicon, LexiconError, parse_lexicon
from corpus.languages import KNOWN
from corpus.text.printable import printable

_SUFFIX = ".tsv"


@dataclass(frozen=True, slots=True)
class Lexicons:
    """The lexicon files of each language pair that are known before anything is aligned."""

    texts: tuple[_LexiconText, ...]
    fingerprint: str  # of the files: the first 8 hexadecimal digits of a SHA-256

    def of(self, source: str, target: str) -> Lexicon:
        """Return the lexicon of two languages, empty where there is none."""
        lexicon = _added(tuple(text for text in self.texts if {*text.languages} == {source, target}))
        return lexicon if source < target else lexicon.inverse


def lexicons(folders: Sequence[Path] = ()) -> Lexicons:
    """Return the lexicons that come with taiyaku, with the counts of those in `folders` added.

    Raises:
        LexiconError: a folder is missing or has no lexicon, or a file is not named after two languages, cannot be read,
            is not UTF-8 or has a line that does not belong in a lexicon.
    """
    texts = []
    hashed = hashlib.sha256()
    for folder in (files("corpus.alignment") / "lexicons", *folders):
        for file in _lexicon_files(folder):
            languages, data = _languages(file), _content(file)
            hashed.update(file.name.encode() + b"\0" + data)
            texts.append(_LexiconText(languages, printable(file), _text(data, file)))
            if folder in folders:
                _parsed(texts[-1])  # what is wrong with it shows now
    return Lexicons(tuple(texts), hashed.hexdigest()[:8])


class _LexiconText(NamedTuple):
    languages: tuple[str, str]
    name: str  # as messages call the file
    text: str


@lru_cache(maxsize=16)
def _parsed(text: _LexiconText) -> Lexicon:
    """Parse a lexicon file, once per process. The source is the language that comes first in the alphabet."""
    lexicon = parse_lexicon(text.text, text.name)
    return lexicon if text.languages[0] < text.languages[1] else lexicon.inverse


@lru_cache(maxsize=16)
def _added(texts: Sequence[_LexiconText]) -> Lexicon:
    """Return the summed counts of these files."""
    return sum(map(_parsed, texts), Lexicon())


def _lexicon_files(folder: Traversable) -> Iterator[Traversable]:
    """Yield the lexicon files of a folder, by name."""
    if not folder.is_dir():
        raise LexiconError(
            f"{printable(folder)}: no such folder; name one that `taiyaku lexicon train --out` has written"
        )
    names = sorted(file.name for file in folder.iterdir() if file.name.endswith(_SUFFIX))
    if not names:
        remedy = "make one with `taiyaku lexicon train --out`"
        raise LexiconError(f"{printable(folder)}: no lexicon in it, such as en-zh.tsv; {remedy}")
    return (folder / name for name in names)


def _languages(file: Traversable) -> tuple[str, str]:
    lang, _, other = file.name.removesuffix(_SUFFIX).partition("-")
    if lang not in KNOWN or other not in KNOWN or lang == other:
        raise LexiconError(f"{printable(file)}: its name should be two of {', '.join(sorted(KNOWN))}, as en-zh.tsv")
    return lang, other


def _content(file: Traversable) -> bytes:
    try:
        return file.read_bytes().replace(b"\r\n", b"\n")
    except OSError as error:
        raise LexiconError(f"{printable(file)}: cannot be read: {error.strerror}; check its permissions") from error


def _text(data: bytes, file: Traversable) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise LexiconError(f"{printable(file)}: not UTF-8 at byte {error.start}; save it as UTF-8") from None
