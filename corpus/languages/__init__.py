"""Languages: a pack for each, the tags that name them, and detecting them from text."""

from __future__ import annotations

from corpus.languages.chinese import is_traditional
from corpus.languages.detection import detect, segment_language
from corpus.languages.pack import Language, LanguagePack
from corpus.languages.register import (
    KNOWN,
    NAMES,
    TARGETS,
    enumeration,
    is_foreign_tag,
    missing_extra,
    pack,
    packs,
    parse_tag,
)

__all__ = [
    "KNOWN",
    "NAMES",
    "TARGETS",
    "Language",
    "LanguagePack",
    "detect",
    "enumeration",
    "is_foreign_tag",
    "is_traditional",
    "missing_extra",
    "pack",
    "packs",
    "parse_tag",
    "segment_language",
]
