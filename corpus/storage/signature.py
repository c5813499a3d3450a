"""The signature: one line that says what produced a build."""

from __future__ import annotations

from importlib.metadata import version

from corpus import formats, tokenizers
from corpus.languages import KNOWN
from corpus.schema import SCHEMA_VERSION
from corpus.storage.code_hash import code


def signature(**parts: str) -> str:
    """The signature of builds in which, beside the text packages, these parts were at work: glossary="3f2a9c"."""
    versions = {
        "taiyaku": version("taiyaku"),
        "code": code(),
        "schema": str(SCHEMA_VERSION),
        "formats": formats.VERSION,
    }
    languages = {lang: tokenizers.version(lang) for lang in sorted(KNOWN, reverse=True)}
    return "|".join(f"{name}:{value}" for name, value in {**versions, **languages, **parts}.items())
