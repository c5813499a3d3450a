"""Han conversion: Traditional characters as Simplified ones, one for one, so that no offset moves."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.metadata import version

from corpus import lazy_re as re
from corpus.languages.scripts import BMP_IDEOGRAPHS, characters
from corpus.storage.code_hash import kept_table

VERSION = f"opencc-{version('opencc')}"


def simplified(text: str) -> str:
    """Return the text with each Traditional character replaced by its Simplified counterpart, if it has only one."""
    return traditional().sub(lambda match: _table()[match[0]], text)


@cache
def traditional() -> re.Pattern[str]:
    """Return the pattern of any character that `simplified` changes."""
    return re.compile(f"[{''.join(_table())}]")


@kept_table("opencc")
def _table() -> dict[str, str]:
    """Return the OpenCC conversion of each single character."""
    import opencc

    chars = list(characters(BMP_IDEOGRAPHS))
    alone = opencc.OpenCC("t2s").convert("\n".join(chars)).split("\n")
    pairs = {a: b for a, b in zip(chars, alone, strict=True) if a != b and len(b) == 1 and max(a, b) <= "\uffff"}
    return {a: b for a, b in pairs.items() if b not in pairs and unicodedata.normalize("NFKC", a) == a}
