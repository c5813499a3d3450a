"""Provenance of an export: its version, day and licence, and how a build uses the terms."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import metadata
from importlib.resources import files
from typing import NamedTuple

import tomli

from glossary.termbase.termbase import Termbase

FormKey = tuple[str, str, str]  # concept, language, form


class UsageExample(NamedTuple):
    """A place where a concept is used, with some of the text around it."""

    place: str  # path:line:column
    lang: str
    before: str
    surface: str
    after: str


class LanguageUse(NamedTuple):
    """How often documents in a language use a concept, in any form."""

    mentions: int
    documents: int


class GlossaryUsage(NamedTuple):
    """How a build uses each form and concept."""

    build_id: str
    counts: Mapping[FormKey, int]
    totals: Mapping[tuple[str, str], LanguageUse]  # by concept and language
    examples: Mapping[str, UsageExample]  # by concept; none where it is not used


class Edition(NamedTuple):
    """The release that built-in entries come with."""

    version: str
    day: str  # of the release; `unreleased` before it
    license: str


@cache
def release() -> Edition:
    """Return the edition of this installation, with the day of its release from `released.toml`, not the export's."""
    package = metadata("taiyaku")
    table = tomli.loads((files("glossary.exchange") / "released.toml").read_text(encoding="utf-8"))
    return Edition(package["Version"], table["day"] or "unreleased", package["License-Expression"])


def edition_text(termbase: Termbase, usage: GlossaryUsage | None = None) -> str:
    """Return the edition on one line; day and licence are given only if there are built-in entries."""
    version, day, license_name = release()
    parts = [f"taiyaku {version}", f"glossary {termbase.fingerprint}"]
    if any(not concept.is_project for concept in termbase.concepts):
        parts.insert(1, day)
        parts.append(f"licence of built-in entries: {license_name}")
    return ", ".join([*parts, *([f"uses in build {usage.build_id}"] if usage else [])])
