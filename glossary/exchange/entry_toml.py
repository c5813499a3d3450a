"""Entries as TOML files, a file for each domain, in the style of the built-in ones."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from corpus import lazy_re as re
from corpus.grouping import grouped
from corpus.languages import KNOWN
from glossary.exchange.imported_entries import EntryTable

_WIDTH = 120
_NOT_OF_NAMES = re.compile(r"[^\w+-]+")
_LONGEST_NAME = 60  # characters


def entry_files(tables: Iterable[EntryTable]) -> dict[str, str]:
    """Name → text of the files."""
    by_file = grouped(tables, lambda table: _file_name(str(table.get("domain", ""))))
    return {name: "\n".join(map(entry_text, by_file[name])) for name in sorted(by_file)}


def _file_name(domain: str) -> str:
    """Return a name that every file system takes."""
    return f"{_NOT_OF_NAMES.sub('-', domain.lower())[:_LONGEST_NAME].strip('-') or 'entries'}.toml"


def entry_text(table: EntryTable, kind: str = "concept") -> str:
    """Return an entry, or with `change` what is to change in one."""
    return "\n".join(_entry_lines(table, kind)) + "\n"


def _entry_lines(table: EntryTable, kind: str) -> Iterator[str]:
    yield f"[[{kind}]]"
    yield from (line for key, value in table.items() if not isinstance(value, Mapping) for line in _lines(key, value))
    for lang in KNOWN:
        if lang in table:
            yield f"\n[{kind}.{lang}]"
            yield from (line for key, value in table[lang].items() for line in _lines(key, value))
    if "examples" in table:
        yield f"\n[{kind}.examples]"
        for lang, texts in table["examples"].items():
            yield from (line for key, value in texts.items() for line in _lines(f"{lang}.{key}", value))


def _lines(key: str, value: Any) -> Iterator[str]:
    """Yield a key with its value, on one line if it fits there; else lists have a line for each item."""
    line = f"{key} = {toml_value(value)}"
    if len(line) <= _WIDTH or not isinstance(value, Sequence) or isinstance(value, str):
        yield line
        return
    yield f"{key} = ["
    yield from (f"  {toml_value(item)}," for item in value)
    yield "]"


def toml_value(value: Any) -> str:
    """Return a text, or lists and tables of such, on one line."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {toml_value(member)}' for key, member in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    text = json.dumps(value, ensure_ascii=False)  # but for U+007F, JSON escapes what TOML wants escaped, as TOML does
    return text.replace("\x7f", "\\u007f")
