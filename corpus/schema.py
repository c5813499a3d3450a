"""The single home of the Parquet schemas, derived from the records, and the conversion of records to Arrow."""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import EnumType
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import pyarrow as pa

from corpus.records import (
    Alignment,
    Comparable,
    ConceptUse,
    Document,
    Finding,
    Mention,
    MetadataEntry,
    Rendering,
    Score,
    Segment,
    TermAlignment,
    TranslationUnit,
)

# It is raised where a reader of the tables would go wrong: a column goes, or holds something else. A new column that
# may be null leaves it as it is: a build without that column is read as if it were null everywhere.
SCHEMA_VERSION = 5

TABLES: dict[str, type] = {
    "documents": Document,
    "segments": Segment,
    "mentions": Mention,
    "alignments": Alignment,
    "parallel": TranslationUnit,
    "term_alignments": TermAlignment,
    "renderings": Rendering,
    "comparable": Comparable,
    "concepts": ConceptUse,
    "findings": Finding,
    "scores": Score,
}

_SCALARS: dict[Any, pa.DataType] = {str: pa.string(), bool: pa.bool_(), "int32": pa.int32(), "float32": pa.float32()}


def arrow_type(hint: Any) -> tuple[pa.DataType, bool]:
    """Return the Arrow type of a field's annotation, and whether it may be null."""
    origin = get_origin(hint)
    if origin is Annotated:
        return _SCALARS[get_args(hint)[1]], False
    if origin in (Union, types.UnionType):
        inner = next(arg for arg in get_args(hint) if arg is not type(None))
        return arrow_type(inner)[0], True
    if origin is list:
        return pa.list_(pa.field("element", arrow_type(get_args(hint)[0])[0])), False
    if isinstance(hint, EnumType):
        return pa.string(), False
    if is_dataclass(hint):
        return pa.struct(list(_record_fields(hint))), False
    return _SCALARS[hint], False


def _record_fields(record: Any) -> Iterable[pa.Field]:
    hints = get_type_hints(record, include_extras=True)
    for field in fields(record):
        data_type, nullable = arrow_type(hints[field.name])
        yield pa.field(field.name, data_type, nullable=nullable)


@cache
def schema_of(table: str) -> pa.Schema:
    """Return the Arrow schema of a table of the build."""
    return pa.schema(list(_record_fields(TABLES[table])))


def meanings(record: type) -> dict[str, str]:
    """Return the one-line meaning of each field."""
    return {field.name: field.metadata["meaning"] for field in fields(record)}


def values(record: type) -> dict[str, Mapping[str, str]]:
    """Return, for each field that holds words of a fixed list, these words with their meanings."""
    return {field.name: field.metadata["values"] for field in fields(record) if field.metadata["values"]}


def table_description(table: str) -> str:
    """Return what one row of a table is, in one sentence."""
    return (TABLES[table].__doc__ or "").splitlines()[0]


def to_table(table: str, rows: Sequence[Any]) -> pa.Table:
    """Return records as an Arrow table with the table's schema."""
    schema = schema_of(table)
    columns = [_array([getattr(row, field.name) for row in rows], field.type) for field in schema]
    return pa.Table.from_arrays(columns, schema=schema)


def _array(values: list[Any], data_type: pa.DataType) -> pa.Array:
    """Return values as an Arrow array; lists of records are laid out by column, which is far faster than dicts."""
    if pa.types.is_list(data_type) and pa.types.is_struct(data_type.value_type):
        offsets = [0]
        for value in values:
            offsets.append(offsets[-1] + len(value))
        flat = [record for value in values for record in value]
        return pa.ListArray.from_arrays(
            pa.array(offsets, pa.int32()), _struct(flat, data_type.value_type), type=data_type
        )
    return pa.array(values, data_type)


def _struct(records: list[Any], data_type: pa.StructType) -> pa.StructArray:
    inner = [data_type.field(i) for i in range(data_type.num_fields)]
    arrays = [_array([getattr(record, field.name) for record in records], field.type) for field in inner]
    return pa.StructArray.from_arrays(arrays, fields=inner)


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
