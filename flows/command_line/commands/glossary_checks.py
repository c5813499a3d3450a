"""`taiyaku glossary lint`, `format` and `stats`: checks, format and counts of the entries, also against a build."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from corpus.languages import KNOWN, missing_extra
from corpus.text.printable import printable
from flows.console.exit_status import CALL, FINE, FOUND
from flows.files.atomic_write import write
from flows.options.settings import Settings, SettingsError
from glossary.desk.report.wording import counted
from glossary.exchange.entry_toml import formatted
from glossary.loading import load
from glossary.termbase.fault import Fault
from glossary.termbase.lint import LAWS, lint, name, severity
from glossary.termbase.termbase import TIERS, GlossaryError
from glossary.termbase.termbase_facts import coverage


def check_entries(options: argparse.Namespace, settings: Settings) -> int:
    """Print the faults of the entries; returns 1 if one is blocking or more than a hint."""
    try:
        termbase = load(settings.glossary.layers, settings.glossary.only)
    except GlossaryError as error:
        return _print_lint(error.faults, 0)
    usage = None
    if options.build:
        from flows.command_line.commands.usage_of_build import passages_of  # Arrow, which only builds need

        usage = passages_of(options.build)
        if usage is None:
            return no_build(options.build)
    if missing_extra("ja"):
        from flows.console.extras import installing

        print(f"taiyaku: Japanese forms are not looked up in a dictionary; run {installing('ja')}", file=sys.stderr)
    return _print_lint(lint(termbase, usage), len(termbase.concepts))


def _print_lint(faults: Sequence[Fault], concepts: int) -> int:
    for fault in faults:
        label = f"{fault.code} {name(fault.code)} ({severity(fault.code)})"
        print(f"{label}: {fault}" if fault.code in LAWS else f"{fault.place}: {label}: {fault.message}")
    serious = sum(severity(fault.code) != "neutral" for fault in faults)
    hints = len(faults) - serious
    summary = f"{serious} to fix, {hints} hint{'' if hints == 1 else 's'}" if faults else "nothing to fix"
    print(f"{f'{concepts:,} concepts: ' if concepts else ''}{summary}", file=sys.stderr)
    return FOUND if serious else FINE


def format_entries(options: argparse.Namespace, settings: Settings) -> int:
    """Rewrite entry files that are not in the short form; with --check, only name them."""
    places = options.places or [place for place in settings.glossary.layers if place.is_dir() or _is_toml(place)]
    if not places:
        raise SettingsError("no entries to format; name files or folders of them, or [glossary] dirs")
    entry_files = _entry_files(places)
    built_in = Path(str(files("glossary") / "entries")).resolve()
    known_places = {built_in, *(place.resolve() for place in settings.glossary.layers)}
    others = [place for place in places if known_places.isdisjoint((place.resolve(), place.resolve().parent))]
    termbase = load((*settings.glossary.layers, *others), settings.glossary.only)  # fails where an entry is faulty
    spelled = {concept.id for concept in termbase.concepts if concept.replaced}
    changed = unchanged = 0
    for file in entry_files:
        content = file.read_bytes()
        text = formatted(content, printable(file.name), () if file.resolve().parent == built_in else spelled)
        changed, unchanged = changed + (text != content), unchanged + (text == content)
        if text != content:
            print(printable(file))
        if text != content and not options.check:
            write(file, text)
    label = "to format" if options.check else "formatted"
    print(f"{counted(changed, 'file')} {label}, {unchanged:,} in the short form already", file=sys.stderr)
    return FOUND if changed and options.check else FINE


def _is_toml(file: Path) -> bool:
    return file.suffix == ".toml" and file.is_file()


def _entry_files(places: Sequence[Path]) -> list[Path]:
    by_place = [sorted(place.glob("*.toml")) if place.is_dir() else [place] for place in places]
    for place, entry_files in zip(places, by_place, strict=True):
        if not entry_files or not all(map(_is_toml, entry_files)):
            raise SettingsError(f"{printable(place)}: no TOML file of entries; name one, or a folder of them")
    return list(dict.fromkeys(file for entry_files in by_place for file in entry_files))


def count_entries(options: argparse.Namespace, settings: Settings) -> int:
    """Print the number of concepts and forms by domain, tier and language."""
    termbase = load(settings.glossary.layers, settings.glossary.only)
    head = ["domain", "concepts", "kept", *KNOWN, "unwanted", "examples"]
    rows = [
        [row.name, row.concepts, row.kept, *(row.forms[lang] for lang in KNOWN), row.unwanted, row.examples]
        for row in coverage(termbase)
    ]
    tiers = rows[-len(TIERS) :]
    total: list[Any] = ["all", *(sum(column) for column in list(zip(*tiers, strict=True))[1:])]
    lines: list[list[Any]] = [head, *rows, total]
    for line in lines:
        print(
            f"{line[0]:<16}"
            + "".join(f"{figure:>10,}" if isinstance(figure, int) else f"{figure:>10}" for figure in line[1:])
        )
    return FINE


def no_build(folder: Path) -> int:
    """Print that a folder has no build; returns the exit status."""
    print(f"taiyaku: {printable(folder)}: no build found; run `taiyaku build`, or give a build folder", file=sys.stderr)
    return CALL
