"""Files of entries, cut so that each entry is a text of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import tomli

from corpus import lazy_re as re

_HEADER = re.compile(r"^(?=[ \t]*\[\[[ \t]*concept[ \t]*\]\])", re.MULTILINE)
_BEHIND = re.compile(r"(?:\s|^[ \t]*#[^\n]*\n?)*\Z", re.MULTILINE)
_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class EntryFile:
    """What stands before the first entry, and each entry up to the next one, with line ends as \\n."""

    head: str
    entries: tuple[str, ...]
    ids: tuple[str, ...]
    line_end: str = "\n"

    def parts(self, edited: Mapping[str, str]) -> list[bytes]:
        """Return the file, entry by entry, with some of them edited."""
        texts = [edited.get(name, text) for name, text in zip(self.ids, self.entries, strict=True)]
        return [part.replace("\n", self.line_end).encode() for part in (self.head, *texts)]

    def entry(self, concept_id: str) -> str:
        """Return the text of an entry."""
        return self.entries[self.ids.index(concept_id)]


def split_entries(content: bytes) -> EntryFile | None:
    """Return a file of entries; None where it is written in an unusual way, and so is to be edited by hand."""
    text = content.decode()
    line_end = "\r\n" if "\r\n" in text else "\n"
    bare = text.replace("\r\n", "\n")
    mark = _MARK if bare.startswith(_MARK) else ""
    head, *entries = _HEADER.split(bare[len(mark) :])
    ids = _ids(bare[len(mark) :], entries)
    file = EntryFile(mark + head, tuple(entries), ids, line_end)
    return file if ids and b"".join(file.parts({})) == content else None


def entry_body(entry: str) -> str:
    """Return an entry without what follows it: empty lines, and remarks on the next one."""
    return _BEHIND.sub("", entry) + "\n"


def _ids(text: str, entries: list[str]) -> tuple[str, ...]:
    """Return the ids of the entries, where they are what the whole file says; none otherwise."""
    try:
        whole = tomli.loads(text)["concept"]
        parts = [tomli.loads(entry)["concept"] for entry in entries]
    except (ValueError, LookupError):
        return ()
    return tuple(part[0]["id"] for part in parts) if whole == [part[0] for part in parts] else ()
