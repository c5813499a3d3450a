"""`taiyaku stale`: which pages and sentences of translations are stale, by git."""

from __future__ import annotations

import argparse
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path

from corpus.errors import UnreadableError
from corpus.formats import format_of
from corpus.formats.units import Unit, UnitFile, text_of
from corpus.languages import TARGETS, parse_tag
from corpus.sources.decoding import RewritingError, decode, form_of, rewritten
from corpus.sources.discovery import SourceError, contents
from corpus.sources.work_and_language import split_extension
from corpus.staleness.seen_version import MarkError, SourceMark, StaleSentence, read_mark, with_mark
from corpus.text.printable import path_from_here, printable
from flows.checking.staleness import PageStaleness, RepositoryStaleness, repository_staleness
from flows.checking.staleness_report import badge, json_text, markdown, text
from flows.command_line.commands.fix import rewrite
from flows.console.exit_status import FINE, FOUND
from flows.console.progress import progress_display
from flows.files.atomic_write import write
from flows.options.effective_options import base_of, check_options
from flows.options.settings import Settings
from glossary.desk.report.positions import line_starts


def stale(arguments: argparse.Namespace, settings: Settings) -> int:
    """Print what is stale; on request write marks and the badge. With --fail, returns 1 if anything is stale."""
    sources = tuple(arguments.sources) or (Path.cwd(),)
    options = check_options(settings, base_of(arguments.config), sources=sources)
    with progress_display(arguments.quiet, patient=True) as progress:
        staleness = repository_staleness(options, arguments.since, renews_marks=arguments.mark, progress=progress)
    add_catalogues(staleness, options.max_bytes)
    if not staleness.pages:
        names = printable(", ".join(map(str, sources)))
        raise SourceError(f"{names}: no translations found; give a folder with pages in two languages")
    remarks = [*staleness.remarks, *(_marked(staleness) if arguments.mark else ())]
    for remark in remarks if not arguments.quiet else ():
        print(remark, file=sys.stderr)
    if arguments.format == "json":
        sys.stdout.write(json_text(staleness))
    else:
        sys.stdout.write((text if arguments.format == "text" else markdown)(staleness, arguments.limit))
    if arguments.badge:
        write(arguments.badge, badge(staleness))
    states = {page.state for pages in staleness.pages.values() for page in pages}
    return FOUND if arguments.fail and states & {"stale", "deleted"} else FINE


def _marked(staleness: RepositoryStaleness) -> Iterator[str]:
    """Write the marks of all translations; yield why any was not written, then the number of marked pages."""
    count = 0
    for page in (page for pages in staleness.pages.values() for page in pages):
        if page.state in ("fresh", "stale") and not page.is_catalogue:
            try:
                count += _mark(page)
            except (MarkError, RewritingError, UnreadableError, OSError) as error:
                yield printable(f"{page.path}: not marked: {getattr(error, 'strerror', None) or error}")
    yield f"{count:,} {'page' if count == 1 else 'pages'} marked"


def _mark(page: PageStaleness) -> bool:
    """Write a translation's mark of the version it has seen into its file; returns whether the mark is new."""
    if page.last_seen is None:
        raise MarkError("its original is not committed")
    mark = SourceMark(page.last_seen.sha, page.sha256, bool(page.changes))
    data = page.file.read_bytes()
    decoded = decode(data).text
    if read_mark(decoded) == mark:
        return False
    form = form_of(data, decoded)
    rewrite(page.file.resolve(), rewritten(form, with_mark(decoded, mark, split_extension(page.file.name)[1])))
    return True


_KINDS = {"fuzzy_units": "changed", "untranslated_units": "added"}


def add_catalogues(staleness: RepositoryStaleness, max_bytes: int) -> None:
    """Add a row for each catalogue of a repository. Unreadable ones are skipped; `taiyaku check` reports them."""
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
        f"{path_from_here(path)}#msgid",
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
