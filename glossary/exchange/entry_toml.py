"""Entries as TOML in the short form: new files, and existing files rewritten with their remarks."""

from __future__ import annotations

import datetime
import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, NamedTuple

import tomli

from corpus import lazy_re as re
from corpus.grouping import grouped
from corpus.languages import KNOWN
from glossary.exchange.imported_entries import EntryTable
from glossary.termbase.fault import Place
from glossary.termbase.short_entry import SIGNS, domain_of, english_of, expanded, shortened
from glossary.termbase.termbase import GlossaryError
from glossary.termbase.toml_values import Table

_WIDTH = 120
_NOT_OF_NAMES = re.compile(r"[^\w+-]+")
_LONGEST_NAME = 60  # characters


def entry_files(tables: Iterable[EntryTable]) -> dict[str, str]:
    """Name → text of the files."""
    by_file = grouped(tables, lambda table: _file_name(str(table.get("domain", ""))))
    return {
        name: "\n".join(entry_text(_without_domain(table, name)) for table in by_file[name]) for name in sorted(by_file)
    }


def _file_name(domain: str) -> str:
    """Return a file name for a domain that every file system accepts."""
    return f"{_NOT_OF_NAMES.sub('-', domain.lower())[:_LONGEST_NAME].strip('-') or 'entries'}.toml"


def _without_domain(table: Table, file: str) -> Table:
    is_derived = table.get("domain") == domain_of(file)
    return {key: value for key, value in table.items() if not (is_derived and key == "domain")}


def entry_text(table: EntryTable, kind: str = "concept", broken: Collection[str] = ()) -> str:
    """Return an entry, or with `change` a change to one; lists with `broken` forms have a line per item."""
    return "\n".join(_entry_lines(shortened(table), kind, broken)) + "\n"


def _entry_lines(table: EntryTable, kind: str, broken: Collection[str]) -> Iterator[str]:
    yield f"[[{kind}]]"
    for key, value in table.items():
        is_table = key in (*KNOWN, "examples") and isinstance(value, Mapping) and value and "form" not in value
        for name, member in {f"{key}.{part}": value[part] for part in value}.items() if is_table else [(key, value)]:
            texts = member if key == "examples" and isinstance(member, Mapping) else {}
            for expect in texts:
                yield from _lines(f"{name}.{expect}", texts[expect], broken)
            if not texts:
                yield from _lines(name, member, broken)


def _lines(key: str, value: Any, broken: Collection[str]) -> Iterator[str]:
    """Yield a key with its value, on one line if it fits; otherwise lists have a line per item."""
    line = f"{key} = {toml_value(value)}"
    items = value if isinstance(value, list) else []
    is_broken = any(_unsigned(item["form"] if isinstance(item, Mapping) else item) in broken for item in items)
    if (len(line) <= _WIDTH or len(items) < 2) and not is_broken:
        yield line
        return
    yield f"{key} = ["
    yield from (f"  {toml_value(item)}," for item in items)
    yield "]"


def toml_value(value: Any) -> str:
    """Return a text, or lists and tables of texts, as TOML on one line."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {toml_value(member)}' for key, member in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    text = json.dumps(value, ensure_ascii=False)  # but for U+007F, JSON escapes what TOML wants escaped, as TOML does
    return text.replace("\x7f", "\\u007f")


_HEADER = re.compile(r"^(?=[ \t]*\[\[[ \t]*(?:concept|change)[ \t]*\]\])", re.MULTILINE)
_BEHIND = re.compile(r"(?:\s|^[ \t]*#[^\n]*\n?)*\Z", re.MULTILINE)
_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class EntryFile:
    """A file of entries: the text before the first, and each entry up to the next, with LF as line ends."""

    head: str
    entries: tuple[str, ...]
    ids: tuple[str, ...]
    line_end: str = "\n"

    def parts(self, edited: Mapping[str, str]) -> list[bytes]:
        """Return the file as a list of its entries, some of them edited, after the text before the first."""
        texts = [edited.get(name, text) for name, text in zip(self.ids, self.entries, strict=True)]
        return [part.replace("\n", self.line_end).encode() for part in (self.head, *texts)]

    def entry(self, concept_id: str) -> str:
        """Return the text of an entry."""
        return self.entries[self.ids.index(concept_id)]


def split_entries(content: bytes) -> EntryFile | None:
    """Return a file split into entries; None if it is written unusually and must be edited by hand."""
    text = content.decode("utf-8", "replace")
    line_end = "\r\n" if "\r\n" in text else "\n"
    bare = text.replace("\r\n", "\n")
    mark = _MARK if bare.startswith(_MARK) else ""
    head, *entries = _HEADER.split(bare[len(mark) :])
    ids = _block_ids(bare[len(mark) :], entries)
    file = EntryFile(mark + head, tuple(entries), ids, line_end)
    return file if ids and b"".join(file.parts({})) == content else None


def entry_body(entry: str) -> str:
    """Return an entry without what follows it: empty lines, and remarks on the next one."""
    return _BEHIND.sub("", entry) + "\n"


def _block_ids(text: str, entries: list[str]) -> tuple[str, ...]:
    """Return the ids of the entries, if these are all that the file says and no id repeats; else none."""
    try:
        whole, blocks = tomli.loads(text), [tomli.loads(entry) for entry in entries]
    except ValueError:
        return ()
    joined = {kind: [table for block in blocks for table in block.get(kind, ())] for kind in whole}
    ids = tuple(table["id"] for block in blocks for tables in block.values() for table in tables)
    return ids if joined == whole and len(set(ids)) == len(ids) == len(blocks) else ()


class UnusualError(ValueError):
    """An entry with content that this module does not write."""


def formatted(content: bytes, file: str, spelled: Collection[str] = ()) -> bytes:
    """Return the content of a file with its entries in the short form, without what is derived: the domain, and the
    English name that the id gives. Ids in `spelled` keep the name, as they may override an entry of another name.
    """
    cut = split_entries(content)
    if cut is None:
        raise GlossaryError(Place(file).fault("unusual-entry"))
    texts = {}
    for name, text in zip(cut.ids, cut.entries, strict=True):
        kind, table = read_entry(text)
        short: Table = table
        if kind == "concept":
            is_derived = table.get("en") == {"preferred": english_of(name)} and name not in spelled
            short = _without_domain({key: table[key] for key in table if key != "en" or not is_derived}, file)
        try:
            texts[name] = rewritten(text, short)
        except UnusualError as error:
            raise GlossaryError(Place(file, name).fault("unusual-entry")) from error
    return b"".join(cut.parts(texts))


def read_entry(text: str) -> tuple[str, dict[str, Any]]:
    """Return the kind of an entry, concept or change, and its table with forms by status."""
    ((kind, (table,)),) = tomli.loads(text).items()
    return kind, expanded(table)


def rewritten(text: str, table: Table) -> str:
    """Return an entry's text in the short form with another table; its remarks and what follows it stay."""
    body = entry_body(text)
    kind, _ = read_entry(body)
    remarks = _remarks(body) if "#" in body else []
    new = entry_text(table, kind, {remark.beside for remark in remarks if remark.is_of_item})
    try:
        is_same = read_entry(new) == (kind, expanded(table))
    except ValueError:  # not TOML
        is_same = False
    if not is_same:
        raise UnusualError("the entry would be read otherwise")
    return (_with_remarks(new, body, remarks) if remarks else new) + text[len(body) :]


def with_remark(text: str, lang: str, form: str, remark: str) -> str:
    """Return the text of an entry in the short form with a remark at the end of a form's line."""
    mark = re.compile(rf"(?:^\s*|= |\[|, )(?:{{ form = )?{re.escape(toml_value(form))}")
    lines, key = text.split("\n"), ""
    for number, line in enumerate(lines):
        match = _KEY.match(line)
        key = match[0] if match else key
        if re.compile(rf"{lang}\b").match(key) and mark.search(line):
            lines[number] += f"  # {remark}"
            break
    return "\n".join(lines)


_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?!")|\'\'\'.*?\'\'\'(?!\')|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|\btrue\b|\bfalse\b|#[^\n]*',
    re.DOTALL,
)
_KEY = re.compile(r"\s*[\w.\"'-]+\s*=")
_LIST_END = re.compile(r"\s*(?:#[^\n]*\s*)*\]")


class _Remark(NamedTuple):
    """A comment, and the value that it is next to or above."""

    text: str
    number: int  # of the value among those of the entry
    beside: str  # the value
    is_above: bool
    is_of_item: bool  # not of a key with all that it has


def _values(text: str) -> list[tuple[int, str]]:
    """Return where each value of a text begins, and the value."""
    tokens = ((match.start(), match[0]) for match in _TOKEN.finditer(text) if not match[0].startswith("#"))
    return [(start, str(tomli.loads(f"value = {token}")["value"])) for start, token in tokens]


def _remarks(text: str) -> list[_Remark]:
    values, remarks = _values(text), []
    for match in _TOKEN.finditer(text):
        if not match[0].startswith("#"):
            continue
        line_start = text.rfind("\n", 0, match.start()) + 1
        before = sum(start < match.start() for start, _ in values)
        on_line = [number for number in range(before) if values[number][0] >= line_start]
        is_last = before == len(values) or (not on_line and _LIST_END.match(text, match.end()))
        number = on_line[0] if on_line else before - 1 if is_last and before else before
        value_line = text.rfind("\n", 0, values[number][0]) + 1
        is_above, is_of_item = not on_line and number == before, not _KEY.match(text, value_line)
        beside = _unsigned(values[number][1])
        remarks.append(_Remark(match[0].rstrip(), number, beside, is_above, is_of_item))
    return remarks


def _unsigned(text: str) -> str:
    """Return an example without the sign that it has in the short form."""
    return text.lstrip("".join(SIGNS.values()))


def _with_remarks(new: str, old: str, remarks: Iterable[_Remark]) -> str:
    """Return an entry with the remarks of its former text, each at its old value or at the next one left.

    A remark next to an item that is gone is dropped.
    """
    former, values = _values(old), _values(new)
    before, after = ([_unsigned(value) for _, value in side] for side in (former, values))
    blocks = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    numbers = {old_at + step: new_at + step for old_at, new_at, size in blocks for step in range(size)}
    lines = new.split("\n")
    above: dict[int, list[str]] = {}
    for remark in remarks:
        if remark.is_of_item and not remark.is_above and remark.number not in numbers:
            if remark.beside not in after:
                continue
            numbers[remark.number] = after.index(remark.beside)
        left = [number for number in sorted(numbers) if number >= remark.number] or [max(numbers)]
        line = new.count("\n", 0, values[numbers[left[0]]][0])
        if remark.is_above or left[0] > remark.number:
            indent = lines[line][: len(lines[line]) - len(lines[line].lstrip())]
            above.setdefault(line, []).append(indent + remark.text)
        else:
            lines[line] += f"  {remark.text}"
    return "\n".join(part for number, line in enumerate(lines) for part in (*above.get(number, ()), line))
