"""The tables of a build: Parquet files, one for each part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from corpus.storage.store import errors_naming_file

_ROW_GROUP = 20_000


def write_part(folder: Path, table: str, number: int, rows: pa.Table, signature: str) -> Path:
    """Write one part of a table; the same rows give the same bytes."""
    path = part_file(folder, table, number)
    path.parent.mkdir(parents=True, exist_ok=True)
    plain = rows.replace_schema_metadata({"taiyaku": signature})
    with (
        errors_naming_file(path),
        open(path, "wb") as file,
        pq.ParquetWriter(file, plain.schema, compression="zstd", version="2.6") as writer,
    ):
        if plain.num_rows:  # Hugging Face `datasets` cannot read an empty row group
            writer.write_table(plain, row_group_size=_ROW_GROUP)
    return path


def read_table(
    folder: Path, table: str, columns: list[str] | None = None, where: pc.Expression | None = None
) -> pa.Table:
    """Return all parts of a build's table, in order; with `where`, only the rows that match."""
    if where is None:
        return pa.concat_tables(TableParts(folder, table, columns))
    return pa.concat_tables([pq.read_table(part, columns=columns, filters=where) for part in parts(folder, table)])


@dataclass(frozen=True, slots=True)
class TableParts:
    """A table read part by part, repeatedly; columns may be fields in lists, as `locations.list.element.start`."""

    folder: Path
    table: str
    columns: list[str] | None = None

    @property
    def _names(self) -> list[str]:
        return list(dict.fromkeys(column.split(".")[0] for column in self.columns or ()))

    def __iter__(self) -> Iterator[pa.Table]:
        for part in parts(self.folder, self.table):
            with pq.ParquetFile(part) as file:
                read = file.read(columns=self.columns)  # in the order of the file, without those that it lacks
            yield read.select(self._names) if self.columns else read


def part_file(folder: Path, table: str, number: int) -> Path:
    """Return the file that holds one part of a table of a build."""
    return folder / table / f"part-{number:05d}.parquet"


def parts(folder: Path, table: str) -> list[Path]:
    """Return the files that hold a table of a build, in order."""
    return sorted((folder / table).glob("part-*.parquet"))
