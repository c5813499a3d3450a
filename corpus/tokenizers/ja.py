"""Japanese words: fugashi (MeCab) with unidic-lite, short units."""

from __future__ import annotations

import os
import threading
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from corpus import lazy_re as re
from corpus.tokenizers import Words, chunks, locate

try:
    VERSION = f"fugashi-{version('fugashi')}+unidic-lite-{version('unidic-lite')}"
except PackageNotFoundError:  # an installation without Japanese
    VERSION = "none"

_SPACE = re.compile(r"\s|\x00")
_local = threading.local()


def tagger() -> Any:
    """Return MeCab's tagger of this thread, with UniDic; the machine's own mecabrc is not read."""
    if not hasattr(_local, "tagger"):
        import fugashi
        import unidic_lite

        folder = unidic_lite.DICDIR
        _local.tagger = fugashi.GenericTagger(f'-Owakati -d "{folder}" -r "{os.path.join(folder, "dicrc")}"')
    return _local.tagger


def cut(text: str) -> Words:
    """Cut a Japanese text into words."""
    words: Words = []
    for start, end in chunks(text):
        chunk = _SPACE.sub(" ", text[start:end])
        words += [(start + a, start + b) for a, b in locate(tagger().parse(chunk).split(), chunk)]
    return words
