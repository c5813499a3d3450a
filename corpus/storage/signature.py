"""The signature: one line that says what produced a build, `taiyaku:0.2.0|code:3f2a9c|schema:5|…`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version

from corpus import formats, tokenizers
from corpus.languages import KNOWN
from corpus.schema import SCHEMA_VERSION
from corpus.storage.code_hash import code


@dataclass(frozen=True, slots=True)
class Signature:
    """The origin of a build according to its signature: a version or fingerprint for each part involved."""

    parts: Mapping[str, str]

    def __str__(self) -> str:
        return "|".join(f"{name}:{value}" for name, value in self.parts.items())

    @property
    def has_our_schema(self) -> bool:
        """Return whether the tables have the columns that this version reads and writes."""
        return self.parts.get("schema") == str(SCHEMA_VERSION)

    @property
    def glossary(self) -> str:
        """The fingerprint of the glossary's entries; empty if the signature has none."""
        return self.parts.get("glossary", "")

    @property
    def learned(self) -> str:
        """The id of the frozen lexicon; empty if no work has two languages."""
        return self.parts.get("learned", "")

    @property
    def was_compared(self) -> bool:
        """Return whether the build was compared with an earlier one."""
        return "since" in self.parts

    @property
    def masked(self) -> tuple[str, ...]:
        """The kinds of personal data that the build masked."""
        return tuple(filter(None, self.parts.get("mask", "").split("+")))

    @property
    def mask_patterns(self) -> str:
        """The fingerprint of the project's own patterns that the build masked; empty if there are none."""
        return self.parts.get("mask_patterns", "")


def read_signature(line: object) -> Signature:
    """Return the signature in a line; its parts are empty if a damaged manifest has none."""
    pairs = (part.partition(":") for part in str(line).split("|"))
    return Signature({name: value for name, _, value in pairs})


def signature(**parts: str) -> str:
    """Return the signature of builds with these parts in addition to the text packages: glossary="3f2a9c"."""
    versions = {
        "taiyaku": version("taiyaku"),
        "code": code(),
        "schema": str(SCHEMA_VERSION),
        "formats": formats.VERSION,
    }
    languages = {lang: tokenizers.version(lang) for lang in sorted(KNOWN, reverse=True)}
    return str(Signature({**versions, **languages, **parts}))
