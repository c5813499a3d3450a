"""Japanese words: fugashi (MeCab) with UniDic, short units."""

from __future__ import annotations

import os
import threading
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from corpus import lazy_re as re
from corpus.languages.register import is_installed
from corpus.tokenizers import Words, chunks, locate

_SLIM, _WHOLE = "taiyaku-unidic", "unidic-lite"  # the same words and readings: packages/unidic
_DICTIONARY = _SLIM if is_installed(_SLIM) else _WHOLE

try:
    VERSION = f"fugashi-{version('fugashi')}+{_DICTIONARY}-{version(_DICTIONARY)}"
except PackageNotFoundError:  # an installation without Japanese
    VERSION = "none"

_SPACE = re.compile(r"\s|\x00")
_local = threading.local()


def tagger() -> Any:
    """Return MeCab's tagger of this thread, with UniDic; the machine's own mecabrc is not read."""
    if not hasattr(_local, "tagger"):
        _local.tagger = make_tagger(import_module(_DICTIONARY.replace("-", "_")).DICDIR)
    return _local.tagger


def make_tagger(folder: str) -> Any:
    """Return a tagger with the dictionary of a folder."""
    import fugashi

    return fugashi.GenericTagger(f'-Owakati -d "{folder}" -r "{os.path.join(folder, "dicrc")}"')


def cut(text: str) -> Words:
    """Cut a Japanese text into words."""
    words: Words = []
    for start, end in chunks(text):
        chunk = _SPACE.sub(" ", text[start:end])
        words += [(start + a, start + b) for a, b in locate(tagger().parse(chunk).split(), chunk)]
    return words
