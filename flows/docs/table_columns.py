"""Return the data dictionary: all tables, columns and types with their meanings."""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import Any, get_args, get_type_hints

import pyarrow as pa

from corpus.schema import SCHEMA_VERSION, TABLES, meanings, schema_of, table_description, values
from flows.files.markdown_table import table

_HEAD = f"""# What a build holds

*Generated from `corpus/records.py` and `corpus/vocabularies.py` by `make docs`: edit the meanings there.*
Schema version {SCHEMA_VERSION}.

`taiyaku build` publishes `builds/<build_id>/`, and `latest` points at the last complete build. In it, each table is a
folder of `part-*.parquet` files (zstd, sorted by work, locale and ordinal). `manifest.json` holds the signature, the
inputs with their hashes, versions, row counts, times, the hash of every file, and in `coverage` how many of the
originals' pages and sentences each language has, by folder; `README.md` is a dataset card that Hugging Face `datasets`
reads, with the licences of the documents and how to load the tables; `croissant.json` describes tables and columns for
readers of Croissant; `report/index.html` is the consistency report, with what a large build has beyond it in
`report/data/`; `report/summary.md` says what was built, what each language covers and what was left out.
`usages.jsonl` has how each page renders each English term; `check` of single pages reads it.

All offsets are Unicode code points in `documents.text`, half-open: `text[start:end]` is the surface. The same inputs
and the same signature give the same bytes; times stand in the manifest alone.

A segment is prose if its kind is heading, paragraph, list_item or table_cell and it has a letter. Code, with its blank
lines and output, is one segment without tokens. In `tokens` the longest mention at a place is one token and so is each
protected span; everything else is cut exactly as the base tokenizer cuts it. Base words never depend on the glossary.
"""


def data_dictionary() -> str:
    """Return the data dictionary: every table, column and type with its meaning."""
    return _HEAD + "".join(_table(name, record) for name, record in TABLES.items())


def _table(name: str, record: type) -> str:
    meaning = meanings(record)
    rows = [
        (f"`{column.name}`", f"{_type(column.type)}{', or null' if column.nullable else ''}", meaning[column.name])
        for column in schema_of(name)
    ]
    lines = [
        f"\n## {name}\n",
        f"One row: {table_description(name)}\n",
        table(("column", "type", "meaning"), rows).rstrip("\n"),
    ]
    parts = (part for hint in get_type_hints(record).values() for part in get_args(hint))
    for inner in (part for part in parts if isinstance(part, type) and is_dataclass(part)):
        listing = "; ".join(f"`{column}`: {text}" for column, text in meanings(inner).items())
        lines += ["", f"Each {inner.__name__}: {listing}.", *_values(inner, inner.__name__)]
    lines += _values(record)
    return "\n".join(lines) + "\n"


def _values(record: type, of: str = "") -> list[str]:
    """Return the words that columns may hold, each with its meaning."""
    lines: list[str] = []
    for column, words in values(record).items():
        whose = f" of a {of}" if of else ""
        lines += ["", f"`{column}`{whose} {'may hold' if column in ('flags', 'evidence') else 'is one of'}:", ""]
        lines += [f"- `{word}`: {meaning}" for word, meaning in words.items()]
    return lines


def _type(data_type: Any) -> str:
    if pa.types.is_list(data_type):
        inner = data_type.value_type
        if pa.types.is_struct(inner):
            return "list of struct (" + ", ".join(inner.field(i).name for i in range(inner.num_fields)) + ")"
        return f"list of {inner}"
    return str(data_type).replace("float", "float32") if pa.types.is_float32(data_type) else str(data_type)
