"""Shards: portions of documents that hold whole works, for workers to take one at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pyarrow as pa

from corpus.records import Document, MetadataEntry

_CHARS, _DOCUMENTS = 1_000_000, 500


def shards(documents: Sequence[Document]) -> Iterator[list[Document]]:
    """Yield documents, given in table order, in shards of similar size that hold whole works."""
    shard: list[Document] = []
    size = 0
    for document in documents:
        full = size >= _CHARS or len(shard) >= _DOCUMENTS
        if shard and full and document.work != shard[-1].work:
            yield shard
            shard, size = [], 0
        shard.append(document)
        size += document.chars
    yield shard


def from_table(table: pa.Table) -> list[Document]:
    """Return the documents of a shard that was written as a table."""
    return [
        Document(**{**row, "metadata": [MetadataEntry(**entry) for entry in row["metadata"]]})
        for row in table.to_pylist()
    ]
