"""Entry files: the names and bytes of the files in a folder, and the lines at which faults occur in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from importlib.resources.abc import Traversable
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.text.printable import printable
from glossary.termbase.fault import Fault, Place
from glossary.termbase.termbase import GlossaryError


class EntryFolder(NamedTuple):
    """A folder of entries as read from disk."""

    place: str
    files: tuple[tuple[str, bytes], ...]  # name and content, in order of names
    is_table: bool = False  # one file of another tool, in which each row is an entry

    def names(self, file: str) -> tuple[str, str]:
        """Return the names that faults may use for a file: its own, or with its folder if another has that name."""
        return file, f"{self.place}/{file}"


def opened_folder(folder: Traversable) -> EntryFolder:
    """Return the entries of a folder or file, or the bytes of a term table; raises GlossaryError if unreadable."""
    if folder.is_file():
        name = printable(folder)
        return EntryFolder(name, ((name, _content(folder)),), is_table=not name.endswith(".toml"))
    if not folder.is_dir():
        raise GlossaryError(Place(printable(folder)).fault("no-folder"))
    entries = {printable(file.name): file for file in folder.iterdir() if file.name.endswith(".toml")}
    return EntryFolder(printable(folder), tuple((name, _content(entries[name])) for name in sorted(entries)))


def _content(file: Traversable) -> bytes:
    place = Place(printable(file.name))
    if not file.is_file():  # a named pipe would be waited for
        raise GlossaryError(place.fault("not-a-file"))
    try:
        return file.read_bytes()
    except OSError as error:
        raise GlossaryError(place.fault("unreadable-file", cause=error.strerror)) from error


_ENTRY = re.compile(r"^\s*\[\[\s*(?:concept|change)\s*\]\]")
_ID = re.compile(r"""^\s*id\s*=\s*["']([^"']*)["']""")


def with_lines(faults: Iterable[Fault], folders: Sequence[EntryFolder]) -> list[Fault]:
    """Return the faults in file order, with the lines of their entries or of the forms in them."""
    files = {
        file: content
        for folder in folders
        for name, content in folder.files
        if not folder.is_table  # the names of its rows have their lines
        for file in folder.names(name)
    }
    entries: dict[str, _Entries] = {}
    located = []
    for fault in faults:
        name = fault.place.file
        if name in files and not fault.place.line and fault.place.concept_id:
            if name not in entries:
                entries[name] = _entries(files[name])
            fault = _with_line(fault, *entries[name])
        if other := fault.details.get("other"):  # another place that it names: of two in one file the first
            lines = files.get(other.file, b"").decode("utf-8-sig", "replace").splitlines()
            ids = [match and match[1] for match in map(_ID.match, lines)]
            line = ids.index(other.concept_id) + 1 if other.concept_id in ids else 0
            fault = replace(fault, details={**fault.details, "other": other._replace(line=line)})
        located.append(fault)
    return sorted(located, key=lambda fault: (fault.place.file, fault.place.line))


_Entries = tuple[list[str], Mapping[str, tuple[int, int]]]  # lines, and those of each entry by its id


def _entries(content: bytes) -> _Entries:
    """Return a file's lines, and the line range of each entry from its id on; for a duplicate id, the second."""
    lines = content.decode("utf-8-sig", "replace").splitlines()
    spans: dict[str, tuple[int, int]] = {}
    end = len(lines)
    for number in reversed(range(len(lines))):
        if match := _ID.match(lines[number]):
            spans.setdefault(match[1], (number, end))
        elif _ENTRY.match(lines[number]):
            end = number
    return lines, spans


def _with_line(fault: Fault, lines: Sequence[str], spans: Mapping[str, tuple[int, int]]) -> Fault:
    place = fault.place
    if place.concept_id not in spans:
        return fault
    begin, end = spans[place.concept_id]
    text = str(fault.details.get("text", ""))  # the example or string in question
    for mark in filter(
        None, (text and re.escape(text), place.form and f"[\"']{re.escape(place.form)}[\"']", re.escape(place.form))
    ):
        pattern = re.compile(mark)
        for number in reversed(range(begin, end)):
            if pattern.search(lines[number]):
                return replace(fault, place=place._replace(line=number + 1))
    return replace(fault, place=place._replace(line=begin + 1))
