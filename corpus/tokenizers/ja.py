"""Japanese words: fugashi (MeCab) with UniDic, short units."""

from __future__ import annotations

import os
import threading
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from corpus import lazy_re as re
from corpus.languages import is_installed
from corpus.tokenizers import Words, chunks, locate

_SLIM, _WHOLE = "taiyaku-unidic", "unidic-lite"  # the same words and readings: packages/unidic
_DICTIONARY = _SLIM if is_installed(_SLIM) else _WHOLE

try:
    VERSION = f"fugashi-{version('fugashi')}+{_DICTIONARY}-{version(_DICTIONARY)}"
except PackageNotFoundError:  # an installation without Japanese
    VERSION = "none"

_SPACE = re.compile(r"\s|\x00")
_lock = threading.Lock()  # a tagger parses for one thread at a time, and a second one costs its dictionary again


@cache
def tagger() -> Any:
    """Return MeCab's tagger, with UniDic; the machine's own mecabrc is not read."""
    return make_tagger(import_module(_DICTIONARY.replace("-", "_")).DICDIR)


def make_tagger(folder: str) -> Any:
    """Return a tagger with the dictionary in a folder."""
    import fugashi

    return fugashi.GenericTagger(f'-Owakati -d "{folder}" -r "{os.path.join(folder, "dicrc")}"')


def analysed(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the words of a text with their columns of UniDic, few where it does not know a word."""
    with _lock:  # a word reads its columns from what the tagger parsed last
        return [(node.surface, node.feature) for node in tagger()(text)]


def cut(text: str) -> Words:
    """Cut a Japanese text into words."""
    words: Words = []
    for start, end in chunks(text):
        chunk = _SPACE.sub(" ", text[start:end])
        with _lock:
            parsed = tagger().parse(chunk)
        words += [(start + a, start + b) for a, b in locate(parsed.split(), chunk)]
    return words
