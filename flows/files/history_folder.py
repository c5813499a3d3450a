"""The history next to the builds of a folder: what each publication contained, kept after the builds are removed.

`<out>/history/builds.jsonl` has a line for each publication and is authoritative: changes and findings with
later numbers were left by a killed run and are overwritten. `changes/000017.parquet` has the values that
publication 17 changed; from time to time such files are combined into one, `changes/000001-000032.parquet`, and
a file whose numbers all lie within another's is ignored. `findings/000017.parquet` has the findings of the last
publication, so that the next one can tell which are new. The reports read `history.js`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from corpus.storage import parquet, store
from corpus.text.printable import printable
from flows.files.atomic_write import write
from glossary.desk.history.build_series import (
    CHANGES,
    READS,
    SeriesTables,
    build_figures,
    build_series,
    changes_between,
    folded,
    in_order,
    standing_findings,
    state_after,
)
from glossary.desk.history.history_entry import HistoryEntry, HistoryError, entry_of_line, figure_changes
from glossary.findings.from_table import not_among

FOLDER = "history"  # beside `builds` and `latest`
_BUILDS, _CHANGES, _FINDINGS, _SCRIPT = "builds.jsonl", "changes", "findings", "history.js"
_LOOSE = 32  # files of one publication each, before they become one
_TRIES = 5  # of a reader that meets files being made one
_ANEW = "put it back from a backup, or move the folder elsewhere: the next build begins a new history"
_OF_FINDING = ["finding_id", "severity"]


class RecordError(OSError):
    """The history of a folder of builds cannot be written; the message says what is published and why."""


class _ChangesFile(NamedTuple):
    """A file of changes with the range of publications that it holds."""

    first: int
    last: int
    path: Path


@dataclass(frozen=True, slots=True)
class BuildHistory:
    """The history of a folder of builds: its entries in order, and the changes of their series."""

    folder: Path
    entries: tuple[HistoryEntry, ...] = ()

    @property
    def numbers(self) -> list[int]:
        """The numbers of the publications, in order."""
        return [entry.number for entry in self.entries]

    @property
    def last_id(self) -> str:
        """The id of the last published build; empty if there is none."""
        return self.entries[-1].build_id if self.entries else ""

    def changes(self, condition: pc.Expression | None = None) -> pa.Table:
        """Return the changes (`CHANGES`) of all publications in order; with `condition`, only those that meet it.
        Raises HistoryError if a file is missing or damaged.
        """
        last = self.entries[-1].number if self.entries else 0
        for tries in range(_TRIES, 0, -1):
            try:
                tables = [_read_changes(file.path, condition) for file in _changes_files(self.folder, last)]
                changes = in_order(tables)
                return changes.filter(pc.less_equal(changes["number"], last))  # others may have come since
            except FileNotFoundError:
                if tries == 1:
                    raise
        raise AssertionError


def read(out: Path) -> BuildHistory:
    """Return the history of a folder of builds, empty if there is none; raises HistoryError if it is damaged."""
    folder = out / FOLDER
    file = folder / _BUILDS
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (FileNotFoundError, NotADirectoryError):
        return BuildHistory(folder)
    except UnicodeDecodeError:
        raise HistoryError(f"{printable(file)}: not UTF-8; {_ANEW}") from None
    entries: list[HistoryEntry] = []
    for number, line in enumerate(lines, 1):
        try:
            entries.append(entry_of_line(line))
        except ValueError as error:
            raise HistoryError(f"{printable(file)}:{number}: no entry of a history: {error}; {_ANEW}") from None
        if entries[-1].number != number:
            raise HistoryError(f"{printable(file)}:{number}: entry {entries[-1].number} stands there; {_ANEW}")
    return BuildHistory(folder, tuple(entries))


def record(out: Path, build: Path) -> HistoryEntry | None:
    """Record a published build as the latest one; returns None if the last entry is already of this build.

    A build that cannot be measured, because it is damaged or of another version, gets an entry without figures; the
    values of the series stay unchanged. The caller holds the lock of the folder. Whenever the process ends, the
    files can be read and are right. Raises HistoryError if the existing history is damaged, RecordError if it
    cannot be written.
    """
    manifest = store.read_manifest(build)
    if manifest is None:
        raise HistoryError(f"{printable(build)}: no build there, so none to record")
    build_id = str(manifest["build_id"])
    try:
        return _record(out, build, manifest)
    except HistoryError as error:
        raise HistoryError(f"build {build_id} is published, but not recorded: {error}") from None
    except OSError as error:
        reason = f"{printable(error.filename or out / FOLDER)}: {error.strerror or error}"
        raise RecordError(f"build {build_id} is published, but not recorded: {reason}; the next run does so") from error


def _record(out: Path, build: Path, manifest: Mapping[str, Any]) -> HistoryEntry | None:
    history = read(out)
    folder = history.folder
    places = (folder, folder / _CHANGES, folder / _FINDINGS)
    for leftover in (file for place in places for file in place.glob(".*.tmp")):
        _remove(leftover)
    last = len(history.entries)
    if any(file.first < file.last > last for file in _all_changes_files(folder)):
        raise HistoryError(f"{printable(folder)}: {_BUILDS} ends with build {last}, changes go further; {_ANEW}")
    if history.entries and history.entries[-1].build_id == manifest["build_id"]:
        _tidy(history)
        return None
    for place in places:
        store.make_shared(place)
    before, entry = state_after(history.changes()), _bare_entry(history, manifest)
    changes, findings = CHANGES.empty_table(), None
    with suppress(KeyError, pa.ArrowException):
        tables = {name: parquet.TableParts(build, name, columns) for name, columns in READS.items()}  # a part at a time
        measured = changes_between(before, build_series(tables), entry.number)
        entry, findings = _with_figures(entry, history, tables)
        changes = measured
    write(folder / _CHANGES / f"{entry.number:06}.parquet", _parquet(changes))
    if findings is None:
        _remove(_findings_file(folder, entry.number))  # of a run that was killed
    else:
        write(_findings_file(folder, entry.number), _parquet(findings))
    written = BuildHistory(folder, (*history.entries, entry))
    write(folder / _BUILDS, "".join(entry.as_line() for entry in written.entries))
    _tidy(written)
    return entry


def _bare_entry(history: BuildHistory, manifest: Mapping[str, Any]) -> HistoryEntry:
    """Return the next entry of a history for a build, with what its manifest says."""
    return HistoryEntry(
        number=len(history.entries) + 1,
        build_id=str(manifest["build_id"]),
        created=str(manifest.get("created", "")),
        signature=str(manifest.get("signature", "")),
        sources=str(manifest.get("sources", "")),
        rows={str(name): int(count) for name, count in manifest.get("rows", {}).items()},
        figures={},
    )


def _with_figures(entry: HistoryEntry, history: BuildHistory, tables: SeriesTables) -> tuple[HistoryEntry, pa.Table]:
    """Return an entry with the figures of its tables, and the findings to compare the next one with."""
    figures = build_figures(tables)
    findings = standing_findings(tables["findings"]).select(_OF_FINDING)
    before = history.entries[-1] if history.entries else None
    earlier = _earlier_findings(history.folder, before.number) if before else None
    measured = replace(
        entry,
        figures=figures,
        difference=figure_changes(before.figures, figures) if before and before.figures else {},
        new_findings={} if earlier is None else _by_severity(not_among(findings, earlier)),
        fixed_findings={} if earlier is None else _by_severity(not_among(earlier, findings)),
    )
    return measured, findings


def _by_severity(findings: pa.Table) -> dict[str, int]:
    return dict(sorted(Counter(findings["severity"].to_pylist()).items()))


def _findings_file(folder: Path, number: int) -> Path:
    return folder / _FINDINGS / f"{number:06}.parquet"


def _earlier_findings(folder: Path, number: int) -> pa.Table | None:
    """Return the findings of a publication; None if they are gone, which leaves the next one without a comparison."""
    try:
        return pq.read_table(_findings_file(folder, number), columns=_OF_FINDING)
    except (OSError, pa.ArrowException):
        return None


def _parquet(table: pa.Table) -> bytes:
    buffer = BytesIO()
    pq.write_table(table, buffer, compression="zstd", version="2.6", row_group_size=20_000)
    return buffer.getvalue()


def _read_changes(file: Path, condition: pc.Expression | None) -> pa.Table:
    try:
        return pq.read_table(file, filters=condition, partitioning=None)
    except FileNotFoundError:
        raise
    except (OSError, pa.ArrowException) as error:
        raise HistoryError(f"{printable(file)}: cannot be read: {printable(error).splitlines()[0]}; {_ANEW}") from None


def _changes_files(folder: Path, last: int) -> list[_ChangesFile]:
    """Return the files that hold the changes of publications up to this number, each publication once, in order."""
    files = [file for file in _all_changes_files(folder) if file.first <= last]
    outer = [file for file in files if not any(_holds(other, file) for other in files)]
    expected = 1
    for file in outer:
        if file.first != expected:
            raise HistoryError(f"{printable(folder / _CHANGES)}: the changes of build {expected} are missing; {_ANEW}")
        expected = file.last + 1
    if expected <= last:
        raise HistoryError(f"{printable(folder / _CHANGES)}: the changes of build {expected} are missing; {_ANEW}")
    return outer


def _holds(other: _ChangesFile, file: _ChangesFile) -> bool:
    """Return whether another file holds all publications of a file and more."""
    is_within = other.first <= file.first and file.last <= other.last
    return is_within and (other.first, other.last) != (file.first, file.last)


def _all_changes_files(folder: Path) -> Iterator[_ChangesFile]:
    for path in sorted((folder / _CHANGES).glob("[0-9]*.parquet")):
        first, _, last = path.stem.partition("-")
        if first.isdecimal() and (not last or last.isdecimal()):
            yield _ChangesFile(int(first), int(last or first), path)


def _tidy(history: BuildHistory) -> None:
    """Do what can wait until an entry is written: write the reports' script, remove unneeded files."""
    folder, last = history.folder, history.entries[-1].number
    head = f"// {last}\n"
    if not _begins_with(folder / _SCRIPT, head):
        from glossary.desk.history.history_text import history_script  # with the page's modules, half a second

        write(folder / _SCRIPT, head + history_script(history.entries))
    for findings in (folder / _FINDINGS).glob("*.parquet"):
        if findings != _findings_file(folder, last):
            _remove(findings)
    if sum(file.first == file.last for file in _changes_files(folder, last)) >= _LOOSE:
        write(folder / _CHANGES / f"{1:06}-{last:06}.parquet", _parquet(folded([history.changes()])))
    needed = {file.path for file in _changes_files(folder, last)}
    for file in _all_changes_files(folder):
        if file.path not in needed and file.last <= last:
            _remove(file.path)


def _begins_with(file: Path, head: str) -> bool:
    try:
        return file.read_bytes().startswith(head.encode())
    except OSError:
        return False


def _remove(file: Path) -> None:
    with suppress(FileNotFoundError, PermissionError):
        file.unlink()
