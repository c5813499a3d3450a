"""The commands below `taiyaku glossary`: show and export, and how their output reaches the terminal."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

from corpus.storage import store
from flows.console.exit_status import CALL, FINE
from flows.console.output_formats import EXPORT_FORMATS
from flows.files.atomic_write import write
from flows.options.settings import Settings, SettingsError
from glossary.desk.report.concordance import concordance, renderings, select_uses
from glossary.loading import load
from glossary.termbase.display import Line, entry, look_up
from glossary.termbase.termbase import Concept

_PIPE_WIDTH = 120
_STYLES = {
    "concept": "bold",
    "dim": "dim",
    "place": "cyan",
    "preferred": "green",
    "admitted": "green",
    "abbreviation": "green",
    "variant": "yellow",
    "source": "yellow",
    "deprecated": "magenta",
    "wrong": "red",
}


def show(options: argparse.Namespace, settings: Settings) -> int:
    """Print the entries of a term and, from a build, its uses; returns 2 if the named build does not exist."""
    termbase = load(settings.glossary.layers, settings.glossary.only)
    concepts = look_up(termbase, options.term)
    folder = options.build or settings.build.latest
    manifest = store.read_manifest(folder)
    for number, concept in enumerate(concepts):
        lines: list[Line] = [()] if number else []
        lines += entry(concept)
        if manifest:
            lines += [(), *_uses(concept, folder, manifest["build_id"], options.lang, options.limit)]
        _print(lines)
    if not manifest:
        print(f"{folder}: no build found, so no uses; run `taiyaku build`, or give one with --build", file=sys.stderr)
        return CALL if options.build else FINE
    from corpus.storage.signature import read_signature  # Arrow, which only builds need

    if read_signature(manifest["signature"]).glossary != termbase.fingerprint:
        print(
            f"{folder}: built with different glossary entries; run `taiyaku build` to update the uses", file=sys.stderr
        )
    return FINE


def export(options: argparse.Namespace, settings: Settings) -> int:
    """Write the glossary to a file."""
    if options.lang is None and options.format in ("tab", "weblate"):
        raise SettingsError(
            f"--format {options.format} has English and one other language; choose it with --for zh or --for ja"
        )
    if options.lang and options.format in ("html", "csv", "xlsx", "crowdin"):
        raise SettingsError(f"--format {options.format} includes all languages; omit --for")
    exporter = EXPORT_FORMATS[options.format]
    if options.build and (options.lang or not exporter.has_uses):
        raise SettingsError(f"--format {options.format}{' --for' if options.lang else ''} shows no uses; omit --build")
    termbase = load(settings.glossary.layers, settings.glossary.only)
    usage = None
    if options.build:
        from flows.command_line.commands.usage_of_build import usage_of  # Arrow, which only builds need

        usage = usage_of(options.build, termbase)
    write(options.file, exporter.write(termbase, options.lang, usage))
    readers = exporter.readers(options.lang)
    print(f"wrote {options.file}: {len(termbase.concepts):,} concepts{readers and f' as {readers}'}", file=sys.stderr)
    return FINE


def _uses(concept: Concept, folder: Path, build_id: str, lang: str | None, limit: int) -> list[Line]:
    from flows.command_line.commands.usage_of_build import read_pages, read_uses

    renderings_by_lang = renderings(read_uses(folder, concept.id, lang))
    if not renderings_by_lang:
        return [((f"No uses{f' in {lang}' if lang else ''} in build {build_id}.", "dim"),)]
    doc_ids = [use.doc_id for group in renderings_by_lang.values() for use in select_uses(group, limit)]
    head: Line = ((f"Uses in build {build_id}", "dim"),)
    return [head, *concordance(renderings_by_lang, read_pages(folder, doc_ids), limit, _terminal_width())]


def _terminal_width() -> int:
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else _PIPE_WIDTH


def _print(lines: list[Line]) -> None:
    """Print in colour for a terminal, in plain text for a pipe."""
    if not sys.stdout.isatty() or "NO_COLOR" in os.environ:
        print("\n".join("".join(text for text, _ in line).rstrip() for line in lines))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    for line in lines:
        console.print(Text.assemble(*((text, _STYLES.get(role, "")) for text, role in line)), soft_wrap=True)
