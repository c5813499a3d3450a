"""The generated documentation: `python -m flows.docs` writes it, `--check` fails where it is out of date."""

from __future__ import annotations

import sys
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pyarrow as pa

from corpus.schema import SCHEMA_VERSION, TABLES, about, meanings, schema_of

_HEAD = f"""# What a build holds

*Generated from `corpus/records.py` by `make docs`: edit the meanings there.* Schema version {SCHEMA_VERSION}.

`taiyaku build` publishes `builds/<build_id>/`, and `latest` points at the last complete build. In it, each table is a
folder of `part-*.parquet` files (zstd, sorted by work, locale and ordinal). `manifest.json` holds the signature, the
inputs with their hashes, versions, row counts, times and the hash of every file; `README.md` is a dataset card that
Hugging Face `datasets` reads; `report/summary.md` says what was built and what was left out.

All offsets are Unicode code points in `documents.text`, half-open: `text[start:end]` is the surface. The same inputs
and the same signature give the same bytes; times stand in the manifest alone.

A segment is prose if its kind is heading, paragraph, list_item or table_cell and it has a letter. Code, with its blank
lines and output, is one segment without tokens. In `tokens` the longest mention at a place is one token and so is each
protected span; everything else is cut exactly as the base tokenizer cuts it. Base words never depend on the glossary.
"""


def data_dictionary() -> str:
    """The data dictionary, `outputs/README.md`."""
    return _HEAD + "".join(_table(name, record) for name, record in TABLES.items())


def _table(name: str, record: type) -> str:
    lines = [f"\n## {name}\n", f"One row: {about(name)}", "", "| column | type | meaning |", "| --- | --- | --- |"]
    meaning = meanings(record)
    for one in schema_of(name):
        lines.append(f"| `{one.name}` | {_type(one.type)}{', or null' if one.nullable else ''} | {meaning[one.name]} |")
    for inner in _inner_records(record):
        inner_meaning = meanings(inner)
        told = "; ".join(f"`{column}`: {said}" for column, said in inner_meaning.items())
        lines += ["", f"Each {inner.__name__}: {told}."]
    return "\n".join(lines) + "\n"


def _type(data_type: Any) -> str:
    if pa.types.is_list(data_type):
        inner = data_type.value_type
        if pa.types.is_struct(inner):
            return "list of struct (" + ", ".join(inner.field(i).name for i in range(inner.num_fields)) + ")"
        return f"list of {inner}"
    return str(data_type).replace("float", "float32") if pa.types.is_float32(data_type) else str(data_type)


def _inner_records(record: type) -> list[type]:
    hints = get_type_hints(record).values()
    return [arg for hint in hints for arg in get_args(hint) if isinstance(arg, type) and is_dataclass(arg)]


_FILES = {"outputs/README.md": data_dictionary}


def main(arguments: list[str]) -> int:
    """Write the files, or with --check say which are out of date; returns the exit status."""
    stale = 0
    for name, make in _FILES.items():
        path, text = Path(name), make()
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if "--check" in arguments:
            print(f"{name} is out of date; run `make docs` and commit it", file=sys.stderr)
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"wrote {name}")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
