"""Files of entries: the names and bytes of those in a folder, and the lines in them where faults stand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from importlib.resources.abc import Traversable
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.text.printable import printable
from glossary.termbase.fault import Fault, Place
from glossary.termbase.termbase import GlossaryError


class EntryFolder(NamedTuple):
    """A folder of entries as it was read."""

    place: str
    files: tuple[tuple[str, bytes], ...]  # name and content, in order of names


def opened_folder(folder: Traversable) -> EntryFolder:
    """Return the entries of a folder; fails where there is none, or a file cannot be read."""
    if folder.is_file():
        raise GlossaryError(Place(printable(folder)).fault("folder-is-file"))
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


_CONCEPT = re.compile(r"^\s*\[\[\s*concept\s*\]\]")
_ID = re.compile(r"""^\s*id\s*=\s*["']([^"']*)["']""")


def with_lines(faults: Iterable[Fault], folders: Sequence[EntryFolder]) -> list[Fault]:
    """Return the faults with the lines at which their entries, or the forms in them, are written, in order of files."""
    files = {name: content for folder in folders for name, content in folder.files}
    located = [_with_line(fault, files.get(fault.place.file)) for fault in faults]
    return sorted(located, key=lambda fault: (fault.place.file, fault.place.line))


def _with_line(fault: Fault, content: bytes | None) -> Fault:
    place = fault.place
    if content is None or place.line or not place.concept_id:
        return fault
    lines = content.decode("utf-8-sig", "replace").splitlines()
    begin, end = _entry(lines, place.concept_id)
    if begin == end:
        return fault
    text = str(fault.details.get("text", ""))  # the example or string in question
    for mark in filter(
        None, (text and re.escape(text), place.form and f"[\"']{re.escape(place.form)}[\"']", re.escape(place.form))
    ):
        pattern = re.compile(mark)
        for number in reversed(range(begin, end)):
            if pattern.search(lines[number]):
                return replace(fault, place=place._replace(line=number + 1))
    return replace(fault, place=place._replace(line=begin + 1))


def _entry(lines: Sequence[str], concept_id: str) -> tuple[int, int]:
    """Return the lines of the last entry with this id, from that of the id on; of two the second changes."""
    begins = [number for number, line in enumerate(lines) if (match := _ID.match(line)) and match[1] == concept_id]
    if not begins:
        return 0, 0
    begin = begins[-1]
    end = next((number for number in range(begin, len(lines)) if _CONCEPT.match(lines[number])), len(lines))
    return begin, end
