"""Named builds: a folder, an id, `latest` or `previous`, as a command line names them."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from corpus.schema import SCHEMA_VERSION
from corpus.storage import build_folders, parquet, store
from corpus.storage.build_folders import BuildNameError, StoredBuild
from corpus.storage.signature import read_signature
from corpus.text.printable import printable
from flows.files import history_folder
from glossary.desk.history.build_comparison import COMPARED, BuildTables
from glossary.desk.history.history_entry import HistoryEntry, HistoryError

LATEST, PREVIOUS = "latest", "previous"


class NoBuildError(ValueError):
    """A name matches no readable build; the message lists the existing ones, or says what to do."""


def named_build(out: Path, name: str) -> Path:
    """Return a build's folder by folder, id, tag, `latest` or `previous` (published before it); raises NoBuildError."""
    if name == PREVIOUS:
        return _previous(out)
    for place in (*_stored_under(out, name), Path(name)):
        if store.read_manifest(place) is not None:
            return place
    ids = ", ".join([build.build_id for build in build_folders.stored_builds(out) if build.created][:5])
    remedy = f"builds there are {ids}" if ids else "run `taiyaku build` first"
    raise NoBuildError(f"{printable(name)}: no build, neither as a folder nor below {printable(out)}; {remedy}")


def _stored_under(out: Path, name: str) -> Iterator[Path]:
    """Yield the build of a folder with this name, if there is one."""
    with suppress(BuildNameError):
        yield out / LATEST if name == LATEST else out / "builds" / build_folders.find(out, name)


def previous_ids(out: Path, builds: Sequence[StoredBuild]) -> list[str]:
    """Return the ids of the builds published before the latest one, most recent first. They come from the history,
    which may name builds that are gone. Those of `builds` (newest to oldest) that it does not name follow, if they are
    older than the latest.
    """
    latest = next((build.build_id for build in builds if build.is_latest), None)
    published = [entry.build_id for entry in reversed(list(_entries(out)))]
    older = [build.build_id for build in build_folders.before_latest(builds)]
    recorded = itertools.dropwhile(lambda build_id: build_id == latest, published)
    return [build_id for build_id in dict.fromkeys([*recorded, *older]) if build_id != latest]


def _previous(out: Path) -> Path:
    builds = build_folders.stored_builds(out)
    ids = previous_ids(out, builds)
    if not ids:
        raise NoBuildError(f"{printable(out)}: no build before the latest one; name two builds")
    folder = out / "builds" / ids[0]
    if store.read_manifest(folder) is None:
        stored = {build.build_id for build in builds if build.created}
        other = next((build_id for build_id in ids if build_id in stored), None)
        remedy = f"compare with {other} instead" if other else "raise [build] keep_last to keep more"
        raise NoBuildError(f"{printable(out)}: the previous build, {ids[0]}, was removed; {remedy}")
    return folder


def _entries(out: Path) -> Iterable[HistoryEntry]:
    try:
        return history_folder.read(out).entries
    except HistoryError:
        return ()  # the builds themselves tell their order


def compared_tables(folder: Path) -> BuildTables:
    """Return the tables of a build that a comparison reads; raises NoBuildError if it cannot be compared."""
    manifest = store.read_manifest(folder) or {}
    signature = str(manifest.get("signature", ""))
    if not read_signature(signature).has_our_schema:
        schema = read_signature(signature).parts.get("schema", "none that is known")
        raise NoBuildError(
            f"{printable(folder)}: its tables have schema {schema}, and this version of taiyaku compares schema "
            f"{SCHEMA_VERSION}; rebuild it, or compare with the version that made it"
        )
    try:
        tables = {name: parquet.read_table(folder, name, columns) for name, columns in COMPARED.items()}
    except (OSError, KeyError, pa.ArrowException) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise NoBuildError(f"{printable(folder)}: cannot be read: {printable(reason)}; rebuild it") from None
    return BuildTables(str(manifest.get("build_id", "")), str(manifest.get("created", "")), signature, tables)


def document_texts(folder: Path, doc_ids: Iterable[str]) -> dict[str, str]:
    """Return the texts of some documents of a build, by id."""
    ids = sorted(set(doc_ids))
    texts: dict[str, str] = {}
    for part in parquet.parts(folder, "documents") if ids else ():
        rows = pq.read_table(part, columns=["doc_id", "text"], filters=pc.field("doc_id").isin(ids))
        texts |= dict(zip(rows["doc_id"].to_pylist(), rows["text"].to_pylist(), strict=True))
    return texts
