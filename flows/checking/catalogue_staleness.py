"""Staleness of catalogues: units that are fuzzy, as msgmerge and CAT tools mark what is stale, or not translated."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from pathlib import Path

from corpus.errors import UnreadableError
from corpus.formats import format_of
from corpus.formats.units import Unit, UnitFile, text_of
from corpus.languages import TARGETS, parse_tag
from corpus.sources.decoding import decode
from corpus.sources.file_bytes import contents
from corpus.staleness.seen_version import StaleSentence
from flows.checking.staleness import PageStaleness, RepositoryStaleness, shown_path
from glossary.desk.report.positions import line_starts

_KINDS = {"fuzzy_units": "changed", "untranslated_units": "added"}


def add_catalogues(staleness: RepositoryStaleness, max_bytes: int) -> None:
    """Add a row for each catalogue of a repository; why one cannot be read is for `taiyaku check` to say."""
    for file in staleness.catalogues:
        read = format_of(file.media_type).read_units
        try:
            source = decode(contents(file.path, max_bytes)).text
            unit_file = read(source) if read else UnitFile(())
        except (UnreadableError, OSError):
            continue
        language = file.language or parse_tag(unit_file.language)
        if language and language.lang in TARGETS and unit_file.units:
            rows = [*staleness.pages.get(language.locale, ()), _row(file.path, unit_file, source)]
            staleness.pages[language.locale] = sorted(rows, key=lambda row: row.path)


def _row(path: Path, unit_file: UnitFile, source: str) -> PageStaleness:
    starts = line_starts(source)
    changes = [_change(unit, starts) for unit in unit_file.units if unit.state in _KINDS]
    return PageStaleness(
        "stale" if changes else "fresh",
        path,
        f"{shown_path(path)}#msgid",
        sentences=len(unit_file.units),
        words=sum(len(text_of(unit.source).split()) for unit in unit_file.units),
        changes=changes,
        commits=[None] * len(changes),
        is_catalogue=True,
    )


def _change(unit: Unit, starts: Sequence[int]) -> StaleSentence:
    new = text_of(unit.source)
    lines = [bisect_right(starts, start) for start in (unit.source_start, unit.target_start)]
    return StaleSentence(
        _KINDS[unit.state], 0, "", new, lines[0], len(new.split()), True, text_of(unit.target), lines[1]
    )
