"""A build made by the plain steps, without Prefect and without the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from corpus import store
from flows import steps


def built(order: steps.Order) -> Path:
    """The published folder of a build made in this process."""
    folder = store.begin(order.out)
    prepared = steps.prepare(order, folder)
    rows: dict[str, int] = {}
    for number, shard in enumerate(prepared.shards):
        counted = steps.analyse(shard, number, folder, prepared.signature, order.glossary, order.glossary_only)
        for table, count in counted.items():
            rows[table] = rows.get(table, 0) + count
    rows["concepts"] = steps.concepts(folder, prepared.signature, order.glossary, order.glossary_only)
    steps.finish(prepared, folder, order.out, rows, {}, 0)
    return order.out / "builds" / prepared.build_id


def rows_of(build: Path, table: str) -> list[dict[str, Any]]:
    """All rows of a table of a build."""
    rows: list[dict[str, Any]] = store.read_table(build, table).to_pylist()
    return rows


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    """A folder with these files."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder
