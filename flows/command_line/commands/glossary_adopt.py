"""`taiyaku glossary adopt`: forms that a build uses consistently, as a table to edit, and its rows as entries."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from corpus.text.printable import printable
from flows.console.exit_status import CALL, FINE
from flows.files.atomic_write import write
from flows.files.build_reader import PublishedBuild, built
from flows.options.settings import Settings, SettingsError
from glossary.desk.mining import mine, term_likelihood
from glossary.desk.mining.adopt import Adoption, AdoptionBounds, adoptions
from glossary.desk.mining.adopt_table import (
    accepted_rows,
    adoption_sheet,
    adoption_text,
    adoption_toml,
    is_known,
    loadable,
    read_adoptions,
)
from glossary.desk.report.wording import counted
from glossary.loading import built_in_folder, load, load_files
from glossary.rules.usages import usage_file
from glossary.termbase.entry_files import EntryFolder, opened_folder
from glossary.termbase.termbase import Termbase

_FILE = "adopted.toml"
_MOST = 10_000  # candidates that are looked at


def adopt(options: argparse.Namespace, settings: Settings) -> int:
    """Print or write the table of consistent forms; with --from, write the accepted rows as entries."""
    layers, is_alone = settings.glossary.layers, settings.glossary.only
    into = options.into or (layers[-1] if layers else Path("terms"))
    others = [folder for folder in layers if folder.resolve() != into.resolve()]
    if options.table:
        return _take_in(options.table, into, others, is_alone, is_named=len(others) < len(layers))
    if options.into:
        raise SettingsError("--into needs a table; give it with --from FILE")
    termbase = load(layers if into.is_file() or any(into.glob("*.toml")) else others, is_alone)
    bounds = AdoptionBounds(settings.glossary.adopt_uses, settings.glossary.adopt_share)
    rows = _adoptions(built(options.build_dir or settings.build.latest), termbase, bounds)
    text = _written(rows, options.format, termbase)
    if options.out:
        write(options.out, text)
        print(f"wrote {printable(options.out)}: {counted(len(rows), 'row')}", file=sys.stderr)
    else:
        sys.stdout.write(text if isinstance(text, str) else text.decode("utf-8"))
    if not rows:
        print("nothing to adopt: no form is as frequent, or the glossary has it already", file=sys.stderr)
    return FINE


def _written(rows: Sequence[Adoption], form: str, termbase: Termbase) -> str | bytes:
    if form == "csv":
        return adoption_sheet(rows)
    return "\n".join(adoption_toml(accepted_rows(rows), termbase).values()) if form == "toml" else adoption_text(rows)


def _adoptions(build: PublishedBuild, termbase: Termbase, bounds: AdoptionBounds) -> list[Adoption]:
    try:
        lines = (build.folder / usage_file.FILE).read_text(encoding="utf-8")
    except OSError as error:
        problem = f"{printable(build.folder)}: {usage_file.FILE} cannot be read: {error.strerror}"
        raise SettingsError(f"{problem}; rebuild it") from None
    tables = build.tables({**mine.TABLES, "parallel": ["work", "en", "zh", "ja"]})
    candidates = mine.candidates(tables, term_likelihood.built_in(), {}, termbase, max(1, bounds.uses), _MOST)
    return adoptions(usage_file.pages_of(lines), tables["parallel"].to_pylist(), candidates, termbase, bounds)


def _take_in(table: Path, into: Path, other_folders: Sequence[Path], is_alone: bool, *, is_named: bool) -> int:
    """Add the accepted rows of a table to a folder of entries, as far as the glossary loads with them; returns 2 if a
    row is left out.
    """
    name = printable(table)
    try:
        rows, problems = read_adoptions(table.read_bytes(), name)
    except OSError as error:
        raise SettingsError(f"--from {name}: cannot be read: {error.strerror}") from None
    others = [opened_folder(folder) for folder in other_folders]
    files = dict(opened_folder(into).files) if into.is_dir() else {}
    opened = [*([] if is_alone else [built_in_folder()]), *others]
    built_in, before = len(opened) - len(others), files.get(_FILE, b"").decode()

    def loaded(texts: Mapping[str, str]) -> Termbase:
        content = _joined(before, texts)
        entries = {**files, **({_FILE: content.encode()} if content else {})}
        return load_files(
            *opened, *([EntryFolder(str(into), tuple(sorted(entries.items())))] if entries else []), built_in=built_in
        )

    termbase = loaded({})
    new_rows = [row for row in rows if not is_known(row, termbase)]
    entries = loadable(new_rows, termbase, loaded, name)
    if entries.texts:
        write(into / _FILE, _joined(before, entries.texts))
    for problem in (*problems, *entries.problems):
        print(f"taiyaku: {problem}", file=sys.stderr)
    remark = f", {counted(len(rows) - len(new_rows), 'row')} known already" if len(rows) > len(new_rows) else ""
    added = len(entries.texts)
    print(f"{printable(into / _FILE)}: {added:,} {'entry' if added == 1 else 'entries'} added{remark}", file=sys.stderr)
    if entries.texts and not is_named:
        print(f"name {printable(into)} in [glossary] dirs of taiyaku.toml", file=sys.stderr)
    return CALL if problems or entries.problems else FINE


def _joined(before: str, texts: Mapping[str, str]) -> str:
    return "\n".join(filter(None, [before, *texts.values()]))
